import type OpenAI from 'openai';
import { dropUndefined } from '../../base/drop-undefined';
import type { Reasoning } from '../../contract/providers';
import { hasPictures } from '../prompt';
import type { Provider, ProviderReply, ProviderRequest } from '../provider';
import { toChatMessages, withoutSystem } from './chat-messages';
import { streamLimits } from './events';
import { createOpenAiClient } from './openai-client';
import { classifyError, type EndpointError } from './openai-errors';
import { readAnswer } from './openai-reply';
import { extraNames, KNOWN_FIELDS, mergeExtra, Refusals, SAMPLER_FIELDS } from './parameters';
import { isOpenAi } from './samplers';
import type { ProviderDeps, ProviderSettings } from './settings';

export type Body = Record<string, unknown>;

/** `name` defaults to `openai`. */
export type OpenAiDeps = Omit<ProviderSettings, 'name'> & { name?: string } & ProviderDeps;

export type ChatMessage = OpenAI.ChatCompletionMessageParam;

export interface Dialect {
  /** Fields that control thinking; `{}` for the model's default. `least` is the lowest effort. */
  think(request: ProviderRequest, least: string): Body;
  extra?(request: ProviderRequest): Body;
  /** Recognizes the endpoint's own error for a refused constraint. */
  isConstraintRefused?(error: unknown, request: ProviderRequest): boolean;
  /** Marks the part of the prompt that is the same in each call, for caching. */
  markStable?(messages: ChatMessage[], model: string): ChatMessage[];
  /** The endpoint needs `max_completion_tokens` instead of `max_tokens`. */
  namesCompletionTokens?: boolean;
}

const EFFORTS: Record<Exclude<Reasoning, 'default'>, string | null> = {
  off: null,
  low: 'low',
  medium: 'medium',
  high: 'high',
};

/**
 * Any endpoint with OpenAI's chat completions. A parameter that a model refuses is omitted or renamed in later
 * requests.
 */
export function createOpenAiProvider(deps: OpenAiDeps): Provider {
  const isOwn = isOpenAi(deps.baseUrl);
  return createChatProvider(
    { ...deps, name: deps.name ?? 'openai' },
    {
      namesCompletionTokens: isOwn,
      think: ({ reasoning }, least) => {
        if (reasoning === 'default') return {};
        const reasoning_effort = EFFORTS[reasoning] ?? least;
        // Servers of open models control thinking in the chat template.
        return isOwn
          ? { reasoning_effort }
          : { reasoning_effort, chat_template_kwargs: { enable_thinking: reasoning !== 'off' } };
      },
    },
  );
}

export function createChatProvider(deps: ProviderSettings & ProviderDeps, dialect: Dialect): Provider {
  const refusals = new Refusals(deps.now);
  const post = createOpenAiClient(deps);

  async function send(
    request: ProviderRequest,
    body: Body,
    signal: AbortSignal,
    onBegun: () => void,
  ): Promise<ProviderReply> {
    const response = await post('/chat/completions', body, signal);
    onBegun();
    // Without streaming, no caller needs the partial text.
    const onChunk = body.stream === true ? request.onChunk : undefined;
    return readAnswer(response, deps.apiKey, onChunk, streamLimits(request, signal));
  }

  return {
    name: deps.name,
    async complete(request, signal) {
      const { model } = request;
      const limit = refusals.limit(request, request.maxTokens + request.reasoningTokens);
      const usesNewerName = dialect.namesCompletionTokens || !refusals.accepts(request, 'max_tokens', limit);
      const hasSystem = request.messages.some(({ role }) => role === 'system');
      const takesSystem = refusals.acceptsSystem(request);
      const messages = takesSystem ? request.messages : withoutSystem(request.messages);
      const chatMessages = await toChatMessages(messages, deps.png);
      const own = {
        model,
        messages: dialect.markStable?.(chatMessages, model) ?? chatMessages,
        ...writeForm(request),
        ...writeStream(request, refusals),
        [usesNewerName ? 'max_completion_tokens' : 'max_tokens']: limit,
      };
      const optional = refusals.pick(request, writeSettings(request, dialect, refusals.minEffort(request)));
      const extras = [deps.extraBody, request.extraBody];
      const body: Body = mergeExtra({ ...optional, ...own }, ...extras);
      let hasBegun = false;
      // One request per call, even on failure: the meter reserves money for each request beforehand.
      const question = send(request, body, signal, () => {
        hasBegun = true;
      });
      const reply = await question.catch((error: unknown): ProviderReply => {
        const names = new Set([
          'stream',
          'stream_options',
          'max_tokens',
          ...KNOWN_FIELDS,
          ...Object.keys(optional),
        ]);
        const fields = Object.fromEntries(Object.entries(body).filter(([field]) => names.has(field)));
        const learnt = refusals.learn(request, error, {
          fields,
          extra: extraNames(...extras),
          limit,
          may: { stream: body.stream !== true, dropSystem: takesSystem && hasSystem },
        });
        if (learnt !== null) return learnt;
        if (request.constraint !== 'none' && dialect.isConstraintRefused?.(error, request)) {
          const { message } = error as EndpointError;
          return { kind: 'refused', error: message, retryable: true, constraintRefused: 'named' };
        }
        return classifyError(error, request.constraint, deps, hasPictures(request.messages));
      });
      const isOpen = hasBegun && (reply.kind === 'refused' || reply.kind === 'unreachable');
      return isOpen ? { ...reply, begun: true } : reply;
    },
  };
}

function writeSettings(request: ProviderRequest, dialect: Dialect, least: string): Body {
  const samplers = Object.fromEntries(
    Object.entries(SAMPLER_FIELDS).map(([ours, theirs]) => [
      theirs,
      request.samplers[ours as keyof typeof SAMPLER_FIELDS],
    ]),
  );
  return dropUndefined({ ...samplers, ...dialect.think(request, least), ...dialect.extra?.(request) });
}

function writeStream(request: ProviderRequest, refusals: Refusals): Body {
  const mayStream = request.onChunk !== undefined && refusals.accepts(request, 'stream', true);
  if (!mayStream && !refusals.requiresStream(request)) return { stream: false };
  return refusals.pick(request, { stream: true, stream_options: { include_usage: true } });
}

export function writeForm({
  constraint,
  jsonSchema: schema,
  schemaName: name,
}: ProviderRequest): Pick<OpenAI.ChatCompletionCreateParams, 'response_format'> {
  if (constraint === 'none') return {};
  if (constraint === 'json_object') return { response_format: { type: 'json_object' } };
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } };
}
