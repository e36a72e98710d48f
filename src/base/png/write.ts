import { concatBytes } from '../concat-bytes';
import { SIGNATURE, writeChunk } from './chunks';
import { deflateLines } from './deflate-lines';

/** A line of pixels by palette number, and the number of times it is drawn. */
export interface Line {
  colours: Uint8Array;
  times: number;
}

/**
 * Writes an indexed PNG of 4 bits a pixel, or of 8 when the palette has more than 16 colours.
 *
 * @param palette red, green and blue of each colour, at most 256
 */
export function writePng(width: number, lines: readonly Line[], palette: readonly number[][]): Uint8Array {
  const depth = palette.length > 16 ? 8 : 4;
  const height = lines.reduce((sum, { times }) => sum + times, 0);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, depth);
  // Colour type: indexed. Compression, filter and interlacing have no other value, or none that helps.
  header.setUint8(9, 3);
  const rows = lines.map(({ colours, times }) => ({ bytes: filtered(colours, depth), times }));
  return concatBytes([
    Uint8Array.from(SIGNATURE),
    writeChunk('IHDR', new Uint8Array(header.buffer)),
    writeChunk('PLTE', Uint8Array.from(palette.flat())),
    writeChunk('IDAT', deflateLines(rows)),
    writeChunk('IEND', new Uint8Array()),
  ]);
}

/** Returns a line as a PNG stores it: its filter number (none) and its pixels. */
function filtered(colours: Uint8Array, depth: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil((colours.length * depth) / 8));
  if (depth === 8) bytes.set(colours, 1);
  // The left of two in the high half; an odd number leaves the last half byte empty.
  else
    for (let i = 1; i < bytes.length; i++)
      bytes[i] = ((colours[2 * i - 2] ?? 0) << 4) | (colours[2 * i - 1] ?? 0);
  return bytes;
}
