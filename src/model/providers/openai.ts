import type OpenAI from 'openai';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { readCompletion } from './openai-completion';
import { classifyError } from './openai-errors';
import { type DrawFrame, toChatMessages } from './openai-messages';
import { readStream } from './openai-stream';

export interface OpenAiDeps {
  /** Default `openai`: what profiles call it. */
  name?: string;
  apiKey: string;
  /** Any compatible base URL, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Draws a packed frame as PNG. Without it a frame is only named in the prompt. */
  png?: DrawFrame;
  /** Milliseconds since the epoch, to read `Retry-After` dates. */
  now: () => number;
}

/** Longer than any profile's timeout: the gateway is the one that gives up. */
const SDK_TIMEOUT = 700_000;

/** A parameter some models refuse; once refused it is left out (or sent under its other name) for that model. */
type Fussy = 'temperature' | 'max_tokens' | 'stream_options' | 'stream';

/** Any endpoint that speaks OpenAI's chat completions. The SDK is loaded on the first request. */
export function makeOpenAiProvider(deps: OpenAiDeps): Provider {
  let client: OpenAI | null = null;
  const refused = new Map<string, Set<Fussy>>();
  const connect = async (): Promise<OpenAI> => {
    // As in context/tokens.ts: a shared promise would be lost with the room that made it.
    if (client) return client;
    const [{ default: Client }, { VERSION }] = await Promise.all([
      import('openai'),
      import('openai/version'),
    ]);
    client = new Client({
      apiKey: deps.apiKey,
      baseURL: deps.baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: SDK_TIMEOUT,
      logLevel: 'off',
      // It would say the name of its class, which a bundle does not keep.
      defaultHeaders: { 'User-Agent': `OpenAI/JS ${VERSION}` },
      // Called late and on `globalThis`: workerd refuses a detached fetch, and tests replace it.
      // A redirect would carry the prompt elsewhere, and with some of them the key.
      fetch: (url, init) => globalThis.fetch(url, { ...init, redirect: 'manual' }),
    });
    return client;
  };

  async function send(
    request: ProviderRequest,
    messages: OpenAI.ChatCompletionMessageParam[],
    without: ReadonlySet<Fussy>,
    signal: AbortSignal,
  ): Promise<ProviderReply> {
    const openai = await connect();
    const body = writeBody(request, messages, without);
    if (request.onChunk === undefined || without.has('stream')) {
      const completion: unknown = await openai.chat.completions.create(
        { ...body, stream: false },
        { signal },
      );
      return readCompletion(completion, deps.apiKey);
    }
    const options = without.has('stream_options') ? {} : { stream_options: { include_usage: true } };
    const streamed = { ...body, stream: true as const, ...options };
    const response = await openai.chat.completions.create(streamed, { signal }).asResponse();
    return readStream(response, deps.apiKey, request.onChunk);
  }

  return {
    name: deps.name ?? 'openai',
    async complete(request, signal) {
      const messages = await toChatMessages(request.messages, deps.png);
      const without = refused.get(request.model) ?? new Set<Fussy>();
      for (;;) {
        try {
          return await send(request, messages, without, signal);
        } catch (error) {
          const fussy = readFussy(error);
          if (fussy === null || without.has(fussy)) return classifyError(error, request.constraint, deps);
          refused.set(request.model, without.add(fussy));
          // How the answer travels is no business of the ladder's: ask again at once.
          if (fussy === 'stream' || fussy === 'stream_options') continue;
          return { kind: 'refused', error: `this model takes no ${fussy}`, retryable: true, retryAfterMs: 0 };
        }
      }
    },
  };
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
    [limit]: request.maxTokens,
  };
  if (!without.has('temperature')) body.temperature = request.temperature;
  if (request.constraint === 'json_object') body.response_format = { type: 'json_object' };
  if (request.constraint === 'json_schema') {
    const json_schema = { name: request.schemaName, schema: request.jsonSchema, strict: true };
    body.response_format = { type: 'json_schema', json_schema };
  }
  return body;
}

/** Which parameter a refusal complains about; null for every other error. */
function readFussy(error: unknown): Fussy | null {
  const { status, param, message } = (error ?? {}) as {
    status?: unknown;
    param?: unknown;
    message?: unknown;
  };
  if (status !== 400 && status !== 415 && status !== 422 && status !== 501) return null;
  const about = `${String(param)} ${String(message)}`;
  if (/stream_options|include_usage/i.test(about)) return 'stream_options';
  if (/\bstream(?:ing|ed)?\b/i.test(about)) return 'stream';
  if (status !== 400) return null;
  for (const name of ['temperature', 'max_tokens'] as const) {
    if (param === name) return name;
    if (new RegExp(`unsupported \\w+:? *'${name}'`, 'i').test(String(message))) return name;
  }
  return null;
}
