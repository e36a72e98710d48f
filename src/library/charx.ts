import { Inflate } from 'fflate';
import { fail, ok, type Result } from '../api/problems';
import { isObject, type Json } from '../base/json';
import { isPng, readPicture } from './png-card';

/** Most bytes of each file that is unpacked, and of all that the archive says to hold. */
export const MAX_FILE = 8 * 1024 * 1024;
export const MAX_UNPACKED = 64 * 1024 * 1024;
/** Bytes that are unpacked at a time: deflate makes at most a thousand out of one. */
const STEP = 4096;
/** The card, at the root of the archive. */
const CARD = 'card.json';

/** Records of a zip: their signatures, and how long they are without names and comments. */
const END = { signature: 0x06054b50, size: 22 };
const ENTRY = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
/** A comment behind the end of a zip is as long as this at most. */
const MAX_COMMENT = 0xffff;

/** Does a file begin as a zip does? */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** A `.charx`: a zip with a card of V3 in it, and its assets. */
interface Charx {
  /** The JSON of the card; whether it is a card is for `readCard` to say. */
  card: unknown;
  /** Its main icon, when that is a PNG in the archive that may be kept. */
  picture: Uint8Array | null;
}

/**
 * Reads a `.charx`. Only the card and its main icon are unpacked, each within a bound, whatever the archive says of their
 * sizes.
 *
 * @returns `invalid`, with the cause, for an archive that is damaged, encrypted or too large, and for one without a card
 * @see https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md#charx
 */
export function readCharx(zip: Uint8Array): Result<Charx> {
  const entries = listEntries(zip);
  if (!entries) return refuse('is a damaged zip (.charx): export the card again');
  const whole = [...entries.values()].reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (whole > MAX_UNPACKED)
    return refuse(`holds ${whole} bytes unpacked, and may hold ${MAX_UNPACKED}: export it with fewer assets`);
  const entry = entries.get(CARD);
  if (!entry) return refuse('is a zip without a card.json at its root, so it is no .charx');
  if (entry.isEncrypted) return refuse('is an encrypted zip: export the card without a password');
  const bytes = unpack(zip, entry);
  if (!bytes) return refuse(`has a card.json that is damaged, or larger than ${MAX_FILE} bytes`);
  let card: unknown;
  try {
    card = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return refuse('has a card.json that is not JSON in UTF-8: export the card again');
  }
  return ok({ card, picture: readIcon(zip, entries, card) });
}

/** The main icon; the first one where none is called so. What is no PNG that may be kept is left out. */
function readIcon(zip: Uint8Array, entries: ReadonlyMap<string, Entry>, card: unknown): Uint8Array | null {
  const data = isObject(card) && isObject(card.data) ? card.data : {};
  const icon = findMainIcon(data.assets ?? null);
  const [, path = ''] = /^embedd?ed:\/\/(.+)$/.exec(icon?.uri ?? '') ?? [];
  const entry = entries.get(path);
  const png = entry && !entry.isEncrypted ? unpack(zip, entry) : null;
  if (!png || !isPng(png)) return null;
  const picture = readPicture(png);
  return picture.ok ? picture.value : null;
}

/** The asset of a card that is its main icon. */
export function findMainIcon(assets: Json): { uri: string; place: number } | null {
  const icons = (Array.isArray(assets) ? assets : []).flatMap((asset, place) =>
    isObject(asset) && asset.type === 'icon' && typeof asset.uri === 'string'
      ? [{ uri: asset.uri, place, isMain: asset.name === 'main' }]
      : [],
  );
  return icons.find(({ isMain }) => isMain) ?? icons[0] ?? null;
}

/** A file in the archive, as its list of contents has it. */
interface Entry {
  isEncrypted: boolean;
  /** 0: stored; 8: deflated. */
  method: number;
  packed: number;
  unpacked: number;
  /** Place of its own header. */
  at: number;
}

/** The files of a zip by their paths; null when it is damaged. */
function listEntries(zip: Uint8Array): Map<string, Entry> | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (at + ENTRY.size > end || view.getUint32(at, true) !== ENTRY.signature) return null;
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + ENTRY.size, at + ENTRY.size + length));
    entries.set(name, {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += ENTRY.size + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Place of the record that a zip ends with, before a comment; null when there is none. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END.size;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1)
    if (view.getUint32(at, true) === END.signature) return at;
  return null;
}

/** The bytes of a file; null when it is damaged, or larger than it may be. */
function unpack(zip: Uint8Array, { method, packed, at }: Entry): Uint8Array | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  if (at + LOCAL.size > zip.length || view.getUint32(at, true) !== LOCAL.signature) return null;
  const start = at + LOCAL.size + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > zip.length) return null;
  const bytes = zip.subarray(start, start + packed);
  if (method === 0) return packed <= MAX_FILE ? bytes.slice() : null;
  return method === 8 ? inflate(bytes) : null;
}

function inflate(packed: Uint8Array): Uint8Array | null {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length && size <= MAX_FILE; at += STEP)
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  } catch {
    return null;
  }
  if (size > MAX_FILE) return null;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const refuse = (message: string): Result<never> =>
  fail({ code: 'invalid', detail: `The file ${message}.`, errors: [{ pointer: '', message }] });
