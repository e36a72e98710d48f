import { Inflate, type Unzlib } from 'fflate';
import { concatBytes } from './concat-bytes';

/**
 * Reads untrusted zips. Sizes in a zip are only claims, so each file is unpacked up to the caller's limit,
 * and files that share bytes (a zip bomb) make the whole archive invalid.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

export interface ZipEntry {
  isEncrypted: boolean;
  /** 0: stored; 8: deflated. */
  method: number;
  packed: number;
  /** Claimed bytes after unpacking. */
  claimed: number;
  /** Offset of its data. */
  start: number;
}

/** Signatures of records, and their sizes without names, extra fields and comments. */
const END = { signature: 0x06054b50, size: 22 };
const END_64 = { signature: 0x06064b50, size: 56 };
const LOCATOR_64 = { signature: 0x07064b50, size: 20 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
/** Id of the extra field with 64-bit sizes and offset. */
const ZIP_64 = 1;
const MAX_COMMENT = 0xffff;
/** Packed bytes inflated per step. One byte yields at most 1,032. */
const STEP = 4096;

/**
 * Files by path; null if the archive is truncated, damaged, or has overlapping files. Skips data before the
 * archive, such as a picture or program it was appended to.
 */
export function listZip(zip: Uint8Array): Map<string, ZipEntry> | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const directory = findDirectory(view);
  if (!directory) return null;
  const { shift, start: first, end } = directory;
  const entries = new Map<string, ZipEntry>();
  const spans: [from: number, to: number][] = [];
  let at = first;
  for (let { count } = directory; count > 0; count -= 1) {
    if (at + ENTRY.size > end || view.getUint32(at, true) !== ENTRY.signature) return null;
    const nameLength = view.getUint16(at + 28, true);
    const extraStart = at + ENTRY.size + nameLength;
    const next = extraStart + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) return null;
    const name = new TextDecoder().decode(zip.subarray(at + ENTRY.size, extraStart));
    const { packed, claimed, offset } = readSizes(view, at);
    const local = offset + shift;
    if (local + LOCAL.size > first || view.getUint32(local, true) !== LOCAL.signature) return null;
    const start = local + LOCAL.size + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packed > first) return null;
    spans.push([local, start + packed]);
    entries.set(name, {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed,
      claimed,
      start,
    });
    at = next;
  }
  spans.sort(([a], [b]) => a - b);
  const isOverlapping = spans.some(([from], n) => from < (spans[n - 1]?.[1] ?? 0));
  return isOverlapping ? null : entries;
}

/**
 * The central directory directly precedes the end record. Stored offsets ignore data before the archive;
 * `shift` is the length of that data.
 */
function findDirectory(view: DataView): { start: number; end: number; count: number; shift: number } | null {
  let end = findEnd(view);
  if (end === null) return null;
  let [count, size, offset] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  const locator = end - LOCATOR_64.size;
  if (locator >= END_64.size && view.getUint32(locator, true) === LOCATOR_64.signature) {
    end = locator - END_64.size;
    if (view.getUint32(end, true) !== END_64.signature) return null;
    count = readUint64(view, end + 32);
    size = readUint64(view, end + 40);
    offset = readUint64(view, end + 48);
  }
  const start = end - size;
  return start < offset ? null : { start, end, count, shift: start - offset };
}

/** 64-bit values are in an extra field, in this order; smaller ones are not. */
function readSizes(view: DataView, at: number): { claimed: number; packed: number; offset: number } {
  const sizes = [24, 20, 42].map((place) => view.getUint32(at + place, true));
  let place = at + ENTRY.size + view.getUint16(at + 28, true);
  const end = place + view.getUint16(at + 30, true);
  while (place + 4 <= end) {
    const fieldEnd = place + 4 + view.getUint16(place + 2, true);
    if (view.getUint16(place, true) === ZIP_64) {
      let value = place + 4;
      for (const [index, size] of sizes.entries()) {
        if (size !== 0xffffffff || value + 8 > Math.min(fieldEnd, end)) continue;
        sizes[index] = readUint64(view, value);
        value += 8;
      }
    }
    place = fieldEnd;
  }
  const [claimed = 0, packed = 0, offset = 0] = sizes;
  return { claimed, packed, offset };
}

/** Archives here are far too small for an inexact number. */
const readUint64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** Offset of the end record, which may be followed by a comment; null if there is none. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END.signature) return at;
  return null;
}

/**
 * Unpacks a file.
 *
 * @param most maximum bytes, regardless of the archive's claim
 * @returns `too_large` as early as possible; null if it is damaged, encrypted, or uses another method
 */
export function unpackEntry(
  zip: Uint8Array,
  { isEncrypted, method, packed, start }: ZipEntry,
  most: number,
): Uint8Array | 'too_large' | null {
  if (isEncrypted) return null;
  const bytes = zip.subarray(start, start + packed);
  if (method === 0) return packed <= most ? bytes.slice() : 'too_large';
  return method === 8 ? inflate(bytes, most) : null;
}

/**
 * Inflates zip data, or PNG data with `Unzlib`.
 *
 * @returns `too_large` as early as possible; null for damaged data
 */
export function inflate(
  packed: Uint8Array,
  most: number,
  Stream: typeof Inflate | typeof Unzlib = Inflate,
): Uint8Array | 'too_large' | null {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Stream((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length && size <= most; at += STEP)
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  } catch {
    return null;
  }
  if (size > most) return 'too_large';
  return concatBytes(chunks);
}
