import { describe, expect, it } from 'vitest';
import { checkVerified } from '../../../test/support/claim-truth';
import { isDeep, sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { makeToy } from '../../../test/support/toy-games';
import { makeMoverToy } from '../../../test/support/toy-games-movers';
import { FAMILIES } from '../../../test/support/toy-rules';
import { GAMES } from '../../runs/games/catalog';
import type { BuiltinGame } from '../../runs/games/game';

/** Actions after which a run is too long, whatever the game. */
const LONG = 100;

interface Outcome {
  actions: number;
  reason: string | null;
  status: Record<string, string>;
  /** Verified definitions that the game contradicts, or that nobody can check. */
  wrong: string[];
}

/** Let the understudy play a game, and hold what it verified against the game, played at random from other seeds. */
async function explore(game: BuiltinGame, seed: string): Promise<Outcome> {
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  const { actions } = room.state.knowledge;
  const wrong = checkVerified(room, game, { seeds: ['u1', 'u2', 'u3'], steps: 50 }).flatMap(
    ({ id, definition, truth }) => {
      const example = truth.readable ? truth.example : 'nobody can check it';
      return example === null ? [] : [`${seed} ${id} "${definition}": ${example}`];
    },
  );
  return {
    actions: room.state.used.actions,
    reason: room.state.finishReason,
    status: Object.fromEntries(Object.entries(actions).map(([id, known]) => [id, known.status])),
    wrong,
  };
}

const BUILTIN: Record<string, Record<string, string>> = {
  corridor: moves({ ACTION5: 'exhausted' }),
  crates: moves({ ACTION5: 'exhausted', ACTION7: 'verified' }),
  'fuel-run': moves({ ACTION5: 'exhausted' }),
  tilt: moves({}),
  dials: moves({ ACTION6: 'verified', ACTION7: 'verified' }),
};

function moves(rest: Record<string, string>): Record<string, string> {
  return { ACTION1: 'verified', ACTION2: 'verified', ACTION3: 'verified', ACTION4: 'verified', ...rest };
}

describe('the understudy on the built-in games', () => {
  it.each(sample(Object.keys(GAMES), 1))(
    'ends every run of %s by itself, and all it verified is true',
    async (id) => {
      const game = GAMES[id];
      if (!game) throw new Error('no such game');
      for (const seed of sample(['s0', 's1'], 1)) {
        const outcome = await explore(game, seed);
        expect(outcome.wrong).toEqual([]);
        // A game may be won on the way.
        expect(['all_actions_settled', 'win']).toContain(outcome.reason);
        expect(outcome.actions).toBeLessThan(LONG);
        if (BUILTIN[id]) expect(outcome.status).toEqual(BUILTIN[id]);
      }
    },
    120_000,
  );
});

describe('the understudy on games nobody drew by hand', () => {
  it.each(sample(FAMILIES, 1))(
    'ends every run of a %s by itself, and all it verified is true',
    async (family) => {
      for (const seed of sample(['s0', 's1', 's2'], 1)) {
        const outcome = await explore(makeToy(family, seed), seed);
        expect(outcome.wrong).toEqual([]);
        expect(outcome.reason).toBe('all_actions_settled');
        expect(outcome.actions).toBeLessThan(LONG);
      }
    },
    120_000,
  );

  it.each(sample(['mirror', 'team', 'thief'] as const, 1))(
    'learns each way to go of a %s, though no claim was made for it',
    async (kind) => {
      const outcome = await explore(makeMoverToy(kind, 's0'), 's0');
      expect(outcome.wrong).toEqual([]);
      expect(new Set(Object.values(outcome.status))).toEqual(new Set(['verified']));
    },
    120_000,
  );

  // A share of many actions: one family more or less says little.
  if (isDeep)
    it('verifies nearly every action that has an effect', async () => {
      const families = FAMILIES.filter((family) => family !== 'slider');
      let [verified, unverified] = [0, 0];
      for (const family of families) {
        const { status } = await explore(makeToy(family, 's5'), 's5');
        verified += Object.values(status).filter((one) => one === 'verified').length;
        unverified += Object.values(status).filter((one) => one === 'unverified').length;
      }
      expect(verified / (verified + unverified)).toBeGreaterThan(0.9);
    }, 60_000);
});
