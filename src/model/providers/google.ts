import { asRecord } from '../../base/foreign-values';
import type { Provider } from '../provider';
import { makeAiSdkProvider } from './ai-sdk';
import type { ProviderDeps, ProviderSettings } from './settings';

/** The least budget of thinking that all models take. */
const LEAST_BUDGET = 512;

/**
 * Google's Gemini API by `@ai-sdk/google`, which knows which models take a budget of thinking and which a level. Thinking
 * counts against `maxOutputTokens`.
 */
export function makeGoogleProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return makeAiSdkProvider(settings, deps, {
    model: async (id, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({
        apiKey: settings.apiKey || 'none',
        ...(settings.baseUrl && { baseURL: settings.baseUrl }),
        headers: { ...settings.headers },
        fetch,
      })(id);
    },
    // Models that don't think refuse to be asked for their thoughts.
    options: ({ reasoning }) =>
      reasoning === 'default' || reasoning === 'off'
        ? {}
        : { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } },
    optional: [
      'temperature',
      'topP',
      'topK',
      'seed',
      'frequencyPenalty',
      'presencePenalty',
      'stopSequences',
      'thinkingConfig',
    ],
    about: {
      thinkingConfig: /\bthinking|\bthoughts\b/i,
      frequencyPenalty: /penalt/i,
      presencePenalty: /penalt/i,
    },
    limit: (body, { maxTokens, reasoningTokens }, limit) => {
      const config = asRecord(body.generationConfig);
      const thinking = asRecord(config.thinkingConfig);
      const wish = Number(thinking.thinkingBudget ?? 0);
      const generationConfig = { ...config, maxOutputTokens: limit };
      if (!(wish > 0)) return { ...body, generationConfig };
      const thinkingBudget = Math.max(LEAST_BUDGET, Math.min(wish, reasoningTokens, limit - maxTokens));
      return {
        ...body,
        generationConfig: {
          ...generationConfig,
          maxOutputTokens: Math.max(limit, maxTokens + thinkingBudget),
          thinkingConfig: { ...thinking, thinkingBudget },
        },
      };
    },
  });
}
