import { fromBase64 } from '../base/base64';
import { isObject, type Json } from '../base/json';
import { unpackEntry, type ZipEntry } from '../base/zip';
import { ok, type Result } from '../contract/problems';
import { parseJson, refuseFile } from './decode-text';
import { type ImportNotes, noNotes } from './fit-fields';

/** Maximum bytes per unpacked file, and maximum claimed total. */
export const MAX_FILE = 8 * 1024 * 1024;
const MAX_UNPACKED = 64 * 1024 * 1024;
const CARD = 'card.json';

export interface Archive {
  zip: Uint8Array;
  entries: ReadonlyMap<string, ZipEntry>;
}

interface Charx {
  /** Parsed JSON, not validated. */
  card: unknown;
  /** The main icon, if it is in the archive. */
  picture: Uint8Array | null;
}

/**
 * Reads a `.charx`. Unpacks only the card and its main icon, each up to a limit, regardless of the claimed
 * sizes. The card may be in a folder, if the archive was repacked.
 *
 * @returns `invalid` with the cause if the archive is too large or its card missing or unreadable
 * @see https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md#charx
 */
export function readCharx({ zip, entries }: Archive, notes: ImportNotes = noNotes()): Result<Charx> {
  const whole = [...entries.values()].reduce((sum, { claimed }) => sum + claimed, 0);
  if (whole > MAX_UNPACKED)
    return refuseFile(
      `holds ${whole} bytes unpacked, and may hold ${MAX_UNPACKED}: export it with fewer assets`,
    );
  const paths = [...entries.keys()].filter(
    (path) => /(?:^|[\\/])card\.json$/.test(path) && !/^__MACOSX/.test(path),
  );
  const cardPath = paths.toSorted((a, b) => a.length - b.length)[0];
  const entry = cardPath === undefined ? undefined : entries.get(cardPath);
  if (cardPath === undefined || !entry)
    return refuseFile('is a zip without a card.json, so it is not a .charx');
  const bytes = unpackFile({ zip, entries }, entry, CARD);
  if (!bytes.ok) return bytes;
  const card = parseJson(bytes.value, `a ${CARD}`, notes);
  return card.ok
    ? ok({
        card: card.value,
        picture: readIcon({ zip, entries }, card.value, cardPath.slice(0, -CARD.length)),
      })
    : card;
}

/** @param name for the error message */
export function unpackFile(
  { zip }: Archive,
  entry: ZipEntry,
  name: string,
  most = MAX_FILE,
): Result<Uint8Array> {
  if (entry.isEncrypted) return refuseFile('is an encrypted zip: export the card without a password');
  const bytes = unpackEntry(zip, entry, most);
  return bytes === null || bytes === 'too_large'
    ? refuseFile(`has a ${name} that is damaged, or larger than ${most} bytes`)
    : ok(bytes);
}

/** The main icon, or the first one. @param folder of the card and its assets */
function readIcon({ zip, entries }: Archive, card: unknown, folder: string): Uint8Array | null {
  const data = isObject(card) && isObject(card.data) ? card.data : {};
  const icon = findMainIcon(data.assets ?? null);
  const [, path = ''] = /^(?:embedd?ed:\/\/|__asset:)(.+)$/i.exec(icon?.uri ?? '') ?? [];
  const entry = entries.get(path) ?? entries.get(folder + path);
  const bytes = entry ? unpackEntry(zip, entry, MAX_FILE) : null;
  return bytes === 'too_large' ? null : bytes;
}

/** Decodes `data:image/…;base64,…`; null for other URLs. */
export function readDataUrl(url: Json | undefined): Uint8Array | null {
  const [head = '', content] =
    typeof url === 'string' && url.startsWith('data:image/') ? url.split(',', 2) : [];
  return content !== undefined && head.endsWith(';base64') ? fromBase64(content) : null;
}

export function findMainIcon(assets: Json): { uri: string; place: number } | null {
  const icons = (Array.isArray(assets) ? assets : []).flatMap((asset, place) =>
    isObject(asset) && asset.type === 'icon' && typeof asset.uri === 'string'
      ? [{ uri: asset.uri, place, isMain: asset.name === 'main' }]
      : [],
  );
  return icons.find(({ isMain }) => isMain) ?? icons[0] ?? null;
}
