import { Ellipsis, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import type { Attempt, NewWebhook, Webhook } from '../../../src/contract/webhooks';
import { webhooks } from '../api/webhooks';
import { DangerNote } from '../kit/danger-note';
import { EmptyNote } from '../kit/empty-note';
import { Icon } from '../kit/icon';
import { Menu } from '../kit/menu';
import { ProblemNote } from '../kit/problem-note';
import { showToast } from '../kit/toast';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { When } from '../kit/when';
import { describeOutcome } from './attempt-words';
import { Attempts } from './attempts';
import { kindLabels } from './event-groups';
import { RoomTitle } from './room-title';
import { ShownOnce } from './shown-once';
import { useEvery } from './use-every';
import { WebhookForm } from './webhook-form';

const REFRESH_MS = 5_000;

/** Lists the webhooks, of one room or of all, and makes new ones. */
export function Outgoing({ room }: { room: string | null }) {
  const { value: page, problem, reload } = useRead(webhooks.list, '');
  const [makes, setMakes] = useState(false);
  const [newest, setNewest] = useState<NewWebhook | null>(null);
  useEvery(REFRESH_MS, reload);
  const items = page?.items.filter((one) => room === null || one.room === room || one.room === null);
  const show = (made: NewWebhook) => {
    setMakes(false);
    setNewest(made);
    reload();
  };
  const isEmpty = items?.length === 0 && !makes;
  const button = (
    <button type="button" class="primary" aria-expanded={makes} onClick={() => setMakes(!makes)}>
      New webhook
    </button>
  );
  return (
    <>
      <div class="row between">
        <p class="lead">We send signed events to your URL.</p>
        {!isEmpty && items && button}
      </div>
      {makes && <WebhookForm room={room} onMade={show} onClose={() => setMakes(false)} />}
      {newest && (
        <ShownOnce
          title={`Secret for ${urlHost(newest.url)}`}
          secret={newest.secret}
          onDone={() => setNewest(null)}
        >
          <p>
            It signs every delivery, as described in{' '}
            <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. Verify the signature before you
            trust a delivery.
          </p>
        </ShownOnce>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!page && !problem && <p class="quiet">Loading…</p>}
      {isEmpty && (
        <EmptyNote
          icon={Send}
          text="No webhooks yet. Add the URL of your program: it receives each line, round or turn as soon as it happens."
        >
          {button}
        </EmptyNote>
      )}
      <ul class="endpoints">
        {items?.map((one) => (
          <WebhookRow key={one.id} item={one} onChanged={reload} onSecret={show} />
        ))}
      </ul>
    </>
  );
}

const urlHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const OFF_WORDS: Record<NonNullable<Webhook['disabled']>['reason'], string> = {
  gone: 'Off: the receiver unsubscribed',
  failing: 'Off: no delivery succeeded for five days',
  'room-deleted': 'Off: its room was deleted',
};

function WebhookState({ item }: { item: Webhook }) {
  const { active, disabled, failingSince } = item;
  if (disabled) return <span class="status failed">{OFF_WORDS[disabled.reason]}</span>;
  if (!active) return <span class="status">off</span>;
  return failingSince ? <span class="status failed">failing</span> : <span class="status answered">on</span>;
}

function WebhookRow(props: { item: Webhook; onChanged: () => void; onSecret: (made: NewWebhook) => void }) {
  const { item, onChanged, onSecret } = props;
  const { busy, problem, act } = useAct(onChanged);
  const [mode, setMode] = useState<'attempts' | 'change' | 'rotate' | 'delete' | null>(null);
  /** Counts the tests sent by this page, to reload the deliveries after each. */
  const [tests, setTests] = useState(0);
  const close = () => setMode(null);
  const test = async () => {
    const attempt = await act((key) => webhooks.test(item.id, key), 'test');
    if (!attempt) return;
    setTests(tests + 1);
    setMode('attempts');
    showToast({ text: `Test: ${describeOutcome(attempt)}.` });
  };
  const turn = async () => {
    await act(() => webhooks.change(item.id, { active: !item.active }));
  };
  const rotate = async () => {
    const newSecret = await act((key) => webhooks.rotate(item.id, key), 'rotate');
    if (!newSecret) return;
    close();
    onSecret(newSecret);
  };
  const remove = async () => {
    if (await act(() => webhooks.remove(item.id))) close();
  };
  const host = urlHost(item.url);
  return (
    <li class="endpoint card" aria-label={host}>
      <div class="endpoint-head">
        <h2 title={item.url}>{item.url}</h2>
        <WebhookState item={item} />
      </div>
      <p>
        {kindLabels(item.kinds)}{' '}
        {item.room === null ? (
          'in every room'
        ) : (
          <>
            in <RoomTitle room={item.room} />
          </>
        )}
        {item.as === 'spectator' && ', public events only'}
      </p>
      <p class="quiet small">
        <LastResult last={item.lastAttempt} />
        {item.waiting > 0 &&
          item.active &&
          ` · ${item.waiting === 1 ? '1 room has' : `${item.waiting} rooms have`} unsent events`}
        {item.rotatedUntil && (
          <>
            {' '}
            · also signed with the old secret until <When at={item.rotatedUntil} />
          </>
        )}
      </p>
      <div class="buttons">
        <button type="button" disabled={busy} onClick={() => void test()}>
          Send a test
        </button>
        <button
          type="button"
          aria-expanded={mode === 'attempts'}
          onClick={() => setMode(mode === 'attempts' ? null : 'attempts')}
        >
          Deliveries
        </button>
        {(!item.active || item.failingSince) && (
          <button
            type="button"
            disabled={busy}
            onClick={() => void act(() => webhooks.change(item.id, { active: true }))}
          >
            {item.active ? 'Try again now' : 'Turn on'}
          </button>
        )}
        <Menu
          label={`More for ${host}`}
          items={[
            { name: 'Edit…', icon: Pencil, onChoose: () => setMode('change') },
            { name: 'New secret…', icon: KeyRound, onChoose: () => setMode('rotate') },
            { name: item.active ? 'Turn off' : 'Turn on', icon: Power, onChoose: () => void turn() },
            { name: 'Delete…', icon: Trash2, danger: true, onChoose: () => setMode('delete') },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </div>
      {mode === 'change' && (
        <WebhookForm
          room={item.room}
          old={item}
          onMade={() => {
            close();
            onChanged();
          }}
          onClose={close}
        />
      )}
      {mode === 'rotate' && (
        <DangerNote
          verb="Create a new secret"
          keep="Keep"
          busy={busy}
          onConfirm={() => void rotate()}
          onKeep={close}
        >
          <p>The new secret takes effect now. For a day, deliveries are also signed with the old one.</p>
        </DangerNote>
      )}
      {mode === 'delete' && (
        <DangerNote verb="Delete" busy={busy} onConfirm={() => void remove()} onKeep={close}>
          <p>Delete this webhook? Pending deliveries are discarded and the delivery log is deleted.</p>
        </DangerNote>
      )}
      {mode === 'attempts' && <Attempts webhook={item} tests={tests} onSent={onChanged} />}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}

function LastResult({ last }: { last: Attempt | null }) {
  if (!last) return 'No deliveries yet';
  return (
    <>
      Last delivery <When at={last.at} key={last.n} />: {describeOutcome(last)}
    </>
  );
}
