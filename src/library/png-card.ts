import { Unzlib } from 'fflate';
import { fromBase64, toBase64 } from '../base/base64';
import { concatBytes } from '../base/concat-bytes';
import type { JsonObject } from '../base/json';
import { isObject } from '../base/json';
import { chunkData, findChunks, isIntact, type Span, writeChunk } from '../base/png/chunks';
import { inflate } from '../base/zip';
import type { Result } from '../contract/problems';
import { parseJson, refuseFile } from './decode-text';
import { type ImportNotes, noNotes } from './fit-fields';
import { MAX_CHUNKS } from './picture';

/** Keywords of chunks with a card, in order of preference: V3, then V2 and V1. */
const KEYWORDS = ['ccv3', 'chara'];
const TEXTS = ['tEXt', 'iTXt', 'zTXt'];
export const MAX_CARD = 8 * 1024 * 1024;
/** Base64 takes four characters per three bytes, plus line breaks. */
export const MAX_BASE64 = 1.5 * MAX_CARD;
/** RisuAI can encrypt cards. */
const RISU_ENCRYPTED = 'rcc||';

/**
 * Reads a PNG's card: base64 of JSON in a text chunk `ccv3` or `chara` (any case, compressed or not; `ccv3`
 * is preferred if readable).
 *
 * @returns null for a PNG without such a chunk; `invalid` with the cause for a damaged PNG or unreadable card
 */
export function readPngCard(png: Uint8Array, notes = noNotes()): Result<unknown> | null {
  const spans = findChunks(png, MAX_CHUNKS);
  if (!spans)
    return refuseFile(`is not a PNG, was cut off, or has over ${MAX_CHUNKS} chunks: export the card again`);
  const chunks = findCards(png, spans);
  const damagedSpan = [spans[0], ...chunks.values()].find((span) => span && !isIntact(png, span));
  if (damagedSpan || spans[0]?.name !== 'IHDR') {
    const cause = damagedSpan
      ? `the checksum of its chunk ${damagedSpan.name} is wrong`
      : 'its header is missing';
    return refuseFile(`is a damaged PNG (${cause}): export the card again`);
  }
  let first: Result<unknown> | null = null;
  for (const keyword of KEYWORDS) {
    const span = chunks.get(keyword);
    if (!span) continue;
    const ownNotes = noNotes();
    const card = readChunk(keyword, span.name, chunkData(png, span), ownNotes);
    if (card.ok && isObject(card.value)) {
      notes.repaired.push(...ownNotes.repaired);
      return card;
    }
    first ??= card;
  }
  return first;
}

/** Embeds a card in both formats: V2 for older readers, and V3. @param picture a PNG without a card */
export function writePngCard(picture: Uint8Array, v2: JsonObject, v3: JsonObject): Uint8Array<ArrayBuffer> {
  const last = findChunks(picture, MAX_CHUNKS)?.at(-1);
  if (!last) throw new TypeError('the picture is not a PNG');
  const chunks = [toChunk('chara', v2), toChunk('ccv3', v3)];
  return concatBytes([picture.subarray(0, last.start), ...chunks, picture.subarray(last.start, last.end)]);
}

/** The first chunk per keyword, in lower case. */
function findCards(png: Uint8Array, spans: readonly Span[]): Map<string, Span> {
  const first = new Map<string, Span>();
  for (const span of spans) {
    const keyword = TEXTS.includes(span.name) ? readKeyword(chunkData(png, span)) : '';
    if (KEYWORDS.includes(keyword) && !first.has(keyword)) first.set(keyword, span);
  }
  return first;
}

/** In lower case; empty if longer than any known keyword. */
function readKeyword(data: Uint8Array): string {
  const end = data.subarray(0, 8).indexOf(0);
  return end < 0 ? '' : String.fromCharCode(...data.subarray(0, end)).toLowerCase();
}

function readChunk(keyword: string, name: string, data: Uint8Array, notes: ImportNotes): Result<unknown> {
  const what = `a card in its chunk "${keyword}"`;
  const bytes = readText(name, data, keyword.length + 1);
  if (bytes === 'too_large') return refuseFile(`has ${what} that is larger than ${MAX_CARD} bytes`);
  if (bytes === null)
    return refuseFile(`has ${what} (${name}) that can't be decompressed: export the card again`);
  return decodeCard(new TextDecoder().decode(bytes), what, notes);
}

/**
 * Decompresses a chunk's text up to {@link MAX_BASE64} bytes; null if that fails.
 *
 * @param start offset after the keyword. `zTXt`: method, text; `iTXt`: compressed, method, language NUL,
 * translated keyword NUL, text
 */
function readText(name: string, data: Uint8Array, start: number): Uint8Array | 'too_large' | null {
  let text = start;
  let isCompressed = name === 'zTXt';
  if (name === 'zTXt') text += 1;
  if (name === 'iTXt') {
    isCompressed = data[start] === 1;
    const language = data.indexOf(0, start + 2);
    text = language < 0 ? data.length : data.indexOf(0, language + 1) + 1 || data.length;
  }
  const bytes = data.subarray(text);
  if (isCompressed) return inflate(bytes, MAX_BASE64, Unzlib);
  return bytes.length > MAX_BASE64 ? 'too_large' : bytes;
}

/** Decodes a card in base64 or plain JSON. @param what shown in the error message */
export function decodeCard(text: string, what: string, notes: ImportNotes): Result<unknown> {
  if (text.startsWith(RISU_ENCRYPTED))
    return refuseFile(`has ${what} that RisuAI encrypted: export it from there without a password`);
  const encoder = new TextEncoder();
  if (text.trimStart().startsWith('{')) return parseJson(encoder.encode(text), what, notes);
  // Accepts the URL-safe alphabet, line breaks and missing padding.
  const bytes = fromBase64(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
  return bytes
    ? parseJson(bytes, what, notes)
    : refuseFile(`has ${what} that is not base64: export the card again`);
}

const toChunk = (keyword: string, card: JsonObject): Uint8Array => {
  const encoder = new TextEncoder();
  return writeChunk('tEXt', encoder.encode(`${keyword}\0${toBase64(encoder.encode(JSON.stringify(card)))}`));
};
