import fc from 'fast-check';
import { convertIndexedToRgb, decode } from 'fast-png';
import { unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { COLOR_HEX } from '../../contract/frame';
import { framePng } from '../../runs/picture/draw';
import { deflateLines } from './deflate-lines';
import { writePng } from './write';

/** Lines of one length: runs, noise, and repeats of the previous line. */
const lines = fc
  .tuple(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 0, max: 255 }))
  .chain(([length, colours]) =>
    fc.array(
      fc.record({
        bytes: fc
          .array(fc.tuple(fc.integer({ min: 0, max: colours }), fc.integer({ min: 1, max: 300 })), {
            minLength: 1,
            maxLength: 40,
          })
          .map((runs) => {
            const bytes = runs.flatMap(([byte, times]) => Array.from({ length: times }, () => byte));
            return Uint8Array.from({ length }, (_, i) => bytes[i % bytes.length] ?? 0);
          }),
        times: fc.integer({ min: 0, max: 20 }),
      }),
      { maxLength: 12 },
    ),
  );

const spread = (of: { bytes: Uint8Array; times: number }[]) =>
  of.flatMap(({ bytes, times }) => Array.from({ length: times }, () => [...bytes])).flat();

describe('deflated lines', () => {
  it('inflate to what they were, checksum included', () => {
    fc.assert(
      fc.property(lines, (of) => {
        const [packed, plain] = [deflateLines(of), spread(of)];
        expect(Buffer.compare(unzlibSync(packed), Uint8Array.from(plain))).toBe(0);
        expect(readAdler(packed)).toBe(adler(plain));
      }),
      { numRuns: isDeep ? 300 : 50 },
    );
  });

  it('have every length of match, and lines beyond the window', () => {
    for (let length = 1; length <= 520; length += 1) {
      const of = [{ bytes: new Uint8Array(length).fill(7), times: 1 + (length % 4) }];
      expect(Buffer.compare(unzlibSync(deflateLines(of)), Uint8Array.from(spread(of)))).toBe(0);
    }
    for (const length of [32_767, 32_768, 32_769, 40_000]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * i) % 251);
      const of = [
        { bytes, times: 2 },
        { bytes: bytes.slice().reverse(), times: 1 },
        { bytes, times: 1 },
      ];
      expect(Buffer.from(unzlibSync(deflateLines(of))).equals(Buffer.from(spread(of)))).toBe(true);
    }
  });
});

describe('a picture', () => {
  it('shows the very cells of any board, at any scale', () => {
    const colour = fc.integer({ min: 0, max: 15 });
    const board = fc
      .integer({ min: 1, max: 64 })
      .chain((cols) =>
        fc.array(fc.array(colour, { minLength: cols, maxLength: cols }), { minLength: 1, maxLength: 64 }),
      );
    fc.assert(
      fc.property(board, fc.integer({ min: 1, max: 12 }), (grid, scale) => {
        const cells = grid.map((row) => row.map((one) => one.toString(16)).join('')).join('/');
        const png = decode(framePng(cells, scale), { checkCrc: true });
        const width = (grid[0]?.length ?? 0) * scale;
        expect(png).toMatchObject({ width, height: grid.length * scale });
        const rgb = convertIndexedToRgb(png);
        for (let y = 0; y < png.height; y += 1) {
          const x = (y * 7) % width;
          const hex = Buffer.from(rgb.slice((y * width + x) * 3, (y * width + x) * 3 + 3)).toString('hex');
          const shown = grid[Math.floor(y / scale)]?.[Math.floor(x / scale)] ?? -1;
          expect(hex.toUpperCase()).toBe(COLOR_HEX[shown]);
        }
      }),
      { numRuns: isDeep ? 60 : 15 },
    );
  });

  it('has a byte a pixel where half of one does not hold its colours', () => {
    const palette = Array.from({ length: 20 }, (_, n) => [n, 2 * n, 3 * n]);
    const png = decode(writePng(3, [{ colours: Uint8Array.of(0, 19, 7), times: 2 }], palette), {
      checkCrc: true,
    });
    expect(png).toMatchObject({ width: 3, height: 2, depth: 8 });
    expect([...convertIndexedToRgb(png)]).toEqual([
      0, 0, 0, 19, 38, 57, 7, 14, 21, 0, 0, 0, 19, 38, 57, 7, 14, 21,
    ]);
  });
});

/** Adler-32 as defined in RFC 1950. */
function adler(bytes: number[]): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

const readAdler = (stream: Uint8Array): number => new DataView(stream.buffer).getUint32(stream.length - 4);
