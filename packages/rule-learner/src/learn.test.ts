import { describe, expect, it } from 'vitest';
import * as toys from '../cases/toy-games';
import { type Board, compare, learn, Model, type Outcome, type Transition } from './index';

const NO_MASK: ReadonlySet<number> = new Set();
type Game = Parameters<typeof toys.playRandomly>[0];

/** Learns from one random walk and scores predictions on another. */
function judge(game: Game, { train = 80, seed = 7 } = {}): Record<Outcome, number> {
  const mask = game.mask ?? NO_MASK;
  const model = learn(toys.playRandomly(game, train), mask);
  const outcomes = { right: 0, partial: 0, wrong: 0, silent: 0 };
  const test = toys.playRandomly(game, 60, seed);
  test.forEach(({ before, action, after }, i) => {
    outcomes[compare(model.predict(before, action, test.slice(0, i)), before, after, mask)]++;
  });
  return outcomes;
}

const GAMES: Record<string, Game> = {
  'walls stop a square': toys.WALLS as Game,
  'a square pushes a box': toys.PUSH as Game,
  'a click recolours a tile': toys.TILES as Game,
  'an action shows the next picture': toys.CYCLE as Game,
  'an action takes the last effect back': toys.UNDO as Game,
  'a square uncovers the floor it stood on': toys.FLOOR as Game,
  'two squares slide until something stops them': toys.SLIDE as Game,
  'two squares move apart beside a masked step bar': toys.MIRROR as Game,
};

describe('learn', () => {
  it.each(Object.entries(GAMES))('predicts new boards: %s', (_, game) => {
    const { right, wrong } = judge(game);
    expect(wrong).toBeLessThanOrEqual(1);
    expect(right).toBeGreaterThanOrEqual(45);
  });

  it.each(Object.entries(GAMES))('gets no cell of its own training wrong: %s', (_, game) => {
    const mask = game.mask ?? NO_MASK;
    const transitions = toys.playRandomly(game, 80);
    const model = learn(transitions, mask);
    transitions.forEach(({ before, action, after }, i) => {
      expect(compare(model.predict(before, action, transitions.slice(0, i)), before, after, mask)).not.toBe(
        'wrong',
      );
    });
  });

  it.each(Object.entries(GAMES))('predicts the same after a round trip through JSON: %s', (_, game) => {
    const transitions = toys.playRandomly(game, 40);
    const model = learn(transitions, game.mask ?? NO_MASK);
    const copy = Model.fromJSON(JSON.parse(JSON.stringify(model.toJSON())));
    transitions.forEach(({ before, action }, i) => {
      const past = transitions.slice(0, i);
      expect(copy.predict(before, action, past)).toEqual(model.predict(before, action, past));
    });
  });

  it.each(Object.entries(GAMES))('learns the same with and without earlier models: %s', (_, game) => {
    const transitions = toys.playRandomly(game, 60);
    const mask = new Set(game.mask);
    for (const i of transitions.keys()) learn(transitions.slice(0, i), mask);
    const fresh = learn(structuredClone(transitions), new Set(mask));
    expect(JSON.stringify(learn(transitions, mask))).toBe(JSON.stringify(fresh));
  });

  it('says rules in words', () => {
    const model = learn(toys.playRandomly(toys.WALLS, 60), NO_MASK);
    expect(model.define('ACTION1')).toBe('ACTION1 moves the blue 2×2 square up 2, unless grey is ahead.');
    expect(model.define('ACTION5')).toBeNull();
    expect(learn(toys.playRandomly(toys.UNDO, 120), NO_MASK).define('ACTION7')).toMatch(
      /takes back the last change/,
    );
    expect(model.rules().map(({ id }) => id)).toEqual(model.rules().map((_, i) => i + 1));
  });

  it('counts for each rule what its own action showed', () => {
    const transitions = toys.playRandomly(toys.WALLS, 60);
    for (const { action, seen, effect } of learn(transitions, NO_MASK).rules()) {
      const own = transitions.filter((one) => one.action.id === action);
      const moved = own.filter(({ before, after }) => toys.formatBoard(before) !== toys.formatBoard(after));
      expect([effect.kind, seen]).toEqual(['move', moved.length]);
    }
  });

  it('is silent about actions and colors it never met', () => {
    const model = learn(toys.playRandomly(toys.WALLS, 60), NO_MASK);
    const board = toys.WALLS.draw(toys.WALLS.start);
    expect(model.predict(board, { id: 'ACTION5' })).toEqual({
      kind: 'silent',
      reason: 'ACTION5 was never tried',
    });
    const blocked = toys.stamp(board, [4, 2], ['ee', 'ee']);
    expect(model.predict(blocked, { id: 'ACTION2' })).toEqual({
      kind: 'silent',
      reason: 'ACTION2 was never tried with green on the board',
    });
  });

  it('ignores a restart of the level', () => {
    const transitions = toys.playRandomly(toys.WALLS, 60);
    const start = toys.WALLS.draw(toys.WALLS.start);
    const far = transitions
      .filter(({ before }) => toys.formatBoard(before) !== toys.formatBoard(start))
      .slice(0, 2);
    const restarts = far.map(
      ({ before }): Transition => ({ action: { id: 'ACTION1' }, before, after: start }),
    );
    expect(learn([...transitions, ...restarts], NO_MASK).define('ACTION1')).toContain('up 2');
  });

  it('ends in time on noise', () => {
    const random = toys.makeRandom(3);
    const noise = (): Board => ({
      rows: 64,
      cols: 64,
      cells: Uint8Array.from({ length: 4096 }, () => Math.floor(random() * 16)),
    });
    const transitions = Array.from(
      { length: 60 },
      (_, i): Transition => ({ action: { id: `ACTION${1 + (i % 4)}` }, before: noise(), after: noise() }),
    );
    const begin = process.cpuUsage().user;
    learn(transitions, NO_MASK);
    expect((process.cpuUsage().user - begin) / 1e6).toBeLessThan(20);
  });
});
