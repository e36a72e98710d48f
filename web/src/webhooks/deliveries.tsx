import { useEffect, useState } from 'preact/hooks';
import type { CommandGiven } from '../../../src/contract/adventures';
import type { Hook, HookDelivery } from '../../../src/contract/hooks';
import type { TurnAccepted } from '../../../src/contract/rounds';
import { hooks } from '../api/webhooks';
import { Markdown } from '../kit/markdown';
import { ProblemNote } from '../kit/problem-note';
import { useRead } from '../kit/use-read';
import { When } from '../kit/when';
import { DELIVERY_MARKS, DELIVERY_WORDS, describeRefusal } from './hook-words';
import { readResult } from './read-result';
import { RoomTitle } from './room-title';
import { useEvery } from './use-every';

/** Rejected deliveries do not change the hook, so poll the list. */
const REFRESH_MS = 5_000;
/** Milliseconds between two readings of a round that is being played. */
const LIVELY_MS = 2_000;

/** A webhook's incoming deliveries, newest first; each opens with its effect. */
export function Deliveries({ hook }: { hook: Hook }) {
  const {
    value: page,
    problem,
    reload,
  } = useRead(() => hooks.deliveries(hook.id), `${hook.id} ${hook.lastDeliveryAt}`);
  useEvery(REFRESH_MS, reload);
  return (
    <section class="sent" aria-label="Deliveries">
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!page && !problem && <p class="quiet">Loading…</p>}
      {page?.items.length === 0 && <p class="quiet">No deliveries yet.</p>}
      <ul class="events-list">
        {page?.items.map((item) => (
          <DeliveryRow key={item.n} hook={hook} item={item} />
        ))}
      </ul>
    </section>
  );
}

function DeliveryRow({ hook, item }: { hook: Hook; item: HookDelivery }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <span class="event-name">{describeShort(item)}</span>
          <span class={`status ${DELIVERY_MARKS[item.status]}`}>{DELIVERY_WORDS[item.status]}</span>
          <span class="quiet small">
            <When at={item.at} />
          </span>
        </summary>
        {isOpen && (
          <div class="event-detail">
            {item.accepted ? (
              <TriggeredInput room={hook.room} accepted={item.accepted} />
            ) : (
              <p>{describeRefusal(item)}</p>
            )}
            {item.delivery !== null && (
              <p class="quiet small">
                Sender's ID: <code>{item.delivery}</code>
              </p>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

type Accepted = NonNullable<HookDelivery['accepted']>;
const isTurn = (accepted: Accepted): accepted is TurnAccepted => 'inputSeq' in accepted;
const isCommand = (accepted: Accepted): accepted is CommandGiven => 'command' in accepted;

/** Names deliveries that set nothing off. */
const NOTHING_WORDS: Record<HookDelivery['status'], string> = {
  accepted: 'A turn',
  handshake: 'Test ping from the sender',
  refused: 'Rejected delivery',
  unverified: 'Unknown sender or wrong secret',
};

/** Describes a delivery's effect briefly, as far as it was known on arrival. */
function describeShort({ accepted, status }: HookDelivery): string {
  if (!accepted) return NOTHING_WORDS[status];
  if (isTurn(accepted))
    return accepted.round === null ? 'Turn queued for its round' : `A turn in round ${accepted.round}`;
  return isCommand(accepted) ? `“${accepted.command}”` : `The run was ${accepted.status}`;
}

/** Follows the effect of a delivery in the room, with a link to it. */
function TriggeredInput({ room, accepted }: { room: string; accepted: Accepted }) {
  const seq = isTurn(accepted) ? accepted.inputSeq : isCommand(accepted) ? accepted.seq : null;
  const {
    value: result,
    problem,
    reload,
  } = useRead(
    seq === null ? null : () => readResult(room, accepted as TurnAccepted | CommandGiven),
    `${room} ${seq}`,
  );
  useEffect(() => {
    if (!result || result.isOver) return;
    const timer = setTimeout(reload, LIVELY_MS);
    return () => clearTimeout(timer);
  }, [result, reload]);
  const to =
    seq === null
      ? undefined
      : room.startsWith('scn_')
        ? `/scenes/${room}?at=${seq}`
        : `/runs/${room}?at=${seq}`;
  if (problem?.status === 404) return <p>Its room was deleted.</p>;
  return (
    <>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {seq !== null && !result && !problem && <p class="quiet">Loading…</p>}
      {result && (
        <>
          <dl class="set-off">
            {result.lines.map((line) => (
              <div key={line.seq}>
                <dt>{line.name}</dt>
                <dd>
                  <Markdown text={line.text} />
                </dd>
              </div>
            ))}
          </dl>
          <p class="quiet">{result.state}</p>
        </>
      )}
      <p>
        View in <RoomTitle room={room} {...(to && { to })} />
      </p>
    </>
  );
}
