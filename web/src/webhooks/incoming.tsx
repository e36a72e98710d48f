import { Ellipsis, Inbox, KeyRound, Pencil, Power, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { linkReach } from '../../../packages/client/src/links';
import type { Hook, NewHook } from '../../../src/contract/hooks';
import { access } from '../api/library';
import { hooks } from '../api/webhooks';
import { DangerNote } from '../kit/danger-note';
import { EmptyNote } from '../kit/empty-note';
import { TypedField } from '../kit/form/typed-field';
import { Icon } from '../kit/icon';
import { Menu } from '../kit/menu';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { When } from '../kit/when';
import { Deliveries } from './deliveries';
import { exampleFor } from './hook-examples';
import { HookForm } from './hook-form';
import { describeTurn, PROVIDED_SECRETS, SENDER_NAMES } from './hook-words';
import { RoomTitle } from './room-title';
import { CopyCode, CopyRow, ShownOnce } from './shown-once';
import { useEvery } from './use-every';

const REFRESH_MS = 5_000;

/** Lists the hooks, of one room or of all, and makes new ones. */
export function Incoming({ room }: { room: string | null }) {
  const { value: page, problem, reload } = useRead(hooks.list, '');
  const { value: me } = useRead(access.me, '');
  const [makes, setMakes] = useState(false);
  const [newest, setNewest] = useState<NewHook | null>(null);
  useEvery(REFRESH_MS, reload);
  const origin = me?.publicUrl ?? location.origin;
  const items = page?.items.filter((one) => room === null || one.room === room);
  const show = (made: NewHook) => {
    setMakes(false);
    setNewest(made);
    reload();
  };
  const isEmpty = items?.length === 0 && !makes;
  const button = (
    <button type="button" class="primary" aria-expanded={makes} onClick={() => setMakes(!makes)}>
      New incoming webhook
    </button>
  );
  return (
    <>
      <div class="row between">
        <p class="lead">
          Other services can take turns. Each message to an incoming webhook becomes a line, a command or a
          move.
        </p>
        {!isEmpty && items && button}
      </div>
      <ReachNote origin={origin} />
      {makes && <HookForm room={room} onMade={show} onClose={() => setMakes(false)} />}
      {newest && (
        <ShownOnce
          title={`Webhook for ${SENDER_NAMES[newest.verify]}`}
          address={`${origin}${newest.deliverTo}`}
          secret={newest.secret}
          onDone={() => setNewest(null)}
        >
          <Steps hook={newest} address={`${origin}${newest.deliverTo}`} secret={newest.secret} />
        </ShownOnce>
      )}
      {problem && <ProblemNote problem={problem} onRetry={reload} />}
      {!page && !problem && <p class="quiet">Loading…</p>}
      {isEmpty && (
        <EmptyNote
          icon={Inbox}
          text="No incoming webhooks yet. Create one to let Discord, Slack, GitHub or your own program speak in a scene."
        >
          {button}
        </EmptyNote>
      )}
      <ul class="endpoints">
        {items?.map((one) => (
          <HookRow key={one.id} item={one} origin={origin} onChanged={reload} onSecret={show} />
        ))}
      </ul>
    </>
  );
}

/** Warns that outside services cannot reach this server. */
function ReachNote({ origin }: { origin: string }) {
  const { host, hostname } = new URL(origin);
  const reach = linkReach(hostname);
  if (reach === 'everyone') return null;
  return (
    <div class="notice" role="note">
      <p>
        This server runs at <code>{host}</code>. Programs on{' '}
        {reach === 'machine' ? 'this computer' : 'your network'} can reach it; GitHub, Slack and Discord
        cannot. Start it with <code>npm start -- --share</code> to share it for a while, or deploy it.
      </p>
    </div>
  );
}

/** Setup instructions for the sender, with commands to copy. */
function Steps(props: { hook: Hook; address: string; secret: string | null }) {
  const { hook, address, secret } = props;
  const { steps, codes } = exampleFor(hook, address, secret);
  return (
    <>
      {steps.length > 0 && (
        <ol class="steps-to-do">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {codes.map(({ title, code }) => (
        <CopyCode key={title} title={title} code={code} />
      ))}
    </>
  );
}

function HookRow(props: {
  item: Hook;
  origin: string;
  onChanged: () => void;
  onSecret: (made: NewHook) => void;
}) {
  const { item, origin, onChanged, onSecret } = props;
  const { busy, problem, act } = useAct(onChanged);
  const [mode, setMode] = useState<'send' | 'deliveries' | 'change' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState('');
  const close = () => setMode(null);
  const turn = (to: 'send' | 'deliveries') => setMode(mode === to ? null : to);
  const name = SENDER_NAMES[item.verify];
  const address = `${origin}${item.deliverTo}`;
  const foreignSecret = PROVIDED_SECRETS[item.verify];
  const rotate = async () => {
    const body = foreignSecret ? { secret: secret.trim() } : {};
    const newHook = await act((key) => hooks.rotate(item.id, body, key), `rotate ${secret}`);
    if (!newHook) return;
    close();
    setSecret('');
    if (newHook.secret !== null) onSecret(newHook);
  };
  const remove = async () => {
    if (await act(() => hooks.remove(item.id))) close();
  };
  return (
    <li class="endpoint card" aria-label={`Webhook for ${name}`}>
      <div class="endpoint-head">
        <h2>{name}</h2>
        <span class={item.active ? 'status answered' : 'status'}>{item.active ? 'on' : 'off'}</span>
      </div>
      <p>
        {describeTurn(item.turn)}, in <RoomTitle room={item.room} />
      </p>
      <p class="quiet small">
        {item.lastDeliveryAt ? (
          <>
            Last turn <When at={item.lastDeliveryAt} key={item.lastDeliveryAt} />
          </>
        ) : (
          'No turns in the last four days'
        )}
        {item.rotatedUntil && (
          <>
            {' '}
            · the old secret is accepted until <When at={item.rotatedUntil} />
          </>
        )}
        {item.responseUrl && ` · results go to ${item.responseUrl}`}
      </p>
      <div class="buttons">
        <button type="button" aria-expanded={mode === 'deliveries'} onClick={() => turn('deliveries')}>
          Deliveries
        </button>
        <button type="button" aria-expanded={mode === 'send'} onClick={() => turn('send')}>
          Setup instructions
        </button>
        {!item.active && (
          <button
            type="button"
            disabled={busy}
            onClick={() => void act(() => hooks.change(item.id, { active: true }))}
          >
            Turn on
          </button>
        )}
        <Menu
          label={`More for the webhook for ${name}`}
          items={[
            { name: 'Edit…', icon: Pencil, onChoose: () => setMode('change') },
            { name: 'New secret…', icon: KeyRound, onChoose: () => setMode('rotate') },
            {
              name: item.active ? 'Turn off' : 'Turn on',
              icon: Power,
              onChoose: () => void act(() => hooks.change(item.id, { active: !item.active })),
            },
            { name: 'Delete…', icon: Trash2, danger: true, onChoose: () => setMode('delete') },
          ]}
        >
          <Icon of={Ellipsis} />
        </Menu>
      </div>
      {mode === 'send' && (
        <section class="sent" aria-label="Setup instructions">
          <CopyRow label="Address" text={address} />
          <Steps hook={item} address={address} secret={null} />
        </section>
      )}
      {mode === 'deliveries' && <Deliveries hook={item} />}
      {mode === 'change' && (
        <HookForm
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
          verb={foreignSecret ? 'Change secret' : 'Create a new secret'}
          keep="Keep"
          busy={busy || (foreignSecret !== undefined && secret.trim() === '')}
          onConfirm={() => void rotate()}
          onKeep={close}
        >
          <p>The old secret keeps working for a day.</p>
          {foreignSecret && (
            <TypedField label={foreignSecret.name} maxLength={200} value={secret} onChange={setSecret} />
          )}
        </DangerNote>
      )}
      {mode === 'delete' && (
        <DangerNote verb="Delete" busy={busy} onConfirm={() => void remove()} onKeep={close}>
          <p>Delete this webhook? Its address stops working. Past turns stay.</p>
        </DangerNote>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}
