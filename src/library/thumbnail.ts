import { type DecodedPng, encode } from 'fast-png';
import { toBase64 } from '../base/base64';
import { readPictureType } from '../base/picture-type';
import { decodePng } from '../base/png/decode';

/** Thumbnail size in pixels: displayed at 56 pixels on double-density screens. */
const SIDE = 112;
/** Pixels averaged in each direction. */
const SAMPLES = 3;
/** Maximum bytes of a picture used unchanged if it cannot be resized. */
const MAX_UNCHANGED_BYTES = 48 * 1024;

/**
 * Draws a square thumbnail of a portrait for inclusion in a file, from its upper part, which usually shows
 * the face.
 *
 * @param picture as `readPortrait` returns it
 * @returns a `data:` URL; null for a picture that is too large or damaged
 */
export function drawThumbnail(picture: Uint8Array): string | null {
  try {
    return toAddress(encode({ ...shrink(decodePng(picture)), channels: 4, depth: 8 }));
  } catch {
    // JPEG, WebP, interlaced, 16 bits, or too many pixels: browsers can still show it, if it is small.
    return picture.length <= MAX_UNCHANGED_BYTES ? toAddress(picture) : null;
  }
}

const toAddress = (picture: Uint8Array): string =>
  `data:${readPictureType(picture) ?? 'image/png'};base64,${toBase64(picture)}`;

/**
 * Averages the upper square down to at most `SIDE` pixels each way, sampling large pictures. Transparent
 * pixels don't affect the color.
 */
function shrink(png: DecodedPng): { width: number; height: number; data: Uint8Array } {
  const square = Math.min(png.width, png.height);
  const edge = Math.floor((png.width - square) / 2);
  const side = Math.min(SIDE, square);
  const step = Math.max(1, Math.floor(square / side / SAMPLES));
  const colourAt = colorReader(png);
  const data = new Uint8Array(side * side * 4);
  const start = (at: number) => Math.floor((at * square) / side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let [red, green, blue, alpha, count] = [0, 0, 0, 0, 0];
      for (let row = start(y); row < start(y + 1); row += step) {
        for (let column = start(x); column < start(x + 1); column += step) {
          const colour = colourAt(edge + column, row);
          red += colour[0] * colour[3];
          green += colour[1] * colour[3];
          blue += colour[2] * colour[3];
          alpha += colour[3];
          count += 1;
        }
      }
      const at = 4 * (y * side + x);
      data[at] = Math.round(red / (alpha || 1));
      data[at + 1] = Math.round(green / (alpha || 1));
      data[at + 2] = Math.round(blue / (alpha || 1));
      data[at + 3] = Math.round(alpha / count);
    }
  }
  return { width: side, height: side, data };
}

type Color = [red: number, green: number, blue: number, alpha: number];

/** Supports all PNG types: palette, gray or color, 1 to 8 bits. */
function colorReader({ width, channels, depth, data, palette }: DecodedPng): (x: number, y: number) => Color {
  const lineBytes = Math.ceil((width * channels * depth) / 8);
  const most = 2 ** depth - 1;
  const sample = (x: number, y: number, channel: number): number => {
    if (depth === 8) return data[y * lineBytes + x * channels + channel] ?? 0;
    const bit = (x * channels + channel) * depth;
    return ((data[y * lineBytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  return (x, y) => {
    const value = sample(x, y, 0);
    if (palette) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = palette[value] ?? [];
      return [red, green, blue, alpha];
    }
    const grey = Math.round((value * 255) / most);
    if (channels < 3) return [grey, grey, grey, channels === 2 ? sample(x, y, 1) : 255];
    return [value, sample(x, y, 1), sample(x, y, 2), channels === 4 ? sample(x, y, 3) : 255];
  };
}
