import type { Result } from '../contract/problems';
import { refuseFile } from './decode-text';
import type { ImportNotes } from './fit-fields';
import { readExif } from './picture';
import { decodeCard, MAX_BASE64, MAX_CARD } from './png-card';

/** TIFF tags of the EXIF directory and its user comment. */
const EXIF_DIRECTORY = 0x8769;
const USER_COMMENT = 0x9286;
/** Bytes at the start of a comment that name its encoding: `ASCII`, `UNICODE` or zeros. */
const ENCODING = 8;
const COMMA = 0x2c;
const ZERO = 0x30;

/**
 * Reads the card in a picture's EXIF comment, as written by TavernAI (WebP) and Backyard AI (PNG): JSON, its
 * bytes as a list of numbers, or base64.
 *
 * @returns null for a picture without such a comment
 */
export function readExifCard(picture: Uint8Array, notes: ImportNotes): Result<unknown> | null {
  const exif = readExif(picture);
  const comment = exif && findComment(exif);
  if (!comment) return null;
  const isWide = String.fromCharCode(...comment.subarray(0, 7)) === 'UNICODE';
  const data = comment.subarray(ENCODING);
  const what = 'a card in its EXIF comment';
  const encoding = isWide ? (data[0] === 0 ? 'utf-16be' : 'utf-16le') : 'utf-8';
  const decode = (bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes).replaceAll('\0', '').trim();
  const start = decode(data.subarray(0, 256));
  const isList = /^\d{1,3}(?:,\d{1,3}){9}/.test(start);
  if (!isList && !/^(?:\{|eyJ|ew)/.test(start)) return null;
  // A number takes up to four characters, with its comma.
  const limit = isList ? 4 * MAX_CARD : start.startsWith('{') ? MAX_CARD : MAX_BASE64;
  if (data.length > limit) return refuseFile(`has ${what} that is larger than ${limit} bytes`);
  return decodeCard(isList ? new TextDecoder().decode(readNumbers(data)) : decode(data), what, notes);
}

/** Skips all characters but digits and commas, such as the zeros of UTF-16. */
function readNumbers(list: Uint8Array): Uint8Array {
  const numbers = new Uint8Array(Math.ceil(list.length / 2));
  let count = 0;
  for (const char of list) {
    if (char === COMMA) count += 1;
    else if (char >= ZERO && char < ZERO + 10) numbers[count] = (numbers[count] ?? 0) * 10 + char - ZERO;
  }
  return numbers.subarray(0, count + 1);
}

function findComment(tiff: Uint8Array): Uint8Array | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return null;
  const little = view.getUint16(0) === 0x4949;
  const directory = findTag(view, view.getUint32(4, little), EXIF_DIRECTORY, little);
  const field = directory && findTag(view, view.getUint32(directory + 8, little), USER_COMMENT, little);
  if (!field) return null;
  const size = view.getUint32(field + 4, little);
  const start = view.getUint32(field + 8, little);
  return size > ENCODING && start + size <= tiff.length ? tiff.subarray(start, start + size) : null;
}

/** Null if missing. */
function findTag(view: DataView, directory: number, tag: number, little: boolean): number | null {
  if (directory + 2 > view.byteLength) return null;
  for (let left = view.getUint16(directory, little), at = directory + 2; left > 0; left -= 1, at += 12) {
    if (at + 12 > view.byteLength) return null;
    if (view.getUint16(at, little) === tag) return at;
  }
  return null;
}
