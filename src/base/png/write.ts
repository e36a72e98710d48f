import { concatBytes } from '../concat-bytes';
import { SIGNATURE, writeChunk } from './chunks';
import { deflateLines } from './deflate-lines';

export interface Line {
  colours: Uint8Array;
  times: number;
}

/**
 * Writes an indexed PNG with 4 bits per pixel, or 8 if the palette has more than 16 colors.
 *
 * @param palette red, green and blue of each color, at most 256
 */
export function writePng(width: number, lines: readonly Line[], palette: readonly number[][]): Uint8Array {
  const depth = palette.length > 16 ? 8 : 4;
  const height = lines.reduce((sum, { times }) => sum + times, 0);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, depth);
  // Color type: indexed. Compression, filter and interlacing stay 0.
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

/** A line in PNG format: filter number (none) and pixels. */
function filtered(colours: Uint8Array, depth: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil((colours.length * depth) / 8));
  if (depth === 8) bytes.set(colours, 1);
  // The left pixel goes into the high half; an odd width leaves the last half byte empty.
  else
    for (let i = 1; i < bytes.length; i++)
      bytes[i] = ((colours[2 * i - 2] ?? 0) << 4) | (colours[2 * i - 1] ?? 0);
  return bytes;
}
