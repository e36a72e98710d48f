import { encode } from 'fast-png';
import { COLOUR_HEX, type Grid, unpackFrame } from './frame';

const rgb = (hex: string): number[] => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const PALETTE = COLOUR_HEX.map(rgb);
/** How much of an unchanged colour is left in a diff picture; the rest is white. */
const FADE = 0.25;
const FADED = PALETTE.map((colour) => colour.map((part) => Math.round(255 - (255 - part) * FADE)));

/** Pictures that are kept: call A's board is call B's before, and its after is the next call's board. */
const KEPT_PICTURES = 16;
const pictures = new Map<string, Uint8Array>();

/** A packed frame as an indexed 16-colour PNG, each cell `scale` × `scale` pixels (8: 512×512 for a 64×64 board). */
export function framePng(cells: string, scale = 8): Uint8Array {
  const key = `${scale} ${cells}`;
  const known = pictures.get(key);
  if (known) return known;
  const made = drawFrame(cells, scale);
  pictures.set(key, made);
  for (const oldest of pictures.keys()) {
    if (pictures.size <= KEPT_PICTURES) break;
    pictures.delete(oldest);
  }
  return made;
}

function drawFrame(cells: string, scale: number): Uint8Array {
  const grid = unpackFrame(cells);
  const width = (grid[0]?.length ?? 0) * scale;
  // Four bits a pixel, the left of two in the high half; an odd width leaves the last half byte empty.
  const lineBytes = Math.ceil(width / 2);
  const data = new Uint8Array(lineBytes * grid.length * scale);
  grid.forEach((row, r) => {
    const line = new Uint8Array(lineBytes);
    for (let x = 0; x < width; x++) {
      const colour = row[Math.floor(x / scale)] ?? 0;
      line[x >> 1] = (line[x >> 1] ?? 0) | (x % 2 === 0 ? colour << 4 : colour);
    }
    for (let y = 0; y < scale; y++) data.set(line, (r * scale + y) * lineBytes);
  });
  return encode({ width, height: grid.length * scale, data, depth: 4, channels: 1, palette: PALETTE });
}

/**
 * What changed between two packed frames of the same size, as a PNG: the later frame, with every cell that did
 * not change faded towards white.
 */
export function diffPng(before: string, after: string, scale = 8): Uint8Array {
  const old: Grid = unpackFrame(before);
  const grid = unpackFrame(after);
  const width = (grid[0]?.length ?? 0) * scale;
  const data = new Uint8Array(width * grid.length * scale);
  grid.forEach((row, r) => {
    const line = new Uint8Array(width);
    row.forEach((colour, c) => {
      line.fill(old[r]?.[c] === colour ? 16 + colour : colour, c * scale, (c + 1) * scale);
    });
    for (let y = 0; y < scale; y++) data.set(line, (r * scale + y) * width);
  });
  const palette = [...PALETTE, ...FADED];
  return encode({ width, height: grid.length * scale, data, depth: 8, channels: 1, palette });
}
