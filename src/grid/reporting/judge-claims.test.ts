import { describe, expect, it } from 'vitest';
import { made } from '../../../test/support/transitions';
import { readStatements } from './judge-claims';

describe('judging one claim of several', () => {
  const [right, wrong] = readStatements(
    'Moves the blue 1×1 object right by 1 cell when the cells ahead are white. Moves the red 1×1 object right by 1 cell when the cells ahead are white. Leaving aside pink cells, which change by themselves.',
  );
  const ctx = { mask: new Set<number>(), history: [] };

  it('holds nothing against a true one that comes of what is left aside, where it was and where it is', () => {
    const transition = made('9.... 8.... ....7', '.9... 8.... ...7.');
    expect(right?.judge?.(transition, ctx).result).toBe('fits');
    expect(wrong?.judge?.(transition, ctx).result).toBe('contradicts');
  });

  it('holds what none of them foretold against all', () => {
    const transition = made('9.... 8.... .....', '.9... .8... ...e.');
    expect(right?.judge?.(transition, ctx).result).toBe('contradicts');
  });
});
