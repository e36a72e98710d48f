import { useRef, useState } from 'preact/hooks';
import type { Scene } from '../../../src/contract/scenes';
import type { NewSeat, SeatRole, SeatView } from '../../../src/contract/seats';
import { api, newIdempotencyKey, type Reply } from '../api';
import { onSubmit } from './form/on-submit';

const HOURS: [number, string][] = [
  [1, 'an hour'],
  [24, 'a day'],
  [168, 'a week'],
  [720, '30 days'],
];

/** Personas that no seat plays, and `own`. */
export const freePersonas = (scene: Scene, seats: readonly SeatView[], own: string | null = null) =>
  scene.personas.filter(
    ({ id }) =>
      id === own ||
      !seats.some(({ persona, status }) => persona === id && (status === 'invited' || status === 'taken')),
  );

/** Makes a seat and its invitation. */
export function InviteForm(props: {
  scene: Scene;
  seats: readonly SeatView[];
  busy: boolean;
  /** Whether a seat was made. */
  onInvite: (does: () => Promise<Reply<NewSeat>>) => Promise<boolean>;
}) {
  const { scene, seats } = props;
  const free = freePersonas(scene, seats);
  const [role, setRole] = useState<SeatRole>('player');
  const [wished, setPersona] = useState<string | null>(null);
  const [label, setLabel] = useState('');
  const [hours, setHours] = useState(168);
  const persona = wished === '' ? null : (free.find(({ id }) => id === wished)?.id ?? free[0]?.id ?? null);
  /** The same seat is asked for under the same key, so that a cut never makes two. */
  const attempt = useRef({ body: '', key: '' });

  const invite = async () => {
    const seat = { role, label: label.trim(), invitationHours: hours };
    const body = role === 'player' ? { ...seat, persona } : seat;
    if (attempt.current.body !== JSON.stringify(body))
      attempt.current = { body: JSON.stringify(body), key: newIdempotencyKey() };
    const made = await props.onInvite(() => api.createSeat(scene.id, body, attempt.current.key));
    if (!made) return;
    attempt.current = { body: '', key: '' };
    setLabel('');
    setPersona(null);
  };
  return (
    <form class="invite" aria-label="Invite somebody" onSubmit={onSubmit(invite)}>
      <label class="field">
        Comes as
        <select value={role} onChange={(changed) => setRole(changed.currentTarget.value as SeatRole)}>
          <option value="player">player</option>
          <option value="spectator">spectator</option>
        </select>
      </label>
      {role === 'player' && (
        <label class="field">
          Plays
          <select value={persona ?? ''} onChange={(changed) => setPersona(changed.currentTarget.value)}>
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="">nobody yet</option>
          </select>
        </label>
      )}
      <label class="field">
        Link is good for
        <select value={hours} onChange={(changed) => setHours(Number(changed.currentTarget.value))}>
          {HOURS.map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        For your list
        <input
          maxLength={80}
          placeholder="e.g. who gets it"
          value={label}
          onInput={(typed) => setLabel(typed.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={props.busy}>
        Make a link
      </button>
    </form>
  );
}
