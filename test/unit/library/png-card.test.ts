import { decode } from 'fast-png';
import pngText from 'png-chunk-text';
import encodeChunks from 'png-chunks-encode';
import extractChunks from 'png-chunks-extract';
import { describe, expect, it } from 'vitest';
import { plainPortrait } from '../../../src/library/plain-portrait';
import { isPng, readPngCard, writePngCard } from '../../../src/library/png-card';

const base64 = (card: unknown) => Buffer.from(JSON.stringify(card)).toString('base64');

/** A plain picture with more chunks before its end. */
const withChunks = (...chunks: PngChunk[]): Uint8Array => {
  const plain = extractChunks(plainPortrait());
  return encodeChunks([...plain.slice(0, -1), ...chunks, ...plain.slice(-1)]);
};
const text = (keyword: string, content: string): PngChunk => pngText.encode(keyword, content);

function read(png: Uint8Array) {
  const result = readPngCard(png);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
function refusalOf(png: Uint8Array): string {
  const result = readPngCard(png);
  if (result.ok || result.failure.code !== 'invalid') throw new Error('expected a refusal');
  return result.failure.detail ?? '';
}

describe('a card in a PNG', () => {
  it('is read from the chunk "chara", and from "ccv3" where both are there', () => {
    const old = text('chara', base64({ n: 2 }));
    expect(read(withChunks(old)).card).toEqual({ n: 2 });
    expect(read(withChunks(old, text('ccv3', base64({ n: 3 })))).card).toEqual({ n: 3 });
    expect(read(withChunks(text('Chara', base64({ n: 1 })))).card).toEqual({ n: 1 });
  });

  it.each([
    ['is not base64', '{"n":3}'],
    ['is not JSON', btoa('n: 3')],
    ['is no object', btoa('null')],
  ])('is read from "chara" where what is in "ccv3" %s', (_, garbage) => {
    const both = withChunks(text('ccv3', garbage), text('chara', base64({ n: 2 })));
    expect(read(both).card).toEqual({ n: 2 });
    expect(extractChunks(read(both).picture).filter(({ name }) => name === 'tEXt')).toEqual([]);
    const neither = withChunks(text('ccv3', '{"n":3}'), text('chara', btoa('n: 3')));
    expect(refusalOf(neither)).toMatch(/"ccv3" that is not base64/);
  });

  it('is read from an international text chunk', () => {
    const bytes = new TextEncoder().encode(`chara\0\0\0en\0\0${base64({ n: 4 })}`);
    expect(read(withChunks({ name: 'iTXt', data: bytes })).card).toEqual({ n: 4 });
  });

  it('comes back as it was written, in every script', () => {
    const second = { name: 'Ævar 灯台 🗼', lone: '\ud800' };
    const written = writePngCard(plainPortrait(), second, { ...second, third: true });
    const chunks = extractChunks(written).filter(({ name }) => name === 'tEXt');
    const cards = chunks.map(({ data }) => pngText.decode(data));
    expect(cards.map(({ keyword }) => keyword)).toEqual(['chara', 'ccv3']);
    expect(JSON.parse(Buffer.from(cards[0]?.text ?? '', 'base64').toString())).toEqual(second);
    expect(read(written).card).toEqual({ ...second, third: true });
  });

  it('leaves the picture and its other chunks as they were', () => {
    const software = text('Software', 'a camera');
    const before = withChunks(software);
    const again = read(writePngCard(before, { n: 2 }, { n: 3 })).picture;
    expect(again).toEqual(before);
    const twice = writePngCard(read(withChunks(software, text('chara', base64({})))).picture, {}, {});
    expect(extractChunks(twice).filter(({ name }) => name === 'tEXt')).toHaveLength(3);
  });

  it('goes into a plain picture that decoders read', () => {
    const png = writePngCard(plainPortrait(), { n: 2 }, { n: 3 });
    expect(decode(png)).toMatchObject({ width: 400, height: 600 });
    expect(isPng(png)).toBe(true);
  });
});

describe('a PNG is refused', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['without a card', plainPortrait(), /without a character card/],
    ['that is none', new TextEncoder().encode('GIF89a'), /not a PNG/],
    ['that is cut off', plainPortrait().slice(0, 60), /cut off/],
    ['with a card that is not base64', withChunks(text('chara', '{"name":"Ada"}')), /not base64/],
    ['with a card that is not JSON', withChunks(text('chara', btoa('name: Ada'))), /not JSON/],
    ['with a card that is not UTF-8', withChunks(text('chara', btoa('"\xff"'))), /not JSON in UTF-8/],
  ])('%s, with the cause', (_, png, cause) => {
    expect(refusalOf(png)).toMatch(cause);
  });

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
