import { describe, expect, it } from 'vitest';
import { summarizeSample } from './sample';

/** Compares with published figures, to their precision. */
function expectSummary(values: readonly number[], mean: number, deviation: number, interval: number[]) {
  const got = summarizeSample(values);
  expect(got?.mean).toBeCloseTo(mean, 2);
  expect(got?.standardDeviation).toBeCloseTo(deviation, 2);
  expect(got?.low).toBeCloseTo(interval[0] ?? 0, 2);
  expect(got?.high).toBeCloseTo(interval[1] ?? 0, 2);
}

describe('the mean of a sample with its 95 % interval', () => {
  it("is that of Student's sleep data (1908): hours gained with the second drug over the first", () => {
    const hours = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];
    expectSummary(hours, 1.58, 1.23, [0.7, 2.46]);
  });

  it("is that of Darwin's maize in Fisher's Design of Experiments (1935), in eighths of an inch", () => {
    const eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
    expectSummary(eighths, 20.93, 37.74, [0.03, 41.84]);
  });

  it.each([
    [2, 12.7062],
    [30, 2.0452],
    [31, 2.0423],
    [41, 2.0211],
    [61, 2.0003],
    [1000, 1.9623],
  ])("has the width of Student's t for %d values", (n, t) => {
    const sample = summarizeSample(Array.from({ length: n }, (_, i) => i % 7));
    const half = (sample?.high ?? 0) - (sample?.mean ?? 0);
    expect(half / ((sample?.standardDeviation ?? 0) / Math.sqrt(n))).toBeCloseTo(t, 3);
  });

  it('has no spread for one value, and is nothing for none', () => {
    expect(summarizeSample([3])).toEqual({ n: 1, mean: 3, standardDeviation: null, low: null, high: null });
    expect(summarizeSample([])).toBeNull();
  });
});
