import type { DecodedPng } from 'fast-png';
import { decodePng, UnreadablePng } from '../../base/png/decode';
import { FRAME_LIMITS, type Grid, PALETTE } from '../../contract/frame';

/** Maximum difference per channel from a palette color; drawing programs round. */
const TOLERANCE = 8;
/** A known board size, which determines the cell size. */
export interface BoardSize {
  rows: number;
  cols: number;
}

/**
 * Reads a board drawn in the ARC palette, with cells of one pixel or equal squares. Without `size`, it uses
 * the smallest cell size at which the picture has uniform cells, at most 64×64, so no detail is lost. The
 * header is checked before inflating, and inflating stops at the size the picture needs.
 *
 * @returns the board, or an English text on how to fix the picture
 */
export function readFramePng(bytes: Uint8Array, size?: BoardSize): Grid | { error: string } {
  try {
    return readPixels(decodePng(bytes), size);
  } catch (error) {
    if (error instanceof UnreadablePng) return { error: error.message };
    return { error: 'the file is not a valid PNG; save it again as an 8-bit RGB PNG' };
  }
}

function readPixels(png: DecodedPng, size: BoardSize | undefined): Grid {
  const { width, height } = png;
  const colours = readColors(png);
  const scale = size ? scaleFor(size, width, height) : findScale(colours, width, height);
  const rows = height / scale;
  const cols = width / scale;
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => colours[row * scale * width + col * scale] ?? 0),
  );
  colours.forEach((colour, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (colour === grid[Math.floor(y / scale)]?.[Math.floor(x / scale)]) return;
    throw new UnreadablePng(
      `cells of ${scale}×${scale} pixels must have a single color, but pixel (${x},${y}) differs from its cell; draw every cell as a plain square of the same size, without smoothing or grid lines`,
    );
  });
  return grid;
}

function scaleFor({ rows, cols }: BoardSize, width: number, height: number): number {
  const scale = width / cols;
  if (Number.isInteger(scale) && scale > 0 && height === rows * scale) return scale;
  throw new UnreadablePng(
    `a board of ${rows}×${cols} cells must have ${cols}×${rows} pixels or a multiple of that, not ${width}×${height}`,
  );
}

function findScale(colours: Uint8Array, width: number, height: number): number {
  const least = Math.max(width / FRAME_LIMITS.cols, height / FRAME_LIMITS.rows);
  for (let scale = Math.max(1, Math.ceil(least)); scale <= Math.min(width, height); scale++) {
    if (width % scale === 0 && height % scale === 0 && isPlain(colours, width, scale)) return scale;
  }
  throw new UnreadablePng(
    `a picture of ${width}×${height} pixels is not a board of at most ${FRAME_LIMITS.rows}×${FRAME_LIMITS.cols} cells drawn as plain squares of one size; draw one pixel per cell, without smoothing or grid lines`,
  );
}

const isPlain = (colours: Uint8Array, width: number, scale: number): boolean =>
  colours.every((colour, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return colour === colours[(y - (y % scale)) * width + x - (x % scale)];
  });

/** Palette index of every pixel, in reading order. */
function readColors(png: DecodedPng): Uint8Array {
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
      const colour = numberOfColour.get(key) ?? nearestColor(red, green, blue, alpha, x, y);
      numberOfColour.set(key, colour);
      colours[y * width + x] = colour;
    }
  }
  return colours;
}

function nearestColor(red: number, green: number, blue: number, alpha: number, x: number, y: number): number {
  if (alpha < 255 - TOLERANCE)
    throw new UnreadablePng(`pixel (${x},${y}) is transparent; use a color of the palette`);
  const index = PALETTE.findIndex((colour) =>
    [red, green, blue].every((part, i) => Math.abs(part - (colour[i] ?? 0)) <= TOLERANCE),
  );
  if (index >= 0) return index;
  const hex = [red, green, blue]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  throw new UnreadablePng(
    `pixel (${x},${y}), column then row, has the color ${hex}, which is not one of the 16 palette colors; use them exactly, without smoothing`,
  );
}
