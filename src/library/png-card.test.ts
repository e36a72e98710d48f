import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { jpeg, webp, withExif } from '../../test/support/pictures';
import {
  encodeChunks,
  extractChunks,
  type PngChunk,
  readTextChunk,
  textChunk,
} from '../../test/support/png-chunks';
import { concatBytes } from '../base/concat-bytes';
import { isPng } from '../base/png/chunks';
import { MAX_CHUNKS, MAX_PIXELS, readExif, readPicture } from './picture';
import { plainPortrait } from './plain-portrait';
import { readPngCard, writePngCard } from './png-card';

const base64 = (card: unknown) => Buffer.from(JSON.stringify(card)).toString('base64');

const withChunks = (...chunks: PngChunk[]): Uint8Array => {
  const plain = extractChunks(plainPortrait());
  return encodeChunks([...plain.slice(0, -1), ...chunks, ...plain.slice(-1)]);
};
const text = (keyword: string, content: string): PngChunk => textChunk(keyword, content);

function read(png: Uint8Array) {
  const result = readPngCard(png);
  if (!result?.ok) throw new Error(JSON.stringify(result?.failure));
  return result.value;
}
function refusalOf(png: Uint8Array): string {
  const result = readPngCard(png);
  if (!result || result.ok || result.failure.code !== 'invalid') throw new Error('expected a refusal');
  return result.failure.detail ?? '';
}

describe('a card in a PNG', () => {
  it('is read from the chunk "chara", and from "ccv3" where both are there', () => {
    const old = text('chara', base64({ n: 2 }));
    expect(read(withChunks(old))).toEqual({ n: 2 });
    expect(read(withChunks(old, text('ccv3', base64({ n: 3 }))))).toEqual({ n: 3 });
    expect(read(withChunks(text('Chara', base64({ n: 1 }))))).toEqual({ n: 1 });
  });

  it.each([
    ['is not base64', 'n: 3'],
    ['is not JSON', btoa('n: 3')],
    ['is no object', btoa('null')],
  ])('is read from "chara" where what is in "ccv3" %s', (_, garbage) => {
    const both = withChunks(text('ccv3', garbage), text('chara', base64({ n: 2 })));
    expect(read(both)).toEqual({ n: 2 });
    const neither = withChunks(text('ccv3', 'n: 3'), text('chara', btoa('n: 3')));
    expect(refusalOf(neither)).toMatch(/"ccv3" that is not base64/);
  });

  it('is read from an international text chunk', () => {
    const bytes = new TextEncoder().encode(`chara\0\0\0en\0\0${base64({ n: 4 })}`);
    expect(read(withChunks({ name: 'iTXt', data: bytes }))).toEqual({ n: 4 });
  });

  it('comes back as it was written, in every script', () => {
    const second = { name: 'Ævar 灯台 🗼', lone: '\ud800' };
    const written = writePngCard(plainPortrait(), second, { ...second, third: true });
    const chunks = extractChunks(written).filter(({ name }) => name === 'tEXt');
    const cards = chunks.map(({ data }) => readTextChunk(data));
    expect(cards.map(({ keyword }) => keyword)).toEqual(['chara', 'ccv3']);
    expect(JSON.parse(Buffer.from(cards[0]?.text ?? '', 'base64').toString())).toEqual(second);
    expect(read(written)).toEqual({ ...second, third: true });
  });

  it('goes into a plain picture that decoders read', () => {
    const png = writePngCard(plainPortrait(), { n: 2 }, { n: 3 });
    expect(decode(png)).toMatchObject({ width: 400, height: 600 });
    expect(isPng(png)).toBe(true);
  });
});

describe('a PNG is refused', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['that is none', new TextEncoder().encode('GIF89a'), /not a PNG/],
    ['that is cut off', plainPortrait().slice(0, 60), /cut off/],
    ['with a card that is not base64', withChunks(text('chara', 'name: Ada')), /not base64/],
    ['with a card that is not JSON', withChunks(text('chara', btoa('name: Ada'))), /not JSON/],
  ])('%s, with the cause', (_, png, cause) => expect(refusalOf(png)).toMatch(cause));

  it('with a wrong checksum, with the cause', () => {
    const png = withChunks(text('chara', base64({ name: 'Ada' })));
    png[png.length - 20] = (png[png.length - 20] ?? 0) ^ 1;
    expect(refusalOf(png)).toMatch(/damaged/);
  });

  it('with more chunks than any picture has', () => {
    const many = withChunks(
      ...Array.from({ length: 10_000 }, () => ({ name: 'noIs', data: new Uint8Array() })),
    );
    expect(refusalOf(many)).toMatch(/chunks/);
  });

  it('that claims a chunk longer than the file, before anything is reserved for it', () => {
    const png = plainPortrait().slice();
    new DataView(png.buffer).setUint32(8, 0xfffffff0);
    expect(refusalOf(png)).toMatch(/cut off/);
  });
});

describe('a picture that is kept', () => {
  const secret = (...bytes: string[]) => new TextEncoder().encode(bytes.join('\0'));
  const told: PngChunk[] = [
    text('Author', 'Frieda'),
    { name: 'zTXt', data: secret('Comment', '', 'packed') },
    { name: 'iTXt', data: secret('XML:com.adobe.xmp', '', '', '', '<x:xmpmeta>51.5N</x:xmpmeta>') },
    { name: 'eXIf', data: secret('MM', '*', 'GPS') },
    { name: 'tIME', data: new Uint8Array([7, 234, 11, 22, 20, 0, 0]) },
    { name: 'caBX', data: secret('who made it') },
    { name: 'prIV', data: secret('of some program') },
  ];
  const drawn: PngChunk[] = [{ name: 'gAMA', data: new Uint8Array([0, 0, 177, 143]) }];
  const exif = withExif(new Uint8Array(8), 'ASCII');
  const names = (png: Uint8Array) => extractChunks(png).map(({ name }) => name);
  const kept = (png: Uint8Array): Uint8Array => must(readPicture(png));
  const sized = (width: number, height: number, frames = 0): Uint8Array => {
    const [header, ...others] = extractChunks(plainPortrait());
    const data = new Uint8Array(header?.data ?? []);
    new DataView(data.buffer).setUint32(0, width);
    new DataView(data.buffer).setUint32(4, height);
    const more = Array.from({ length: frames }, () => ({ name: 'fcTL', data: new Uint8Array(26) }));
    return encodeChunks([{ name: 'IHDR', data }, ...more, ...others]);
  };
  const refusal = (png: Uint8Array): string => {
    const picture = readPicture(png);
    return picture.ok || picture.failure.code !== 'invalid' ? '' : (picture.failure.detail ?? '');
  };

  it('has lost EXIF, XMP, texts and all else that is not drawn, also behind its end', () => {
    const before = withChunks(...drawn, ...told);
    const appended = new Uint8Array([...before, ...secret('GPS after the end')]);
    for (const png of [before, appended, writePngCard(before, { n: 2 }, { n: 3 })]) {
      expect(names(kept(png))).toEqual(names(withChunks(...drawn)));
      expect(new TextDecoder().decode(kept(png))).not.toMatch(/Frieda|GPS|xmp|who made|some program/);
      expect(decode(kept(png))).toMatchObject({ width: 400, height: 600 });
    }
    expect(
      names(writePngCard(kept(before), { n: 2 }, { n: 3 })).filter((name) => name === 'tEXt'),
    ).toHaveLength(2);
  });

  it('is what it was when there was nothing to lose', () =>
    expect(kept(plainPortrait())).toEqual(plainPortrait()));

  it.each<[string, (more: number) => Uint8Array]>([
    [
      'JPEG',
      (more) => {
        const segments = Array.from({ length: more }, () => new Uint8Array([0xff, 0xc4, 0, 2]));
        return concatBytes([jpeg().subarray(0, 2), ...segments, jpeg(exif).subarray(2)]);
      },
    ],
    [
      'WebP',
      (more) => {
        const empty = Uint8Array.from('ALPH\0\0\0\0', (char) => char.charCodeAt(0));
        const file = concatBytes([webp(exif), ...Array.from({ length: more }, () => empty)]);
        new DataView(file.buffer).setUint32(4, file.length - 8, true);
        return file;
      },
    ],
  ])('has so many parts: %s', (_, make) => {
    // Each has fewer than ten chunks of its own.
    const few = make(MAX_CHUNKS - 10);
    expect([refusal(few), readExif(few)]).toEqual(['', exif]);
    const many = make(MAX_CHUNKS);
    expect(refusal(many)).toMatch(/over 10000 chunks/);
    expect(readExif(many)).toBeNull();
  });

  it('has so many pixels, and its frames together', () => {
    expect(MAX_PIXELS).toBe(4096 * 4096);
    expect([refusal(sized(4096, 4096)), refusal(sized(16_384, 1024)), refusal(sized(4096, 4096, 4))]).toEqual(
      ['', '', ''],
    );
    expect(refusal(sized(4096, 4097))).toMatch(/4096×4097 pixels: save it with at most 16777216/);
    expect(refusal(sized(0xffffffff, 0xffffffff))).toMatch(/pixels/);
    expect(refusal(sized(4096, 4096, 5))).toMatch(/5 frames of 4096×4096/);
    for (const [width, height] of [
      [0, 1],
      [1, 0],
    ] as const)
      expect(refusal(sized(width, height))).toMatch(/not a PNG/);
  });
});
