import type { Json } from '../../../../src/base/json';
import type { Profile } from '../../../../src/contract/profiles';
import { ChoiceField, NumberField } from '../../kit/form/fields';
import { JsonField } from '../../kit/form/json-field';
import { LinesField } from '../../kit/form/list-fields';
import { say } from '../../words/say';

type Own = Omit<Profile, 'fallback'>;
type Sampler =
  | 'topP'
  | 'topK'
  | 'minP'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'repetitionPenalty'
  | 'seed'
  | 'reasoningTokens';

/** Fields of how a model thinks and samples. A provider that can't be sent a setting refuses the profile when a room uses it. */
export function SamplingFields(props: {
  own: Own;
  /** JSON Pointer of the profile in the body. */
  at: string;
  put: <F extends keyof Own>(name: F, value: Own[F] | undefined) => void;
}) {
  const { own, at, put } = props;
  const number = (name: Sampler, label: string, usual: string, step: number | 'any' = 'any') => (
    <NumberField
      label={label}
      pointer={`${at}/${name}`}
      placeholder={usual}
      step={step}
      value={own[name] ?? null}
      onChange={(v) => put(name, v ?? undefined)}
    />
  );
  return (
    <details class="more">
      <summary>Thinking and sampling</summary>
      <div class="fields">
        <ChoiceField
          label="Thinking"
          pointer={`${at}/reasoning`}
          value={own.reasoning ?? ''}
          onChange={(v) => put('reasoning', v === '' ? undefined : v)}
          options={[
            ['', "The model's own way"],
            ['off', 'off, or as little as it can'],
            ['low', say('low')],
            ['medium', say('medium')],
            ['high', say('high')],
          ]}
        />
        {number('reasoningTokens', 'Most tokens of thinking', '16000', 1)}
        {number('topP', 'Top P', 'its own')}
        {number('topK', 'Top K', 'its own', 1)}
        {number('minP', 'Min P', 'its own')}
        {number('frequencyPenalty', 'Frequency penalty', 'its own')}
        {number('presencePenalty', 'Presence penalty', 'its own')}
        {number('repetitionPenalty', 'Repetition penalty', 'its own')}
        {number('seed', 'Seed', 'none', 1)}
        <LinesField
          label="Stop at"
          pointer={`${at}/stop`}
          hint="Texts that end an answer, one each."
          value={own.stop ?? []}
          onChange={(v) => put('stop', v.length === 0 ? undefined : v)}
        />
        <JsonField
          label="More fields of the request"
          pointer={`${at}/extraBody`}
          hint="As the endpoint names them."
          example={'{ "top_a": 0.1 }'}
          value={own.extraBody as Json | undefined}
          onChange={(v) => put('extraBody', v as Own['extraBody'])}
        />
      </div>
    </details>
  );
}
