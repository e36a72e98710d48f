import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { dropUndefined } from '../../base/drop-undefined';
import { asRecord, cleanText } from '../../base/foreign-values';
import { type BodyLimits, joinText } from '../../base/read-body';
import { sleep } from '../../base/sleep';
import type { Message } from '../../contract/calls';
import { hasPictures } from '../prompt';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { isDone, openAnswer, readData, readEvents, streamLimits, untilFinished } from './events';
import { isFailure, readFinish } from './finish';
import { classifyError, EndpointError, noJson, readError, redact } from './openai-errors';
import { AnswerText, CUT_OFF, cutOff, MAX_REASONING, tryJson } from './openai-reply';
import { extraNames, mergeExtra, Refusals } from './parameters';
import type { DrawFrame, ProviderDeps, ProviderSettings } from './settings';
import { readUsage } from './usage';

type Body = Record<string, unknown>;
type SdkReply = Extract<ProviderReply, { kind: 'answered' }>;

export interface Vendor {
  model(id: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>;
  options?(request: ProviderRequest): Partial<LanguageModelV4CallOptions>;
  /** Marks the end of the stable prefix, the last system message. */
  stable?: LanguageModelV4Message['providerOptions'];
  /** Fields that a model may refuse, at the top level of the body or one level below. */
  optional: readonly string[];
  /** Patterns that recognize a refused field in an error that does not name it. */
  about: Readonly<Record<string, RegExp>>;
  /** True if the library can parse this stream event; other events are dropped. Default: all. */
  isKnown?(event: Body): boolean;
  /** True for the stream event with the finish reason. */
  isFinish(event: Body): boolean;
  /** Sets the limits of thinking and answer in a body written by the library; `limit` covers both together. */
  limit(body: Body, request: ProviderRequest, limit: number): Body;
}

class Attempt {
  begun = false;
  /** Original error, which the library may wrap. */
  failure: unknown = null;
  sent: Body = {};

  note(error: unknown): unknown {
    this.failure ??= error;
    return error;
  }
}

/**
 * A provider on top of an AI SDK model. The library implements the vendor's protocol; the rest is as for every
 * provider: one request per call, no redirects, bounded bodies, our own error parsing.
 */
export function createAiSdkProvider(
  settings: ProviderSettings,
  deps: ProviderDeps,
  vendor: Vendor,
): Provider {
  const { apiKey } = settings;
  const refusals = new Refusals(deps.now);

  function guard(request: ProviderRequest, limit: number, attempt: Attempt): typeof globalThis.fetch {
    const fetch = deps.fetch ?? globalThis.fetch;
    let count = 0;
    return async (input, init) => {
      try {
        count += 1;
        // Some protocols let a library continue an answer with a second request, for which no money is reserved.
        if (count > 1) throw new Error('a call makes one request');
        const ownBody = asRecord(JSON.parse(String(init?.body)));
        const limitedBody = vendor.limit(ownBody, request, limit);
        const allowedBody = dropRefused(limitedBody, (field, value) =>
          refusals.accepts(request, field, value),
        );
        attempt.sent = mergeExtra(allowedBody, settings.extraBody, request.extraBody);
        const body = JSON.stringify(attempt.sent);
        const signal = init?.signal ?? null;
        const response = await fetch(input, { ...init, body, redirect: 'manual' });
        if (!response.ok) throw await readError(response, apiKey, signal);
        attempt.begun = true;
        return await bound(response, streamLimits(request, signal), attempt, vendor);
      } catch (error) {
        throw attempt.note(error);
      }
    };
  }

  return {
    name: settings.name,
    async complete(request, signal) {
      const attempt = new Attempt();
      const limit = refusals.limit(request, request.maxTokens + request.reasoningTokens);
      const answer = async (): Promise<ProviderReply> => {
        const model = await vendor.model(request.model, guard(request, limit, attempt));
        const options = { ...(await writeOptions(request, deps.png, vendor)), abortSignal: signal };
        if (request.onChunk === undefined) return readResult(await model.doGenerate(options), apiKey);
        const { stream } = await model.doStream(options);
        return await readParts(stream, apiKey, request.onChunk, signal);
      };
      const reply = await answer().catch((error: unknown): ProviderReply => {
        const cause = attempt.failure ?? error;
        if (signal.aborted) return { kind: 'unreachable', error: 'the request was given up' };
        const learnt = refusals.learn(request, cause, {
          fields: pickFields(attempt.sent, vendor.optional),
          extra: extraNames(settings.extraBody, request.extraBody),
          limit,
          words: vendor.about,
        });
        if (learnt !== null) return learnt;
        const errorDeps = { apiKey, now: deps.now };
        if (attempt.failure === null) return explain(error, attempt.begun, request, errorDeps);
        return classifyError(cause, request.constraint, errorDeps, hasPictures(request.messages));
      });
      const isOpen = attempt.begun && (reply.kind === 'refused' || reply.kind === 'unreachable');
      return isOpen ? { ...reply, begun: true } : reply;
    },
  };
}

/**
 * Applies the body limits of every provider before the library reads the response, and rejects bodies that are not
 * JSON. A stream that sent its finish event counts as complete even if the connection then fails.
 */
async function bound(
  { body }: Response,
  limits: BodyLimits,
  attempt: Attempt,
  { isKnown = () => true, isFinish }: Vendor,
): Promise<Response> {
  let isFinished = false;
  if (body === null) throw new SyntaxError('an empty answer');
  const { isEvents, chunks } = await openAnswer(
    body,
    untilFinished(limits, () => isFinished),
  );
  if (!isEvents) {
    const text = await joinText(chunks);
    if (tryJson(text) === undefined) throw noJson(text);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  }
  const lists = readEvents(chunks);
  const encoder = new TextEncoder();
  const writeEvent = (data: string): string => {
    const event = readData(data);
    if (event === null && !isDone(data)) return '';
    const fields = asRecord(event);
    if (event !== null && (!isKnown(fields) || (isFinished && fields.error))) return '';
    isFinished ||= isFinish(fields);
    return `${data.replaceAll(/^/gm, 'data: ')}\n\n`;
  };
  const events = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value: list } = await lists.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(list.map(writeEvent).join('')));
      } catch (error) {
        if (isFinished) controller.close();
        else controller.error(attempt.note(error));
      }
    },
    async cancel() {
      await lists.return(undefined);
    },
  });
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
}

const isPlain = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pickFields(body: Body, names: readonly string[]): Body {
  const all = Object.assign({}, ...Object.values(body).filter(isPlain), body) as Body;
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
}

/** Removes refused fields from the top level of a body and one level below. */
function dropRefused(body: Body, takes: (field: string, value: unknown) => boolean, deep = true): Body {
  const allowedFields = Object.entries(body).filter(([field, value]) => takes(field, value));
  return Object.fromEntries(
    allowedFields.map(([field, value]) => [
      field,
      deep && isPlain(value) ? dropRefused(value, takes, false) : value,
    ]),
  );
}

async function writeOptions(
  request: ProviderRequest,
  png: DrawFrame | undefined,
  vendor: Vendor,
): Promise<LanguageModelV4CallOptions> {
  const { samplers, reasoning, maxTokens, reasoningTokens } = request;
  const { temperature, topP, topK, frequencyPenalty, presencePenalty, stop, seed } = samplers;
  return dropUndefined({
    prompt: await toPrompt(request.messages, png, vendor.stable),
    maxOutputTokens: maxTokens + reasoningTokens,
    temperature,
    topP,
    topK,
    frequencyPenalty,
    presencePenalty,
    stopSequences: stop,
    seed,
    responseFormat: toResponseFormat(request),
    reasoning: reasoning === 'default' ? undefined : reasoning === 'off' ? ('none' as const) : reasoning,
    ...vendor.options?.(request),
  }) as LanguageModelV4CallOptions;
}

function toResponseFormat({
  constraint,
  jsonSchema,
  schemaName: name,
}: ProviderRequest): LanguageModelV4CallOptions['responseFormat'] {
  if (constraint === 'none') return undefined;
  if (constraint === 'json_object') return { type: 'json' };
  return { type: 'json', name, schema: jsonSchema as NonNullable<JsonSchema> };
}
type JsonSchema = Extract<LanguageModelV4CallOptions['responseFormat'], { type: 'json' }>['schema'];

/**
 * Later system messages become user messages, and there is always at least one user message. A frame becomes its label,
 * then a PNG.
 */
async function toPrompt(
  messages: readonly Message[],
  png: DrawFrame | undefined,
  stable: Vendor['stable'],
): Promise<LanguageModelV4Prompt> {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const systemCount = first < 0 ? messages.length - 1 : first;
  return await Promise.all(
    messages.map(async ({ role, content }, at): Promise<LanguageModelV4Message> => {
      if (at < systemCount) {
        const isLast = at === systemCount - 1;
        return {
          role: 'system',
          content: joinTextParts(content),
          ...(isLast && stable && { providerOptions: stable }),
        };
      }
      if (role === 'assistant') return { role, content: [{ type: 'text', text: joinTextParts(content) }] };
      return { role: 'user', content: await toParts(content, png) };
    }),
  );
}

type Content = Message['content'];
type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];

const joinTextParts = (content: Content): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : part.label)).join('\n\n');

async function toParts(content: Content, png: DrawFrame | undefined): Promise<UserPart[]> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const parts = await Promise.all(
    content.map(async (part): Promise<UserPart[]> => {
      if (part.type === 'text') return [{ type: 'text', text: part.text }];
      const label: UserPart = { type: 'text', text: part.label };
      if (png === undefined) return [label];
      const data = await png(part.cells);
      return [label, { type: 'file', mediaType: 'image/png', data: { type: 'data', data } }];
    }),
  );
  return parts.flat();
}

function readResult(
  { content, finishReason, usage, providerMetadata }: LanguageModelV4GenerateResult,
  apiKey: string,
): ProviderReply {
  const join = (type: 'text' | 'reasoning'): string =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
  const tool = content.find((part) => part.type === 'tool-call')?.input ?? '';
  const end = { finishReason, usage, providerMetadata };
  const reply = writeReply({ text: join('text'), reasoning: join('reasoning'), tool }, end, apiKey);
  return isFailure(reply.finishReason) ? cutOff(reply.finishReason) : reply;
}

type End = Pick<LanguageModelV4GenerateResult, 'finishReason' | 'usage'> & { providerMetadata: unknown };

/** Yield to timers after this many parts, so that a fast stream cannot delay the deadline. */
const PARTS_BETWEEN = 250;

/**
 * Reads a stream to its end and emits the answer's text as it arrives.
 * @throws errors that the library reports in the stream, and the signal's reason
 */
async function readParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  apiKey: string,
  onChunk: (chunk: string) => void,
  signal: AbortSignal,
): Promise<ProviderReply> {
  const answer = new AnswerText(apiKey, onChunk);
  let reasoning = '';
  let tool = '';
  let end: End | null = null;
  const reader = stream.getReader();
  try {
    for (let n = 1; answer.stopped === null && reasoning.length <= MAX_REASONING; n += 1) {
      if (n % PARTS_BETWEEN === 0) await sleep(0);
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) break;
      if (value.type === 'error') throw value.error;
      if (value.type === 'text-delta') answer.pushText(value.delta);
      else if (value.type === 'reasoning-delta') reasoning += value.delta;
      else if (value.type === 'tool-call') tool ||= value.input;
      else if (value.type === 'finish') end = { ...value, providerMetadata: value.providerMetadata };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const runaway = answer.stopped ?? (reasoning.length > MAX_REASONING ? 'length' : null);
  // These protocols have an end event: without it the answer was truncated.
  if (runaway === null && end?.finishReason.raw === undefined) return CUT_OFF;
  const reply = writeReply({ text: answer.end(), reasoning, tool }, end, apiKey);
  if (runaway === null && isFailure(reply.finishReason)) return cutOff(reply.finishReason);
  return runaway === null ? reply : { ...reply, finishReason: runaway };
}

const MAX_REFUSAL = 300;

function writeReply(
  { text, reasoning, tool }: Record<'text' | 'reasoning' | 'tool', string>,
  end: End | null,
  apiKey: string,
): SdkReply {
  const finishReason = end && toFinishReason(end.finishReason);
  const words = finishReason === 'refusal' ? readRefusal(end?.providerMetadata) : null;
  return {
    kind: 'answered',
    text: redact(text, apiKey),
    reasoning: redact(reasoning, apiKey),
    ...countUsage(end?.usage),
    finishReason,
    ...(text.trim() === '' && tool !== '' && { elsewhere: redact(tool, apiKey) }),
    ...(words !== null && { refusal: cleanText(redact(words, apiKey), MAX_REFUSAL) }),
  };
}

function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): string | null {
  if (unified === 'content-filter') return raw === 'refusal' ? 'refusal' : 'content_filter';
  if (unified === 'stop' || unified === 'length') return unified;
  if (unified === 'tool-calls') return 'stop';
  return readFinish(raw?.toLowerCase());
}

/** The explanation that comes with a refusal. */
function readRefusal(metadata: unknown): string {
  const details = Object.values(asRecord(metadata)).map((one) => asRecord(asRecord(one).stopDetails));
  const explanation = details.map((one) => one.explanation).find((one) => typeof one === 'string');
  return typeof explanation === 'string' ? explanation : 'no reason given';
}

function countUsage(usage: LanguageModelV4Usage | undefined) {
  return readUsage({
    prompt: usage?.inputTokens.total,
    completion: usage?.outputTokens.total,
    reasoning: usage?.outputTokens.reasoning || undefined,
    cached: usage?.inputTokens.cacheRead || undefined,
  });
}

/**
 * Classifies the library's own errors: about an answer or, if `hasBegun` is false, about a request that it cannot
 * write.
 */
function explain(
  error: unknown,
  hasBegun: boolean,
  request: ProviderRequest,
  deps: { apiKey: string; now: () => number },
): ProviderReply {
  const { statusCode, data, message } = asRecord(error);
  const words = redact(String(message ?? error), deps.apiKey);
  if (!hasBegun) return { kind: 'refused', retryable: false, error: cleanText(words, MAX_REFUSAL) };
  if (typeof statusCode !== 'number' || statusCode < 400)
    return { kind: 'refused', retryable: true, error: 'the endpoint sent an invalid response' };
  const details = asRecord(asRecord(data).error);
  return classifyError(
    new EndpointError(statusCode, words, new Headers(), null, details),
    request.constraint,
    deps,
  );
}
