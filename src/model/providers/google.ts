import { asRecord } from '../../base/foreign-values';
import { encodeModelName } from '../../contract/model-names';
import type { Provider } from '../provider';
import { createAiSdkProvider } from './ai-sdk';
import type { ProviderDeps, ProviderSettings } from './settings';

const MIN_BUDGET = 512;
/** Minimum for models that always think: they take it from the answer's tokens unless we add it. */
const MIN_FORCED_BUDGET = 128;
const ALWAYS_THINKS = /2\.5-pro/;

/**
 * Google's Gemini API through `@ai-sdk/google`, which knows if a model takes a thinking budget or level. Thinking
 * counts against `maxOutputTokens`.
 */
export function createGoogleProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return createAiSdkProvider(settings, deps, {
    model: async (id, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google');
      // The library does not escape the name in the URL.
      return createGoogle({
        apiKey: settings.apiKey || 'none',
        ...(settings.baseUrl && { baseURL: settings.baseUrl }),
        headers: { ...settings.headers },
        fetch,
      })(encodeModelName(id));
    },
    // Models without thinking reject `includeThoughts`.
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
    isFinish: ({ candidates }) => Array.isArray(candidates) && Boolean(asRecord(candidates[0]).finishReason),
    limit: (body, { model, maxTokens, reasoningTokens }, limit) => {
      const config = asRecord(body.generationConfig);
      const { includeThoughts, ...thinking } = asRecord(config.thinkingConfig);
      const generationConfig = { ...config, maxOutputTokens: limit };
      const wish = Number(thinking.thinkingBudget ?? 0);
      if (!(wish > 0)) return { ...body, generationConfig };
      const budget = Math.min(wish, reasoningTokens, limit - maxTokens);
      const thinkingBudget = ALWAYS_THINKS.test(model)
        ? Math.max(MIN_FORCED_BUDGET, budget)
        : budget < MIN_BUDGET
          ? 0
          : budget;
      const thinkingConfig = {
        ...thinking,
        thinkingBudget,
        // Rejected when thinking is off.
        ...(thinkingBudget > 0 && includeThoughts !== undefined && { includeThoughts }),
      };
      return { ...body, generationConfig: { ...generationConfig, thinkingConfig } };
    },
  });
}
