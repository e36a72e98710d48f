import { Inflate } from 'fflate';
import { concatBytes } from './concat-bytes';

/**
 * Reading zips from strangers. Sizes in a zip are only claims, so every file is unpacked up to a bound of the caller's, and
 * files that share bytes (the way a small zip unpacks to gigabytes) make the whole archive invalid.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

/** A file in a zip, as the central directory describes it. */
export interface ZipEntry {
  isEncrypted: boolean;
  /** 0: stored; 8: deflated. */
  method: number;
  /** Bytes in the archive. */
  packed: number;
  /** Bytes after unpacking, as the archive claims. */
  claimed: number;
  /** Offset of its data. */
  start: number;
}

/** Signatures of records, and their sizes without names, extra fields and comments. */
const END = { signature: 0x06054b50, size: 22 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
/** Longest comment after the end record. */
const MAX_COMMENT = 0xffff;
/** Packed bytes that are inflated at a time. One byte yields at most 1,032. */
const STEP = 4096;

/** True if the file starts like a zip, which may be empty. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** The files of a zip by path; null if it is cut off, damaged, or has files that overlap. */
export function listZip(zip: Uint8Array): Map<string, ZipEntry> | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = new Map<string, ZipEntry>();
  const spans: [from: number, to: number][] = [];
  let at = view.getUint32(end + 16, true);
  const directory = at;
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (at + ENTRY.size > end || view.getUint32(at, true) !== ENTRY.signature) return null;
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + ENTRY.size, at + ENTRY.size + nameLength));
    const size = view.getUint32(at + 20, true);
    const local = view.getUint32(at + 42, true);
    if (local + LOCAL.size > directory || view.getUint32(local, true) !== LOCAL.signature) return null;
    const start = local + LOCAL.size + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + size > directory) return null;
    spans.push([local, start + size]);
    entries.set(name, {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: size,
      claimed: view.getUint32(at + 24, true),
      start,
    });
    at += ENTRY.size + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  spans.sort(([a], [b]) => a - b);
  const isOverlapping = spans.some(([from], n) => from < (spans[n - 1]?.[1] ?? 0));
  return isOverlapping ? null : entries;
}

/** Offset of the end record, which may have a comment after it; null if there is none. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END.signature) return at;
  return null;
}

/**
 * The bytes of a file.
 *
 * @param most bytes it may have, whatever the archive claims
 * @returns `too_large` as soon as it is known; null if it is damaged, encrypted, or compressed by another method
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

function inflate(packed: Uint8Array, most: number): Uint8Array | 'too_large' | null {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((chunk) => {
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
