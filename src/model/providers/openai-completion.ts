import { cleanText, MAX_COUNTED_TOKENS, readCount } from '../../base/foreign-values';
import { asRecord } from '../lenient';
import type { ProviderReply } from '../provider';
import { readReasoningFields } from '../structured/thought/reasoning';
import { redact } from './openai-errors';

export type Refused = Extract<ProviderReply, { kind: 'refused' }>;

/** Characters of `finish_reason`, and of a count that makes no sense. */
const MAX_FINISH = 40;
const MAX_DOUBTED = 120;

export const NO_COMPLETION: Refused = {
  kind: 'refused',
  retryable: true,
  error: 'the endpoint sent something that is no chat completion',
};

/** Reads a whole chat completion. Endpoints differ; nothing of the answer's form is taken for granted. */
export function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const message = asRecord(choice.message);
  if (choice.message === undefined) return NO_COMPLETION;
  const refusal = typeof message.refusal === 'string' ? message.refusal : '';
  const finish =
    typeof choice.finish_reason === 'string' ? cleanText(choice.finish_reason, MAX_FINISH) : null;
  return {
    kind: 'answered',
    text: redact(readContent(message.content), apiKey),
    reasoning: redact(readReasoningFields(message), apiKey),
    ...readUsage(usage),
    finishReason: refusal === '' ? finish : 'refusal',
    ...(refusal !== '' && { refusal: cleanText(redact(refusal, apiKey), 300) }),
  };
}

export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

/** What is not said counts as nothing; what can't be is not believed at all. */
function readUsage(usage: unknown): Pick<Extract<ProviderReply, { kind: 'answered' }>, 'usage' | 'doubted'> {
  const { prompt_tokens = 0, completion_tokens = 0 } = asRecord(usage);
  const promptTokens = readCount(prompt_tokens ?? 0, MAX_COUNTED_TOKENS);
  const completionTokens = readCount(completion_tokens ?? 0, MAX_COUNTED_TOKENS);
  if (promptTokens !== null && completionTokens !== null)
    return { usage: { promptTokens, completionTokens } };
  const doubted = cleanText(JSON.stringify({ prompt_tokens, completion_tokens }), MAX_DOUBTED);
  return { usage: { promptTokens: 0, completionTokens: 0 }, doubted };
}
