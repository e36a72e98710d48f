import { useState } from 'preact/hooks';
import type { Scene } from '../../../../src/contract/scenes';
import type { SeatView } from '../../../../src/contract/seats';
import { SelectField } from '../../kit/form/typed-field';
import { say } from '../../words/say';
import { freePersonas, personaChoices } from './invite-form';

interface SeatListProps {
  scene: Scene;
  seats: readonly SeatView[];
  busy: boolean;
  onRecast: (seat: string, persona: string | null) => void;
  onRevoke: (seat: string) => void;
  onRenew: (seat: string) => void;
}

/** Lists every seat of the scene; ended ones are folded away. */
export function SeatList(props: SeatListProps) {
  const open = props.seats.filter(({ status }) => status !== 'revoked' && status !== 'ended');
  const over = props.seats.filter((seat) => !open.includes(seat));
  if (props.seats.length === 0) return <p class="quiet">No invitations yet.</p>;
  return (
    <>
      <ul class="seats">
        {open.map((seat) => (
          <SeatRow key={seat.id} {...props} seat={seat} />
        ))}
      </ul>
      {over.length > 0 && (
        <details>
          <summary>{over.length} inactive</summary>
          <ul class="seats">
            {over.map((seat) => (
              <li key={seat.id}>
                <SeatHead scene={props.scene} seat={seat} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function SeatRow({ seat, ...props }: SeatListProps & { seat: SeatView }) {
  const [asking, setAsking] = useState<'revoke' | 'renew' | null>(null);
  const who = seat.name || seat.label || 'this seat';
  const ask = (what: 'revoke' | 'renew') => {
    // Replacing an unused link affects no one, so do not ask.
    if (what === 'renew' && seat.status !== 'taken') props.onRenew(seat.id);
    else setAsking(what);
  };
  const does = () => {
    setAsking(null);
    if (asking === 'revoke') props.onRevoke(seat.id);
    else props.onRenew(seat.id);
  };
  return (
    <li>
      <SeatHead scene={props.scene} seat={seat} />
      <div class="row">
        {seat.role === 'player' && (
          <SelectField
            label={<span class="sr-only">{who} plays</span>}
            class=""
            options={personaChoices(freePersonas(props.scene, props.seats, seat.persona))}
            value={seat.persona ?? ''}
            disabled={props.busy}
            onChange={(persona) => props.onRecast(seat.id, persona || null)}
          />
        )}
        <button type="button" disabled={props.busy} onClick={() => ask('renew')}>
          New link<span class="sr-only"> for {who}</span>
        </button>
        <button type="button" disabled={props.busy} onClick={() => ask('revoke')}>
          Revoke<span class="sr-only"> the seat of {who}</span>
        </button>
      </div>
      {asking && (
        <div class="row confirm" role="alert">
          <span>
            {asking === 'revoke'
              ? `${who} is removed from the scene immediately. `
              : `The person who uses the new link takes over ${who}'s seat. `}
          </span>
          <button type="button" class="primary" onClick={does}>
            {asking === 'revoke' ? 'Revoke seat' : 'Create link'}
          </button>
          <button type="button" onClick={() => setAsking(null)}>
            Keep
          </button>
        </div>
      )}
    </li>
  );
}

const STATUS: Record<SeatView['status'], string> = {
  invited: say('invited'),
  taken: say('away'),
  revoked: say('revoked'),
  ended: say('ended'),
  invitation_expired: 'link expired',
};

function SeatHead({ scene, seat }: { scene: Scene; seat: SeatView }) {
  const plays = scene.personas.find(({ id }) => id === seat.persona)?.name;
  const isThere = seat.status === 'taken' && seat.present;
  return (
    <p class="seat-head">
      <strong>{seat.name || 'No one yet'}</strong>
      {seat.label && (
        <span class="quiet" dir="auto">
          {seat.label}
        </span>
      )}
      <span class={isThere ? 'status completed' : 'status'}>{isThere ? 'here' : STATUS[seat.status]}</span>
      <span class="quiet">
        {seat.role === 'spectator' ? 'spectator' : plays ? `plays ${plays}` : 'no role yet'}
      </span>
    </p>
  );
}
