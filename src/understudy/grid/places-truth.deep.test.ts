import { describe, expect, it } from 'vitest';
import { checkVerified } from '../../../test/support/claim-truth';
import { sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { makePlaceToy, PLACE_TOYS, type PlaceToy } from '../../../test/support/toy-games-places';

/** Actions after which a run is too long. */
const LONG = 45;

const explored = new Map<string, ReturnType<typeof play>>();

/** A finished run of a game; the tests of one game read the same run. */
function explore(kind: PlaceToy, seed: string): ReturnType<typeof play> {
  const known = explored.get(`${kind} ${seed}`) ?? play(kind, seed);
  explored.set(`${kind} ${seed}`, known);
  return known;
}

async function play(kind: PlaceToy, seed: string) {
  const game = makePlaceToy(kind, seed);
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  const truths = checkVerified(room, game, { seeds: ['u1', 'u2'], steps: 40 });
  return { actions: room.state.used.actions, knowledge: room.state.knowledge.actions, truths };
}

describe('the understudy in games of pictures, places and buttons', () => {
  it.each(sample(PLACE_TOYS, 2))('verifies nothing false of %s, and comes to an end', async (kind) => {
    for (const seed of sample(['t0', 't1'], 1)) {
      const { actions, truths } = await explore(kind, seed);
      expect(actions).toBeLessThan(LONG);
      for (const { id, truth } of truths)
        expect(`${seed} ${id}: ${truth.example}`).toBe(`${seed} ${id}: null`);
    }
  });

  it.each(sample(['glyphs', 'carousel', 'tanks', 'panel', 'moody'] as const, 2))(
    'learns every action of %s',
    async (kind) => {
      const { knowledge } = await explore(kind, 't0');
      for (const [id, known] of Object.entries(knowledge))
        expect(`${id} ${known.status}`).toBe(`${id} verified`);
    },
  );

  it('presses what looks like a button first, and what the button does is said of it alone', async () => {
    const { knowledge } = await explore('carousel', 't0');
    const clicks = knowledge.ACTION6?.observations.map(({ click }) => click?.x ?? 0) ?? [];
    expect(clicks.slice(0, 2).every((x) => x < 6 || x > 25)).toBe(true);
    expect(knowledge.ACTION6?.definition).toMatch(
      /^On a click on .+ within \(6,1\)-\(11,5\): Moves what is in/,
    );
  });
});
