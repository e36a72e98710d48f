import { useState } from 'preact/hooks';
import type { NewHook, Verification } from '../../../src/api/hooks';
import type { Scene } from '../../../src/api/scenes';
import { get } from '../api/api';
import { hooks } from '../api/webhooks';
import { onSubmit } from '../kit/form/on-submit';
import { Options } from '../kit/form/options';
import { TypedField } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { ChooseRoom } from './choose-room';
import {
  GIVEN_SECRETS,
  hasTemplate,
  makeTurn,
  SENDERS,
  TEMPLATES,
  type TurnKind,
  turnChoices,
} from './hook-words';

const SENDER_CHOICES = Object.entries(SENDERS) as [Verification, string][];

/** Makes a hook: for which room, from whom, and what each delivery sets off. */
export function HookForm(props: {
  room: string | null;
  onMade: (made: NewHook) => void;
  onClose: () => void;
}) {
  const { onMade, onClose } = props;
  const [room, setRoom] = useState(props.room);
  const [verify, setVerify] = useState<Verification>('bearer');
  const [choice, setKind] = useState<TurnKind>('text');
  /** Null until somebody types: the template of the sender. */
  const [ownTemplate, setOwnTemplate] = useState<string | null>(null);
  const [persona, setPersona] = useState('');
  const [secret, setSecret] = useState('');
  const [responseUrl, setResponseUrl] = useState('');
  const { busy, problem, act } = useAct();
  const isScene = room?.startsWith('scn_') ?? false;
  const { value: scene } = useRead(isScene ? () => get<Scene>(`/scenes/${room}`) : null, room ?? '');
  const choices = turnChoices(room ?? 'scn_');
  const kind = choices.some(([one]) => one === choice) ? choice : (choices[0]?.[0] ?? 'text');
  const template = ownTemplate ?? TEMPLATES[verify];
  const foreignSecret = GIVEN_SECRETS[verify];
  const mayReply = foreignSecret === undefined && hasTemplate(kind);
  const isReady =
    room !== null &&
    (!foreignSecret || secret.trim() !== '') &&
    (!hasTemplate(kind) || template.trim() !== '');
  const personas = isScene && scene?.id === room ? scene.personas : [];
  const speaker = personas.some(({ id }) => id === persona) ? persona : (personas[0]?.id ?? '');
  const send = async () => {
    if (busy || !isReady || room === null) return;
    const body = {
      ...{ room, verify, turn: makeTurn(kind, template.trim(), speaker) },
      ...(foreignSecret && { secret: secret.trim() }),
      ...(mayReply && responseUrl.trim() !== '' && { responseUrl: responseUrl.trim() }),
    };
    const hook = await act((key) => hooks.create(body, key), JSON.stringify(body));
    if (hook) onMade(hook);
  };
  return (
    <form class="card endpoint-form" aria-label="New hook" onSubmit={onSubmit(send)}>
      <div class="endpoint-fields">
        <label class="field">
          From
          <select
            value={verify}
            onChange={(changed) => setVerify(changed.currentTarget.value as Verification)}
          >
            <Options of={SENDER_CHOICES} />
          </select>
        </label>
        <ChooseRoom label="Into" value={room} onChange={setRoom} />
        <label class="field">
          Each time
          <select value={kind} onChange={(changed) => setKind(changed.currentTarget.value as TurnKind)}>
            <Options of={choices} />
          </select>
        </label>
        {kind === 'text' && personas.length > 0 && (
          <label class="field">
            Said by
            <select value={speaker} onChange={(changed) => setPersona(changed.currentTarget.value)}>
              <Options of={personas.map(({ id, name }) => [id, name] as const)} />
            </select>
          </label>
        )}
      </div>
      {hasTemplate(kind) && (
        <div>
          <TypedField
            label={kind === 'text' ? 'The words' : 'The command'}
            rows={2}
            maxLength={kind === 'text' ? 4000 : 1000}
            value={template}
            onText={setOwnTemplate}
          />
          <p class="quiet small">
            A name in double braces, such as <code>{'{{sender.login}}'}</code>, stands for that field of what
            is sent. All else is said as it stands here.
          </p>
        </div>
      )}
      {foreignSecret && (
        <div>
          <TypedField label={foreignSecret.name} maxLength={200} required value={secret} onText={setSecret} />
          <p class="quiet small">You find it at {foreignSecret.where}.</p>
        </div>
      )}
      {mayReply && (
        <TypedField
          label="Post the result to, if anywhere"
          placeholder="https://hooks.example.com/result"
          maxLength={2000}
          value={responseUrl}
          onText={setResponseUrl}
        />
      )}
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={busy || !isReady}>
          Make the hook
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
