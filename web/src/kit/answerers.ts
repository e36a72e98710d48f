import { type Answerer, UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { say } from '../words/say';

/** Brand names of providers that are named after their kind. */
const BRANDS: Readonly<Record<string, string>> = {
  openai: 'OpenAI, or a service like it',
  anthropic: 'Anthropic',
  google: 'Google',
  openrouter: 'OpenRouter',
  'workers-ai': 'Workers AI',
};

/** Names a provider; falls back to its brand. */
export const providerLabel = (provider: string): string =>
  provider === UNDERSTUDY_NAME ? say('understudy') : (BRANDS[provider] ?? provider);

/** Names the model, and the provider if it has a name. */
export function answererLabel({ provider, model }: Answerer): string {
  if (provider === UNDERSTUDY_NAME) return 'the understudy';
  if (model === undefined) return providerLabel(provider);
  return provider in BRANDS ? model : `${model} by ${provider}`;
}

/** The same for a name from events and rooms, such as `qwen3:8b by local`. */
export function answererNameLabel(name: string): string {
  const at = name.lastIndexOf(' by ');
  return at < 0
    ? providerLabel(name)
    : answererLabel({ model: name.slice(0, at), provider: name.slice(at + 4) });
}
