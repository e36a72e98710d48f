import { useTitle } from '../kit/use-title';
import { Incoming } from './incoming';
import { Outgoing } from './outgoing';
import { RoomTitle } from './room-title';
import { type WebhookPlace, webhooksAddress } from './webhook-place';
import '../kit/form/form.css';
import './webhooks.css';

const SIDES = [
  ['out', 'Outgoing webhooks'],
  ['in', 'Incoming webhooks'],
] as const;

/** The webhooks page: outgoing events, and incoming turns from other services. */
export function Webhooks({ at }: { at: WebhookPlace }) {
  const { side, room } = at;
  useTitle('Webhooks');
  return (
    <div class="webhooks">
      <h1>Webhooks</h1>
      <nav class="views sides" aria-label="Direction">
        {SIDES.map(([name, words]) => (
          <a
            key={name}
            href={`#${webhooksAddress({ side: name, room })}`}
            aria-current={name === side ? 'page' : undefined}
          >
            {words}
          </a>
        ))}
      </nav>
      {room !== null && (
        <p class="quiet">
          Showing only <RoomTitle room={room} />.{' '}
          <a href={`#${webhooksAddress({ side, room: null })}`}>Show all</a>
        </p>
      )}
      {side === 'out' ? <Outgoing room={room} /> : <Incoming room={room} />}
    </div>
  );
}
