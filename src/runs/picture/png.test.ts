import fc from 'fast-check';
import { convertIndexedToRgb, decode, encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { COLOR_HEX, PALETTE, packFrame, unpackFrame } from '../../contract/frame';
import { corridor } from '../games/builtin/corridor';
import { countPixels, diffPng, framePng } from './draw';
import { readFramePng } from './read-png';

const cells = corridor.start('a picture').frames[0] ?? '';

describe('a picture of a frame', () => {
  it('decodes back to the frame, in the ARC colours, each cell scaled', () => {
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
      expect(hex.toUpperCase()).toBe(COLOR_HEX[grid[row]?.[col] ?? 0]);
    }
  });

  it.each([
    [64, 64, 8],
    [64, 10, 8],
    [10, 10, 51],
    [3, 3, 171],
    [30, 20, 17],
  ])('is about 512 pixels at its longer side: %i × %i cells', (rows, cols, scale) => {
    const frame = packFrame(Array.from({ length: rows }, () => Array.from({ length: cols }, () => 5)));
    expect(decode(framePng(frame))).toMatchObject({ width: cols * scale, height: rows * scale });
    expect(Math.abs(Math.max(rows, cols) * scale - 512)).toBeLessThanOrEqual(16);
    expect(countPixels(frame)).toBe(cols * scale * rows * scale);
  });

  it('holds an odd number of pixels a row', () => {
    const rgb = convertIndexedToRgb(decode(framePng('59f/000', 1)));
    expect([...rgb.slice(0, 9)]).toEqual([0, 0, 0, 0x1e, 0x93, 0xff, 0xa3, 0x56, 0xd6]);
  });
});

describe('a picture of a diff', () => {
  it('shows what changed in full colour and fades the rest', () => {
    const rgb = convertIndexedToRgb(decode(diffPng('55', '59', 1)));
    expect([...rgb]).toEqual([191, 191, 191, 0x1e, 0x93, 0xff]);
  });

  it('draws a line of pure magenta around what changed, also where a cell turned white', () => {
    const png = decode(diffPng('55/55', '50/50', 8));
    const rgb = convertIndexedToRgb(png);
    const pixel = (x: number, y: number) => [...rgb.slice((y * 16 + x) * 3, (y * 16 + x) * 3 + 3)];
    expect(pixel(8, 0)).toEqual([255, 0, 255]);
    expect(pixel(15, 12)).toEqual([255, 0, 255]);
    expect(pixel(12, 4)).toEqual([255, 255, 255]);
    // No line between two changed cells.
    expect(pixel(12, 8)).toEqual([255, 255, 255]);
    expect(pixel(4, 4)).toEqual([191, 191, 191]);
  });

  it('holds frames of different sizes', () => {
    const ten = packFrame(Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 5)));
    const wide = packFrame(Array.from({ length: 10 }, () => Array.from({ length: 12 }, () => 5)));
    expect(decode(diffPng(ten, wide, 4))).toMatchObject({ width: 48, height: 40 });
    expect(decode(diffPng(wide, ten, 4))).toMatchObject({ width: 48, height: 40 });
    expect(decode(diffPng('5', '55/55', 1))).toMatchObject({ width: 2, height: 2 });
  });
});

describe('a PNG from outside', () => {
  const errorOf = (bytes: Uint8Array, size?: { rows: number; cols: number }): string => {
    const read = readFramePng(bytes, size);
    return 'error' in read ? read.error : 'no error';
  };
  const rgb = (width: number, height: number, colour: (x: number, y: number) => readonly number[]) =>
    encode({
      width,
      height,
      channels: 3,
      depth: 8,
      data: Uint8Array.from(
        Array.from({ length: width * height }, (_, i) => [
          ...colour(i % width, Math.floor(i / width)),
        ]).flat(),
      ),
    });
  const checks = (x: number, y: number) => PALETTE[(x + y) % 16] ?? [];

  it('is read back as drawn, at every scale', () => {
    for (const scale of [1, 2, 8, 16]) {
      expect(readFramePng(framePng(cells, scale))).toEqual(unpackFrame(cells));
    }
  });

  it('is read back as drawn, of any size, when the size is given', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(15), { minLength: 144, maxLength: 144 }),
        (rows, cols, scale, colours) => {
          const grid = Array.from({ length: rows }, (_, row) => colours.slice(row * cols, (row + 1) * cols));
          expect(readFramePng(framePng(packFrame(grid), scale), { rows, cols })).toEqual(grid);
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  it('is read as RGB and RGBA, also when a channel is off by 8', () => {
    const off = rgb(16, 16, (x, y) => checks(x, y).map((part) => (part > 127 ? part - 8 : part + 8)));
    const wanted = Array.from({ length: 16 }, (_, y) => Array.from({ length: 16 }, (_, x) => (x + y) % 16));
    expect(readFramePng(off)).toEqual(wanted);
    const data = wanted.flat().flatMap((colour) => [...(PALETTE[colour] ?? []), 255]);
    const rgba = encode({ width: 16, height: 16, channels: 4, depth: 8, data: Uint8Array.from(data) });
    expect(readFramePng(rgba)).toEqual(wanted);
    const grey = encode({ width: 3, height: 1, channels: 1, depth: 8, data: Uint8Array.of(0, 0x99, 255) });
    expect(readFramePng(grey)).toEqual([[5, 2, 0]]);
  });

  it('keeps one size for one picture size, however plain the board', () => {
    const plain = packFrame(Array.from({ length: 64 }, () => Array.from({ length: 64 }, () => 5)));
    expect(readFramePng(framePng(plain))).toHaveLength(64);
    expect(readFramePng(framePng(plain, 1))).toHaveLength(64);
  });

  it('with a foreign colour is refused, with pixel and colour', () => {
    const odd = rgb(4, 4, (x, y) => (x === 2 && y === 1 ? [18, 52, 86] : [0, 0, 0]));
    expect(errorOf(odd)).toContain('pixel (2,1)');
    expect(errorOf(odd)).toContain('123456');
    expect(errorOf(rgb(1, 1, () => [9, 0, 0]))).toContain('090000');
    const clear = encode({ width: 1, height: 1, channels: 4, depth: 8, data: Uint8Array.of(0, 0, 0, 0) });
    expect(errorOf(clear)).toContain('transparent');
  });

  it('with another scale than the board has is refused', () => {
    expect(errorOf(framePng(cells, 1), { rows: 10, cols: 10 })).toContain('10×10');
    expect(errorOf(rgb(20, 20, checks), { rows: 10, cols: 10 })).toContain('2×2 pixels');
    expect(errorOf(rgb(65, 65, checks))).toContain('not a board of at most 64×64');
  });

  it('that is none, cut off, damaged, deep or interlaced is refused', () => {
    const png = framePng(cells, 1);
    expect(errorOf(new Uint8Array())).toContain('not a PNG');
    expect(errorOf(new TextEncoder().encode('GIF89a'))).toContain('not a PNG');
    expect(errorOf(png.slice(0, 60))).toContain('cut off');
    const damaged = png.slice();
    damaged.fill(255, 110, 140);
    expect(errorOf(damaged)).not.toBe('no error');
    const deep = encode({ width: 1, height: 1, channels: 3, depth: 16, data: Uint16Array.of(0, 0, 0) });
    expect(errorOf(deep)).toContain('16 bits');
    expect(errorOf(withHeader(png, 28, [1]))).toContain('interlaced');
    for (let at = 0; at < png.length; at += 3) {
      const flipped = png.slice();
      flipped[at] = 255 - (flipped[at] ?? 0);
      expect(() => readFramePng(flipped)).not.toThrow();
    }
  });

  it('that is too large is refused from its header, and one that inflates beyond its picture is not unpacked', () => {
    const png = framePng(cells, 1);
    expect(errorOf(withHeader(png, 16, [0, 0, 8, 1]))).toContain('2049×64');
    expect(errorOf(withHeader(png, 16, [255, 255, 255, 255]))).toContain('at most 2048×2048');
    expect(errorOf(withHeader(png, 16, [0, 0, 0, 0]))).toContain('0×64');
    const bomb = encode({
      width: 2048,
      height: 2048,
      channels: 3,
      depth: 8,
      data: new Uint8Array(2048 * 2048 * 3),
    });
    expect(errorOf(withHeader(bomb, 16, [0, 0, 0, 8, 0, 0, 0, 8]))).toContain('more data than its picture');
    expect(errorOf(withHeader(png, 20, [0, 0, 4, 0]))).toContain('less data than its picture');
    expect(errorOf(new Uint8Array(5 * 1024 * 1024))).toContain('at most 4194304');
  });
});

/** Overwrites bytes of the file. */
function withHeader(png: Uint8Array, at: number, bytes: number[]): Uint8Array {
  const changed = png.slice();
  changed.set(bytes, at);
  return changed;
}
