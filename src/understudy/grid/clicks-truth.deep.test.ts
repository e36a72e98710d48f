import { describe, expect, it } from 'vitest';
import { checkVerified } from '../../../test/support/claim-truth';
import { isDeep, sample } from '../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../test/support/explore-run';
import type { MemoryRoom } from '../../../test/support/memory-room';
import { type ClickToy, makeClickToy } from '../../../test/support/toy-games-clicks';
import type { RunState } from '../../grid/state';

/** Actions after which a run is too long. */
const LONG = 45;

const rooms = new Map<string, Promise<MemoryRoom<RunState>>>();

/** A finished run of a game; the tests of one game read the same run. */
function explore(kind: ClickToy, seed: string): Promise<MemoryRoom<RunState>> {
  const known = rooms.get(`${kind} ${seed}`) ?? play(kind, seed);
  rooms.set(`${kind} ${seed}`, known);
  return known;
}

async function play(kind: ClickToy, seed: string): Promise<MemoryRoom<RunState>> {
  const game = makeClickToy(kind, seed);
  const room = createMemoryRun({ seed, game: game.info.id });
  await playToEnd(room, { [game.info.id]: game });
  const truths = checkVerified(room, game, { seeds: ['u1', 'u2'], steps: 40 });
  for (const { id, truth } of truths) expect(`${seed} ${id}: ${truth.example}`).toBe(`${seed} ${id}: null`);
  expect(room.state.used.actions).toBeLessThan(LONG);
  return room;
}

describe('the understudy in games that are played by clicks', () => {
  const CLICKS = [
    ['lamps', 'in the clicked object and the next of its size above, below, left and right.'],
    ['lines', 'in the clicked object and all of its size in its rows or columns.'],
    ['pipes', 'Turns what is in the clicked thing of all its colours'],
    ['groups', 'in the clicked object.'],
    ['cyclers', 'in the clicked object.'],
  ] as const;
  it.each(sample(CLICKS, 2))('learns what a click does in %s', async (kind, words) => {
    for (const seed of sample(['t0', 't1'], 1)) {
      const { ACTION6: known } = (await explore(kind, seed)).state.knowledge.actions;
      expect(known?.status).toBe('verified');
      expect(known?.definition).toContain(words);
    }
  });

  if (isDeep)
    it('learns what each key of a pad moves, and what stops it whatever the key', async () => {
      for (const seed of sample(['t0', 't1'], 1)) {
        const { ACTION6: known } = (await explore('pad', seed)).state.knowledge.actions;
        expect(known?.status).toBe('verified');
        for (const way of ['up', 'down', 'left', 'right']) expect(known?.definition).toContain(` ${way} by `);
        expect(known?.definition).toContain('cells ahead stop it');
      }
    });

  it.each(sample(['doors', 'builder', 'pieces'] as const, 1))(
    'verifies nothing false of %s',
    async (kind) => {
      const { finishReason } = (await explore(kind, 't0')).state;
      expect(finishReason).toBe('all_actions_settled');
    },
  );

  it('clicks every kind of thing before the last confirmation', async () => {
    const { state } = await explore('doors', 't0');
    const places = new Set(state.knowledge.actions.ACTION6?.observations.map(({ click }) => click?.y));
    // Two keys or three, each with a frame.
    expect(places.size).toBeGreaterThanOrEqual(3);
  });
});
