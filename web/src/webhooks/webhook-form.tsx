import { useState } from 'preact/hooks';
import type { EventKind } from '../../../src/contract/events/catalogue';
import type { CreateWebhook, NewWebhook, Webhook } from '../../../src/contract/webhooks';
import { webhooks } from '../api/webhooks';
import { onSubmit } from '../kit/form/on-submit';
import { Check, SelectField, TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { ChooseRoom } from './choose-room';
import { EVENT_GROUPS, kindLabel } from './event-groups';

const VIEWS = [
  ['owner', 'everything, including private thoughts'],
  ['spectator', 'only events that everyone can see'],
] as const;

/** Kinds selected by default: lines, or the end and pauses of an experiment. */
const usualKinds = (room: string | null): readonly EventKind[] =>
  (room?.startsWith('exp_')
    ? EVENT_GROUPS.find(({ kinds }) => kinds.includes('experiment.finished'))
    : EVENT_GROUPS[0]
  )?.kinds ?? [];

/** Creates a webhook; with `old`, edits that webhook's URL and events. */
export function WebhookForm(props: {
  room: string | null;
  old?: Webhook;
  onMade: (made: NewWebhook) => void;
  onClose: () => void;
}) {
  const { old, onMade, onClose } = props;
  const [url, setUrl] = useState(old?.url ?? '');
  const [room, setRoom] = useState(props.room);
  const [kinds, setKinds] = useState<readonly EventKind[]>(
    old ? (old.kinds as EventKind[]) : usualKinds(props.room),
  );
  const [isAll, setAll] = useState(old?.kinds.length === 0);
  const [as, setAs] = useState<CreateWebhook['as']>('owner');
  const { busy, problem, act } = useAct();
  const isReady = url.trim() !== '' && (isAll || kinds.length > 0);
  const send = async () => {
    if (busy || !isReady) return;
    const body = { url: url.trim(), kinds: isAll ? [] : [...kinds] };
    if (old) {
      const newState = await act(() => webhooks.change(old.id, body));
      if (newState) onMade({ ...newState, secret: null });
      return;
    }
    const whole = { ...body, as, ...(room !== null && { room }) };
    const webhook = await act((key) => webhooks.create(whole, key), JSON.stringify(whole));
    if (webhook) onMade(webhook);
  };
  return (
    <form
      class="card endpoint-form"
      aria-label={old ? 'Edit webhook' : 'New webhook'}
      onSubmit={onSubmit(send)}
    >
      <TypedField
        label="URL"
        placeholder="https://hooks.example.com/stage"
        maxLength={2000}
        required
        value={url}
        onChange={setUrl}
      />
      {!old && (
        <div class="endpoint-fields">
          <ChooseRoom label="Room" all="all rooms, including new ones" value={room} onChange={setRoom} />
          <SelectField label="Includes" options={VIEWS} value={as} onChange={setAs} />
        </div>
      )}
      <fieldset class="kinds">
        <legend>Events</legend>
        <Check label="All events" checked={isAll} onChange={setAll} />
        {!isAll && <KindChoice kinds={kinds} onChange={setKinds} />}
      </fieldset>
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={busy || !isReady}>
          {old ? 'Save' : 'Create webhook'}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Chooses kinds of events: groups of them, and each by itself. */
function KindChoice(props: { kinds: readonly EventKind[]; onChange: (kinds: readonly EventKind[]) => void }) {
  const { kinds, onChange } = props;
  const set = (some: readonly EventKind[], isOn: boolean) =>
    onChange([...kinds.filter((kind) => !some.includes(kind)), ...(isOn ? some : [])]);
  return (
    <>
      <div class="kind-groups">
        {EVENT_GROUPS.map((group) => (
          <Check
            key={group.name}
            label={group.name}
            checked={group.kinds.every((kind) => kinds.includes(kind))}
            onChange={(isOn) => set(group.kinds, isOn)}
          />
        ))}
      </div>
      <details class="more">
        <summary>Pick events ({kinds.length} selected)</summary>
        {EVENT_GROUPS.map((group) => (
          <fieldset key={group.name} class="kind-groups">
            <legend>{group.name}</legend>
            {group.kinds.map((kind) => (
              <Check
                key={kind}
                label={kindLabel(kind)}
                checked={kinds.includes(kind)}
                onChange={(isOn) => set([kind], isOn)}
              />
            ))}
          </fieldset>
        ))}
      </details>
    </>
  );
}
