import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth';
import { cut, findStart, press, settled } from '../../../../test/support/play-game';
import type { JsonObject } from '../../../base/json';
import type { GameStep } from '../game';
import { tilt } from './tilt';

type Place = [number, number];
const STEPS: Record<number, Place> = { 1: [-1, 0], 2: [1, 0], 3: [0, -1], 4: [0, 1] };
const COLOURS = ['8', '9', 'b', 'f'];

const tile = (frame: string, row: number, col: number) => cut(frame, 4 + row * 8, 4 + col * 8, 8);
/** Positions of the four blocks, read from a frame. Each tile must have one color. */
function blocksIn(frame: string): Place[] {
  const places = new Map<string, Place>();
  for (let row = 0; row < 7; row++) {
    for (let col = 0; col < 7; col++) {
      const colours = new Set(tile(frame, row, col).replaceAll('/', ''));
      expect(colours.size).toBe(1);
      for (const colour of colours) places.set(colour, [row, col]);
    }
  }
  return COLOURS.map((colour) => places.get(colour) ?? [-1, -1]);
}
/** True if a block can move there. */
const isFree = (frame: string, row: number, col: number) =>
  row >= 0 && row < 7 && col >= 0 && col < 7 && tile(frame, row, col)[0] === '0';

describe('tilt', () => {
  // The plan with pillars at (0,3), (2,1), (2,5), (5,2) and (5,5).
  const board = findStart(
    tilt,
    ({ frames: [frame = ''] }) => tile(frame, 0, 3)[0] === '3' && tile(frame, 5, 2)[0] === '3',
  );
  const arrange = (blocks: Place[]): JsonObject => ({ ...board.snapshot, blocks });
  const slide = (blocks: Place[], action: number): GameStep => tilt.act(arrange(blocks), press(action));

  it('slides every block until something stops it, one tile a frame, the last frame settled', () => {
    const step = slide(
      [
        [6, 0],
        [6, 1],
        [6, 4],
        [6, 6],
      ],
      1,
    );
    // (6,1) is stopped by the pillar at (2,1), the others by the rim.
    expect(blocksIn(settled(step))).toEqual([
      [0, 0],
      [3, 1],
      [0, 4],
      [0, 6],
    ]);
    expect(step.frames).toHaveLength(6);
    expect(blocksIn(step.frames[0] ?? '')).toEqual([
      [5, 0],
      [5, 1],
      [5, 4],
      [5, 6],
    ]);
    expect(blocksIn(step.frames[3] ?? '')).toEqual([
      [2, 0],
      [3, 1],
      [2, 4],
      [2, 6],
    ]);
  });

  it('lets blocks in a row slide together and stack up', () => {
    const step = slide(
      [
        [3, 0],
        [3, 1],
        [3, 2],
        [3, 4],
      ],
      4,
    );
    expect(blocksIn(settled(step))).toEqual([
      [3, 3],
      [3, 4],
      [3, 5],
      [3, 6],
    ]);
    expect(blocksIn(step.frames[0] ?? '')).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
      [3, 5],
    ]);
    expect(step.frames).toHaveLength(3);
  });

  it('has no effect when nothing can slide: one frame, the same', () => {
    const from = arrange([
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 4],
    ]);
    const step = tilt.act(from, press(1));
    expect(step.snapshot).toEqual(from);
    expect(step.frames).toHaveLength(1);
    expect(blocksIn(settled(step))).toEqual(from.blocks);
  });

  it('comes to rest: the same tilt again changes nothing', () => {
    for (let i = 0; i < 40; i++) {
      for (const action of [1, 2, 3, 4]) {
        const once = tilt.act(tilt.start(`rest ${i}`).snapshot, press(action));
        expect(tilt.act(once.snapshot, press(action))).toMatchObject({
          snapshot: once.snapshot,
          frames: [settled(once)],
        });
      }
    }
  });

  it('moves each block by one tile or none from frame to frame, and never without room ahead', () => {
    for (let i = 0; i < (isDeep ? 25 : 5); i++) {
      let step = tilt.start(`frames ${i}`);
      for (const action of [1, 4, 2, 3, 3, 1]) {
        const [rows, cols] = STEPS[action] ?? [0, 0];
        const next = tilt.act(step.snapshot, press(action));
        const frames = [settled(step), ...next.frames];
        for (let f = 1; f < frames.length; f++) {
          const [before, after] = [blocksIn(frames[f - 1] ?? ''), blocksIn(frames[f] ?? '')];
          if (next.frames.length > 1) expect(after).not.toEqual(before);
          after.forEach(([row, col], b) => {
            const [wasRow, wasCol] = before[b] ?? [-1, -1];
            const moved = row !== wasRow || col !== wasCol;
            expect([row - wasRow, col - wasCol]).toEqual(moved ? [rows, cols] : [0, 0]);
          });
        }
        for (const [row, col] of blocksIn(settled(next))) {
          expect(isFree(settled(next), row + rows, col + cols)).toBe(false);
        }
        step = next;
      }
    }
  });

  it('has no other action, no goal and no end', () => {
    const start = tilt.start('other');
    expect(start.availableActions).toEqual(['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4']);
    for (const n of [5, 6, 7]) expect(tilt.act(start.snapshot, press(n, 30, 30))).toEqual(start);
    let step = start;
    for (let i = 0; i < 60; i++) step = tilt.act(step.snapshot, press(1 + ((i * 7) % 4)));
    expect(step).toMatchObject({ state: 'NOT_FINISHED', levelsCompleted: 0 });
  });

  it('starts so that some tilt changes something', () => {
    for (let i = 0; i < 100; i++) {
      const { snapshot } = tilt.start(`any ${i}`);
      const effects = [1, 2, 3, 4].filter(
        (n) => JSON.stringify(tilt.act(snapshot, press(n)).snapshot) !== JSON.stringify(snapshot),
      );
      expect(effects.length).toBeGreaterThan(0);
    }
  });
});
