import { dropUndefined } from '../../base/drop-undefined';
import { asRecord } from '../../base/foreign-values';
import { hasPictures } from '../prompt';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { toChatMessages } from './chat-messages';
import { streamLimits } from './events';
import { classifyError, EndpointError } from './openai-errors';
import { readAnswer, readCompletion } from './openai-reply';
import { extraNames, KNOWN_FIELDS, mergeExtra, Refusals, SAMPLER_FIELDS } from './parameters';
import { unsupportedSettings } from './samplers';
import { type AiBinding, NO_AI_BINDING, type ProviderDeps, type ProviderSettings } from './settings';

type Body = Record<string, unknown>;

/** HTTP status by Workers AI error code, from its documentation; 400 for others. */
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
/** The model could not produce JSON this time; a retry may work. */
const NO_FORM = /json mode couldn.t be met/i;
const MISSING: ProviderReply = { kind: 'refused', retryable: false, error: NO_AI_BINDING };

/**
 * Workers AI through the Worker's binding, without a key. Does not stream with a schema, because its JSON mode cannot.
 */
export function createWorkersAiProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const { ai, now } = deps;
  const refusals = new Refusals(now);

  async function send(
    ai: AiBinding,
    request: ProviderRequest,
    body: Body,
    signal: AbortSignal,
    onBegun: () => void,
  ): Promise<ProviderReply> {
    const result = await untilAborted(ai.run(request.model, body, { signal }), signal);
    onBegun();
    if (result instanceof ReadableStream) {
      return findCut(
        await readAnswer({ body: result }, settings.apiKey, request.onChunk, streamLimits(request, signal)),
        Number(body.max_tokens),
      );
    }
    return findCut(readCompletion(toCompletion(result), settings.apiKey), Number(body.max_tokens));
  }

  return {
    name: settings.name,
    async complete(request, signal) {
      if (ai === undefined) return MISSING;
      const limit = refusals.limit(request, request.maxTokens + request.reasoningTokens);
      const optional = refusals.pick(request, writeSettings(request, refusals.minEffort(request)));
      const own = {
        messages: await toChatMessages(request.messages, deps.png),
        max_tokens: limit,
        ...writeForm(request),
        stream: request.onChunk !== undefined && request.constraint === 'none',
      };
      const extras = [settings.extraBody, request.extraBody];
      const body: Body = mergeExtra({ ...optional, ...own }, ...extras);
      let hasBegun = false;
      const question = send(ai, request, body, signal, () => {
        hasBegun = true;
      });
      const reply = await question.catch((error: unknown): ProviderReply => {
        const cause = toEndpointError(error);
        const fields = Object.fromEntries(
          KNOWN_FIELDS.flatMap((name) => (name in body ? [[name, body[name]]] : [])),
        );
        const learnt = refusals.learn(request, cause, { fields, extra: extraNames(...extras), limit });
        if (learnt !== null) return learnt;
        const errorDeps = { apiKey: settings.apiKey, now };
        const refusal = classifyError(cause, request.constraint, errorDeps, hasPictures(request.messages));
        const isFormless =
          request.constraint !== 'none' && cause instanceof Error && NO_FORM.test(cause.message);
        return isFormless && refusal.kind === 'refused'
          ? { kind: 'refused', error: refusal.error, retryable: true, constraintRefused: 'named' }
          : refusal;
      });
      const isOpen = hasBegun && (reply.kind === 'refused' || reply.kind === 'unreachable');
      return isOpen ? { ...reply, begun: true } : reply;
    },
  };
}

/** Older models report no finish reason: treat an answer that used all its tokens as truncated. */
function findCut(reply: ProviderReply, limit: number): ProviderReply {
  const isUnsaid =
    reply.kind === 'answered' && (reply.finishReason === null || reply.finishReason === 'stop');
  return isUnsaid && reply.usage.completionTokens >= limit ? { ...reply, finishReason: 'length' } : reply;
}

/** Bindings may ignore the signal, so reject here. */
function untilAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Its error messages begin with a code: `3040: Capacity temporarily exceeded, please try again.` */
function toEndpointError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SyntaxError) return error;
  const [, number] = /^(?:\w*Error: )?(\d{4}): /.exec(error.message) ?? [];
  if (number === undefined) return error;
  return new EndpointError(STATUSES[number] ?? 400, error.message, new Headers());
}

/** Older models return `{response, usage}`; with a schema, `response` is an object. */
function toCompletion(result: unknown): unknown {
  const { response, usage, choices } = asRecord(result);
  if (choices !== undefined || response === undefined || response === null) return result;
  const content = typeof response === 'string' ? response : JSON.stringify(response);
  return { choices: [{ message: { content }, finish_reason: null }], usage };
}

function writeSettings({ samplers, reasoning }: ProviderRequest, least: string): Body {
  // Talking agents add their own stop strings, which these models don't support.
  const unsupported = new Set<string>(unsupportedSettings({ kind: 'workers-ai', baseUrl: null }, samplers));
  const fields: Body = Object.fromEntries(
    Object.entries(SAMPLER_FIELDS)
      .filter(([ours]) => !unsupported.has(ours))
      .map(([ours, theirs]) => [theirs, samplers[ours as keyof typeof SAMPLER_FIELDS]]),
  );
  if (reasoning !== 'default') {
    fields.reasoning_effort = reasoning === 'off' ? least : reasoning;
    fields.chat_template_kwargs = { enable_thinking: reasoning !== 'off' };
  }
  return dropUndefined(fields);
}

function writeForm({ constraint, jsonSchema }: ProviderRequest): Body {
  if (constraint === 'none') return {};
  if (constraint === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: jsonSchema } };
}
