import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  EndpointModel,
  ProviderTrial,
  ProviderView,
  SetProvider,
} from '../../../src/contract/provider-views';
import type { Scene } from '../../../src/contract/scenes';
import { api, get, type Page, send, sendJson } from '../api/api';
import { useStage } from '../api/use-stage';
import { ConfirmButton } from '../kit/confirm-button';
import { FieldFrame } from '../kit/form/field-frame';
import { type FieldProps, TextField } from '../kit/form/fields';
import { FormMistakes, useField } from '../kit/form/form-context';
import { Check } from '../kit/form/typed-field';
import { ProblemNote } from '../kit/problem-note';
import { userMessage } from '../kit/problem-words';
import { Sheet } from '../kit/sheet';
import { showToast } from '../kit/toast';
import { type Act, useAct } from '../kit/use-act';
import { useRead } from '../kit/use-read';
import { formatMoney } from '../usage/show-money';
import { MODEL_CHANGED } from './connect-button';
import { chooseName, findPreset, listPresets, type Preset } from './presets';
import '../kit/form/form.css';
import './connect.css';

/** Pause after typing before requesting the endpoint's models. */
const TYPING_MS = 500;
/** The model may have to load first. */
const TRIAL_MS = 120_000;
const EMBEDS = /embed/i;

/** Connects a model: tests unsaved settings, then saves them as the default of new rooms. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const stage = useStage();
  const { value: providers } = useRead(api.providers, 'providers');
  if (!providers || stage === undefined) return null;
  return <ConnectForm providers={providers.items} hasLocal={stage?.localModels === true} onClose={onClose} />;
}

function ConnectForm(props: { providers: readonly ProviderView[]; hasLocal: boolean; onClose: () => void }) {
  const { providers, hasLocal } = props;
  const presets = listPresets(hasLocal);
  const current = providers.find(({ isDefault, baseUrl }) => isDefault && baseUrl !== null);
  const [preset, setPreset] = useState<Preset>(() =>
    current ? findPreset(current) : (presets[0] as Preset),
  );
  const nameFor = (one: Preset) =>
    current && findPreset(current) === one ? current.name : chooseName(one, providers);
  const findSaved = (name: string) => providers.find((one) => one.name === name && one.baseUrl !== null);
  const name = nameFor(preset);
  const saved = findSaved(name);
  const [baseUrl, setBaseUrl] = useState(saved?.baseUrl ?? preset.baseUrl);
  const [apiKey, setApiKey] = useState('');
  const [model, setModel] = useState(saved?.model ?? '');
  const [trial, setTrial] = useState<ProviderTrial | null>(null);
  const scene = /^#\/scenes\/(scn_\w+)/.exec(location.hash)?.[1];
  const [isForScene, setForScene] = useState(true);
  const { busy, problem, act, tell } = useAct();

  const address = baseUrl.trim().replace(/\/+$/, '');
  const hasKey = saved?.key === 'tenant' && saved.baseUrl === address;
  const settings: SetProvider = {
    ...{ kind: preset.kind, baseUrl: address },
    ...(apiKey.trim() && { apiKey: apiKey.trim() }),
    ...(model.trim() && { model: model.trim() }),
  };
  const isListed = address !== '' && (preset.kind === 'openai' || apiKey !== '' || hasKey);
  const models = useModels(isListed ? `/providers/${name}/models` : null, settings);
  const [first] = preset.isLocal ? (models?.ids.filter((id) => !EMBEDS.test(id)) ?? []) : [];
  useEffect(() => {
    if (first !== undefined) setModel((typed) => typed || first);
  }, [first]);

  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setTrial(null);
    tell(null);
  };
  const choose = (chosen: Preset) => {
    const kept = findSaved(nameFor(chosen));
    setPreset(chosen);
    edit(setBaseUrl)(kept?.baseUrl ?? chosen.baseUrl);
    setApiKey('');
    setModel(kept?.model ?? '');
  };
  const test = async () => {
    setTrial(null);
    const body = { lineOnly: true, settings };
    const options = { method: 'POST', body, idempotencyKey: null, timeoutMs: TRIAL_MS } as const;
    setTrial(await act(() => sendJson<ProviderTrial>(`/providers/${name}/try`, options)));
  };
  const save = async () => {
    const hasSmallWindow = trial?.problems.some(({ cause }) => cause === 'window');
    const body: SetProvider = {
      ...settings,
      ...(trial?.window && hasSmallWindow && { maxContextTokens: trial.window }),
      isDefault: true,
    };
    const view = await act(() => sendJson<ProviderView>(`/providers/${name}`, { method: 'PUT', body }));
    if (view === null) return;
    const isInScene = scene !== undefined && isForScene;
    if (isInScene && !(await useInScene(scene, view, act))) return;
    const used = view.model ?? name;
    finish(isInScene ? `This scene and new rooms use ${used}.` : `New rooms use ${used}.`);
  };
  const disconnect = async () => {
    const reply = await act(() => send(`/providers/${name}`, { method: 'DELETE' }));
    if (reply !== null) finish(`${preset.label} is disconnected.`);
  };
  const finish = (text: string) => {
    window.dispatchEvent(new Event(MODEL_CHANGED));
    showToast({ text });
    props.onClose();
  };

  // A test has the settings one level deeper.
  const mistakes = (problem?.errors ?? []).map((one) => ({
    ...one,
    pointer: one.pointer.replace(/^\/settings/, ''),
  }));
  const isComplete = address !== '' && model.trim() !== '';
  return (
    <Sheet
      title="Connect a model"
      verb="Save"
      busy={busy}
      ready={isComplete}
      onSend={() => void save()}
      onClose={props.onClose}
    >
      <FormMistakes.Provider value={mistakes}>
        <fieldset class="buttons presets" aria-label="Service">
          {presets.map((one) => (
            <button type="button" key={one.name} aria-pressed={one === preset} onClick={() => choose(one)}>
              {one.label}
            </button>
          ))}
        </fieldset>
        <TextField
          label="Endpoint"
          pointer="/baseUrl"
          value={baseUrl}
          placeholder="https://models.example.com/v1"
          onChange={edit(setBaseUrl)}
        />
        <SecretField
          label={preset.isLocal ? 'API key (usually none)' : 'API key'}
          pointer="/apiKey"
          value={apiKey}
          placeholder={hasKey ? `Saved key …${saved?.keyEnd ?? ''}` : ''}
          hint="Stored on the server and never shown again. Another endpoint needs a new key."
          onChange={edit(setApiKey)}
        />
        <ModelField
          label="Model"
          pointer="/model"
          value={model}
          placeholder={preset.model}
          hint={models?.note ?? 'The endpoint’s models are listed here.'}
          ids={models?.ids ?? []}
          onChange={edit(setModel)}
        />
        {scene !== undefined && (
          <Check label="Also use it in this scene" checked={isForScene} onChange={setForScene} />
        )}
        <div class="row">
          <button type="button" disabled={busy || !isComplete} onClick={() => void test()}>
            Test
          </button>
          <span class="quiet small">Asks for one spoken line; counts as one call.</span>
          {saved && (
            <ConfirmButton
              label="Disconnect"
              question="Delete this connection and its key? Rooms that use it can’t continue until you choose another model."
              verb="Disconnect"
              class="plain"
              disabled={busy}
              onConfirm={() => void disconnect()}
            />
          )}
        </div>
        <div role="status">
          {busy && <p class="quiet">Waiting for the model…</p>}
          {trial && <TrialResult trial={trial} />}
        </div>
        {problem && <ProblemNote problem={problem} />}
      </FormMistakes.Provider>
    </Sheet>
  );
}

/** Makes a scene use the default model, unless it does. @returns false if it was rejected */
async function useInScene(id: string, { name, model }: ProviderView, act: Act['act']): Promise<boolean> {
  const scene = await act(() => get<Scene>(`/scenes/${id}`));
  if (scene === null) return false;
  const { director, character } = scene.profiles;
  if ([director, character].every((one) => one?.provider === name && one.model === model)) return true;
  const body = { profiles: { director: null, character: null } };
  return (await act(() => sendJson<Scene>(`/scenes/${id}`, { method: 'PATCH', body }))) !== null;
}

interface ModelList {
  ids: string[];
  note: string;
}

/** Lists the models of the endpoint while its settings are typed; null before an answer. */
function useModels(path: string | null, settings: SetProvider): ModelList | null {
  const { model: _, ...body } = settings;
  const of = JSON.stringify([path, body]);
  const [list, setList] = useState<(ModelList & { of: string }) | null>(null);
  useEffect(() => {
    if (path === null) return;
    let isOvertaken = false;
    const timer = setTimeout(async () => {
      const options = { method: 'POST', body, idempotencyKey: null } as const;
      const reply = await sendJson<Page<EndpointModel>>(path, options);
      if (isOvertaken) return;
      const ids = reply.ok ? reply.value.items.map(({ id }) => id) : [];
      const note = reply.ok
        ? ids.length === 1
          ? '1 model found.'
          : `${ids.length} models found.`
        : `${userMessage(reply.problem.detail)} ${userMessage(reply.problem.fix)}`;
      setList({ of, ids, note });
    }, TYPING_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [of]);
  return list?.of === of ? list : null;
}

function SecretField(props: FieldProps<string>) {
  const marks = useField(props.pointer, true);
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <input
        {...marks.attributes}
        type="password"
        autocomplete="off"
        value={props.value}
        placeholder={props.placeholder}
        onInput={(typed) => props.onChange(typed.currentTarget.value)}
      />
    </FieldFrame>
  );
}

function ModelField(props: FieldProps<string> & { ids: readonly string[] }) {
  const marks = useField(props.pointer, true);
  const listId = `${marks.id}-models`;
  return (
    <FieldFrame label={props.label} marks={marks} hint={props.hint}>
      <input
        {...marks.attributes}
        type="text"
        autocomplete="off"
        list={listId}
        value={props.value}
        placeholder={props.placeholder}
        onInput={(typed) => props.onChange(typed.currentTarget.value)}
      />
      <datalist id={listId}>
        {props.ids.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </FieldFrame>
  );
}

/** The spoken line with its speed and cost, and problems with their fixes. */
function TrialResult({ trial }: { trial: ProviderTrial }) {
  const { text, problems } = trial;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [trial]);
  return (
    <div ref={box} class="trial">
      {text !== null && (
        <>
          <blockquote dir="auto">{text}</blockquote>
          <p class="quiet small">{describeSpeed(trial)}</p>
        </>
      )}
      {problems.map(({ cause, detail, fix }) => (
        <p key={cause} class={text === null ? 'mistake' : 'quiet small'}>
          {capitalize(detail)}. {fix}
        </p>
      ))}
    </div>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function describeSpeed({ calls, latencyMs, firstMs, tokens, cost }: ProviderTrial): string {
  const writingMs = latencyMs - (firstMs ?? 0);
  const perSecond = Math.round((tokens.completion * 1000) / Math.max(1, writingMs));
  const parts = [
    ...(firstMs === null ? [] : [`first word after ${duration(firstMs)}`]),
    `${duration(latencyMs)} in total`,
    ...(tokens.completion > 0 && calls === 1 && writingMs >= 100 ? [`${perSecond} tokens per second`] : []),
    calls === 1 ? '1 call' : `${calls} calls`,
    `${tokens.prompt + tokens.completion} tokens`,
    cost === null ? 'no price known' : `${formatMoney(cost.money)} ${cost.currency}`,
  ];
  return `${capitalize(parts.join(' · '))}.`;
}
