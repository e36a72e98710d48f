import type { JSONValue } from '@ai-sdk/provider';
import { asRecord } from '../../base/foreign-values';
import type { Provider } from '../provider';
import { createAiSdkProvider } from './ai-sdk';
import type { ProviderDeps, ProviderSettings } from './settings';

/** Anthropic's minimum thinking budget. With a smaller allowance thinking is disabled. */
const MIN_BUDGET = 1_024;
/** Known stream events. Gateways add their own. */
const EVENTS = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|error)$/;
const EPHEMERAL: Record<string, JSONValue> = { type: 'ephemeral' };

/**
 * Anthropic's Messages API through `@ai-sdk/anthropic`, which knows each model's options (thinking budgets or efforts,
 * answer formats, samplers). The system prompt is cached for five minutes.
 */
export function createAnthropicProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return createAiSdkProvider(settings, deps, {
    model: async (id, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        apiKey: settings.apiKey || 'none',
        // Always set, because the library would otherwise read the environment.
        baseURL: settings.baseUrl || 'https://api.anthropic.com/v1',
        headers: { ...settings.headers },
        fetch,
      })(id);
    },
    stable: { anthropic: { cacheControl: EPHEMERAL } },
    optional: ['temperature', 'top_p', 'top_k', 'stop_sequences', 'thinking', 'effort'],
    about: { thinking: /\bthinking\b/i, effort: /\beffort\b/i },
    isKnown: ({ type }) => EVENTS.test(String(type)),
    isFinish: ({ type, delta }) =>
      type === 'message_stop' || (type === 'message_delta' && Boolean(asRecord(delta).stop_reason)),
    limit: (body, { maxTokens, reasoningTokens, samplers }, limit) => {
      const thinking = asRecord(body.thinking);
      const most = typeof body.max_tokens === 'number' ? body.max_tokens : limit;
      if (thinking.type !== 'enabled') return { ...body, max_tokens: Math.min(most, limit) };
      const budget = Math.min(Number(thinking.budget_tokens), reasoningTokens, limit - maxTokens);
      if (budget >= MIN_BUDGET) {
        const max_tokens = Math.min(most, maxTokens + budget);
        return { ...body, max_tokens, thinking: { ...thinking, budget_tokens: budget } };
      }
      // The library drops it when thinking is configured.
      const { temperature } = samplers;
      return {
        ...body,
        ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
        max_tokens: Math.min(most, limit),
        thinking: { type: 'disabled' },
      };
    },
  });
}
