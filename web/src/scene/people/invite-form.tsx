import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import type { NewSeat, SeatRole, SeatView } from '../../../../src/contract/seats';
import { api, type Reply } from '../../api/api';
import { keepYourName, readYourName } from '../../home/your-name';
import { onSubmit } from '../../kit/form/on-submit';
import { Options } from '../../kit/form/options';
import { TypedField } from '../../kit/form/typed-field';

const HOURS: [number, string][] = [
  [1, 'an hour'],
  [24, 'a day'],
  [168, 'a week'],
  [720, '30 days'],
];

/** Returns the name of whoever invites, as far as it was given. */
export const hostOf = (name: string): { host?: string } => (name.trim() ? { host: name.trim() } : {});

/** Lists the personas that no seat plays, and `own`. */
export const freePersonas = (scene: Scene, seats: readonly SeatView[], own: string | null = null) =>
  scene.personas.filter(
    ({ id }) =>
      id === own ||
      !seats.some(({ persona, status }) => persona === id && (status === 'invited' || status === 'taken')),
  );

export const PersonaOptions = ({ free }: { free: Scene['personas'] }) => (
  <Options of={[...free.map(({ id, name }) => [id, name] as const), ['', 'nobody yet'] as const]} />
);

export function InviteForm(props: {
  scene: Scene;
  seats: readonly SeatView[];
  busy: boolean;
  /** Makes a seat and returns whether it was made; `what` identifies the request. */
  onInvite: (does: (key: string) => Promise<Reply<NewSeat>>, what: string) => Promise<boolean>;
}) {
  const { scene, seats } = props;
  const free = freePersonas(scene, seats);
  const [role, setRole] = useState<SeatRole>('player');
  const [choice, setPersona] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const [hours, setHours] = useState(168);
  const [host, setHost] = useState(readYourName);
  const persona = choice === '' ? null : (free.find(({ id }) => id === choice)?.id ?? free[0]?.id ?? null);

  const invite = async () => {
    const seat = { role, label: label.trim(), ...hostOf(host), invitationHours: hours };
    const body = role === 'player' ? { ...seat, persona } : seat;
    const isMade = await props.onInvite((key) => api.createSeat(scene.id, body, key), JSON.stringify(body));
    if (!isMade) return;
    if (host.trim()) keepYourName(host);
    setLabel('');
    setPersona(null);
  };
  return (
    <form class="invite" aria-label="Invite somebody" onSubmit={onSubmit(invite)}>
      <label class="field">
        Comes as
        <select value={role} onChange={(changed) => setRole(changed.currentTarget.value as SeatRole)}>
          <option value="player">player, who has a part</option>
          <option value="spectator">spectator, who watches</option>
        </select>
      </label>
      {role === 'player' && (
        <label class="field">
          Plays
          <select value={persona ?? ''} onChange={(changed) => setPersona(changed.currentTarget.value)}>
            <PersonaOptions free={free} />
          </select>
        </label>
      )}
      <label class="field">
        Link is good for
        <select value={hours} onChange={(changed) => setHours(Number(changed.currentTarget.value))}>
          <Options of={HOURS} />
        </select>
      </label>
      <TypedField label="Invited by" maxLength={80} placeholder="your name" value={host} onText={setHost} />
      <TypedField
        label="For your list"
        maxLength={80}
        placeholder="e.g. who gets it"
        value={label}
        onText={setLabel}
      />
      <button type="submit" class="primary" disabled={props.busy}>
        Make a link
      </button>
    </form>
  );
}
