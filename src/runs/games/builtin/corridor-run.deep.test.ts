import { describe, expect, it } from 'vitest';
import { isDeep, sample } from '../../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../../test/support/explore-run';
import { fieldsOf } from '../../../../test/support/loose-events';
import { checkVerified } from '../../../../test/support/rule-truth';
import { unpackFrame } from '../../../contract/frame';
import { type RunState, reduceRun } from '../../../grid/state';
import { corridor } from './corridor';

const TILE = 4;
/** One seed per possible start of the block. */
function seedsForEveryStart(): string[] {
  const seeds = new Map<string, string>();
  for (let i = 0; i < 4000; i++) {
    const place = JSON.stringify(corridor.start(`s${i}`).snapshot);
    if (!seeds.has(place)) seeds.set(place, `s${i}`);
  }
  return [...seeds.values()];
}
const SEEDS = seedsForEveryStart();

describe('corridor', () => {
  it('shows one block on a 64×64 board and can start it on every free tile', () => {
    const grid = unpackFrame(corridor.start('x').frames[0] ?? '');
    expect([grid.length, grid[0]?.length]).toEqual([64, 64]);
    expect(grid.flat().filter((colour) => colour === 9)).toHaveLength(TILE * TILE);
    const walls = grid.flat().filter((colour) => colour === 5 || colour === 13);
    expect(SEEDS).toHaveLength((64 * 64 - walls.length) / (TILE * TILE));
  });

  it('never does anything on ACTION5', () => {
    for (const seed of SEEDS) {
      const { snapshot, frames } = corridor.start(seed);
      expect(corridor.act(snapshot, { id: 'ACTION5' })).toMatchObject({ snapshot, frames });
    }
  });
});

const finished = createMemoryRun({ seed: 'twice' });
await playToEnd(finished);

const WAYS = { ACTION1: 'up', ACTION2: 'down', ACTION3: 'left', ACTION4: 'right' };

describe('a run of corridor with the understudy', () => {
  const starts = SEEDS.filter((_, i) => i % 15 === 0);
  it.each(sample(starts, 1))(
    'from seed %s verifies moves with true rules, gives up ACTION5 and ends',
    async (seed) => {
      const room = createMemoryRun({ seed });
      await playToEnd(room);
      const { knowledge, finishReason, status, used } = room.state;
      expect({ status, finishReason }).toEqual({ status: 'finished', finishReason: 'all_actions_settled' });
      expect(used.actions).toBeLessThan(100);
      const { ACTION5, ...moves } = knowledge.actions;
      const verifiedMoves = Object.values(moves).filter(({ status }) => status === 'verified');
      expect(verifiedMoves).toHaveLength(4);
      // Unverified if walls kept it from eight different boards.
      expect(['exhausted', 'unverified']).toContain(ACTION5?.status);
      for (const [id, way] of Object.entries(WAYS))
        expect(knowledge.actions[id]?.definition).toContain(`${id} moves the blue 4×4 square ${way} 4`);
      expect(ACTION5?.definition).toBe('ACTION5 has no effect.');
      for (const { truth } of checkVerified(room, corridor, { seeds: ['t1', 't2'], steps: 40 }))
        expect(truth).toMatchObject({ wrong: 0, example: null });
    },
    120_000,
  );

  if (isDeep)
    it('is the same run for the same seed, event for event', async () => {
      const again = createMemoryRun({ seed: 'twice' });
      await playToEnd(again);
      expect(again.ledger).toEqual(finished.ledger);
    });

  it('rebuilds from its ledger, at every event, from plain JSON', () => {
    const ledger: typeof finished.ledger = JSON.parse(JSON.stringify(finished.ledger));
    let state: RunState | null = null;
    for (const event of ledger) state = JSON.parse(JSON.stringify(reduceRun(state, event))) as RunState;
    expect(state).toEqual(finished.state);
  });

  it('marks everything the understudy said', () => {
    const said = finished.ledger.filter((event) => event.actor === 'agent');
    expect(said.length).toBeGreaterThan(40);
    expect(said.every((event) => fieldsOf(event.payload).provider === 'understudy')).toBe(true);
  });
});
