import { convertIndexedToRgb, decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { diffFrames } from '../../../src/explore/diff';
import { COLOUR_HEX, frameKey, packFrame, unpackFrame } from '../../../src/explore/frame';
import { compareObjects, findObjects } from '../../../src/explore/objects';
import { diffPng, framePng } from '../../../src/explore/png';
import { corridor } from '../../../src/games/builtin/corridor';

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
  it('is summed up as the seed writes it: count, then (row,col) corners, inclusive', () => {
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

  it('leaves masked cells out', () => {
    expect(diffFrames('00/00', ['00/01'], new Set([3])).hasChanges).toBe(false);
  });
});

describe('objects', () => {
  it('are connected by edges, of one colour', () => {
    expect(findObjects(board(4, [9, 0, 0, 1, 1], [9, 1, 1, 1, 2]))).toMatchObject([
      { colour: 9, top: 0, left: 0, rows: 1, cols: 1, size: 1 },
      { colour: 0, size: 11 + 2 },
      { colour: 9, top: 1, left: 1, rows: 1, cols: 2, size: 2 },
    ]);
  });

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
    expect(changes.reshaped).toMatchObject([{ colour: 7, cols: 4 }]);
    expect(changes.moved).toEqual([]);
  });
});

describe('pictures', () => {
  const cells = corridor.start('a picture').frames[0] ?? '';

  it('decode back to the frame, in the ARC colours, each cell scaled', () => {
    const png = decode(framePng(cells));
    expect(png).toMatchObject({ width: 512, height: 512, depth: 4, channels: 1 });
    expect(png.palette).toHaveLength(16);
    const rgb = convertIndexedToRgb(png);
    const grid = unpackFrame(cells);
    for (const [row, col] of [
      [0, 0],
      [5, 5],
      [17, 34],
      [63, 63],
    ] as const) {
      const at = ((row * 8 + 7) * 512 + col * 8) * 3;
      const hex = [...rgb.slice(at, at + 3)]
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('');
      expect(hex.toUpperCase()).toBe(COLOUR_HEX[grid[row]?.[col] ?? 0]);
    }
  });

  it('hold an odd number of pixels a row', () => {
    const rgb = convertIndexedToRgb(decode(framePng('59f/000', 1)));
    expect([...rgb.slice(0, 9)]).toEqual([0, 0, 0, 0x1e, 0x93, 0xff, 0xa3, 0x56, 0xd6]);
  });

  it('of a diff show what changed in full colour and fade the rest', () => {
    const rgb = convertIndexedToRgb(decode(diffPng('55', '59', 1)));
    expect([...rgb]).toEqual([191, 191, 191, 0x1e, 0x93, 0xff]);
  });
});
