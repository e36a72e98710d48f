import { useState } from 'preact/hooks';
import type { Hook, NewHook, Verification } from '../../../src/contract/hooks';
import type { Scene } from '../../../src/contract/scenes';
import { get } from '../api/api';
import { hooks } from '../api/webhooks';
import { onSubmit } from '../kit/form/on-submit';
import { SelectField, TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { ChooseRoom } from './choose-room';
import {
  buildTurn,
  EMPTY_TURN,
  hasTemplate,
  PROVIDED_SECRETS,
  readTurn,
  SENDERS,
  TEMPLATES,
  type TurnDraft,
  turnChoices,
} from './hook-words';

const SENDER_CHOICES = Object.entries(SENDERS) as [Verification, string][];

/** Creates an incoming webhook: its room, sender and action. With `old`, edits that webhook's action. */
export function HookForm(props: {
  room: string | null;
  old?: Hook;
  onMade: (made: NewHook) => void;
  onClose: () => void;
}) {
  const { old, onMade, onClose } = props;
  const [room, setRoom] = useState(props.room);
  const [verify, setVerify] = useState<Verification>(old?.verify ?? 'bearer');
  const [draft, setDraft] = useState<TurnDraft>(() => (old ? readTurn(old.turn) : EMPTY_TURN));
  /** Until the person types, the template follows the sender. */
  const [isOwnTemplate, setOwnTemplate] = useState(old !== undefined);
  const [secret, setSecret] = useState('');
  const [responseUrl, setResponseUrl] = useState(old?.responseUrl ?? '');
  const { busy, problem, act } = useAct();
  const isScene = room?.startsWith('scn_') ?? false;
  const { value: scene } = useRead(isScene ? () => get<Scene>(`/scenes/${room}`) : null, room ?? '');
  const personas = isScene && scene?.id === room ? scene.personas : [];
  const choices = turnChoices(room ?? 'scn_');
  const kind = choices.some(([one]) => one === draft.kind) ? draft.kind : (choices[0]?.[0] ?? 'text');
  const template = isOwnTemplate ? draft.template : TEMPLATES[verify];
  const persona = personas.some(({ id }) => id === draft.persona) ? draft.persona : (personas[0]?.id ?? '');
  const foreignSecret = old ? undefined : PROVIDED_SECRETS[verify];
  const mayReply = PROVIDED_SECRETS[verify] === undefined && hasTemplate(kind);
  const isReady =
    room !== null &&
    (!foreignSecret || secret.trim() !== '') &&
    (!hasTemplate(kind) || template.trim() !== '');
  const send = async () => {
    if (busy || !isReady || room === null) return;
    const turn = buildTurn({ ...draft, kind, template: template.trim(), persona });
    const replyTo = mayReply && responseUrl.trim() !== '' ? responseUrl.trim() : null;
    if (old) {
      const newState = await act(() => hooks.change(old.id, { turn, responseUrl: replyTo }));
      if (newState) onMade({ ...newState, secret: null });
      return;
    }
    const body = {
      ...{ room, verify, turn },
      ...(foreignSecret && { secret: secret.trim() }),
      ...(replyTo !== null && { responseUrl: replyTo }),
    };
    const hook = await act((key) => hooks.create(body, key), JSON.stringify(body));
    if (hook) onMade(hook);
  };
  return (
    <form
      class="card endpoint-form"
      aria-label={old ? 'Edit incoming webhook' : 'New incoming webhook'}
      onSubmit={onSubmit(send)}
    >
      <div class="endpoint-fields">
        {!old && (
          <>
            <SelectField label="From" options={SENDER_CHOICES} value={verify} onChange={setVerify} />
            <ChooseRoom label="Room" value={room} onChange={setRoom} />
          </>
        )}
        <SelectField
          label="Each delivery"
          options={choices}
          value={kind}
          onChange={(chosen) => setDraft({ ...draft, kind: chosen })}
        />
        {kind === 'text' && personas.length > 0 && (
          <SelectField
            label="Spoken by"
            options={personas.map(({ id, name }) => [id, name] as const)}
            value={persona}
            onChange={(chosen) => setDraft({ ...draft, persona: chosen })}
          />
        )}
      </div>
      {hasTemplate(kind) && (
        <div>
          <TypedField
            label={kind === 'text' ? 'Text' : 'Command'}
            rows={2}
            maxLength={kind === 'text' ? 4000 : 1000}
            value={template}
            onChange={(text) => {
              setOwnTemplate(true);
              setDraft({ ...draft, template: text });
            }}
          />
          <p class="quiet small">
            A name in double braces, such as <code>{'{{sender.login}}'}</code>, is replaced by that field of
            the payload. The rest is used as written.
          </p>
        </div>
      )}
      {foreignSecret && (
        <div>
          <TypedField
            label={foreignSecret.name}
            maxLength={200}
            required
            value={secret}
            onChange={setSecret}
          />
          <p class="quiet small">Find it at {foreignSecret.where}.</p>
        </div>
      )}
      {mayReply && (
        <TypedField
          label="Post results to (optional)"
          placeholder="https://hooks.example.com/result"
          maxLength={2000}
          value={responseUrl}
          onChange={setResponseUrl}
        />
      )}
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
