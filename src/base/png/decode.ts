import { type DecodedPng, decode } from 'fast-png';
import { Unzlib } from 'fflate';
import { concatBytes } from '../concat-bytes';
import { isPng } from './chunks';

/** Maximum width and height in pixels, and maximum file size in bytes. */
const MAX_SIDE = 2048;
const MAX_FILE = 4 * 1024 * 1024;
/** All other chunks (texts, profiles, times) are skipped. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Samples per pixel by PNG color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Decodes an untrusted PNG: at most 2048 pixels each way, at most 8 bits per channel, not interlaced. The
 * header is checked before inflating, and inflating stops at the size the picture needs.
 *
 * @throws UnreadablePng for unsupported files, and the decoder's errors for damaged ones
 */
export const decodePng = (bytes: Uint8Array): DecodedPng => decode(readFile(bytes));

/** The message explains in English how to fix the file. */
export class UnreadablePng extends Error {}

/** Checks header and inflated size, and returns the file with only the needed chunks. */
function readFile(bytes: Uint8Array): Uint8Array {
  if (bytes.length > MAX_FILE) {
    throw new UnreadablePng(`the file has ${bytes.length} bytes, at most ${MAX_FILE}; save it smaller`);
  }
  if (!isPng(bytes)) {
    throw new UnreadablePng('the file is not a PNG: it does not start with the PNG signature');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const neededChunks: Uint8Array[] = [bytes.subarray(0, 8)];
  const dataChunks: Uint8Array[] = [];
  let limit = 0;
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new UnreadablePng('the PNG is cut off; send the whole file');
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    if (end > bytes.length) throw new UnreadablePng('the PNG is cut off; send the whole file');
    if (at === 8) limit = readHeader(type, new DataView(bytes.buffer, bytes.byteOffset + at + 8, length));
    else if (type === 'IHDR') throw new UnreadablePng('the PNG has two headers; save it again');
    if (NEEDED.has(type)) neededChunks.push(bytes.subarray(at, end));
    if (type === 'IDAT') dataChunks.push(bytes.subarray(at + 8, end - 4));
    at = end;
    if (type === 'IEND') break;
  }
  checkInflated(dataChunks, limit);
  return concatBytes(neededChunks);
}

/** Checks the header and returns the inflated size in bytes: each line has its samples and a filter byte. */
function readHeader(type: string, header: DataView): number {
  if (type !== 'IHDR' || header.byteLength !== 13)
    throw new UnreadablePng('the PNG does not start with its header');
  const [width, height, depth] = [header.getUint32(0), header.getUint32(4), header.getUint8(8)];
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE) {
    throw new UnreadablePng(
      `the picture has ${width}×${height} pixels, at most ${MAX_SIDE}×${MAX_SIDE}; save it smaller`,
    );
  }
  const channels = CHANNELS[header.getUint8(9)];
  if (channels === undefined || depth > 8) {
    throw new UnreadablePng(`the picture has ${depth} bits a channel; save it with 8 or fewer`);
  }
  if (header.getUint8(12) !== 0)
    throw new UnreadablePng('the picture is interlaced; save it without interlacing');
  return height * (Math.ceil((width * channels * depth) / 8) + 1);
}

/** Bytes inflated per step; each yields at most about a thousand bytes. */
const PIECE = 8 * 1024;

/**
 * Inflates in small steps without storing the output, to reject files that inflate to more than their
 * picture.
 */
function checkInflated(packed: readonly Uint8Array[], limit: number): void {
  let total = 0;
  const inflate = new Unzlib((piece) => {
    total += piece.length;
  });
  for (const part of packed) {
    for (let at = 0; at < part.length; at += PIECE) {
      inflate.push(part.subarray(at, at + PIECE), false);
      if (total > limit)
        throw new UnreadablePng('the PNG holds more data than its picture has; save it again');
    }
  }
  if (total < limit)
    throw new UnreadablePng('the PNG holds less data than its picture has; send the whole file');
}
