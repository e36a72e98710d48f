import { dropUndefined } from '../../base/drop-undefined';
import { asRecord, cleanText } from '../../base/foreign-values';
import { MAX_BYTES } from '../../base/read-body';
import { hasPictures } from '../prompt';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { toChatMessages } from './chat-messages';
import { classifyError, EndpointError } from './openai-errors';
import { readChunksOf, readCompletion } from './openai-reply';
import { mergeExtra, Refusals, SAMPLER_FIELDS } from './parameters';
import type { AiBinding, ProviderDeps, ProviderSettings } from './settings';

type Body = Record<string, unknown>;

/** HTTP status of each of its own numbers, by its page of errors; 400 for the others. */
const STATUSES: Readonly<Record<string, number>> = {
  '3003': 400,
  '3006': 413,
  '3007': 408,
  '3008': 408,
  '3023': 403,
  '3036': 429,
  '3039': 403,
  '3040': 429,
  '3041': 403,
  '3042': 404,
  '5007': 404,
  '5016': 403,
  '5018': 403,
};
/** Words of a model that can't keep to the form this time. */
const NO_FORM = /json mode couldn.t be met/i;
const MAX_ERROR = 300;
const BYTES_PER_TOKEN = 600;

const MISSING: ProviderReply = {
  kind: 'refused',
  retryable: false,
  error:
    'there is no binding AI; the operator takes the lines [ai] of wrangler.toml in use and deploys again',
};

/**
 * Workers AI, by the binding of the account that the Worker belongs to: it needs no key. With a form it does not stream,
 * because its JSON mode does not.
 */
export function makeWorkersAiProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const refusals = new Refusals();
  const { ai, now } = deps;

  async function send(ai: AiBinding, request: ProviderRequest, body: Body, signal: AbortSignal) {
    const result = await untilAborted(ai.run(request.model, body, { signal }), signal);
    if (result instanceof ReadableStream) {
      const limits = { signal, bytes: MAX_BYTES + BYTES_PER_TOKEN * request.reasoningTokens };
      return await readChunksOf(result, settings.apiKey, request.onChunk ?? (() => {}), limits);
    }
    const reply = readCompletion(toCompletion(result), settings.apiKey);
    if (reply.kind === 'answered') request.onChunk?.(reply.text);
    return reply;
  }

  return {
    name: settings.name,
    async complete(request, signal) {
      if (ai === undefined) return MISSING;
      const { model } = request;
      const limit = refusals.limit(model, request.maxTokens + request.reasoningTokens);
      const optional = writeSettings(request, refusals, refusals.of(model));
      const own = {
        messages: await toChatMessages(request.messages, deps.png),
        max_tokens: limit,
        ...writeForm(request),
        stream: request.onChunk !== undefined && request.constraint === 'none',
      };
      const body = mergeExtra({ ...optional, ...own }, settings.extraBody, request.extraBody);
      return await send(ai, request, body, signal).catch((error: unknown): ProviderReply => {
        const cause = toEndpointError(error);
        const learnt = refusals.learn(model, cause, Object.keys(optional), limit);
        if (learnt !== null) return learnt;
        if (cause instanceof EndpointError && NO_FORM.test(cause.message) && request.constraint !== 'none')
          return {
            kind: 'refused',
            error: cleanText(cause.message, MAX_ERROR),
            retryable: true,
            constraintRefused: true,
          };
        const errorDeps = { apiKey: settings.apiKey, now };
        return classifyError(cause, request.constraint, errorDeps, hasPictures(request.messages));
      });
    },
  };
}

/** A binding that does not hear its signal is given up. */
function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Its errors are texts that begin with a number: `3040: Capacity temporarily exceeded, please try again.` */
function toEndpointError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SyntaxError) return error;
  const [, number] = /^(?:\w*Error: )?(\d{4}): /.exec(error.message) ?? [];
  if (number === undefined) return error;
  return new EndpointError(STATUSES[number] ?? 400, error.message, new Headers());
}

/** Its older models answer `{response, usage}`; a form makes an object of `response`. */
function toCompletion(result: unknown): unknown {
  const { response, usage, choices } = asRecord(result);
  if (choices !== undefined || response === undefined || response === null) return result;
  const content = typeof response === 'string' ? response : JSON.stringify(response);
  return { choices: [{ message: { content }, finish_reason: null }], usage };
}

function writeSettings(request: ProviderRequest, refusals: Refusals, without: ReadonlySet<string>): Body {
  const { samplers, reasoning, model } = request;
  const fields: Body = Object.fromEntries(
    Object.entries(SAMPLER_FIELDS).map(([ours, theirs]) => [
      theirs,
      samplers[ours as keyof typeof SAMPLER_FIELDS],
    ]),
  );
  if (reasoning !== 'default') {
    fields.reasoning_effort = reasoning === 'off' ? refusals.leastEffort(model) : reasoning;
    fields.chat_template_kwargs = { enable_thinking: reasoning !== 'off' };
  }
  return Object.fromEntries(Object.entries(dropUndefined(fields)).filter(([field]) => !without.has(field)));
}

function writeForm({ constraint, jsonSchema }: ProviderRequest): Body {
  if (constraint === 'none') return {};
  if (constraint === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: jsonSchema } };
}
