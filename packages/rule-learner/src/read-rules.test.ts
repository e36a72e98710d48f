import { describe, expect, it } from 'vitest';
import { playRandomly, WALLS } from '../cases/toy-games';
import { compare, readRules } from './index';

const MOVES = { ACTION1: [-2, 0], ACTION2: [2, 0], ACTION3: [0, -2], ACTION4: [0, 2] };

describe('rules that somebody wrote', () => {
  it('predict by themselves', () => {
    const rules = Object.entries(MOVES).map(([action, by]) => ({
      action,
      object: 'blue 2×2 square',
      when: [{ feature: 'ahead', value: 'grey', not: true }],
      effect: { kind: 'move', by },
    }));
    const read = readRules(rules);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    for (const { before, action, after } of playRandomly(WALLS, 40))
      expect(compare(read.model.predict(before, action), before, after, new Set())).toBe('right');
    expect(read.model.define('ACTION4')).toBe(
      'ACTION4 moves the blue 2×2 square right 2, unless grey is ahead.',
    );
  });

  it('are refused with a pointer to each problem', () => {
    const read = readRules([
      {
        action: 'ACTION1',
        object: 'thing',
        when: [{ feature: 'near', value: 'red' }],
        effect: { kind: 'move', by: [0, 0] },
      },
    ]);
    expect(read.ok ? [] : read.problems.map(({ pointer }) => pointer)).toEqual([
      '/0/effect/by',
      '/0/when/0/feature',
    ]);
  });
});
