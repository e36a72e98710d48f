import type { JSONValue } from '@ai-sdk/provider';
import { asRecord } from '../../base/foreign-values';
import type { Provider } from '../provider';
import { makeAiSdkProvider } from './ai-sdk';
import type { ProviderDeps, ProviderSettings } from './settings';

/** The least budget of thinking that it takes. */
const LEAST_BUDGET = 1_024;
const EPHEMERAL: Record<string, JSONValue> = { type: 'ephemeral' };

/**
 * Anthropic's Messages API by `@ai-sdk/anthropic`, which knows what each model takes (budgets of thinking or efforts, forms
 * of answers, samplers). The system part of a prompt is cached for five minutes.
 */
export function makeAnthropicProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return makeAiSdkProvider(settings, deps, {
    model: async (id, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        apiKey: settings.apiKey || 'none',
        // Given in any case, as the library would look for one in the environment.
        baseURL: settings.baseUrl || 'https://api.anthropic.com/v1',
        headers: { ...settings.headers },
        fetch,
      })(id);
    },
    stable: { anthropic: { cacheControl: EPHEMERAL } },
    optional: ['temperature', 'top_p', 'top_k', 'stop_sequences', 'thinking', 'effort'],
    about: { thinking: /\bthinking\b/i, effort: /\beffort\b/i },
    limit: (body, { maxTokens, reasoningTokens }, limit) => {
      const thinking = asRecord(body.thinking);
      const most = typeof body.max_tokens === 'number' ? body.max_tokens : limit;
      if (thinking.type !== 'enabled') return { ...body, max_tokens: Math.min(most, limit) };
      const wish = Number(thinking.budget_tokens);
      const budget = Math.max(LEAST_BUDGET, Math.min(wish, reasoningTokens, limit - maxTokens));
      const max_tokens = Math.min(most, maxTokens + budget);
      return { ...body, max_tokens, thinking: { ...thinking, budget_tokens: budget } };
    },
  });
}
