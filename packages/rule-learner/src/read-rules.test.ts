import { describe, expect, it } from 'vitest';
import { playRandomly, stamp, WALLS } from '../cases/toy-games';
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

  it('know the player: the object that most actions move', () => {
    const moves = Object.entries(MOVES).map(([action, by]) => ({
      ...{ action, object: 'blue 2×2 square', effect: { kind: 'move', by } },
      when: [{ feature: 'ahead', value: 'grey', not: true }],
    }));
    const lamp = {
      ...{ action: 'ACTION4', object: 'red dot', effect: { kind: 'recolour', to: 'green' } },
      when: [{ feature: 'player', value: 'grey' }],
    };
    const read = readRules([...moves, lamp]);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const board = stamp(WALLS.draw([2, 8]), [8, 2], ['8']);
    expect(read.model.predict(board, { id: 'ACTION4' })).toMatchObject({ cells: new Map([[98, 14]]) });
    const free = stamp(WALLS.draw([2, 4]), [8, 2], ['8']);
    const forecast = read.model.predict(free, { id: 'ACTION4' });
    expect(forecast.kind === 'cells' && forecast.cells.has(98)).toBe(false);
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
    const pointers = read.ok ? [] : read.problems.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/0/effect/by', '/0/object', '/0/when/0/feature']);
  });
});
