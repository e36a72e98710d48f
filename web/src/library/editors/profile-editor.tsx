import { useContext } from 'preact/hooks';
import { UNDERSTUDY_NAME } from '../../../../src/base/answerer';
import type { Json } from '../../../../src/base/json';
import type { Profile } from '../../../../src/contract/profiles';
import { api } from '../../api/api';
import { tellProvider } from '../../kit/answerers';
import { bindFields } from '../../kit/form/bind-fields';
import { ChoiceField, NumberField, TextField } from '../../kit/form/fields';
import { FormMistakes } from '../../kit/form/form-context';
import { JsonField } from '../../kit/form/json-field';
import { LinesField } from '../../kit/form/list-fields';
import { useRead } from '../../kit/use-read';
import type { EditorProps } from './editor';
import { SamplingFields } from './sampling-fields';

type Own = Omit<Profile, 'fallback'>;

/** Edits a profile: which model a role asks, and in what form it answers. Checks it as one types. */
export function ProfileEditor({ body, set }: EditorProps<'profile'>) {
  const { fallback, ...own } = body.profile;
  const edit = (next: Own, instead: Own | undefined) =>
    set('profile', { ...next, ...(instead && { fallback: instead }) });
  return (
    <>
      <TextField label="Name" {...bindFields(body, set)('name')} />
      <ProfileFields own={own} at="/profile" onChange={(next) => edit(next, fallback)} />
      <ContractStatus />
      <details class="more" open={fallback !== undefined}>
        <summary>Who is asked instead when no usable answer comes</summary>
        {fallback ? (
          <>
            <p class="quiet">What is left empty here is as above.</p>
            <ProfileFields own={fallback} at="/profile/fallback" onChange={(instead) => edit(own, instead)} />
            <button type="button" class="plain" onClick={() => edit(own, undefined)}>
              No fallback
            </button>
          </>
        ) : (
          <button type="button" onClick={() => edit(own, {})}>
            Add a fallback
          </button>
        )}
      </details>
    </>
  );
}

/** The providers that profiles can name, and the one that is named. */
function useProviderOptions(named: string | undefined): [string, string][] {
  const { value } = useRead(api.providers, 'providers');
  const providers = (value?.items ?? []).map(({ name, model }): [string, string] => [
    name,
    name === UNDERSTUDY_NAME
      ? 'The understudy: an offline stand-in, not a model'
      : model
        ? `${tellProvider(name)}: ${model}`
        : tellProvider(name),
  ]);
  const isListed = named === undefined || providers.some(([name]) => name === named);
  return [
    ['', "The operator's"],
    ...providers,
    ...(isListed ? [] : ([[named, tellProvider(named)]] as [string, string][])),
  ];
}

/** Says in one line whether the contract holds, for people who do not see the fields turn red. */
function ContractStatus() {
  const mistakes = useContext(FormMistakes).filter(({ pointer }) => pointer.startsWith('/profile'));
  return (
    <p role="status" class={mistakes.length > 0 ? 'contract mistake' : 'contract quiet'}>
      {mistakes.length === 0
        ? 'The contract holds together.'
        : `${mistakes.length} ${mistakes.length === 1 ? 'thing is' : 'things are'} wrong with the contract.`}
    </p>
  );
}

function ProfileFields({ own, at, onChange }: { own: Own; at: string; onChange: (own: Own) => void }) {
  const providers = useProviderOptions(own.provider);
  /** An empty field is left out of the profile, so that the default applies. */
  const putField = <F extends keyof Own>(name: F, value: Own[F] | undefined) => {
    const { [name]: _before, ...rest } = own;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  /** Binds a text or a choice; an empty one stands for none. */
  const field = <F extends 'provider' | 'model' | 'jsonMode' | 'promptStyle'>(name: F) => ({
    pointer: `${at}/${name}`,
    value: own[name] ?? ('' as const),
    onChange: (v: NonNullable<Own[F]> | '') => putField(name, v === '' ? undefined : (v as Own[F])),
  });
  const number = (
    name: 'temperature' | 'maxTokens' | 'maxContextTokens' | 'timeoutSeconds',
    label: string,
    usual: string,
    step: number | 'any' = 1,
  ) => (
    <NumberField
      label={label}
      pointer={`${at}/${name}`}
      placeholder={usual}
      step={step}
      value={own[name] ?? null}
      onChange={(v) => putField(name, v ?? undefined)}
    />
  );
  const lines = (name: 'mayEmit' | 'outputExtraFields', label: string, hint: string) => (
    <LinesField
      label={label}
      pointer={`${at}/${name}`}
      hint={hint}
      value={own[name] ?? []}
      onChange={(v) => putField(name, v.length === 0 ? undefined : v)}
    />
  );
  const json = (name: 'jsonSchema' | 'jsonExample', label: string, hint: string, example: string) => (
    <JsonField
      label={label}
      pointer={`${at}/${name}`}
      hint={hint}
      example={example}
      value={own[name] as Json | undefined}
      // Text that is no object yet stays as it is typed, and the check reports it.
      onChange={(v) => putField(name, v as Own[typeof name])}
    />
  );
  return (
    <>
      <div class="fields">
        <ChoiceField label="Provider" {...field('provider')} options={providers} />
        <TextField label="Model" {...field('model')} placeholder="the operator's" />
        {number('temperature', 'Temperature', 'by role', 'any')}
        {number('maxTokens', 'Most tokens of an answer', '800')}
        {number('maxContextTokens', 'Window of the model, in tokens', '16000')}
        {number('timeoutSeconds', 'Seconds for one call', "the operator's", 'any')}
        <ChoiceField
          label="Prompts"
          {...field('promptStyle')}
          options={[
            ['', 'as usual'],
            ['chat', 'The conversation as turns'],
            ['flat', 'One message with titled parts'],
            ['small', 'For models of a few billion parameters'],
          ]}
        />
      </div>
      <SamplingFields own={own} at={at} put={putField} />
      <h2>What it answers</h2>
      <div class="fields">
        <ChoiceField
          label="Form"
          pointer={`${at}/expectsJson`}
          value={own.expectsJson === undefined ? '' : own.expectsJson ? 'json' : 'prose'}
          onChange={(v) => putField('expectsJson', v === '' ? undefined : v === 'json')}
          options={[
            ['', 'JSON, as usual'],
            ['json', 'JSON'],
            ['prose', 'Plain prose: the spoken line (characters only)'],
          ]}
        />
        <ChoiceField
          label="Held to"
          {...field('jsonMode')}
          options={[
            ['', 'By what is given below'],
            ['schema', 'An object that fits the schema'],
            ['object', 'Any object like the example'],
          ]}
        />
        {lines('mayEmit', 'May emit', 'Kinds of lines, one each. Empty: say. With whisper, it may whisper.')}
        {lines(
          'outputExtraFields',
          'Extra fields',
          'Beside a character’s line, one each: strings, but winner and scores.',
        )}
        {json(
          'jsonSchema',
          'JSON Schema',
          'Draft-07, of an object.',
          '{\n  "type": "object",\n  "properties": { "mood": { "type": "string" } },\n  "required": ["mood"]\n}',
        )}
        {json('jsonExample', 'Example', 'An answer of the wanted form.', '{ "mood": "wary" }')}
      </div>
    </>
  );
}
