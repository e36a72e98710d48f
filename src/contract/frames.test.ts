import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeAnimation } from '../grid/frame/animation';
import { diffFrames } from '../grid/frame/diff';
import { frameKey, packFrame, readFrame, readFrames, unpackFrame } from './frame';

/** A board of zeros with rectangles painted on: [colour, top, left, rows, cols]. */
function board(size: number, ...rectangles: [number, number, number, number, number][]): number[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [colour, top, left, rows, cols] of rectangles) {
    for (const row of grid.slice(top, top + rows)) row.fill(colour, left, left + cols);
  }
  return grid;
}

describe('packed frames', () => {
  it('unpack to the grid they were packed from, with all 16 colours', () => {
    const grid = Array.from({ length: 64 }, (_, r) => Array.from({ length: 64 }, (_, c) => (r * 7 + c) % 16));
    const cells = packFrame(grid);
    expect(cells).toHaveLength(64 * 64 + 63);
    expect(unpackFrame(cells)).toEqual(grid);
  });

  it('refuse what is not a frame', () => {
    expect(() => packFrame([[16]])).toThrow(RangeError);
    expect(() => packFrame([[1], [1, 2]])).toThrow(RangeError);
    expect(() => unpackFrame('00/0')).toThrow(RangeError);
    expect(() => unpackFrame('0g/00')).toThrow(RangeError);
  });

  it('have a key that is stable, differs for one cell, and leaves masked cells out', () => {
    const [a, b] = ['0000/0000', '0000/0001'];
    expect(frameKey(a)).toBe(frameKey(a));
    expect(frameKey(a)).toMatch(/^[0-9a-f]{16}$/);
    expect(frameKey(a)).not.toBe(frameKey(b));
    expect(frameKey(a, new Set([7]))).toBe(frameKey(b, new Set([7])));
    expect(frameKey(a, new Set([6]))).not.toBe(frameKey(b, new Set([6])));
  });
});

describe('a diff', () => {
  it('is summed up as a count, then (row,col) corners, inclusive', () => {
    const before = packFrame(board(64));
    const grid = board(64);
    for (let i = 0; i < 15; i++) (grid[20 + (i % 6)] ?? [])[30 + (i % 5)] = 4;
    (grid[25] ?? [])[35] = 4;
    (grid[20] ?? [])[30] = 0;
    (grid[20] ?? [])[31] = 4;
    const diff = diffFrames(before, [packFrame(grid)]);
    expect(diff.summary).toBe(
      `${diff.changed.length} pixels changed in region (20,${diff.region?.left})-(25,35)`,
    );
    const block = packFrame(board(64, [4, 20, 30, 3, 5]));
    expect(diffFrames(before, [block]).summary).toBe('15 pixels changed in region (20,30)-(22,34)');
    expect(diffFrames(block, [before]).changed[0]).toEqual({ row: 20, col: 30, from: 4, to: 0 });
  });

  it('names one pixel and no pixel', () => {
    expect(diffFrames('00/00', ['00/01']).summary).toBe('1 pixel changed in region (1,1)-(1,1)');
    expect(diffFrames('00/00', ['00/00'])).toMatchObject({ summary: 'no pixels changed', hasChanges: false });
  });

  it('sees what the animation showed and the settled frame does not', () => {
    const diff = diffFrames('00/00', ['10/00', '01/00', '00/00']);
    expect(diff).toMatchObject({ hasChanges: true, touched: 2, changed: [] });
    expect(diff.summary).toBe(
      'no pixels changed in the settled frame; 2 pixels changed in region (0,0)-(0,1) during the animation',
    );
  });

  it('finds every cell that differs and no other, on any two boards', () => {
    const cell = fc.constantFrom(0, 1, 15);
    const grid = fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(grid, grid, (before, after) => {
        const wanted = before.flatMap((row, r) =>
          row.flatMap((from, c) => {
            const to = after[r]?.[c] ?? -1;
            return from === to ? [] : [{ row: r, col: c, from, to }];
          }),
        );
        expect(diffFrames(packFrame(before), [packFrame(after)]).changed).toEqual(wanted);
      }),
      { seed: 5 },
    );
  });

  it('of boards of different sizes names the cells that only one has', () =>
    expect(diffFrames('00/00', ['000']).changed).toEqual([
      { row: 0, col: 2, from: -1, to: 0 },
      { row: 1, col: 0, from: 0, to: -1 },
      { row: 1, col: 1, from: 0, to: -1 },
    ]));

  it('leaves masked cells out', () =>
    expect(diffFrames('00/00', ['00/01'], new Set([3])).hasChanges).toBe(false));
});

describe('an animation', () => {
  const at = (left: number, ...more: [number, number, number, number, number][]) =>
    packFrame(board(32, [9, 8, left, 4, 4], ...more));

  it('tells which objects passed from where to where, and what changed only in passing', () => {
    const seen = describeAnimation(at(8), [at(12), at(16, [8, 0, 0, 1, 2]), at(20), at(24)]);
    expect(seen.lines).toEqual([
      '4 animation frames',
      'blue 4×4 object moved step by step from (8,8) to (8,24)',
      '50 cells changed and changed back in (0,0)-(11,23)',
    ]);
    expect(seen.paths).toMatchObject([{ top: 8, left: 8, byRows: 0, byCols: 16, steps: 4 }]);
  });

  it('shows what left and came back, though the settled frame is as before', () =>
    expect(describeAnimation(at(8), [at(11), at(8)]).lines).toEqual([
      '2 animation frames',
      'blue 4×4 object at (8,8) moved right 3 and came back',
      '24 cells changed and changed back in (8,8)-(11,14)',
    ]));

  it('is nothing for an answer of one frame, and leaves masked cells out', () => {
    expect(describeAnimation(at(8), [at(12)])).toMatchObject({ frames: 1, paths: [], lines: [] });
    const flash = at(8, [8, 0, 0, 1, 1]);
    expect(describeAnimation(at(8), [flash, at(8)], new Set([0])).lines).toEqual(['2 animation frames']);
  });

  it('of 200 frames is followed from end to end', () => {
    const frames = Array.from({ length: 200 }, (_, i) => at(Math.floor(i / 8)));
    expect(describeAnimation(at(0), frames).paths).toMatchObject([{ left: 0, byCols: 24 }]);
  });
});

describe('a frame from outside', () => {
  it('is read when it is one, from 1×1 to 64×64', () => {
    expect(
      readFrame([
        [0, 15],
        [7, 10],
      ]),
    ).toEqual({ ok: true, cells: '0f/7a' });
    expect(readFrame([[5]])).toEqual({ ok: true, cells: '5' });
    expect(readFrame(board(64))).toMatchObject({ ok: true });
  });

  it.each([
    ['no list', 'a frame', '', 'list of rows'],
    ['no rows', [], '', '1 to 64 rows'],
    ['65 rows', board(64).concat([[0]]), '', 'got 65'],
    ['a row that is none', [[1], 'x'], '/1', 'list of color numbers'],
    ['an empty row', [[]], '/0', '1 to 64 cells'],
    ['65 columns', [Array.from({ length: 65 }, () => 0)], '/0', 'got 65'],
    ['ragged rows', [[1, 2], [1]], '/1', '1 cells, expected 2'],
    [
      'a colour of 16',
      [
        [1, 2],
        [3, 16],
      ],
      '/1/1',
      '16',
    ],
    ['a negative colour', [[-1]], '/0/0', '-1'],
    ['half a colour', [[0, 1.5]], '/0/1', '1.5'],
    ['a colour in words', [['red']], '/0/0', 'red'],
    ['NaN', [[Number.NaN]], '/0/0', 'NaN'],
    ['a hole', [[null]], '/0/0', 'null'],
    // biome-ignore lint/suspicious/noSparseArray: what a sparse list is read as is tested
    ['a missing cell', [[0, , 1]], '/0/1', 'missing'],
  ])('with %s is refused, with the place', (_, value, pointer, part) => {
    const read = readFrame(value);
    expect(read).toMatchObject({ ok: false, pointer });
    expect(read.ok ? '' : read.message).toContain(part);
  });

  it('comes in answers of 1 to 64', () => {
    expect(readFrames([[[1]], [[2]]])).toEqual({ ok: true, frames: ['1', '2'] });
    expect(readFrames(Array.from({ length: 64 }, () => [[1]]))).toMatchObject({ ok: true });
    const tooMany = readFrames(Array.from({ length: 65 }, () => [[1]]));
    expect(tooMany).toMatchObject({ ok: false, pointer: '' });
    expect(tooMany.ok ? '' : tooMany.message).toContain('at most 64 frames, got 65');
    expect(readFrames([])).toMatchObject({ ok: false });
    expect(readFrames([[[1]], [[1, 99]]])).toMatchObject({ ok: false, pointer: '/1/0/1' });
  });
});
