import { isPng } from './png/chunks';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** Null for other files. */
export function readPictureType(bytes: Uint8Array): PictureType | null {
  if (isPng(bytes)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  return readTag(bytes, 0) === 'RIFF' && readTag(bytes, 8) === 'WEBP' ? 'image/webp' : null;
}

export const readTag = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));
