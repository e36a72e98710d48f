/** The value below which the share `q` of the samples lies (nearest rank). NaN without samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

/** The middle sample; the mean of the two middle ones when there is no middle. */
export function median(samples: readonly number[]): number {
  const half = samples.length / 2;
  const sorted = samples.toSorted((a, b) => a - b);
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? (high + (sorted[half - 1] ?? Number.NaN)) / 2 : high;
}

/** `p50 / p90`, in milliseconds with one decimal. */
export const spread = (samples: readonly number[]): string =>
  `${median(samples).toFixed(1)} / ${quantile(samples, 0.9).toFixed(1)} ms`;
