import type { Json, JsonObject } from '../base/json';
import type { Failure } from '../contract/problems';
import type { Answer, Ask, CallResult } from '../room/step-context';
import { isConstraintRefusal, type Ladder, WINDOW_POINTER } from './ladder';
import { isCutInThought } from './thinking';

/** Endpoint errors begin with the status. Google returns 400 for a wrong key. */
const KEY_REFUSED = /^401\b|^40[03]\b.*\b(?:api|access) key\b/i;

type ModelFailure = Extract<Failure, { code: 'model_failed' | 'model_unreachable' }>;

/**
 * Explains in plain words why a request failed and how to fix it. `model_failed`: the model answered, but not usably.
 * `model_unreachable`: no answer arrived. Uses only stored results.
 */
export function explainFailure(
  purpose: string,
  timeoutSeconds: number,
  ladder: Ladder,
  last: CallResult,
): ModelFailure {
  const tries = ladder.failed === 1 ? '1 try' : `${ladder.failed} tries`;
  const because = last.error === null ? '' : `: ${last.error}`;
  const fail = (detail: string, fix: string): ModelFailure => ({
    code: last.status === 'answered' ? 'model_failed' : 'model_unreachable',
    purpose,
    detail,
    fix,
  });
  switch (last.status) {
    case 'discarded':
      return fail(`the call was given up: ${last.error}`, 'Nothing: the round went on without it.');
    case 'timeout':
      return fail(
        `the model did not answer within ${timeoutSeconds} s (${tries})`,
        'Retry when the endpoint responds again, or raise timeoutSeconds in the profile.',
      );
    case 'unreachable':
      return fail(
        `the model's endpoint could not be reached (${tries})${because}`,
        'Check that the endpoint is running, then retry. POST /v1/providers/{name}/try shows details, and the variable to change.',
      );
    case 'refused':
      if (last.problems.some(({ pointer }) => pointer === WINDOW_POINTER)) {
        const window = last.learnt?.window ?? ladder.window;
        const size = window === null ? '' : ` of ${window} tokens`;
        return fail(
          `the prompt does not fit the model's context window${size}, even when shortened${because}`,
          `Lower maxContextTokens in the profile${window === null ? '' : ` to ${window}`} (MAX_CONTEXT_TOKENS sets it for the whole stage), or give the model a larger context window; then retry.`,
        );
      }
      if (isConstraintRefusal(last)) {
        return fail(`the model's endpoint refused the request in all formats (${tries})${because}`, 'Retry.');
      }
      if (last.backoffMs > 0)
        return fail(
          `the model's endpoint was overloaded or failed (${tries})${because}`,
          'Wait a moment, then retry.',
        );
      return KEY_REFUSED.test(last.error ?? '')
        ? fail(
            `the model's endpoint refused the API key${because}`,
            'Check the API key of the provider, then retry. POST /v1/providers/{name}/try shows which variable has it.',
          )
        : fail(
            `the model's endpoint refused the request${because}`,
            'Check the model name and the profile, then retry. POST /v1/providers/{name}/try shows which one is wrong.',
          );
    default:
      return fail(describeAnswers(ladder, last), describeFix(last));
  }
}

function describeAnswers(ladder: Ladder, last: CallResult): string {
  const answers = ladder.answered === 1 ? '1 answer' : `${ladder.answered} answers`;
  const problems = last.problems
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer}: ${message}`.replace(/^: /, ''));
  return `the model gave no usable answer (${answers}): ${problems.join('; ') || 'no part of it matches'}`;
}

function describeFix(last: CallResult): string {
  if (last.finishReason === 'refusal' || last.finishReason === 'content_filter') {
    return 'The model, or a content filter of its endpoint, declined. Change the input or use another model, then retry.';
  }
  if (isCutInThought(last)) {
    return 'Raise reasoningTokens in the profile, or reduce the model\'s reasoning (reasoning: "low" or "off"), then retry.';
  }
  return last.finishReason === 'length'
    ? 'Raise maxTokens in the profile, then retry.'
    : 'Retry, or use a model that follows JSON formats. GET /v1/calls shows its answer.';
}

const PRIVATE_KEY = /^(?:thought|thinking|reasoning|reflection|reasoning_content|reasoning_details)s?$/i;

export function describeAccepted<T>(ask: Ask<T>, call: string, answer: Answer<T> & { ok: true }): JsonObject {
  const { provider, model } = ask.profile;
  const { role, purpose } = ask;
  const payload = withoutThoughts(JSON.parse(JSON.stringify(answer.value)));
  const leaks = ask.guard?.leaks(`${purpose} ${JSON.stringify(payload)}`) ?? false;
  return {
    call,
    role,
    provider,
    model,
    rung: answer.rung,
    ...(leaks ? { withheld: true } : { purpose, payload }),
  };
}

function withoutThoughts(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutThoughts);
  const publicEntries = Object.entries(value).filter(([key]) => !PRIVATE_KEY.test(key));
  return Object.fromEntries(publicEntries.map(([key, inner]) => [key, withoutThoughts(inner)]));
}
