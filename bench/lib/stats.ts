/** The `q` quantile of the samples (nearest rank). NaN without samples. */
export function quantile(samples: readonly number[], q: number): number {
  const ranked = samples.toSorted((a, b) => a - b);
  return ranked[Math.min(ranked.length - 1, Math.max(0, Math.ceil(q * ranked.length) - 1))] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  const half = samples.length / 2;
  const ranked = samples.toSorted((a, b) => a - b);
  const high = ranked[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? (high + (ranked[half - 1] ?? Number.NaN)) / 2 : high;
}

/** Formats `p50 / p90`, in milliseconds. */
export const spread = (samples: readonly number[]): string =>
  `${median(samples).toFixed(1)} / ${quantile(samples, 0.9).toFixed(1)} ms`;
