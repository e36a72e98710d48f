import type { Provider } from '../provider';
import { type ChatMessage, type Dialect, makeChatProvider } from './openai';
import { EndpointError } from './openai-errors';
import type { ProviderDeps, ProviderSettings } from './settings';

const OPENROUTER_URL = 'https://openrouter.ai/api/v1';

/** Its words when no provider behind it takes the parameters that `require_parameters` insists on. */
const NO_ENDPOINT = /no endpoints? found that (?:can handle|support)/i;

const DIALECT: Dialect = {
  // Either an effort or a budget; an effort suits every model behind it.
  think: ({ reasoning }) =>
    reasoning === 'default'
      ? {}
      : { reasoning: reasoning === 'off' ? { enabled: false } : { effort: reasoning } },
  extra: ({ constraint }) => ({
    usage: { include: true },
    // Otherwise it may route to a provider that ignores the schema.
    ...(constraint === 'json_schema' && { provider: { require_parameters: true } }),
  }),
  // Claude's prompts are cached only up to a mark; the marks of others are their own affair.
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
    // Pictures are refused in nearly the same words.
    !/image/i.test(error.message),
};

/**
 * OpenRouter, by the client of `openai` and its own options. Its own count of money is asked for. `HTTP-Referer`, by which
 * it ranks applications, is the operator's to set in `headers`.
 */
export function makeOpenRouterProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const headers = { 'X-Title': 'Proscenium', ...settings.headers };
  const baseUrl = settings.baseUrl || OPENROUTER_URL;
  return makeChatProvider({ ...settings, ...deps, baseUrl, headers }, DIALECT);
}
