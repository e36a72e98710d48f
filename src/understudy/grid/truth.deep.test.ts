import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { checkVerified } from '../../../test/support/rule-truth';
import { makeToys } from '../../../test/support/toy-games';
import { makeClickToys } from '../../../test/support/toy-games-clicks';
import { makeCoverToys } from '../../../test/support/toy-games-covers';
import { makeMoverToys } from '../../../test/support/toy-games-movers';
import { makePlaceToys } from '../../../test/support/toy-games-places';
import { GAMES } from '../../runs/games/catalog';
import type { BuiltinGame } from '../../runs/games/game';

const LONG = 150;
/** Share of wrong predictions allowed for a verified definition on unseen boards. */
const MAX_WRONG = 0.1;

interface Outcome {
  actions: number;
  reason: string | null;
  verified: string[];
  /** Verified definitions that the game contradicts. */
  wrong: string[];
}

/** Lets the understudy play a game, and tests its verified definitions against random play with other seeds. */
async function explore(game: BuiltinGame, seed: string): Promise<Outcome> {
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  const checked = checkVerified(room, game, { seeds: ['u1', 'u2', 'u3'], steps: 40 });
  return {
    actions: room.state.used.actions,
    reason: room.state.finishReason,
    verified: checked.map(({ id }) => id),
    wrong: checked.flatMap(({ id, definition, truth: { right, partial, wrong, example } }) =>
      wrong > MAX_WRONG * (right + partial + wrong) ? [`${seed} ${id} "${definition}": ${example}`] : [],
    ),
  };
}

/** Actions that the understudy verifies at least. */
const LEAST: Record<string, number> = {
  ...{ corridor: 4, crates: 4, 'fuel-run': 4, dials: 1, switchyard: 3, tilt: 4 },
};

describe('the understudy on the built-in games', () => {
  it.each(sample(Object.keys(GAMES), 1))(
    'ends every run of %s by itself, and at most one thing it verified is false',
    async (id) => {
      const game = GAMES[id];
      if (!game) throw new Error('no such game');
      for (const seed of sample(['s0', 's1'], 1)) {
        const outcome = await explore(game, seed);
        expect(outcome.wrong.length, outcome.wrong.join('\n')).toBeLessThanOrEqual(1);
        // The game may be won on the way.
        expect(['all_actions_settled', 'win']).toContain(outcome.reason);
        expect(outcome.actions).toBeLessThan(LONG);
        expect(outcome.verified.length).toBeGreaterThanOrEqual(LEAST[id] ?? 0);
      }
    },
    180_000,
  );
});

const TOYS: [string, (seed: string) => BuiltinGame][] = Object.entries({
  ...makeToys(),
  ...makeMoverToys(),
  ...makePlaceToys(),
  ...makeClickToys(),
  ...makeCoverToys(),
});

/** Minimum share of true definitions in the toy games, checked only with enough verified ones. */
const TRUE_SHARE = 0.9;
const ENOUGH_VERIFIED = 40;

describe('the understudy on games nobody drew by hand', () => {
  it('ends every run by itself, and most of what it verified is true', async () => {
    const outcomes: Outcome[] = [];
    for (const [, make] of sample(TOYS, 1)) outcomes.push(await explore(make('s0'), 's0'));
    for (const { reason } of outcomes)
      expect(['all_actions_settled', 'win', 'action_budget']).toContain(reason);
    const wrong = outcomes.flatMap((one) => one.wrong);
    const verifiedCount = outcomes.flatMap((one) => one.verified).length;
    if (verifiedCount < ENOUGH_VERIFIED) return;
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual((1 - TRUE_SHARE) * verifiedCount);
  }, 600_000);
});
