import type { Provider } from '../provider';
import { type ChatMessage, createChatProvider, type Dialect } from './openai';
import { EndpointError } from './openai-errors';
import type { ProviderDeps, ProviderSettings } from './settings';

const OPENROUTER_URL = 'https://openrouter.ai/api/v1';

/** The error when no provider supports all parameters required by `require_parameters`. */
const NO_ENDPOINT = /no endpoints? found that (?:can handle|support)/i;

const DIALECT: Dialect = {
  // OpenRouter takes an effort or a budget; efforts work with every model.
  think: ({ reasoning }) =>
    reasoning === 'default'
      ? {}
      : { reasoning: reasoning === 'off' ? { enabled: false } : { effort: reasoning } },
  extra: ({ constraint }) => ({
    usage: { include: true },
    // Otherwise it may route to a provider that ignores the schema.
    ...(constraint === 'json_schema' && { provider: { require_parameters: true } }),
  }),
  // Claude needs cache marks; other models cache without them.
  markStable: (messages, model) => {
    const first = messages.findIndex(({ role }) => role !== 'system');
    const last = messages[first - 1];
    if (!/\bclaude\b/i.test(model) || typeof last?.content !== 'string') return messages;
    const content = [{ type: 'text', text: last.content, cache_control: { type: 'ephemeral' } }];
    return messages.with(first - 1, { ...last, content } as ChatMessage);
  },
  isConstraintRefused: (error, { constraint }) =>
    constraint === 'json_schema' &&
    error instanceof EndpointError &&
    error.status === 404 &&
    NO_ENDPOINT.test(error.message) &&
    // The error for pictures is almost the same.
    !/image/i.test(error.message),
};

/**
 * OpenRouter, through the `openai` client with OpenRouter's options. Requests its cost report. The operator can set
 * `HTTP-Referer`, used in its app rankings, in `headers`.
 */
export function createOpenRouterProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const headers = { 'X-Title': 'Proscenium', ...settings.headers };
  const baseUrl = settings.baseUrl || OPENROUTER_URL;
  return createChatProvider({ ...settings, ...deps, baseUrl, headers }, DIALECT);
}
