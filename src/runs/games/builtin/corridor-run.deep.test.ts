import { describe, expect, it } from 'vitest';
import { isDeep, sample } from '../../../../test/support/depth';
import { createMemoryRun, playToEnd } from '../../../../test/support/explore-run';
import { fieldsOf } from '../../../../test/support/loose-events';
import type { ActionId } from '../../../contract/agents';
import { unpackFrame } from '../../../contract/frame';
import { type RunState, reduceRun } from '../../../grid/state';
import { corridor } from './corridor';

const TILE = 4;
const COLOURS: Record<string, number> = { 'light grey': 1, black: 5, maroon: 13 };
const DEFINITION =
  /^Moves the blue 4×4 object (up|down|left|right) by 4 cells when the cells ahead are (.+?)(?:; (.+) cells ahead stop it)?\.$/;
const WAYS: Record<string, [number, number]> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** One seed for each free tile of the board: every place the block can start from. */
function seedsForEveryStart(): string[] {
  const seeds = new Map<string, string>();
  for (let i = 0; i < 4000; i++) {
    const place = JSON.stringify(corridor.start(`s${i}`).snapshot);
    if (!seeds.has(place)) seeds.set(place, `s${i}`);
  }
  return [...seeds.values()];
}
const SEEDS = seedsForEveryStart();

/** The board around every place of the block, by asking the game itself. */
function contradictions(action: ActionId, definition: string): string[] {
  const [, way = '', over = '', stop] = DEFINITION.exec(definition) ?? [];
  const [byRow, byCol] = WAYS[way] ?? [0, 0];
  const read = (list: string | undefined) => (list ?? '').split(/, | or /).map((name) => COLOURS[name] ?? -1);
  return SEEDS.flatMap((seed) => {
    const { snapshot, frames } = corridor.start(seed);
    const [row, col] = [Number(snapshot.row), Number(snapshot.col)];
    const ahead = unpackFrame(frames[0] ?? '')[(row + byRow) * TILE]?.[(col + byCol) * TILE] ?? -1;
    const after = corridor.act(snapshot, { id: action }).snapshot;
    const moved = after.row === row + byRow && after.col === col + byCol;
    const stayed = after.row === row && after.col === col;
    if (read(over).includes(ahead)) return moved ? [] : [`${seed}: ${definition} but it did not move`];
    if (stop !== undefined && read(stop).includes(ahead)) return stayed ? [] : [`${seed}: it moved`];
    return [];
  });
}

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

describe('the check of definitions against the game', () => {
  it.each([
    ['ACTION1', 'Moves the blue 4×4 object down by 4 cells when the cells ahead are light grey.'],
    ['ACTION5', 'Moves the blue 4×4 object up by 4 cells when the cells ahead are light grey.'],
    ['ACTION1', 'Moves the blue 4×4 object up by 4 cells when the cells ahead are black.'],
    [
      'ACTION1',
      'Moves the blue 4×4 object up by 4 cells when the cells ahead are maroon; light grey cells ahead stop it.',
    ],
  ] as const)('catches that %s does not do what "%s" says', (action, definition) => {
    expect(contradictions(action, definition)).not.toEqual([]);
  });
});

const finished = createMemoryRun({ seed: 'twice' });
await playToEnd(finished);

describe('a run of corridor with the understudy', () => {
  const starts = SEEDS.filter((_, i) => i % 15 === 0);
  it.each(sample(starts, 1))(
    'from seed %s verifies the four moves with true definitions, exhausts ACTION5 and ends',
    async (seed) => {
      const room = createMemoryRun({ seed });
      await playToEnd(room);
      const { knowledge, finishReason, status, used } = room.state;
      expect({ status, finishReason }).toEqual({ status: 'finished', finishReason: 'all_actions_settled' });
      expect(used.actions).toBeLessThan(80);
      expect(Object.entries(knowledge.actions).map(([id, known]) => `${id} ${known.status}`)).toEqual([
        'ACTION1 verified',
        'ACTION2 verified',
        'ACTION3 verified',
        'ACTION4 verified',
        'ACTION5 exhausted',
      ]);
      const ways = (['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4'] as const).map((action) => {
        const definition = knowledge.actions[action]?.definition ?? '';
        expect(definition).toMatch(DEFINITION);
        expect(contradictions(action, definition)).toEqual([]);
        return DEFINITION.exec(definition)?.[1];
      });
      expect(ways).toEqual(['up', 'down', 'left', 'right']);
      expect(knowledge.actions.ACTION5?.definition).toBeNull();
    },
    20_000,
  );

  if (isDeep)
    it('says why a blocked move did nothing', async () => {
      const room = createMemoryRun({ seed: 's1' });
      await playToEnd(room);
      const blocked = room.ledger.filter(
        (event) => event.kind === 'action.analyzed' && !event.payload.hadEffect,
      );
      const reasons = blocked.map(
        (event) => (fieldsOf(event.payload).analysis as { no_effect_reason: string }).no_effect_reason,
      );
      expect(reasons).toContainEqual(
        expect.stringMatching(/^The blue 4×4 object could not move \w+: maroon cells stood in the way\.$/),
      );
      expect(room.state.knowledge.environment.rules.map((rule) => rule.name)).toContain(
        'black stops blue 4×4 object',
      );
    });

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
