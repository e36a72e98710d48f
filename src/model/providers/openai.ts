import type OpenAI from 'openai';
import type { Message } from '../../api/calls';
import { toBase64 } from '../../base/base64';
import { memoizeObject } from '../../base/memoize';
import { readJson } from '../../base/read-body';
import { hasPictures } from '../prompt';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { classifyError, EndpointError, readError } from './openai-errors';
import { readCompletion, readStream } from './openai-reply';

/** An OpenAI-compatible API: where it is, without a trailing slash, and the key for it. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string;
}

/** Posts JSON to an endpoint of models. @throws whatever `fetch` throws when there is no answer */
export function postTo(
  { baseUrl, apiKey }: Endpoint,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  return globalThis.fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${apiKey}`,
      // Some endpoints turn away who does not say.
      'User-Agent': 'Proscenium/1',
    },
    body: JSON.stringify(body),
    // A redirect would carry the prompt elsewhere, and with some of them the key.
    redirect: 'manual',
    signal,
  });
}

/** Draws a packed frame (see src/engines/grid/frame/frame.ts) as a PNG file. */
type DrawFrame = (cells: string) => Uint8Array | Promise<Uint8Array>;

type Part = OpenAI.ChatCompletionContentPart;

/** Our messages in the wire's form. A frame becomes its label and a PNG data URL, in that order. */
async function toChatMessages(
  messages: readonly Message[],
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam[]> {
  return await Promise.all(messages.map((message) => toChatMessage(message, png)));
}

async function toChatMessage(
  message: Message,
  png: DrawFrame | undefined,
): Promise<OpenAI.ChatCompletionMessageParam> {
  const { role, content } = message;
  if (typeof content === 'string') return { role, content };
  const parts: Part[] = [];
  for (const part of content) {
    if (part.type === 'text') {
      parts.push({ type: 'text', text: part.text });
    } else {
      parts.push({ type: 'text', text: part.label });
      if (png !== undefined) {
        parts.push({ type: 'image_url', image_url: { url: dataUrl(await png(part.cells)) } });
      }
    }
  }
  if (role === 'user') return { role, content: parts };
  // Only a user message may carry images.
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return { role, content: text };
}

/** Writes a picture as a data URL. Kept with the picture, because most pictures are shown in two calls. */
const dataUrl = memoizeObject((picture: Uint8Array): string => `data:image/png;base64,${toBase64(picture)}`);

/** `baseUrl`: any compatible one, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
interface OpenAiDeps extends Endpoint {
  /** Default `openai`: what profiles call it. */
  name?: string;
  /** Draws a packed frame as PNG. Without it a frame is only named in the prompt. */
  png?: DrawFrame;
  /** Milliseconds since the epoch, to read `Retry-After` dates. */
  now: () => number;
}

/** A parameter some models refuse; once refused it is left out (or sent under its other name) for that model. */
type Fussy = 'temperature' | 'max_tokens' | 'stream_options' | 'stream';

/**
 * Any endpoint that speaks OpenAI's chat completions.
 *
 * With plain `fetch`: what the vendor's client adds to a request costs more than all of ours, and its retries, its
 * streams and its errors were not used (docs/dependencies.md).
 */
export function makeOpenAiProvider(deps: OpenAiDeps): Provider {
  const refusedParameters = new Map<string, Set<Fussy>>();

  async function send(
    request: ProviderRequest,
    messages: OpenAI.ChatCompletionMessageParam[],
    without: ReadonlySet<Fussy>,
    signal: AbortSignal,
    onBegun: () => void,
  ): Promise<ProviderReply> {
    const body = writeBody(request, messages, without);
    if (request.onChunk === undefined || without.has('stream')) {
      const response = await ask(deps, { ...body, stream: false }, signal);
      onBegun();
      return readCompletion(await readJson(response, { signal }), deps.apiKey);
    }
    const options = without.has('stream_options') ? {} : { stream_options: { include_usage: true } };
    const response = await ask(deps, { ...body, stream: true, ...options }, signal);
    onBegun();
    return readStream(response, deps.apiKey, request.onChunk, signal);
  }

  return {
    name: deps.name ?? 'openai',
    async complete(request, signal) {
      const messages = await toChatMessages(request.messages, deps.png);
      const without = refusedParameters.get(request.model) ?? new Set<Fussy>();
      let hasBegun = false;
      // One request a call, whatever comes of it: each is kept back for before it is made.
      const question = send(request, messages, without, signal, () => {
        hasBegun = true;
      });
      const reply = await question.catch((error: unknown): ProviderReply => {
        const fussy = readFussy(error);
        if (fussy === null || without.has(fussy))
          return classifyError(error, request.constraint, deps, hasPictures(request.messages));
        refusedParameters.set(request.model, without.add(fussy));
        const words = `this model takes no ${fussy}`;
        return { kind: 'refused', error: words, retryable: true, parameterRefused: fussy };
      });
      const isOpen = hasBegun && (reply.kind === 'refused' || reply.kind === 'unreachable');
      return isOpen ? { ...reply, begun: true } : reply;
    },
  };
}

/** @throws EndpointError for an answer that is no success; whatever `fetch` throws when there is no answer */
async function ask(
  endpoint: Endpoint,
  body: OpenAI.ChatCompletionCreateParams,
  signal: AbortSignal,
): Promise<Response> {
  const response = await postTo(endpoint, '/chat/completions', body, signal);
  if (!response.ok) throw await readError(response, endpoint.apiKey, signal);
  return response;
}

function writeBody(
  request: ProviderRequest,
  messages: OpenAI.ChatCompletionMessageParam[],
  without: ReadonlySet<Fussy>,
): Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'> {
  const limit = without.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  const body: Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'> = {
    model: request.model,
    messages,
    [limit]: request.maxTokens + request.reasoningTokens,
  };
  const { temperature } = request.samplers;
  if (temperature !== undefined && !without.has('temperature')) body.temperature = temperature;
  if (request.constraint === 'json_object') body.response_format = { type: 'json_object' };
  if (request.constraint === 'json_schema') {
    const json_schema = { name: request.schemaName, schema: request.jsonSchema, strict: true };
    body.response_format = { type: 'json_schema', json_schema };
  }
  return body;
}

/** Names the parameter that a refusal complains about; null for every other error. */
function readFussy(error: unknown): Fussy | null {
  if (!(error instanceof EndpointError)) return null;
  const { status, param, message } = error;
  if (status !== 400 && status !== 415 && status !== 422 && status !== 501) return null;
  const about = `${param} ${message}`;
  if (/stream_options|include_usage/i.test(about)) return 'stream_options';
  if (/\bstream(?:ing|ed)?\b/i.test(about)) return 'stream';
  if (status !== 400) return null;
  for (const name of ['temperature', 'max_tokens'] as const) {
    if (param === name) return name;
    if (new RegExp(`unsupported \\w+:? *'${name}'`, 'i').test(message)) return name;
  }
  return null;
}
