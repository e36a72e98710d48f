import { describe, expect, it } from 'vitest';
import { DICE_NOTATION, formatRoll, rollDice } from './dice';

describe('dice', () => {
  it.each(['d6', '1d2', '20d1000', '2d6+1', '3D8-1000', 'd20+0', '19d100'])('accepts %s', (notation) =>
    expect(notation).toMatch(DICE_NOTATION),
  );

  it.each([
    '',
    '6',
    '0d6',
    '21d6',
    '2d1',
    '2d0',
    'd1001',
    '2d6+1+1',
    '2d6+',
    '2d6*2',
    '2d6+1001',
    '2 d6',
    '-1d6',
    '2d6\n',
  ])('refuses %j', (notation) => expect(notation).not.toMatch(DICE_NOTATION));

  it('rolls every side about equally often, and the same for the same seed', () => {
    const counts = new Map<number, number>();
    for (let n = 0; n < 600; n += 1) {
      const { dice, modifier, total } = rollDice('2d6-1', `seed ${n}`);
      expect(total).toBe(dice.reduce((sum, one) => sum + one, 0) + modifier);
      for (const one of dice) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(60);
    expect(rollDice('4d20', 'a')).toEqual(rollDice('4d20', 'a'));
    expect(rollDice('4d20', 'a')).not.toEqual(rollDice('4d20', 'b'));
  });

  it('shows each die and the modifier', () => {
    expect(formatRoll({ dice: [3, 5], modifier: 1, total: 9 })).toBe('3 + 5 + 1 = 9');
    expect(formatRoll({ dice: [3], modifier: -2, total: 1 })).toBe('3 - 2 = 1');
    expect(formatRoll({ dice: [17], modifier: 0, total: 17 })).toBe('17');
  });
});
