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
  return joinBytes([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    ...chunk('IHDR', new Uint8Array(header.buffer)),
    ...chunk('PLTE', Uint8Array.from(palette.flat())),
    ...chunk('IDAT', deflateLines(rows)),
    ...chunk('IEND', new Uint8Array()),
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

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0));
  return [bigEndian(data.length), name, data, bigEndian(crc32([name, data]))];
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(parts: readonly Uint8Array[]): number {
  let crc = 0xffffffff;
  for (const part of parts) for (const byte of part) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
