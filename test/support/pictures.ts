import { concatBytes } from '../../src/base/concat-bytes';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const bytesOf = (...numbers: number[]) => new Uint8Array(numbers);
const little32 = (value: number): Uint8Array =>
  bytesOf(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);

export function withExif(comment: Uint8Array, encoding: string): Uint8Array {
  const field = (tag: number, type: number, count: number, value: number) =>
    concatBytes([bytesOf(tag & 255, tag >> 8, type, 0), little32(count), little32(value)]);
  const content = concatBytes([ascii(encoding.padEnd(8, '\0')), comment]);
  return concatBytes([
    ascii('II'),
    bytesOf(42, 0),
    little32(8),
    bytesOf(1, 0),
    field(0x8769, 4, 1, 26),
    little32(0),
    bytesOf(1, 0),
    field(0x9286, 7, content.length, 44),
    little32(0),
    content,
  ]);
}

/** The segments of a gray JPEG of 1×1 pixels. */
export function jpeg(exif?: Uint8Array): Uint8Array {
  const segment = (marker: number, data: Uint8Array) =>
    concatBytes([bytesOf(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255), data]);
  return concatBytes([
    bytesOf(0xff, 0xd8),
    ...(exif
      ? [segment(0xe1, concatBytes([ascii('Exif\0\0'), exif])), segment(0xfe, ascii('a comment'))]
      : []),
    segment(0xdb, new Uint8Array(65).fill(1)),
    segment(0xc0, bytesOf(8, 0, 1, 0, 1, 1, 1, 0x11, 0)),
    segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    bytesOf(0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9),
  ]);
}

/** The chunks of a WebP of 1×1 pixels. */
export function webp(exif?: Uint8Array): Uint8Array {
  const chunk = (name: string, data: Uint8Array) =>
    concatBytes([ascii(name), little32(data.length), data, new Uint8Array(data.length & 1)]);
  const chunks = concatBytes([
    chunk('VP8X', bytesOf(exif ? 0b1000 : 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    chunk('VP8L', bytesOf(0x2f, 0, 0, 0, 0, 7)),
    ...(exif ? [chunk('EXIF', exif)] : []),
  ]);
  return concatBytes([ascii('RIFF'), little32(chunks.length + 4), ascii('WEBP'), chunks]);
}
