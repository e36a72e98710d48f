import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import type { NewSeat, SeatRole, SeatView } from '../../../../src/contract/seats';
import { api, type Reply } from '../../api/api';
import { readYourName, storeYourName } from '../../home/your-name';
import { type Choices, type FieldList, Fields, select, typed } from '../../kit/form/field-list';
import { onSubmit } from '../../kit/form/on-submit';
import { SelectField } from '../../kit/form/typed-field';

/** Returns the inviting person's name, if given. */
export const linkHost = (name: string): { host?: string } => (name.trim() ? { host: name.trim() } : {});

/** Lists the personas that no seat plays, and `own`. */
export const freePersonas = (scene: Scene, seats: readonly SeatView[], own: string | null = null) =>
  scene.personas.filter(
    ({ id }) =>
      id === own ||
      !seats.some(({ persona, status }) => persona === id && (status === 'invited' || status === 'taken')),
  );

/** Choices of the persona that a seat plays. */
export const personaChoices = (free: Scene['personas']): Choices => [
  ...free.map(({ id, name }) => [id, name] as const),
  ['', 'not assigned'],
];

interface Invitation {
  role: SeatRole;
  /** null: the first free one; empty: none. */
  persona: string | null;
  hours: string;
  host: string;
  label: string;
}
const ROLE: FieldList<Invitation> = {
  role: select('Role', [
    ['player', 'Player'],
    ['spectator', 'Spectator'],
  ]),
};
const LINK: FieldList<Invitation> = {
  hours: select('Link expires after', [
    ['1', '1 hour'],
    ['24', '1 day'],
    ['168', '1 week'],
    ['720', '30 days'],
  ]),
  host: typed('Invited by', { maxLength: 80, placeholder: 'your name' }),
  label: typed('Private label', { maxLength: 80, placeholder: 'e.g. who it is for' }),
};

export function InviteForm(props: {
  scene: Scene;
  seats: readonly SeatView[];
  busy: boolean;
  /** Creates a seat and returns whether it worked; `what` identifies the request. */
  onInvite: (does: (key: string) => Promise<Reply<NewSeat>>, what: string) => Promise<boolean>;
}) {
  const { scene, seats } = props;
  const free = freePersonas(scene, seats);
  const [draft, setDraft] = useState<Invitation>(() => ({
    role: 'player',
    persona: null,
    hours: '168',
    host: readYourName(),
    label: '',
  }));
  const change = (part: Partial<Invitation>) => setDraft((held) => ({ ...held, ...part }));
  const { role, host } = draft;
  const persona =
    draft.persona === '' ? null : (free.find(({ id }) => id === draft.persona)?.id ?? free[0]?.id ?? null);

  const invite = async () => {
    const seat = { role, label: draft.label.trim(), ...linkHost(host), invitationHours: Number(draft.hours) };
    const body = role === 'player' ? { ...seat, persona } : seat;
    const isMade = await props.onInvite((key) => api.createSeat(scene.id, body, key), JSON.stringify(body));
    if (!isMade) return;
    if (host.trim()) storeYourName(host);
    change({ label: '', persona: null });
  };
  return (
    <form class="invite" aria-label="Invite someone" onSubmit={onSubmit(invite)}>
      <Fields fields={ROLE} values={draft} onChange={change} />
      {role === 'player' && (
        <SelectField
          label="Plays"
          options={personaChoices(free)}
          value={persona ?? ''}
          onChange={(chosen) => change({ persona: chosen })}
        />
      )}
      <Fields fields={LINK} values={draft} onChange={change} />
      <button type="submit" class="primary" disabled={props.busy}>
        Create link
      </button>
    </form>
  );
}
