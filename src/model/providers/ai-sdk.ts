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
import { isDone, limitsOf, openAnswer, readData, readEvents, untilFinished } from './events';
import { isFailure, readFinish } from './finish';
import { classifyError, EndpointError, noJson, readError, redact } from './openai-errors';
import { AnswerText, breakOff, CUT_OFF, MAX_REASONING, tryJson } from './openai-reply';
import { mergeExtra, namesOfExtra, Refusals } from './parameters';
import type { DrawFrame, ProviderDeps, ProviderSettings } from './settings';
import { readUsage } from './usage';

type Body = Record<string, unknown>;
type Answered = Extract<ProviderReply, { kind: 'answered' }>;

/** The differences between vendors. */
export interface Vendor {
  /** A model whose every request goes by this `fetch`; made for each call. */
  model(id: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>;
  /** More options of a call. */
  options?(request: ProviderRequest): Partial<LanguageModelV4CallOptions>;
  /** Marks the stable part of the prompt, the last system message. */
  stable?: LanguageModelV4Message['providerOptions'];
  /** Fields that a model may refuse, at the top of the body or one level below. */
  optional: readonly string[];
  /** Words by which a refusal tells of such a field without its name. */
  about: Readonly<Record<string, RegExp>>;
  /** Says whether the library can read an event of a stream; others are left out. Default: any. */
  isKnown?(event: Body): boolean;
  /** Says whether an event of a stream is the one that gives the reason for the answer's end. */
  isFinish(event: Body): boolean;
  /** Sets the limits of thinking and answer in a body as the library has written it; `limit`: of both together. */
  limit(body: Body, request: ProviderRequest, limit: number): Body;
}

/** One request of a call, as it really went. */
class Attempt {
  begun = false;
  /** Error that the library may have wrapped in words of its own. */
  failure: unknown = null;
  sent: Body = {};

  /** Keeps an error for {@link failure}, and returns it. */
  note(error: unknown): unknown {
    this.failure ??= error;
    return error;
  }
}

/**
 * A provider by a model of the AI SDK. The library writes the vendor's protocol and reads it; everything else is as with
 * every provider: one request a call, no redirects, bounded bodies, errors read by our own reader.
 */
export function makeAiSdkProvider(settings: ProviderSettings, deps: ProviderDeps, vendor: Vendor): Provider {
  const { apiKey } = settings;
  const refusals = new Refusals(deps.now);

  /** The `fetch` of one call. */
  function guard(request: ProviderRequest, limit: number, attempt: Attempt): typeof globalThis.fetch {
    const fetch = deps.fetch ?? globalThis.fetch;
    let count = 0;
    return async (input, init) => {
      try {
        count += 1;
        // Some protocols let a library go on with an answer in a second request, which nobody has reserved money for.
        if (count > 1) throw new Error('a call makes one request');
        const ownBody = asRecord(JSON.parse(String(init?.body)));
        const limitedBody = vendor.limit(ownBody, request, limit);
        const allowedBody = dropRefused(limitedBody, (field, value) => refusals.takes(request, field, value));
        attempt.sent = mergeExtra(allowedBody, settings.extraBody, request.extraBody);
        const body = JSON.stringify(attempt.sent);
        const signal = init?.signal ?? null;
        const response = await fetch(input, { ...init, body, redirect: 'manual' });
        if (!response.ok) throw await readError(response, apiKey, signal);
        attempt.begun = true;
        return await bound(response, limitsOf(request, signal), attempt, vendor);
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
          extra: namesOfExtra(settings.extraBody, request.extraBody),
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
 * The limits that bodies of every provider have, before the library reads one; what is no JSON does not reach it. A stream
 * that has told its end comes to one, whatever becomes of the connection.
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

/** The fields with these names, at the top of a body or one level below. */
function pickFields(body: Body, names: readonly string[]): Body {
  const all = Object.assign({}, ...Object.values(body).filter(isPlain), body) as Body;
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
}

/** A body without the fields that are not taken, at its top and one level below. */
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
    responseFormat: formOf(request),
    reasoning: reasoning === 'default' ? undefined : reasoning === 'off' ? ('none' as const) : reasoning,
    ...vendor.options?.(request),
  }) as LanguageModelV4CallOptions;
}

function formOf({
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
 * Our messages as the library wants them. System messages stand at the beginning; one that comes later is the user's,
 * and a prompt always has a word of the user. A frame becomes its label and a PNG, in that order.
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
          content: textOf(content),
          ...(isLast && stable && { providerOptions: stable }),
        };
      }
      if (role === 'assistant') return { role, content: [{ type: 'text', text: textOf(content) }] };
      return { role: 'user', content: await toParts(content, png) };
    }),
  );
}

type Content = Message['content'];
type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number];

const textOf = (content: Content): string =>
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
  return isFailure(reply.finishReason) ? breakOff(reply.finishReason) : reply;
}

type End = Pick<LanguageModelV4GenerateResult, 'finishReason' | 'usage'> & { providerMetadata: unknown };

/** Parts of a stream after which timers get their turn: an endpoint that pours would keep the deadline from coming. */
const PARTS_BETWEEN = 250;

/**
 * Reads a stream to its end, handing the answer's text on as it comes.
 *
 * @throws what the library reports in it, and the signal's reason
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
      if (value.type === 'text-delta') answer.say(value.delta);
      else if (value.type === 'reasoning-delta') reasoning += value.delta;
      else if (value.type === 'tool-call') tool ||= value.input;
      else if (value.type === 'finish') end = { ...value, providerMetadata: value.providerMetadata };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  const runaway = answer.stopped ?? (reasoning.length > MAX_REASONING ? 'length' : null);
  // The protocols of these vendors have an end: without one the answer was cut.
  if (runaway === null && end?.finishReason.raw === undefined) return CUT_OFF;
  const reply = writeReply({ text: answer.end(), reasoning, tool }, end, apiKey);
  if (runaway === null && isFailure(reply.finishReason)) return breakOff(reply.finishReason);
  return runaway === null ? reply : { ...reply, finishReason: runaway };
}

const MAX_REFUSAL = 300;

function writeReply(
  { text, reasoning, tool }: Record<'text' | 'reasoning' | 'tool', string>,
  end: End | null,
  apiKey: string,
): Answered {
  const finishReason = end && finishOf(end.finishReason);
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

function finishOf({ unified, raw }: LanguageModelV4FinishReason): string | null {
  if (unified === 'content-filter') return raw === 'refusal' ? 'refusal' : 'content_filter';
  if (unified === 'stop' || unified === 'length') return unified;
  if (unified === 'tool-calls') return 'stop';
  return readFinish(raw?.toLowerCase());
}

/** The explanation beside a refusal, where there is one. */
function readRefusal(metadata: unknown): string {
  const details = Object.values(asRecord(metadata)).map((one) => asRecord(asRecord(one).stopDetails));
  const explanation = details.map((one) => one.explanation).find((one) => typeof one === 'string');
  return typeof explanation === 'string' ? explanation : 'it gave no reason';
}

function countUsage(usage: LanguageModelV4Usage | undefined) {
  return readUsage({
    prompt: usage?.inputTokens.total,
    completion: usage?.outputTokens.total,
    reasoning: usage?.outputTokens.reasoning || undefined,
    cached: usage?.inputTokens.cacheRead || undefined,
  });
}

/** Classifies an error of the library's own: about an answer, or, with `hasBegun` false, about a request it does not write. */
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
    return { kind: 'refused', retryable: true, error: 'the endpoint sent something that is no answer' };
  const details = asRecord(asRecord(data).error);
  return classifyError(
    new EndpointError(statusCode, words, new Headers(), null, details),
    request.constraint,
    deps,
  );
}
