import { describe, expect, it } from 'vitest';
import { checkVerified } from '../../../test/support/claim-truth';
import { isDeep, sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import { fieldsOf } from '../../../test/support/loose-events';
import type { MemoryRoom } from '../../../test/support/memory-room';
import { makeToy } from '../../../test/support/toy-games';
import { FAMILIES } from '../../../test/support/toy-rules';
import type { ActionKnowledge } from '../../contract/run-knowledge';
import type { RunState } from '../../grid/state';
import { GAMES } from '../../runs/games/catalog';
import type { BuiltinGame } from '../../runs/games/game';

/** Seeds that no rule of choosing was made with: those were made with others. */
const HELD_OUT = ['apart-0', 'apart-1', 'apart-2'];
/** What a run of a built-in game needs, half of the time (docs/benchmarks.md). */
const GOAL = 35;

async function play(game: BuiltinGame, seed: string): Promise<MemoryRoom<RunState>> {
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  return room;
}

function builtin(id: string): BuiltinGame {
  const game = GAMES[id];
  if (!game) throw new Error(`there is no game ${id}`);
  return game;
}

function knownOf(room: MemoryRoom<RunState>, id: string): ActionKnowledge {
  const known = room.state.knowledge.actions[id];
  if (!known) throw new Error(`${id} was never offered`);
  return known;
}

/** Setup actions that were sent for targets of this action. */
function stepsFor(room: MemoryRoom<RunState>, target: string): number {
  return room.ledger
    .filter((event) => event.kind === 'action.suggested' && event.payload.target === target)
    .reduce((sum, event) => sum + (fieldsOf(event.payload).setup as string[]).length, 0);
}

describe('how many actions the understudy needs', () => {
  // The median needs all games and seeds, so it has no sample.
  if (isDeep)
    describe('in runs of the built-in games, from starts it was not made with', () => {
      const actions: number[] = [];
      it.each(Object.keys(GAMES))(
        'ends %s',
        async (id) => {
          for (const seed of HELD_OUT) {
            const { used, status } = (await play(builtin(id), seed)).state;
            expect(status).toBe('finished');
            actions.push(used.actions);
          }
        },
        120_000,
      );

      it('is at most 35 in the median', () => {
        actions.sort((a, b) => a - b);
        expect(actions).toHaveLength(Object.keys(GAMES).length * HELD_OUT.length);
        expect(actions[Math.floor(actions.length / 2)]).toBeLessThanOrEqual(GOAL);
      });
    });

  it.each(sample(HELD_OUT, 1))(
    'tries what never works on the way of other targets, from %s',
    async (seed) => {
      const room = await play(builtin('corridor'), seed);
      expect(knownOf(room, 'ACTION5').status).toBe('exhausted');
      // Eight tries, and for most of them no step of their own.
      expect(stepsFor(room, 'ACTION5')).toBeLessThanOrEqual(4);
    },
    30_000,
  );

  it.each(sample(HELD_OUT, 1))(
    'finds out that an action takes back, after one wrong guess at most, from %s',
    async (seed) => {
      const known = knownOf(await play(builtin('crates'), seed), 'ACTION7');
      expect(known.status).toBe('verified');
      expect(known.definition).toMatch(/^Restores the board/);
      // Tried before any action was seen to move the other way, it looks like one more of those.
      expect(known.observations.filter((one) => one.consistent === false).length).toBeLessThanOrEqual(1);
    },
    30_000,
  );

  it.each(sample(HELD_OUT, 0))(
    'clicks first on what other actions changed, from %s',
    async (seed) => {
      const { observations } = knownOf(await play(builtin('dials'), seed), 'ACTION6');
      const first = observations.findIndex((one) => one.hadEffect);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThanOrEqual(1);
    },
    30_000,
  );
});

if (isDeep)
  describe('a verified definition', () => {
    it('stays what it was while it is not contradicted, though other claims cover more', async () => {
      const game = makeToy('toucher', 'held-6');
      const room = await play(game, 'held-6');
      const checked = checkVerified(room, game, { seeds: ['u1', 'u2'], steps: 60 });
      expect(checked.length).toBeGreaterThan(3);
      for (const { definition, truth } of checked)
        expect([definition, truth.contradictions]).toEqual([definition, 0]);
      expect(knownOf(room, 'ACTION4').definition).toMatch(/^Moves /);
    }, 30_000);
  });

if (isDeep)
  describe('what the understudy verifies in games it was not made with', () => {
    it('is true of at least 98 in 100 definitions', async () => {
      const wrong: string[] = [];
      let definitions = 0;
      for (const family of FAMILIES) {
        const game = makeToy(family, 'apart-0');
        const room = await play(game, 'apart-0');
        for (const { id, definition, truth } of checkVerified(room, game, {
          seeds: ['u1', 'u2'],
          steps: 50,
        })) {
          definitions += 1;
          if (!truth.readable || truth.contradictions > 0) wrong.push(`${family} ${id} "${definition}"`);
        }
      }
      expect(definitions).toBeGreaterThan(50);
      expect([wrong, wrong.length / definitions <= 0.02]).toEqual([wrong, true]);
    }, 120_000);
  });
