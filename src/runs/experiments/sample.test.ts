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

  it('uses the normal distribution above 30 values', () => {
    const values = Array.from({ length: 32 }, (_, i) => i % 2);
    const half = (1.96 * Math.sqrt(8 / 31)) / Math.sqrt(32);
    expect(summarizeSample(values)?.high).toBeCloseTo(0.5 + half, 10);
    const thirty = summarizeSample(values.slice(0, 30));
    expect(((thirty?.high ?? 0) - 0.5) / ((thirty?.standardDeviation ?? 0) / Math.sqrt(30))).toBeCloseTo(
      2.045,
      10,
    );
  });

  it('has no spread for one value, and is nothing for none', () => {
    expect(summarizeSample([3])).toEqual({ n: 1, mean: 3, standardDeviation: null, low: null, high: null });
    expect(summarizeSample([])).toBeNull();
  });
});
