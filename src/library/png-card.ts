import { fail, ok, type Result } from '../api/problems';
import { fromBase64, toBase64 } from '../base/base64';
import { concatBytes } from '../base/concat-bytes';
import { isObject, type JsonObject } from '../base/json';
import {
  CHECKSUM,
  dataOf,
  findChunks as findAllChunks,
  HEAD,
  isIntact,
  isPng,
  SIGNATURE,
  type Span,
  writeChunk,
} from '../base/png-chunks';

export { isPng };

/** Most chunks of a PNG that is looked at; pictures have some hundreds. */
const MAX_CHUNKS = 10_000;
/** Keywords of the chunks that hold a card, the one that wins first: V3, then V2 and V1. */
const KEYWORDS = ['ccv3', 'chara'];
const TEXTS = ['tEXt', 'iTXt', 'zTXt'];
/**
 * Chunks that a picture is drawn from: pixels, colours, frames of an animation. All others say something about it, or about
 * who made it, where and with what (EXIF, XMP, texts, times, what programs add of their own).
 */
const DRAWN = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
]);
/** Most pixels of a picture that is kept, and of all frames of an animation: browsers unpack four bytes for each. */
export const MAX_PIXELS = 4096 * 4096;
const MAX_IN_FRAMES = 4 * MAX_PIXELS;
/** Bytes of the data of `IHDR`. */
const HEADER = 13;

const findChunks = (png: Uint8Array): Span[] | null => findAllChunks(png, MAX_CHUNKS);

/** A PNG that carries a card. */
interface PngCard {
  /** The JSON of the card; whether it is a card is for `readCard` to say. */
  card: unknown;
  /** The picture without its card; {@link readPicture} says whether it may be kept. */
  picture: Uint8Array;
}

/**
 * The card in a PNG: base64 of UTF-8 JSON in a text chunk `ccv3` or `chara` (any case; `ccv3` wins if it can be read), as
 * SillyTavern and others write it. Compressed text chunks are not read: nobody writes cards so.
 *
 * @returns `invalid`, with the cause, for a PNG that is damaged or has no card, and for a card that can't be read
 */
export function readPngCard(png: Uint8Array): Result<PngCard> {
  const spans = findChunks(png);
  if (!spans)
    return refuse(`is not a PNG, was cut off, or has over ${MAX_CHUNKS} chunks: export the card again`);
  const texts = readTexts(png, spans);
  if ('damage' in texts) return refuse(`is a damaged PNG (${texts.damage}): export the card again`);
  const [best, ...others] = KEYWORDS.filter((keyword) => texts.has(keyword));
  if (best === undefined)
    return refuse(
      'is a PNG without a character card (no text chunk "ccv3" or "chara"): pictures lose their card when they are ' +
        'edited or sent through a service that shrinks them; use the file as it was exported',
    );
  const decode = (keyword: string) => decodeCard(keyword, texts.get(keyword) ?? '');
  let card = decode(best);
  for (const keyword of others) {
    if (card.ok && isObject(card.value)) break;
    const other = decode(keyword);
    if (other.ok && isObject(other.value)) card = other;
  }
  return card.ok ? ok({ card: card.value, picture: removeCards(png, spans) }) : card;
}

/**
 * A picture that is to be kept: a PNG, without any card that may be in it and without whatever else is no part of what is
 * to be seen.
 *
 * @returns `invalid`, with the cause, for what is no PNG, a damaged one, or one of too many pixels
 */
export function readPicture(png: Uint8Array): Result<Uint8Array> {
  const spans = findChunks(png);
  const size = spans && readSize(png, spans);
  if (!size) return refuse('is not a PNG, or was cut off: other pictures are to be saved as PNG first');
  const { width, height } = size;
  const pixels = width * height;
  if (pixels > MAX_PIXELS)
    return refuse(
      `is a picture of ${width}×${height} pixels: save it with at most ${MAX_PIXELS}, such as 4096×4096`,
    );
  const frames = spans.filter(({ name }) => name === 'fcTL').length;
  if (pixels * frames > MAX_IN_FRAMES)
    return refuse(
      `has ${frames} frames of ${width}×${height} pixels: save it with at most ${MAX_IN_FRAMES} pixels in all of them`,
    );
  return ok(keepDrawn(png, spans));
}

/** A picture that was kept before anything was taken out of pictures; what is no PNG is as it was. */
export function cleanPicture(png: Uint8Array): Uint8Array {
  const spans = findChunks(png);
  return spans?.some(({ name }) => !DRAWN.has(name)) ? keepDrawn(png, spans) : png;
}

function decodeCard(keyword: string, text: string): Result<unknown> {
  const bytes = fromBase64(text.trim());
  if (!bytes) return refuse(`has a card in its chunk "${keyword}" that is not base64: export it again`);
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)));
  } catch {
    return refuse(`has a card in its chunk "${keyword}" that is not JSON in UTF-8: export it again`);
  }
}

/**
 * A picture with a card in it, in both forms: V2 for older readers, V3.
 *
 * @param picture a PNG without a card, such as {@link readPngCard} gave
 */
export function writePngCard(picture: Uint8Array, v2: JsonObject, v3: JsonObject): Uint8Array<ArrayBuffer> {
  const last = findChunks(picture)?.at(-1);
  if (!last) throw new TypeError('the picture is not a PNG');
  const chunks = [toChunk('chara', v2), toChunk('ccv3', v3)];
  return concatBytes([picture.subarray(0, last.start), ...chunks, picture.subarray(last.start, last.end)]);
}

/**
 * The texts of cards by keyword, in lower case; of several the first. Only their chunks and the header are checked.
 *
 * @returns in place of them, what is damaged
 */
function readTexts(png: Uint8Array, spans: readonly Span[]): Map<string, string> | { damage: string } {
  const first = new Map<string, Span>();
  for (const span of spans) {
    const keyword = findKeyword(png, span);
    if (keyword !== null && !first.has(keyword)) first.set(keyword, span);
  }
  const [header] = spans;
  if (header?.name !== 'IHDR') return { damage: 'its header is missing' };
  const damagedSpan = [header, ...first.values()].find((span) => !isIntact(png, span));
  if (damagedSpan) return { damage: `the checksum of its chunk ${damagedSpan.name} is wrong` };
  return new Map(
    [...first.values()].flatMap((span): [string, string][] => {
      const cardText = readText(span.name, dataOf(png, span));
      return cardText ? [[cardText.keyword, cardText.text]] : [];
    }),
  );
}

/** The keyword of a chunk that holds a card; null for any other. */
function findKeyword(png: Uint8Array, span: Span): string | null {
  if (!TEXTS.includes(span.name)) return null;
  const keyword = readKeyword(dataOf(png, span));
  return KEYWORDS.includes(keyword) ? keyword : null;
}

/** A text chunk that may hold a card; null for any other. */
function readText(name: string, data: Uint8Array): { keyword: string; text: string } | null {
  const keyword = TEXTS.includes(name) ? readKeyword(data) : '';
  if (!KEYWORDS.includes(keyword)) return null;
  // Base64 is ASCII.
  if (name === 'tEXt') return { keyword, text: new TextDecoder().decode(data.subarray(keyword.length + 1)) };
  if (name !== 'iTXt') return null;
  // keyword NUL compressed method language NUL translated NUL text
  const flag = keyword.length + 1;
  const language = data.indexOf(0, flag + 2);
  const textStart = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (data[flag] !== 0 || textStart < 0) return null;
  return { keyword, text: new TextDecoder().decode(data.subarray(textStart + 1)) };
}

/** Reads a keyword in lower case; empty when it is longer than any of ours. */
function readKeyword(data: Uint8Array): string {
  const end = data.subarray(0, 8).indexOf(0);
  return end < 0 ? '' : String.fromCharCode(...data.subarray(0, end)).toLowerCase();
}

const removeCards = (png: Uint8Array, spans: readonly Span[]): Uint8Array =>
  joinSpans(
    png,
    spans.filter((span) => findKeyword(png, span) === null),
  );

const keepDrawn = (png: Uint8Array, spans: readonly Span[]): Uint8Array =>
  joinSpans(
    png,
    spans.filter(({ name }) => DRAWN.has(name)),
  );

/** Width and height, as the header says them; null when it is not where it has to be. */
function readSize(png: Uint8Array, [header]: readonly Span[]): { width: number; height: number } | null {
  if (header?.name !== 'IHDR' || header.end - header.start !== HEAD + HEADER + CHECKSUM) return null;
  const view = new DataView(png.buffer, png.byteOffset + header.start + HEAD);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  return width > 0 && height > 0 ? { width, height } : null;
}

function joinSpans(png: Uint8Array, kept: readonly Span[]): Uint8Array {
  return concatBytes([
    png.subarray(0, SIGNATURE.length),
    ...kept.map(({ start, end }) => png.subarray(start, end)),
  ]);
}

const toChunk = (keyword: string, card: JsonObject): Uint8Array => {
  const encoder = new TextEncoder();
  return writeChunk('tEXt', encoder.encode(`${keyword}\0${toBase64(encoder.encode(JSON.stringify(card)))}`));
};

const refuse = (message: string): Result<never> =>
  fail({ code: 'invalid', detail: `The file ${message}.`, errors: [{ pointer: '', message }] });

/** R2 key of the picture that a character came with, without its card. */
export const portraitKey = (tenant: string, id: string): string => `library/${tenant}/${id}/portrait.png`;

/** Keeps the picture a character came with. */
export const keepPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
  picture: Uint8Array,
): Promise<Result<null>> =>
  withBucket(async () => {
    await bucket.put(portraitKey(tenant, id), picture, { httpMetadata: { contentType: 'image/png' } });
    return null;
  });

/** The picture a character came with; null when it came with none. */
export const readPortrait = (
  bucket: R2Bucket,
  tenant: string,
  id: string,
): Promise<Result<Uint8Array | null>> =>
  withBucket(async () => {
    const object = await bucket.get(portraitKey(tenant, id));
    return object ? cleanPicture(new Uint8Array(await object.arrayBuffer())) : null;
  });

/** Removes the picture of a character; one that isn't there is no mistake. */
export const forgetPortrait = (bucket: R2Bucket, tenant: string, id: string): Promise<Result<null>> =>
  withBucket(async () => {
    await bucket.delete(portraitKey(tenant, id));
    return null;
  });

async function withBucket<T>(act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    console.error('portrait failed', error);
    return fail({ code: 'unavailable', detail: 'The store of pictures does not answer.', retryAfter: 5 });
  }
}
