import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFrame } from '../../contract/frame';
import { readBoard } from './board';
import { findComponents } from './components';
import { groupMoves } from './move-groups';
import { compareFrames, describeChanges } from './objects';

/** A board of zeros with painted rectangles: [color, top, left, rows, cols]. */
function board(size: number, ...rectangles: [number, number, number, number, number][]): number[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [colour, top, left, rows, cols] of rectangles) {
    for (const row of grid.slice(top, top + rows)) row.fill(colour, left, left + cols);
  }
  return grid;
}

const componentsOf = (grid: number[][]) => findComponents(readBoard(packFrame(grid)));
const compareObjects = (before: number[][], after: number[][]) =>
  compareFrames(packFrame(before), packFrame(after));

describe('objects', () => {
  it('are connected by edges, of one colour', () =>
    expect(componentsOf(board(4, [9, 0, 0, 1, 1], [9, 1, 1, 1, 2]))).toMatchObject([
      { colour: 9, top: 0, left: 0, rows: 1, cols: 1, size: 1 },
      { colour: 0, size: 11 + 2 },
      { colour: 9, top: 1, left: 1, rows: 1, cols: 2, size: 2 },
    ]));

  it('move by (rows, cols), also when they cut the ground under them in two', () => {
    const lane = (left: number) => board(12, [5, 0, 0, 4, 12], [5, 8, 0, 4, 12], [9, 4, left, 4, 4]);
    const changes = compareObjects(lane(4), lane(0));
    expect(changes).toMatchObject({ ground: 0, appeared: [], vanished: [], reshaped: [], recoloured: [] });
    expect(changes.moved).toEqual([
      { colour: 9, top: 4, left: 4, rows: 4, cols: 4, size: 16, byRows: 0, byCols: -4 },
    ]);
  });

  it('appear, vanish, change colour and form', () => {
    const before = board(12, [8, 0, 0, 2, 2], [11, 4, 4, 2, 2], [7, 8, 8, 1, 3]);
    const after = board(12, [9, 0, 0, 2, 2], [14, 10, 0, 2, 2], [7, 8, 8, 1, 4]);
    const changes = compareObjects(before, after);
    expect(changes.recoloured).toMatchObject([{ colour: 9, from: 8, top: 0, left: 0 }]);
    expect(changes.vanished).toMatchObject([{ colour: 11, top: 4, left: 4 }]);
    expect(changes.appeared).toMatchObject([{ colour: 14, top: 10, left: 0 }]);
    expect(changes.resized).toMatchObject([{ colour: 7, cols: 4, fromRows: 1, fromCols: 3 }]);
    expect(changes.moved).toEqual([]);
    const notched = compareObjects(board(12, [9, 2, 2, 4, 4]), board(12, [9, 2, 2, 4, 4], [0, 2, 2, 1, 1]));
    expect(notched.reshaped).toMatchObject([{ colour: 9, top: 2, size: 15 }]);
  });

  it('are the same as by a plain flood fill, on any board', () => {
    const grid = fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
      .chain(([rows, cols]) =>
        fc.array(fc.array(fc.nat(2), { minLength: cols, maxLength: cols }), {
          minLength: rows,
          maxLength: rows,
        }),
      );
    fc.assert(
      fc.property(grid, (cells) => {
        expect(componentsOf(cells).map((object) => object.cells)).toEqual(floodFill(cells));
        for (const object of componentsOf(cells)) {
          const width = cells[0]?.length ?? 1;
          const rows = object.cells.map((cell) => Math.floor(cell / width));
          const cols = object.cells.map((cell) => cell % width);
          expect(object).toMatchObject({
            top: Math.min(...rows),
            left: Math.min(...cols),
            rows: Math.max(...rows) - Math.min(...rows) + 1,
            cols: Math.max(...cols) - Math.min(...cols) + 1,
            size: rows.length,
          });
        }
      }),
      { seed: 5 },
    );
  });

  it('are resized, solid or hollow, and told so', () => {
    const frame = (size: number): [number, number, number, number, number][] => [
      [14, 4, 4, size, size],
      [0, 5, 5, size - 2, size - 2],
    ];
    const changes = compareObjects(
      board(24, [8, 20, 0, 4, 8], ...frame(6)),
      board(24, [8, 20, 0, 4, 7], ...frame(8)),
    );
    expect(changes).toMatchObject({ moved: [], appeared: [], vanished: [], reshaped: [] });
    expect(describeChanges(changes)).toEqual([
      'green object at (4,4) was resized from 6×6 to 8×8',
      'red object at (20,0) was resized from 4×8 to 4×7',
    ]);
  });

  it('move where another stands: that one is covered, not recoloured', () => {
    const pad: [number, number, number, number, number] = [11, 4, 8, 4, 4];
    const changes = compareObjects(board(16, pad, [9, 4, 4, 4, 4]), board(16, pad, [9, 4, 8, 4, 4]));
    expect(changes.moved).toMatchObject([{ colour: 9, left: 4, byCols: 4 }]);
    expect(changes.vanished).toMatchObject([{ colour: 11, left: 8 }]);
    expect(changes.recoloured).toEqual([]);
  });

  it('that change colours with each other are recoloured', () => {
    const lamps = (on: number) =>
      board(16, [on === 0 ? 11 : 8, 4, 2, 3, 3], [on === 1 ? 11 : 8, 4, 10, 3, 3]);
    const changes = compareObjects(lamps(0), lamps(1));
    expect(changes.recoloured).toMatchObject([
      { left: 2, from: 11, colour: 8 },
      { left: 10, from: 8, colour: 11 },
    ]);
    expect(changes.moved).toEqual([]);
  });

  it('of one form that move at once are told apart by the way they share', () => {
    const blocks = (shift: number) =>
      board(32, [9, 2, 2 + shift, 2, 2], [9, 10, 10 + shift, 2, 2], [9, 10, 14 + shift, 2, 2]);
    for (const shift of [3, 4, 6, 8]) {
      const { moved } = compareObjects(blocks(0), blocks(shift));
      // A step of 4 puts one block exactly on the old place of the next, so only the outcome is visible.
      expect(moved.every(({ byRows }) => byRows === 0)).toBe(true);
      if (shift !== 4) expect(moved.map(({ byCols }) => byCols)).toEqual([shift, shift, shift]);
    }
    const slid = compareObjects(
      board(16, [9, 0, 0, 1, 1], [9, 0, 5, 1, 1]),
      board(16, [9, 0, 12, 1, 1], [9, 0, 14, 1, 1]),
    );
    expect(slid.moved.map(({ byCols }) => byCols)).toEqual([12, 9]);
  });

  it('any set of different rectangles that moves together is found, with one displacement', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -2, max: 2 }),
        fc.integer({ min: -2, max: 2 }),
        (colours, down, right) => {
          const place = (rows: number, cols: number) =>
            board(
              40,
              ...colours.map((colour, i): [number, number, number, number, number] => [
                colour,
                4 + i * 7 + rows,
                4 + i * 3 + cols,
                1 + (colour % 3),
                2,
              ]),
            );
          const { moved, ...others } = compareObjects(place(0, 0), place(down, right));
          const shift = { byRows: down, byCols: right };
          expect(moved).toMatchObject(down === 0 && right === 0 ? [] : colours.map(() => shift));
          expect(others).toMatchObject({
            appeared: [],
            vanished: [],
            reshaped: [],
            recoloured: [],
            resized: [],
          });
        },
      ),
      { seed: 5 },
    );
  });

  it('of several colours that move as one are one group, and a crate that is pushed is in it', () => {
    const scene = (left: number) =>
      board(
        32,
        [9, 8, left, 4, 4],
        [12, 7, left + 1, 1, 2],
        [13, 8, left + 4, 4, 4],
        [8, 20, left * 2, 2, 2],
      );
    const groups = groupMoves(compareObjects(scene(4), scene(6)));
    expect(groups).toMatchObject([
      { byRows: 0, byCols: 2, top: 7, left: 4, rows: 5, cols: 8 },
      { byRows: 0, byCols: 4, parts: [{ colour: 8 }] },
    ]);
    expect(groups[0]?.parts.map(({ colour }) => colour)).toEqual([12, 9, 13]);
  });

  it('leave masked cells out, and boards of different sizes', () => {
    const [before, after] = [board(8, [9, 0, 0, 2, 2]), board(8, [9, 0, 2, 2, 2])].map(packFrame);
    const mask = new Set([0, 1, 2, 3, 8, 9, 10, 11]);
    expect(compareFrames(before ?? '', after ?? '').moved).toHaveLength(1);
    expect(describeChanges(compareFrames(before ?? '', after ?? '', mask))).toEqual([]);
    expect(describeChanges(compareFrames(before ?? '', '0000/0990'))).toEqual([]);
  });

  it('are each in exactly one list, on any two boards', () => {
    const grid = fc.array(fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(grid, grid, (before, after) => {
        const { moved, recoloured, resized, reshaped, appeared } = compareObjects(before, after);
        const names = [
          ...moved.map((o) => [o.colour, o.top + o.byRows, o.left + o.byCols, o.size, o.rows, o.cols]),
          ...[...recoloured, ...resized, ...reshaped, ...appeared].map((o) => [
            o.colour,
            o.top,
            o.left,
            o.size,
            o.rows,
            o.cols,
          ]),
        ].map(String);
        const known = componentsOf(after).map((o) =>
          String([o.colour, o.top, o.left, o.size, o.rows, o.cols]),
        );
        for (const name of new Set(names)) {
          const count = (list: string[]) => list.filter((other) => other === name).length;
          expect(count(names)).toBeLessThanOrEqual(count(known));
          expect(count(known)).toBeGreaterThan(0);
        }
      }),
      { seed: 5 },
    );
  });
});

/** Reference implementation: cells of every connected part, in reading order. */
function floodFill(grid: number[][]): number[][] {
  const width = grid[0]?.length ?? 1;
  const flat = grid.flat();
  const seen = new Set<number>();
  return flat.flatMap((colour, start) => {
    if (seen.has(start)) return [];
    const part: number[] = [];
    const visit = (row: number, col: number): void => {
      const cell = row * width + col;
      if (grid[row]?.[col] !== colour || seen.has(cell)) return;
      seen.add(cell);
      part.push(cell);
      visit(row - 1, col);
      visit(row + 1, col);
      visit(row, col - 1);
      visit(row, col + 1);
    };
    visit(Math.floor(start / width), start % width);
    return [part.sort((a, b) => a - b)];
  });
}
