/** Mean and spread; the spread is null for fewer than two values. */
export interface SampleSummary {
  n: number;
  mean: number;
  standardDeviation: number | null;
  /** 95 % confidence interval of the mean. */
  low: number | null;
  high: number | null;
}

/** 97.5 % quantiles of Student's t distribution for 1, 2, … 29 degrees of freedom. */
const T_975 = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228],
  ...[2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086],
  ...[2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045],
];
/** The same quantile for more degrees of freedom: a series in their inverse, exact to four decimals. */
const largeT975 = (freedom: number): number => 1.959964 + 2.37228 / freedom + 2.82251 / freedom ** 2;

/** @returns null for no values */
export function summarizeSample(values: readonly number[]): SampleSummary | null {
  const n = values.length;
  if (n === 0) return null;
  const mean = values.reduce((a, b) => a + b, 0) / n;
  if (n === 1) return { n, mean, standardDeviation: null, low: null, high: null };
  const standardDeviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = ((T_975[n - 2] ?? largeT975(n - 1)) * standardDeviation) / Math.sqrt(n);
  return { n, mean, standardDeviation, low: mean - half, high: mean + half };
}
