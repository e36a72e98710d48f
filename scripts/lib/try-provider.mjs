/** A model may have to be loaded first, and may think. */
const PATIENCE_MS = 120_000;

/**
 * Tries the model of a provider on a running stage, and describes the result in a line, then one for each problem. Never
 * throws: a model that does not answer is no reason for the stage not to start.
 *
 * @param {string} url of the stage, without a trailing slash
 * @param {string} key the operator's
 * @param {string} provider
 * @returns {Promise<string[]>}
 */
export async function tryProvider(url, key, provider) {
  try {
    const response = await fetch(`${url}/v1/providers/${provider}/try`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body = await response.json();
    return response.ok ? describeTrial(body) : [`The model was not tried: ${body.detail} ${body.fix ?? ''}`];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [`The model was not tried: ${words}. POST /v1/providers/${provider}/try tries it again.`];
  }
}

/**
 * @param {import('../../src/contract/provider-views').ProviderTrial} trial
 * @returns {string[]}
 */
export function describeTrial(trial) {
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
