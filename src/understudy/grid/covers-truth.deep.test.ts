import { describe, expect, it } from 'vitest';
import { checkVerified } from '../../../test/support/claim-truth';
import { sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { makeCoverToy } from '../../../test/support/toy-games-covers';

/** Actions after which a run is too long. */
const LONG = 60;

async function explore(kind: 'cutouts' | 'cards', seed: string) {
  const game = makeCoverToy(kind, seed);
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  const truths = checkVerified(room, game, { seeds: ['u1', 'u2', 'u3'], steps: 50 });
  return { kind, seed, actions: room.state.used.actions, known: game.info.actions, truths };
}

// Not every one of these games is learnt: docs/runs.md says how many.
const GAMES = [
  ['cutouts', 's6'],
  ['cutouts', 's7'],
  ['cards', 's1'],
  ['cards', 's9'],
] as const;
// Explored before the tests, as each game takes seconds.
const explored: Awaited<ReturnType<typeof explore>>[] = [];
for (const [kind, seed] of sample(GAMES, 1)) explored.push(await explore(kind, seed));

describe('the understudy in games of things that cover each other', () => {
  it.each(explored)('learns what every action of $kind does ($seed)', ({ actions, known, truths }) => {
    expect(actions).toBeLessThan(LONG);
    expect(truths.map(({ id }) => id).sort()).toEqual(known);
    for (const { id, truth, definition } of truths) {
      expect(`${id}: ${truth.example}`).toBe(`${id}: null`);
      expect(`${id} ${definition.includes('that may cover each other')}`).toBe(`${id} true`);
      expect(truth.foretold / truth.effects).toBeGreaterThan(0.5);
    }
  });
});
