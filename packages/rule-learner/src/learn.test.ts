import { describe, expect, it } from 'vitest';
import { playRandomly, WALLS } from '../cases/toy-games';
import { compare, learn, Model } from './index';

const NO_MASK: ReadonlySet<number> = new Set();

describe('a square that walks between walls', () => {
  const transitions = playRandomly(WALLS, 60);
  const model = learn(transitions, NO_MASK);

  it('predicts every new transition exactly', () => {
    for (const { before, action, after } of playRandomly(WALLS, 60, 7))
      expect(compare(model.predict(before, action), before, after, NO_MASK)).toBe('right');
  });

  it('says the rule in words', () => {
    expect(model.define('ACTION1')).toBe('ACTION1 moves the blue 2×2 square up 2, unless grey is ahead.');
  });

  it('predicts the same after a round trip through JSON', () => {
    const copy = Model.fromJSON(JSON.parse(JSON.stringify(model.toJSON())));
    for (const { before, action } of transitions)
      expect(copy.predict(before, action)).toEqual(model.predict(before, action));
  });

  it('is silent about actions it never saw', () => {
    const [{ before }] = transitions as [(typeof transitions)[0]];
    expect(model.predict(before, { id: 'ACTION5' })).toEqual({
      kind: 'silent',
      reason: 'ACTION5 was never tried',
    });
  });
});
