import { expect, it } from 'vitest';
import { buildMeter } from '../../../web/src/kit/meter-of';

/** The color that browsers give a meter (HTML, "the meter element") whose best value is the lowest. */
function colourOf({ value, low, high, optimum }: ReturnType<typeof buildMeter>): string {
  expect(optimum).toBeLessThanOrEqual(low);
  return value <= low ? 'green' : value <= high ? 'yellow' : 'red';
}

it('is red when the budget is spent, yellow when it nearly is, and green before', () => {
  expect(colourOf(buildMeter(0, 100))).toBe('green');
  expect(colourOf(buildMeter(79, 100))).toBe('green');
  expect(colourOf(buildMeter(95, 100))).toBe('yellow');
  expect(colourOf(buildMeter(100, 100))).toBe('red');
  expect(colourOf(buildMeter(130, 100))).toBe('red');
  expect(colourOf(buildMeter(1, 1))).toBe('red');
  expect(colourOf(buildMeter(0.0002, 0.0002))).toBe('red');
});

it('is red when too little is left for the next call, and when nothing was ever allowed', () => {
  expect(colourOf(buildMeter(60, 100, true))).toBe('red');
  expect(buildMeter(0, 0)).toMatchObject({ max: 1, value: 1 });
  expect(colourOf(buildMeter(0, 0))).toBe('red');
});

it('stays inside its own bounds', () => {
  for (const [used, limit, isSpent] of [
    [0, 100, true],
    [50, 100, false],
    [500, 100, true],
    [0, 0, true],
  ] as const) {
    const { min, low, high, max, value } = buildMeter(used, limit, isSpent);
    expect([min, low, high, max]).toEqual([min, low, high, max].toSorted((a, b) => a - b));
    expect(value).toBeGreaterThanOrEqual(min);
    expect(value).toBeLessThanOrEqual(max);
  }
});
