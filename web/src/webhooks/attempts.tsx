import { useCallback, useState } from 'preact/hooks';
import type { Attempt, SentAttempt, Webhook } from '../../../src/contract/webhooks';
import type { ListQuery } from '../api/library';
import { webhooks } from '../api/webhooks';
import type { Choices } from '../kit/form/field-list';
import { SelectField } from '../kit/form/typed-field';
import { ListMore, ListState } from '../kit/listing';
import { ProblemNote } from '../kit/problem-note';
import { showToast } from '../kit/toast';
import { useAct } from '../kit/use-act';
import { useList } from '../kit/use-list';
import { useRead } from '../kit/use-read';
import { When } from '../kit/when';
import { LOCALE } from '../words/languages';
import { ATTEMPT_MARKS, ATTEMPT_WORDS, describeOutcome, prettyJson } from './attempt-words';
import { kindLabel } from './event-groups';
import { RoomTitle } from './room-title';
import { CopyCode } from './shown-once';

const PAGE = 20;
const STATUSES: Choices = [
  ['', 'All'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed, will retry'],
  ['abandoned', 'Gave up'],
  ['lost', 'Cut off'],
];

/**
 * A webhook's deliveries, newest first; each opens with its payload and response.
 *
 * @param props `tests` counts the tests sent
 */
export function Attempts(props: { webhook: Webhook; tests: number; onSent: () => void }) {
  const { webhook, tests, onSent } = props;
  const [status, setStatus] = useState('');
  const [replays, setReplays] = useState(0);
  const newest = webhook.lastAttempt;
  const readPage = useCallback(
    ({ cursor = null, limit = PAGE }: ListQuery) => webhooks.attempts(webhook.id, { status, cursor, limit }),
    // A different status, or a new test, restarts the list.
    [webhook.id, status, tests, replays, newest?.n, newest?.status],
  );
  const list = useList(readPage, PAGE);
  return (
    <section class="sent" aria-label="Deliveries">
      <SelectField label="Show" options={STATUSES} value={status} onChange={setStatus} />
      <ListState list={list} />
      {list.items?.length === 0 && (
        <p class="quiet">{status === '' ? 'No deliveries yet.' : 'No matching deliveries.'}</p>
      )}
      <ul class="events-list">
        {list.items?.map((item) => (
          <AttemptRow
            key={item.n}
            webhook={webhook.id}
            item={item}
            onReplayed={() => {
              setReplays(replays + 1);
              onSent();
            }}
          />
        ))}
      </ul>
      <ListMore list={list} />
    </section>
  );
}

function AttemptRow(props: { webhook: string; item: Attempt; onReplayed: () => void }) {
  const { webhook, item, onReplayed } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <span class="event-name">
            {kindLabel(item.kind)}
            {item.why === 'replay' && <span class="quiet small"> resent</span>}
            {item.try > 1 && <span class="quiet small"> attempt {item.try}</span>}
          </span>
          <span class={`status ${ATTEMPT_MARKS[item.status]}`}>{ATTEMPT_WORDS[item.status]}</span>
          <span class="quiet small">
            <When at={item.at} />
            {item.latencyMs !== null && ` · ${item.latencyMs.toLocaleString(LOCALE)} ms`}
          </span>
        </summary>
        {isOpen && <AttemptDetail webhook={webhook} item={item} onReplayed={onReplayed} />}
      </details>
    </li>
  );
}

function AttemptDetail(props: { webhook: string; item: Attempt; onReplayed: () => void }) {
  const { webhook, item, onReplayed } = props;
  const { value, problem, reload } = useRead(() => webhooks.attempt(webhook, item.n), `${webhook} ${item.n}`);
  const replaying = useAct();
  const replay = async () => {
    const again = await replaying.act((key) => webhooks.replay(webhook, item.n, key));
    if (!again) return;
    showToast({ text: `Resent: ${describeOutcome(again)}.` });
    onReplayed();
  };
  return (
    <div class="event-detail">
      {item.room !== null && (
        <p class="quiet small">
          Event {item.seq} of <RoomTitle room={item.room} />
        </p>
      )}
      <p>
        {sentence(describeOutcome(item))}
        {item.status === 'failed' && item.nextTry && (
          <>
            {' '}
            Next retry: <When at={item.nextTry} />.
          </>
        )}
      </p>
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!value && !problem && <p class="quiet">Loading…</p>}
      {value && <Request request={value.request} />}
      {item.answer !== '' && <CopyCode title="Response" code={prettyJson(item.answer)} />}
      <div class="buttons">
        <button type="button" disabled={replaying.busy} onClick={() => void replay()}>
          Resend
        </button>
      </div>
      {replaying.problem && <ProblemNote problem={replaying.problem} />}
    </div>
  );
}

function Request({ request }: { request: SentAttempt['request'] }) {
  if (!request) return <p class="quiet">The payload was deleted with its room.</p>;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <CopyCode title="Payload" code={prettyJson(request.body)} />
      <details class="more">
        <summary>Other headers</summary>
        <pre>{headers.join('\n')}</pre>
      </details>
    </>
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase()}${words.slice(1)}.`;
