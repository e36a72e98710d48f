import { fail, ok, type Result } from '../api/problems';
import { isObject, type Json } from '../base/json';
import { listZip, unpackEntry, type ZipEntry } from '../base/zip';
import { isPng, readPicture } from './png-card';

/** Most bytes of each file that is unpacked, and of all that the archive says to hold. */
export const MAX_FILE = 8 * 1024 * 1024;
export const MAX_UNPACKED = 64 * 1024 * 1024;
/** The card, at the root of the archive. */
const CARD = 'card.json';

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
  const entries = listZip(zip);
  if (!entries) return refuse('is a damaged zip (.charx): export the card again');
  const whole = [...entries.values()].reduce((sum, { claimed }) => sum + claimed, 0);
  if (whole > MAX_UNPACKED)
    return refuse(`holds ${whole} bytes unpacked, and may hold ${MAX_UNPACKED}: export it with fewer assets`);
  const entry = entries.get(CARD);
  if (!entry) return refuse('is a zip without a card.json at its root, so it is no .charx');
  if (entry.isEncrypted) return refuse('is an encrypted zip: export the card without a password');
  const bytes = unpackEntry(zip, entry, MAX_FILE);
  if (bytes === null || bytes === 'too_large')
    return refuse(`has a card.json that is damaged, or larger than ${MAX_FILE} bytes`);
  let card: unknown;
  try {
    card = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return refuse('has a card.json that is not JSON in UTF-8: export the card again');
  }
  return ok({ card, picture: readIcon(zip, entries, card) });
}

/** The main icon; the first one where none is called so. What is no PNG that may be kept is left out. */
function readIcon(zip: Uint8Array, entries: ReadonlyMap<string, ZipEntry>, card: unknown): Uint8Array | null {
  const data = isObject(card) && isObject(card.data) ? card.data : {};
  const icon = findMainIcon(data.assets ?? null);
  const [, path = ''] = /^embedd?ed:\/\/(.+)$/.exec(icon?.uri ?? '') ?? [];
  const entry = entries.get(path);
  const png = entry ? unpackEntry(zip, entry, MAX_FILE) : null;
  if (!png || png === 'too_large' || !isPng(png)) return null;
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

const refuse = (message: string): Result<never> =>
  fail({ code: 'invalid', detail: `The file ${message}.`, errors: [{ pointer: '', message }] });
