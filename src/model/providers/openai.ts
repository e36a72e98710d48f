import type OpenAI from 'openai';
import { readReasoningFields } from '../../output/reasoning';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { classifyError, redact } from './openai-errors';
import { type DrawFrame, toChatMessages } from './openai-messages';

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
type Fussy = 'temperature' | 'max_tokens';

/** Any endpoint that speaks OpenAI's chat completions. The SDK is loaded on the first request. */
export function makeOpenAiProvider(deps: OpenAiDeps): Provider {
  let client: OpenAI | null = null;
  const refused = new Map<string, Set<Fussy>>();
  const connect = async (): Promise<OpenAI> => {
    // As in context/tokens.ts: a shared promise would be lost with the room that made it.
    if (client) return client;
    const { default: Client } = await import('openai');
    client = new Client({
      apiKey: deps.apiKey,
      baseURL: deps.baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: SDK_TIMEOUT,
      logLevel: 'off',
      // Called late and on `globalThis`: workerd refuses a detached fetch, and tests replace it.
      fetch: (...args) => globalThis.fetch(...args),
    });
    return client;
  };

  return {
    name: deps.name ?? 'openai',
    async complete(request, signal) {
      const messages = await toChatMessages(request.messages, deps.png);
      const without = refused.get(request.model) ?? new Set<Fussy>();
      try {
        const openai = await connect();
        const body = writeBody(request, messages, without);
        const completion: unknown = await openai.chat.completions.create(body, { signal });
        return readCompletion(completion, deps.apiKey);
      } catch (error) {
        const fussy = readFussy(error);
        if (fussy !== null && !without.has(fussy)) {
          refused.set(request.model, without.add(fussy));
          return { kind: 'refused', error: `this model takes no ${fussy}`, retryable: true, retryAfterMs: 0 };
        }
        return classifyError(error, request.constraint, deps);
      }
    },
  };
}

function writeBody(
  request: ProviderRequest,
  messages: OpenAI.ChatCompletionMessageParam[],
  without: ReadonlySet<Fussy>,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const limit = without.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
  const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model: request.model,
    messages,
    stream: false,
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

/** Which parameter a 400 complains about; null for every other error. */
function readFussy(error: unknown): Fussy | null {
  const { status, param, message } = (error ?? {}) as {
    status?: unknown;
    param?: unknown;
    message?: unknown;
  };
  if (status !== 400) return null;
  for (const name of ['temperature', 'max_tokens'] as const) {
    if (param === name) return name;
    if (new RegExp(`unsupported \\w+:? *'${name}'`, 'i').test(String(message))) return name;
  }
  return null;
}

/** Endpoints differ; nothing of the answer's form is taken for granted. */
function readCompletion(completion: unknown, apiKey: string): ProviderReply {
  const { choices, usage } = asRecord(completion);
  const choice = Array.isArray(choices) ? asRecord(choices[0]) : {};
  const message = asRecord(choice.message);
  if (choice.message === undefined) {
    return {
      kind: 'refused',
      retryable: true,
      error: 'the endpoint sent something that is no chat completion',
    };
  }
  const declined = typeof message.refusal === 'string' && message.refusal !== '';
  const finish = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  const counted = asRecord(usage);
  return {
    kind: 'answered',
    text: redact(readContent(message.content), apiKey),
    reasoning: redact(readReasoningFields(message), apiKey),
    usage: { promptTokens: count(counted.prompt_tokens), completionTokens: count(counted.completion_tokens) },
    finishReason: declined ? 'refusal' : finish,
  };
}

function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => String(asRecord(part).text ?? '')).join('');
}

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
