import { readReasoningFields } from '../../output/thought/reasoning';
import { asRecord } from '../lenient';
import type { ProviderReply } from '../provider';
import { redact } from './openai-errors';

export type Refused = Extract<ProviderReply, { kind: 'refused' }>;

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
  const finish = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  const counted = asRecord(usage);
  return {
    kind: 'answered',
    text: redact(readContent(message.content), apiKey),
    reasoning: redact(readReasoningFields(message), apiKey),
    usage: { promptTokens: count(counted.prompt_tokens), completionTokens: count(counted.completion_tokens) },
    finishReason: refusal === '' ? finish : 'refusal',
    ...(refusal !== '' && { refusal: redact(refusal, apiKey).slice(0, 300) }),
  };
}

export function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
