import type { Schemas } from '../../../client/src/index';

/** A model may have to be loaded first, and may think. */
export const TRIAL_WITHIN_MS = 120_000;

type Trial = Omit<Schemas['ProviderTrial'], 'problems'> & { problems: { detail: string; fix: string }[] };

/** Describes the trial of a model: a line, then one for each problem. */
export function describeTrial(trial: Trial): string[] {
  const { ok, model, provider, rung, latencyMs, thinks, tokens, window, pictures, problems } = trial;
  const parts = [
    `rung ${rung}`,
    ...(pictures === null ? [] : [pictures ? 'takes pictures' : 'takes no pictures']),
    thinks ? `thinks (${tokens.reasoning} tokens)` : 'does not think',
    ...(window === null ? [] : [`window ${window} tokens`]),
    `${(latencyMs / 1000).toFixed(1)} s`,
    `${tokens.prompt} + ${tokens.completion} tokens`,
  ];
  const head = ok
    ? `${model} by ${provider} answers: ${parts.join(', ')}.`
    : `${model} by ${provider} does not answer as it should.`;
  return [head, ...problems.map(({ detail, fix }) => `  ${detail}. ${fix}`)];
}
