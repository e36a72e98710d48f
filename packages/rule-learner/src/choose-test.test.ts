import { describe, expect, it } from 'vitest';
import { playRandomly, WALLS } from '../cases/toy-games';
import { chooseTest, learn } from './index';

const mask: ReadonlySet<number> = new Set();
const actions = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'];

describe('chooseTest', () => {
  it('tries an unknown action first, where it is', () => {
    const board = WALLS.draw(WALLS.start);
    const test = chooseTest({
      ...{
        model: learn([], mask),
        board,
        mask,
        past: [],
        transitions: [],
        actions,
        open: actions,
        maxSteps: 5,
      },
    });
    expect(test).toEqual({ steps: [], target: { id: 'ACTION1' }, reason: 'ACTION1 was never tried' });
  });

  it('walks to a board on which the open action was not tried', () => {
    const transitions = playRandomly(WALLS, 60).filter(({ action }) => action.id !== 'ACTION1');
    const board = WALLS.draw(WALLS.start);
    const [first] = playRandomly({ ...WALLS, actions: [{ id: 'ACTION1' }] }, 1);
    if (first) transitions.push(first);
    const test = chooseTest({
      ...{
        model: learn(transitions, mask),
        board,
        mask,
        past: [],
        transitions,
        actions,
        open: ['ACTION1'],
        maxSteps: 5,
      },
    });
    expect(test?.target).toEqual({ id: 'ACTION1' });
    expect(test?.steps.length).toBeGreaterThan(0);
  });
});
