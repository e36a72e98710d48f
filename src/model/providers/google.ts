import { asRecord } from '../../base/foreign-values';
import { encodeModelName } from '../../contract/model-names';
import type { Provider } from '../provider';
import { makeAiSdkProvider } from './ai-sdk';
import type { ProviderDeps, ProviderSettings } from './settings';

/** The least budget of thinking that models take which can do without any. */
const LEAST_BUDGET = 512;
/** That of a model which can't: it takes it from its answer where no more is kept back. */
const LEAST_ALWAYS = 128;
const ALWAYS_THINKS = /2\.5-pro/;

/**
 * Google's Gemini API by `@ai-sdk/google`, which knows which models take a budget of thinking and which a level. Thinking
 * counts against `maxOutputTokens`.
 */
export function makeGoogleProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  return makeAiSdkProvider(settings, deps, {
    model: async (id, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google');
      // The library writes the name into the address as it is.
      return createGoogle({
        apiKey: settings.apiKey || 'none',
        ...(settings.baseUrl && { baseURL: settings.baseUrl }),
        headers: { ...settings.headers },
        fetch,
      })(encodeModelName(id));
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
    isFinish: ({ candidates }) => Array.isArray(candidates) && Boolean(asRecord(candidates[0]).finishReason),
    limit: (body, { model, maxTokens, reasoningTokens }, limit) => {
      const config = asRecord(body.generationConfig);
      const { includeThoughts, ...thinking } = asRecord(config.thinkingConfig);
      const generationConfig = { ...config, maxOutputTokens: limit };
      const wish = Number(thinking.thinkingBudget ?? 0);
      if (!(wish > 0)) return { ...body, generationConfig };
      const budget = Math.min(wish, reasoningTokens, limit - maxTokens);
      const thinkingBudget = ALWAYS_THINKS.test(model)
        ? Math.max(LEAST_ALWAYS, budget)
        : budget < LEAST_BUDGET
          ? 0
          : budget;
      const thinkingConfig = {
        ...thinking,
        thinkingBudget,
        // Who does not think refuses to be asked for thoughts.
        ...(thinkingBudget > 0 && includeThoughts !== undefined && { includeThoughts }),
      };
      return { ...body, generationConfig: { ...generationConfig, thinkingConfig } };
    },
  });
}
