import { type DecodedPng, decode } from 'fast-png';
import { Unzlib } from 'fflate';
import { FRAME_LIMITS, type Grid, PALETTE } from '../frame/frame';

/** Most pixels of a picture each way, and most bytes of its file. */
const MAX_SIDE = 2048;
const MAX_FILE = 4 * 1024 * 1024;
/** Greatest difference between a pixel's channel and its palette colour; drawing programs round. */
const TOLERANCE = 8;
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Chunks that hold the picture; all others (texts, profiles, times) are skipped unread. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Samples a pixel has, by PNG colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Rows and columns of the board for a caller who knows them; they determine the size of a drawn cell. */
export interface BoardSize {
  rows: number;
  cols: number;
}

/**
 * Reads the board that a PNG shows in the colours of the ARC palette, one pixel a cell or each cell a square of equal size.
 * Without `size` the cell is the smallest at which the picture falls into one-coloured squares, at most 64×64 of them, so
 * no detail is lost. The header is checked before anything is inflated, and no more is inflated than the picture needs.
 *
 * @returns the board, or an English text that says what is wrong with the picture and how to mend it
 */
export function readFramePng(bytes: Uint8Array, size?: BoardSize): Grid | { error: string } {
  try {
    return readPixels(decode(readFile(bytes)), size);
  } catch (error) {
    if (error instanceof Unreadable) return { error: error.message };
    return { error: 'the file is not a sound PNG; save it again as an 8-bit RGB PNG' };
  }
}

class Unreadable extends Error {}

/** Returns the file with the chunks that a board needs, after checking its header and its inflated size. */
function readFile(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_FILE) {
    throw new Unreadable(`the file has ${bytes.length} bytes, at most ${MAX_FILE}; draw it smaller`);
  }
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) {
    throw new Unreadable('the file is not a PNG: it does not start with the PNG signature');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const neededChunks: Uint8Array[] = [bytes.subarray(0, 8)];
  const dataChunks: Uint8Array[] = [];
  let limit = 0;
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new Unreadable('the PNG is cut off; send the whole file');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    if (end > bytes.length) throw new Unreadable('the PNG is cut off; send the whole file');
    if (at === 8) limit = readHeader(type, new DataView(bytes.buffer, bytes.byteOffset + at + 8, length));
    else if (type === 'IHDR') throw new Unreadable('the PNG has two headers; save it again');
    if (NEEDED.has(type)) neededChunks.push(bytes.subarray(at, end));
    if (type === 'IDAT') dataChunks.push(bytes.subarray(at + 8, end - 4));
    at = end;
    if (type === 'IEND') break;
  }
  checkInflated(dataChunks, limit);
  return join(neededChunks);
}

/** Checks the header and returns the number of bytes of the inflated picture: each line has its samples and a filter byte. */
function readHeader(type: string, header: DataView): number {
  if (type !== 'IHDR' || header.byteLength !== 13)
    throw new Unreadable('the PNG does not start with its header');
  const [width, height, depth] = [header.getUint32(0), header.getUint32(4), header.getUint8(8)];
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) {
    throw new Unreadable(
      `the picture has ${width}×${height} pixels, at most ${MAX_SIDE}×${MAX_SIDE}; draw each cell smaller`,
    );
  }
  const channels = CHANNELS[header.getUint8(9)];
  if (channels === undefined || depth > 8) {
    throw new Unreadable(`the picture has ${depth} bits a channel; save it with 8 or fewer`);
  }
  if (header.getUint8(12) !== 0)
    throw new Unreadable('the picture is interlaced; save it without interlacing');
  return height * (Math.ceil((width * channels * depth) / 8) + 1);
}

/** Inflates in small pieces and keeps nothing, so that a file larger than its picture is rejected early. */
function checkInflated(packed: readonly Uint8Array[], limit: number): void {
  let total = 0;
  const inflate = new Unzlib((piece) => {
    total += piece.length;
  });
  for (const part of packed) {
    for (let at = 0; at < part.length; at += 1024) {
      inflate.push(part.subarray(at, at + 1024), false);
      if (total > limit) throw new Unreadable('the PNG holds more data than its picture has; save it again');
    }
  }
  if (total < limit)
    throw new Unreadable('the PNG holds less data than its picture has; send the whole file');
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function readPixels(png: DecodedPng, size: BoardSize | undefined): Grid {
  const { width, height } = png;
  const colours = readColours(png);
  const scale = size ? scaleFor(size, width, height) : findScale(colours, width, height);
  const rows = height / scale;
  const cols = width / scale;
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => colours[row * scale * width + col * scale] ?? 0),
  );
  colours.forEach((colour, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (colour === grid[Math.floor(y / scale)]?.[Math.floor(x / scale)]) return;
    throw new Unreadable(
      `cells of ${scale}×${scale} pixels must have one colour each, but pixel (${x},${y}) differs from its cell; ` +
        'draw every cell as a plain square of the same size, without smoothing or grid lines',
    );
  });
  return grid;
}

function scaleFor({ rows, cols }: BoardSize, width: number, height: number): number {
  const scale = width / cols;
  if (Number.isInteger(scale) && scale > 0 && height === rows * scale) return scale;
  throw new Unreadable(
    `a board of ${rows}×${cols} cells must be drawn ${cols}×${rows} pixels large or a multiple of that, ` +
      `not ${width}×${height}`,
  );
}

function findScale(colours: Uint8Array, width: number, height: number): number {
  const least = Math.max(width / FRAME_LIMITS.cols, height / FRAME_LIMITS.rows);
  for (let scale = Math.max(1, Math.ceil(least)); scale <= Math.min(width, height); scale++) {
    if (width % scale === 0 && height % scale === 0 && isPlain(colours, width, scale)) return scale;
  }
  throw new Unreadable(
    `a picture of ${width}×${height} pixels is no board of at most ${FRAME_LIMITS.rows}×${FRAME_LIMITS.cols} cells ` +
      'that are plain squares of one size; draw one pixel a cell, without smoothing or grid lines',
  );
}

const isPlain = (colours: Uint8Array, width: number, scale: number): boolean =>
  colours.every((colour, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return colour === colours[(y - (y % scale)) * width + x - (x % scale)];
  });

/** Reads the palette number of every pixel, in reading order. */
function readColours(png: DecodedPng): Uint8Array {
  const { width, height, channels, depth, data, palette } = png;
  const lineBytes = Math.ceil((width * channels * depth) / 8);
  const most = 2 ** depth - 1;
  const colours = new Uint8Array(width * height);
  const numberOfColour = new Map<number, number>();
  const sample = (x: number, y: number, channel: number): number => {
    if (depth === 8) return data[y * lineBytes + x * channels + channel] ?? 0;
    const bit = (x * channels + channel) * depth;
    const byte = data[y * lineBytes + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & most;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = sample(x, y, 0);
      const grey = palette ? 0 : Math.round((value * 255) / most);
      const [red = 0, green = 0, blue = 0, alpha = 255] = palette
        ? (palette[value] ?? [])
        : channels < 3
          ? [grey, grey, grey, channels === 2 ? sample(x, y, 1) : 255]
          : [grey, sample(x, y, 1), sample(x, y, 2), channels === 4 ? sample(x, y, 3) : 255];
      const key = ((red << 16) | (green << 8) | blue) * 256 + alpha;
      const colour = numberOfColour.get(key) ?? nameColour(red, green, blue, alpha, x, y);
      numberOfColour.set(key, colour);
      colours[y * width + x] = colour;
    }
  }
  return colours;
}

function nameColour(red: number, green: number, blue: number, alpha: number, x: number, y: number): number {
  if (alpha < 255 - TOLERANCE)
    throw new Unreadable(`pixel (${x},${y}) is transparent; fill it with a palette colour`);
  const index = PALETTE.findIndex((colour) =>
    [red, green, blue].every((part, i) => Math.abs(part - (colour[i] ?? 0)) <= TOLERANCE),
  );
  if (index >= 0) return index;
  const hex = [red, green, blue]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  throw new Unreadable(
    `pixel (${x},${y}), column then row, has the colour ${hex}, which is not one of the 16 of the palette; ` +
      'use those exactly, without smoothing',
  );
}
