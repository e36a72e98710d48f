import { useContext } from 'preact/hooks';
import { UNDERSTUDY_NAME } from '../../../../src/base/answerer';
import type { Profile } from '../../../../src/contract/profiles';
import { api } from '../../api/api';
import { providerLabel } from '../../kit/answerers';
import {
  type Choices,
  choice,
  type FieldList,
  Fields,
  json,
  lines,
  number,
  text,
} from '../../kit/form/field-list';
import { ChoiceField, TextField } from '../../kit/form/fields';
import { FormMistakes } from '../../kit/form/form-context';
import { useRead } from '../../kit/use-read';
import { say } from '../../words/say';
import type { EditorProps } from './editor';

type Own = Omit<Profile, 'fallback'>;

/** Edits a profile: which model a role asks, and in what form it answers. Checks it as one types. */
export function ProfileEditor({ body, change }: EditorProps<'profile'>) {
  const { fallback, ...own } = body.profile;
  const edit = (next: Own, instead: Own | undefined) =>
    change({ profile: { ...next, ...(instead && { fallback: instead }) } });
  return (
    <>
      <TextField label="Name" pointer="/name" value={body.name} onChange={(name) => change({ name })} />
      <ProfileFields own={own} at="/profile" onChange={(next) => edit(next, fallback)} />
      <ContractStatus />
      <details class="more" open={fallback !== undefined}>
        <summary>Fallback model</summary>
        {fallback ? (
          <>
            <p class="quiet">Empty fields use the settings above.</p>
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
      ? 'Canned replies (no AI model)'
      : model
        ? `${providerLabel(name)}: ${model}`
        : providerLabel(name),
  ]);
  const isListed = named === undefined || providers.some(([name]) => name === named);
  return [
    ['', "The operator's"],
    ...providers,
    ...(isListed ? [] : ([[named, providerLabel(named)]] as [string, string][])),
  ];
}

/** A one-line summary of the format check, for people who do not see the red fields. */
function ContractStatus() {
  const mistakes = useContext(FormMistakes).filter(({ pointer }) => pointer.startsWith('/profile'));
  return (
    <p role="status" class={mistakes.length > 0 ? 'contract mistake' : 'contract quiet'}>
      {mistakes.length === 0
        ? 'The reply format is consistent.'
        : `The reply format has ${mistakes.length} ${mistakes.length === 1 ? 'error.' : 'errors.'}`}
    </p>
  );
}

/** Fields of the connection. @param providers the choices that the server has */
const connection = (providers: Choices): FieldList<Own> => ({
  provider: choice('Provider', providers),
  model: text('Model', { placeholder: "the operator's" }),
  temperature: number('Temperature', { placeholder: 'default for the role', step: 'any' }),
  maxTokens: number('Max reply tokens', { placeholder: '800' }),
  maxContextTokens: number('Context window (tokens)', { placeholder: '16000' }),
  timeoutSeconds: number('Timeout (seconds)', { placeholder: "the operator's", step: 'any' }),
  promptStyle: choice('Prompts', [
    ['', 'default'],
    ['chat', 'Send the conversation as chat turns'],
    ['small', 'For small models (a few billion parameters)'],
  ]),
});

const OWN = { placeholder: 'default', step: 'any' } as const;
/** Settings of thinking and sampling. A provider that can't be sent a setting refuses the profile when a room uses it. */
const SAMPLING: FieldList<Own> = {
  reasoning: choice('Thinking', [
    ['', 'Model default'],
    ['off', 'off, or as little as possible'],
    ['low', say('low')],
    ['medium', say('medium')],
    ['high', say('high')],
  ]),
  reasoningTokens: number('Max thinking tokens', { placeholder: '16000' }),
  topP: number('Top P', OWN),
  topK: number('Top K', { placeholder: 'default' }),
  minP: number('Min P', OWN),
  frequencyPenalty: number('Frequency penalty', OWN),
  presencePenalty: number('Presence penalty', OWN),
  repetitionPenalty: number('Repetition penalty', OWN),
  seed: number('Seed', { placeholder: 'none' }),
  stop: lines('Stop sequences', { hint: 'One per line. The reply ends at any of these texts.' }),
  extraBody: json('Extra request fields', {
    hint: "In the endpoint's own format.",
    example: '{ "top_a": 0.1 }',
  }),
};

const ANSWER: FieldList<Own> = {
  expectsJson: {
    draw: ({ value, onChange, pointer }) => (
      <ChoiceField
        label="Format"
        pointer={pointer}
        value={value === undefined ? '' : value ? 'json' : 'prose'}
        onChange={(form) => onChange(form === '' ? undefined : form === 'json')}
        options={[
          ['', 'JSON, as usual'],
          ['json', 'JSON'],
          ['prose', 'Plain prose: only the spoken line (characters)'],
        ]}
      />
    ),
  },
  jsonMode: choice('Validation', [
    ['', 'As configured below'],
    ['schema', 'An object that matches the schema'],
    ['object', 'Any object like the example'],
  ]),
  mayEmit: lines('Line types', { hint: 'One per line. Empty: say. Add whisper to allow whispers.' }),
  outputExtraFields: lines('Extra fields', {
    hint: "In addition to a character's line, one per line. All are strings except winner and scores.",
  }),
  jsonSchema: json('JSON Schema', {
    hint: 'JSON Schema draft-07, for an object.',
    example:
      '{\n  "type": "object",\n  "properties": { "mood": { "type": "string" } },\n  "required": ["mood"]\n}',
  }),
  jsonExample: json('Example', { hint: 'A reply in the expected format.', example: '{ "mood": "wary" }' }),
};

function ProfileFields({ own, at, onChange }: { own: Own; at: string; onChange: (own: Own) => void }) {
  const providers = useProviderOptions(own.provider);
  /** An empty field is left out of the profile, so that the default applies. */
  const change = (part: Partial<Own>) =>
    onChange(
      Object.fromEntries(Object.entries({ ...own, ...part }).filter(([, value]) => !isEmpty(value))) as Own,
    );
  const whole = { values: own, at, onChange: change };
  return (
    <>
      <div class="fields">
        <Fields fields={connection(providers)} {...whole} />
      </div>
      <details class="more">
        <summary>Thinking and sampling</summary>
        <div class="fields">
          <Fields fields={SAMPLING} {...whole} />
        </div>
      </details>
      <h2>Reply format</h2>
      <div class="fields">
        <Fields fields={ANSWER} {...whole} />
      </div>
    </>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
