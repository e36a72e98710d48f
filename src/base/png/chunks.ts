/** PNG chunks (PNG specification, 5): length, name, data, checksum. */

export const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bytes before a chunk's data (length, name) and after it (checksum). */
export const HEAD = 8;
export const CHECKSUM = 4;

/** Position of a chunk, from its length to its checksum. */
export interface Span {
  /** Four letters: `IHDR`, `tEXt` … */
  name: string;
  start: number;
  end: number;
}

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte);

/**
 * Lists the chunks of a PNG. Lengths are checked against the file size, and no memory is allocated for them.
 *
 * @param most maximum number of chunks
 * @returns null if the file is not a PNG, is truncated, or has more chunks
 */
export function findChunks(png: Uint8Array, most: number): Span[] | null {
  if (!isPng(png)) return null;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const spans: Span[] = [];
  for (let start = SIGNATURE.length; start + HEAD + CHECKSUM <= png.length; ) {
    const name = String.fromCharCode(...png.subarray(start + 4, start + HEAD));
    const end = start + HEAD + view.getUint32(start) + CHECKSUM;
    if (end > png.length) return null;
    if (spans.push({ name, start, end }) > most) return null;
    if (name === 'IEND') return spans;
    start = end;
  }
  return null;
}

export const chunkData = (png: Uint8Array, { start, end }: Span): Uint8Array =>
  png.subarray(start + HEAD, end - CHECKSUM);

export function isIntact(png: Uint8Array, { start, end }: Span): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return view.getUint32(end - CHECKSUM) === crc32(png.subarray(start + 4, end - CHECKSUM));
}

/** @param name four letters */
export function writeChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(HEAD + data.length + CHECKSUM);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(name), 4);
  chunk.set(data, HEAD);
  view.setUint32(HEAD + data.length, crc32(chunk.subarray(4, HEAD + data.length)));
  return chunk;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
