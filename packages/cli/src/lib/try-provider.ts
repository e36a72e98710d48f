import type { Schemas } from '../../../client/src/index';

/** The model may have to load first, and may reason. */
export const TRIAL_WITHIN_MS = 120_000;

type Trial = Omit<Schemas['ProviderTrial'], 'problems' | 'cost'> & {
  problems: { detail: string; fix: string }[];
};

/** Describes the test of a model: a line, then one per problem. */
export function describeTrial(trial: Trial): string[] {
  const { ok, model, provider, rung, latencyMs, thinks, tokens, window, pictures, problems } = trial;
  const parts = [
    `rung ${rung}`,
    ...(pictures === null ? [] : [pictures ? 'accepts pictures' : 'no pictures']),
    thinks ? `reasons (${tokens.reasoning} tokens)` : 'no reasoning',
    ...(window === null ? [] : [`context window ${window} tokens`]),
    `${(latencyMs / 1000).toFixed(1)} s`,
    `${tokens.prompt} + ${tokens.completion} tokens`,
  ];
  const head = ok
    ? `${model} by ${provider} works: ${parts.join(', ')}.`
    : `${model} by ${provider} does not work properly.`;
  return [head, ...problems.map(({ detail, fix }) => `  ${detail}. ${fix}`)];
}
