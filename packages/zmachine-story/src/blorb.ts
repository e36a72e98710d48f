import { listChunks, readLong, readTag } from './iff';

/** Executable of a Blorb (Blorb specification 2.0.4). */
type BlorbContent =
  | { kind: 'story'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'other'; type: string | null }
  | { kind: 'broken'; message: string };

export interface StoryLabel {
  /** One line of at most 200 characters, as the author; null if missing. */
  title: string | null;
  author: string | null;
  cover: { type: 'image/png' | 'image/jpeg'; bytes: Uint8Array<ArrayBuffer> } | null;
}

export const NO_LABEL: StoryLabel = { title: null, author: null, cover: null };

/** In bytes; larger covers are dropped. */
const MAX_COVER = 4 * 1024 * 1024;
/** In bytes; longer bibliographic records are ignored. */
const MAX_RECORD = 64 * 1024;
/** In characters. */
const MAX_LINE = 200;

export const isBlorb = (bytes: Uint8Array): boolean =>
  readTag(bytes, 0) === 'FORM' && readTag(bytes, 8) === 'IFRS';

/** Finds the executable in the resource index: usage `Exec`, number 0. */
export function openBlorb(bytes: Uint8Array): BlorbContent {
  const refuse = (message: string): BlorbContent => ({ kind: 'broken', message });
  const index = readIndex(bytes);
  if (typeof index === 'string') return refuse(index);
  const start = index.get('Exec 0');
  if (start === undefined) return { kind: 'other', type: null };
  if (start + 8 > bytes.length) return refuse('its story lies outside of the file');
  const type = readTag(bytes, start);
  if (type !== 'ZCOD') return { kind: 'other', type };
  const end = start + 8 + readLong(bytes, start + 4);
  if (end > bytes.length) return refuse('its story is cut off');
  return { kind: 'story', bytes: bytes.slice(start + 8, end) };
}

/** Reads the resource index: offsets by usage and number, such as `Pict 1`. Returns an error message if invalid. */
function readIndex(bytes: Uint8Array): Map<string, number> | string {
  if (bytes.length < 24 || readTag(bytes, 12) !== 'RIdx') return 'it has no index of what is in it';
  const count = readLong(bytes, 20);
  if (24 + 12 * count > bytes.length) return 'its index is cut off';
  const places = new Map<string, number>();
  for (let at = 24; at < 24 + 12 * count; at += 12) {
    const name = `${readTag(bytes, at)} ${readLong(bytes, at + 4)}`;
    if (!places.has(name)) places.set(name, readLong(bytes, at + 8));
  }
  return places;
}

/**
 * Reads title, author and cover from the chunks `IFmd` (iFiction, Treaty of Babel) and `Fspc`. Skips missing, oversized
 * or damaged parts.
 */
export function readLabel(bytes: Uint8Array): StoryLabel {
  const chunks = listChunks(bytes);
  const index = readIndex(bytes);
  if (!chunks || typeof index === 'string') return NO_LABEL;
  const find = (tag: string): Uint8Array | undefined => chunks.find(([name]) => name === tag)?.[1];
  const record = find('IFmd');
  const text = record && record.length <= MAX_RECORD ? new TextDecoder().decode(record) : '';
  const front = find('Fspc');
  const place = front && front.length >= 4 ? index.get(`Pict ${readLong(front, 0)}`) : undefined;
  return {
    title: readElement(text, 'title'),
    author: readElement(text, 'author'),
    cover: place === undefined ? null : readCover(bytes, place),
  };
}

function readCover(bytes: Uint8Array, start: number): StoryLabel['cover'] {
  if (start + 8 > bytes.length) return null;
  const length = readLong(bytes, start + 4);
  if (length > MAX_COVER || start + 8 + length > bytes.length) return null;
  const picture = bytes.slice(start + 8, start + 8 + length);
  if (isPng(picture)) return { type: 'image/png', bytes: picture };
  if (isJpeg(picture)) return { type: 'image/jpeg', bytes: picture };
  return null;
}

const isPng = (bytes: Uint8Array): boolean => readTag(bytes, 0) === '\u0089PNG';
const isJpeg = (bytes: Uint8Array): boolean => readTag(bytes, 0).startsWith('\u00ff\u00d8\u00ff');

/** The text of the first element with this name within `<bibliographic>`; null if missing or empty. */
function readElement(record: string, name: string): string | null {
  const start = record.indexOf('<bibliographic>');
  const open = record.indexOf(`<${name}>`, Math.max(start, 0));
  const end = record.indexOf(`</${name}>`, open);
  if (start < 0 || open < 0 || end < 0) return null;
  const content = record.slice(open + name.length + 2, end).replace(/<[^<>]{0,200}>/g, ' ');
  const line = decodeEntities(content).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return line.trim().slice(0, MAX_LINE).toWellFormed() || null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (entity, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  });
