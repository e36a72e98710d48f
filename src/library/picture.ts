import { concatBytes } from '../base/concat-bytes';
import { type PictureType, readPictureType, readTag } from '../base/picture-type';
import { CHECKSUM, chunkData, findChunks, HEAD, SIGNATURE, type Span } from '../base/png/chunks';
import { ok, type Result } from '../contract/problems';
import { refuseFile } from './decode-text';

/** Maximum chunks or segments read; pictures have a few hundred. */
export const MAX_CHUNKS = 10_000;
/** Maximum pixels of a picture, and of all frames of an animation; browsers unpack each to four bytes. */
export const MAX_PIXELS = 4096 * 4096;
const MAX_IN_FRAMES = 4 * MAX_PIXELS;

/** A picture's visible parts (pixels, colors, frames) and its EXIF block. Drops other metadata. */
interface Parts {
  width: number;
  height: number;
  /** 0 for a still picture. */
  frames: number;
  drawn: Uint8Array[];
  exif: Uint8Array | null;
}

const READERS: Record<PictureType, (bytes: Uint8Array) => Parts | null> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** Null for other or truncated files. */
const readParts = (bytes: Uint8Array): Parts | null => {
  const type = readPictureType(bytes);
  return type && READERS[type](bytes);
};

/** Starts with a TIFF header; null if there is none. */
export const readExif = (bytes: Uint8Array): Uint8Array | null => readParts(bytes)?.exif ?? null;

/**
 * Removes everything invisible from a picture: an embedded card, EXIF, XMP, comments.
 *
 * @returns `invalid` with the cause for other files, damaged pictures, or too many pixels
 */
export function readPicture(bytes: Uint8Array): Result<Uint8Array> {
  const parts = readParts(bytes);
  if (!parts || parts.width === 0 || parts.height === 0)
    return refuseFile(
      `is not a PNG, JPEG or WebP, was cut off, or has over ${MAX_CHUNKS} chunks: save it as a PNG first`,
    );
  const { width, height, frames } = parts;
  if (width * height > MAX_PIXELS)
    return refuseFile(
      `is a picture of ${width}×${height} pixels: save it with at most ${MAX_PIXELS}, such as 4096×4096`,
    );
  if (width * height * frames > MAX_IN_FRAMES)
    return refuseFile(
      `has ${frames} frames of ${width}×${height} pixels: save it with at most ${MAX_IN_FRAMES} pixels in all of them`,
    );
  return ok(concatBytes(parts.drawn));
}

const DRAWN_IN_PNG = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'cICP', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'mDCV', 'cLLI', 'bKGD', 'pHYs'],
]);
const HEADER = 13;

function readPng(png: Uint8Array): Parts | null {
  const spans = findChunks(png, MAX_CHUNKS);
  const [header] = spans ?? [];
  if (!spans || header?.name !== 'IHDR' || header.end - header.start !== HEAD + HEADER + CHECKSUM)
    return null;
  const view = toDataView(chunkData(png, header));
  const bytesOf = ({ start, end }: Span) => png.subarray(start, end);
  const drawnParts = spans.filter(({ name }) => DRAWN_IN_PNG.has(name)).map(bytesOf);
  const exif = spans.find(({ name }) => name === 'eXIf');
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    frames: spans.filter(({ name }) => name === 'fcTL').length,
    drawn: [png.subarray(0, SIGNATURE.length), ...drawnParts],
    exif: exif ? chunkData(png, exif) : null,
  };
}

/** Prefix of EXIF in a JPEG, and in some WebP pictures. */
const EXIF = 'Exif\0\0';
const skipPrefix = (data: Uint8Array): Uint8Array =>
  latin1(data.subarray(0, EXIF.length)) === EXIF ? data.subarray(EXIF.length) : data;

/**
 * Length of a JFIF header without a thumbnail; a thumbnail is never shown and may reveal more than the
 * picture.
 */
const JFIF = 18;
/**
 * JPEG markers. Application segments (E0 to EF) and comments (FE) are dropped, except the ones listed here.
 */
const MARKER = { end: 0xd9, scan: 0xda, jfif: 0xe0, exif: 0xe1, colors: 0xe2, adobe: 0xee, comment: 0xfe };
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(jpeg: Uint8Array): Parts | null {
  const view = toDataView(jpeg);
  const parts: Parts = { width: 0, height: 0, frames: 0, drawn: [jpeg.subarray(0, 2)], exif: null };
  for (let at = 2, count = 0; at + 4 <= jpeg.length || jpeg[at + 1] === MARKER.end; count += 1) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) return null;
    // A fill byte.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === MARKER.end) {
      parts.drawn.push(jpeg.subarray(at, at + 2));
      return parts;
    }
    let end = at + 2 + view.getUint16(at + 2);
    if (count >= MAX_CHUNKS || end > jpeg.length || end < at + 4) return null;
    const data = jpeg.subarray(at + 4, end);
    if (isFrame(marker) && data.length >= 5) {
      parts.height = view.getUint16(at + 5);
      parts.width = view.getUint16(at + 7);
    }
    if (marker === MARKER.exif && latin1(data.subarray(0, EXIF.length)) === EXIF)
      parts.exif ??= skipPrefix(data);
    if (marker === MARKER.scan) end = findScanEnd(jpeg, end);
    if (isDrawnSegment(marker, end - at, data)) parts.drawn.push(jpeg.subarray(at, end));
    at = end;
  }
  return null;
}

function isDrawnSegment(marker: number, size: number, data: Uint8Array): boolean {
  if (marker === MARKER.jfif) return size === JFIF;
  if (marker === MARKER.colors) return latin1(data.subarray(0, 11)) === 'ICC_PROFILE';
  return (
    marker === MARKER.adobe ||
    (marker < MARKER.jfif && marker !== 0) ||
    (marker > 0xef && marker !== MARKER.comment)
  );
}

/**
 * Finds the marker after a scan's pixels, in which FF is escaped (FF 00) or starts a restart marker (FF D0 to
 * D7).
 */
function findScanEnd(jpeg: Uint8Array, start: number): number {
  let at = jpeg.indexOf(0xff, start);
  while (at >= 0) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = jpeg.indexOf(0xff, at + 1);
  }
  return jpeg.length;
}

const DRAWN_IN_WEBP = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of `VP8X` for EXIF and XMP. */
const METADATA = 0b1100;

function readWebp(webp: Uint8Array): Parts | null {
  const view = toDataView(webp);
  const parts: Parts = { width: 0, height: 0, frames: 0, drawn: [], exif: null };
  const end = 8 + view.getUint32(4, true);
  if (end > webp.length) return null;
  for (let at = 12, count = 0; at + 8 <= end; count += 1) {
    const name = readTag(webp, at);
    const size = view.getUint32(at + 4, true);
    // Odd sizes are padded.
    const next = at + 8 + size + (size & 1);
    if (count >= MAX_CHUNKS || at + 8 + size > end) return null;
    const data = webp.subarray(at + 8, at + 8 + size);
    if (name === 'EXIF') parts.exif ??= skipPrefix(data);
    if (name === 'ANMF') parts.frames += 1;
    const dimensions = readDimensions(name, data);
    if (dimensions && parts.width === 0) Object.assign(parts, dimensions);
    if (DRAWN_IN_WEBP.has(name)) {
      const chunk = webp.slice(at, Math.min(next, end));
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~METADATA;
      parts.drawn.push(chunk);
    }
    at = next;
  }
  const header = webp.slice(0, 12);
  toDataView(header).setUint32(4, 4 + parts.drawn.reduce((sum, { length }) => sum + length, 0), true);
  parts.drawn.unshift(header);
  return parts;
}

/** Size of the canvas (`VP8X`), or of a picture without one. */
function readDimensions(name: string, data: Uint8Array): { width: number; height: number } | null {
  const view = toDataView(data);
  if (name === 'VP8X' && data.length >= 10)
    return { width: 1 + readUint24(view, 4), height: 1 + readUint24(view, 7) };
  if (name === 'VP8 ' && data.length >= 10)
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  if (name !== 'VP8L' || data.length < 5) return null;
  const bits = view.getUint32(1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const readUint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
const toDataView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
