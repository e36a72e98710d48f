import { describe, expect, it } from 'vitest';
import { buildBlorb, writeRecord } from '../../../scripts/lib/blorb';
import { buildStory } from '../../../test/support/hostile-stories';
import { storyFile } from '../../../test/support/play-story';
import type { StoryLabel } from './blorb';
import { MAX_FILE_BYTES, readStory, readStoryFile } from './read-story';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const tag = (letters: string): number[] => [...letters].map((letter) => letter.charCodeAt(0));
const long = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

function blorb(usage: string, type: string, content: Uint8Array): Uint8Array {
  const index = [...tag('RIdx'), ...long(16), ...long(1), ...tag(usage), ...long(0), ...long(36)];
  const chunk = [...tag(type), ...long(content.length), ...content];
  return Uint8Array.from([
    ...tag('FORM'),
    ...long(4 + index.length + chunk.length),
    ...tag('IFRS'),
    ...index,
    ...chunk,
  ]);
}

async function refusal(file: Uint8Array): Promise<string> {
  const read = await readStory(file);
  if (read.ok) throw new Error('it was taken');
  if (read.failure.code !== 'invalid') throw new Error(read.failure.code);
  expect(read.failure.errors).toHaveLength(1);
  expect(read.failure.errors[0]?.pointer).toBe('');
  const message = read.failure.errors[0]?.message ?? '';
  expect(message).toMatch(/Played here: Z-machine stories of versions 3, 4, 5 and 8/);
  return message;
}

const changed = (change: (file: Uint8Array) => void): Uint8Array => {
  const file = storyFile('lab.z5');
  change(file);
  return file;
};
const withWord = (at: number, word: number): Uint8Array =>
  changed((file) => file.set([word >> 8, word & 0xff], at));

describe('a story file', () => {
  it.each(['lab.z3', 'tide-mill.z4', 'lab.z5', 'lab.z8'])('is read: %s', async (name) => {
    const read = await readStory(storyFile(name));
    expect(read).toMatchObject({ ok: true, value: { version: Number(name.at(-1)), release: 1 } });
    expect(read.ok && read.value.serial).toMatch(/^\d{6}$/);
    expect(read.ok && read.value.hash).toMatch(/^[0-9a-f]{20}$/);
  });

  it('is the same story by its bytes, alone and in a Blorb', async () => {
    const file = storyFile('lab.z5');
    const [alone, inside] = [await readStory(file), await readStory(blorb('Exec', 'ZCOD', file))];
    expect(inside).toEqual(alone);
    expect(alone.ok).toBe(true);
  });

  it('is taken though its checksum is wrong, as that of many stories that were corrected', async () =>
    expect((await readStory(withWord(0x1c, 0x1234))).ok).toBe(true));

  it('is no part of the buffer it came in', async () => {
    const file = storyFile('lab.z3');
    const read = await readStory(file);
    file.fill(0);
    expect(read.ok && read.value.bytes[0]).toBe(3);
  });

  it('is refused when it is larger than any story', async () => {
    const read = await readStory(new Uint8Array(MAX_FILE_BYTES + 1));
    expect(read).toEqual({
      ok: false,
      failure: { code: 'too_large', what: 'story file', limit: MAX_FILE_BYTES },
    });
  });
});

async function labelOf(file: Uint8Array): Promise<StoryLabel> {
  const read = await readStoryFile(file);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return read.value.label;
}

describe('a Blorb', () => {
  const story = storyFile('lab.z5');
  const png = Uint8Array.from([0x89, ...tag('PNG'), 1, 2, 3]);
  const nothing = { title: null, author: null, cover: null };

  it('tells title, author and cover', async () => {
    const record = writeRecord('Lab &amp; <b>Hall</b>\n II', 'Ines &#201;spada');
    expect(await labelOf(buildBlorb({ story, record, cover: { type: 'PNG ', bytes: png } }))).toEqual({
      title: 'Lab & Hall II',
      author: 'Ines Éspada',
      cover: { type: 'image/png', bytes: png },
    });
  });

  it('tells nothing where it has nothing, as a story alone', async () => {
    expect(await labelOf(buildBlorb({ story }))).toEqual(nothing);
    expect(await labelOf(story)).toEqual(nothing);
    expect(await labelOf(buildBlorb({ story, record: writeRecord(' ', '') }))).toEqual(nothing);
    expect(await labelOf(buildBlorb({ story, record: '<title>Not within</title>' }))).toEqual(nothing);
  });

  it('leaves out what is no picture, too large or longer than a line', async () => {
    const noPicture = { type: 'PNG ', bytes: text('GIF89a') } as const;
    expect(await labelOf(buildBlorb({ story, cover: noPicture }))).toEqual(nothing);
    const bytes = new Uint8Array(4 * 1024 * 1024 + 1);
    bytes.set(png);
    expect((await labelOf(buildBlorb({ story, cover: { type: 'PNG ', bytes } }))).cover).toBeNull();
    const { title } = await labelOf(buildBlorb({ story, record: writeRecord('x'.repeat(500), 'y') }));
    expect(title).toHaveLength(200);
    expect(await labelOf(buildBlorb({ story, record: writeRecord('x'.repeat(70_000), 'y') }))).toEqual(
      nothing,
    );
  });

  it('is played though what stands behind its story is damaged', async () => {
    const whole = buildBlorb({ story, record: writeRecord('Lab', 'Ines') });
    expect(await labelOf(whole.subarray(0, whole.length - 20))).toEqual(nothing);
  });
});

describe('what is no story', () => {
  it.each<[what: RegExp, file: Uint8Array]>([
    [/an empty file/, new Uint8Array()],
    [/only 3 bytes long/, Uint8Array.from([3, 0, 1])],
    [/a text/, text('You are standing at the end of a road before a small brick building.')],
    [/a ZIP archive; unpack it/, Uint8Array.from([...tag('PK'), 3, 4, ...new Array(100).fill(0)])],
    [/a gzip archive/, Uint8Array.from([0x1f, 0x8b, ...new Array(100).fill(8)])],
    [
      /a Glulx story\. Lectrote, Gargoyle and Parchment/,
      Uint8Array.from([...tag('Glul'), ...new Array(100).fill(0)]),
    ],
    [/a TADS 2 story\. QTads/, text('TADS2 bin\n\r\u001a'.padEnd(100, '\u0000'))],
    [/a TADS 3 story/, text('T3-image\r\n\u001a'.padEnd(100, '\u0000'))],
    [/a PDF document/, text('%PDF-1.7'.padEnd(100))],
    [/a PNG picture/, Uint8Array.from([0x89, ...tag('PNG'), ...new Array(100).fill(0)])],
    [/an IFF file, but no Blorb/, text('FORM    AIFF'.padEnd(100))],
    [/no story file/, new Uint8Array(100).map((_, i) => (i % 2 === 0 ? 200 : 1))],
    [/no story file/, new Uint8Array(100)],
  ])('is named: %s', async (what, file) => expect(await refusal(file)).toMatch(what));

  it.each([1, 2, 6, 7])('is a story of version %i', async (version) => {
    const file = changed((bytes) => bytes.fill(version, 0, 1));
    expect(await refusal(file)).toMatch(
      new RegExp(`Z-machine story of version ${version}\\. Frotz and Gargoyle play it\\.`),
    );
  });

  it('is a Blorb with a Glulx story, with none, or with another', async () => {
    const content = new Uint8Array(64);
    expect(await refusal(blorb('Exec', 'GLUL', content))).toMatch(/This Blorb holds a Glulx story/);
    expect(await refusal(blorb('Pict', 'PNG ', content))).toMatch(/holds no story, only pictures or sounds/);
    expect(await refusal(blorb('Exec', 'TAD3', content))).toMatch(/holds a TADS 3 story\. QTads/);
    expect(await refusal(blorb('Exec', 'XYZ ', content))).toMatch(/holds a story of type XYZ\./);
    expect(await refusal(blorb('Exec', 'ZCOD', content.subarray(0, 8)))).toMatch(/only 8 bytes long/);
  });

  it('is a Blorb that is cut off, wherever that is', async () => {
    const whole = blorb('Exec', 'ZCOD', storyFile('lab.z3'));
    for (const length of [12, 20, 23, 30, 36, 40, 44, 1000, whole.length - 1])
      expect(await refusal(whole.subarray(0, length)), String(length)).toMatch(/Blorb is broken/);
    const far = whole.slice();
    far.set(long(0xfffffff0), 32);
    expect(await refusal(far)).toMatch(/outside of the file/);
  });
});

describe('a damaged story', () => {
  it('is refused when it is cut off', async () => {
    const file = storyFile('lab.z5');
    expect(await refusal(file.subarray(0, 1000))).toMatch(
      /cut off: its header says \d+ bytes, the file has 1000/,
    );
    expect(await refusal(file.subarray(0, 50))).toMatch(/only 50 bytes long/);
  });

  it('is refused when its header points to where nothing can be', async () => {
    for (const [at, word, what] of [
      [0x0e, 63, /static memory begins at 63/],
      [0x0e, 0xffff, /static memory begins at 65535/],
      [0x06, 0, /starts at 0/],
      [0x06, 0xffff, /starts at 65535/],
      [0x0c, 10, /global variables lie at 10/],
      [0x0c, 0xfff0, /global variables lie at 65520/],
      [0x0a, 0xfff0, /objects lie at 65520/],
      [0x0a, 2, /objects lie at 2/],
      [0x08, 0xfff0, /dictionary lies at 65520/],
      [0x08, 0, /dictionary lies at 0/],
      [0x18, 0xfff0, /table of abbreviations lies at 65520/],
      [0x34, 0xfff0, /table of alphabets lies at 65520/],
      [0x36, 0xfff0, /table of header extension lies at 65520/],
    ] as const)
      expect(await refusal(withWord(at, word)), String(at)).toMatch(what);
  });

  it('is refused when its dictionary has entries without a length, or more than fit', async () => {
    expect(await refusal(buildStory({ dictionary: [0, 0, 0, 9] }))).toMatch(/dictionary/);
    expect(await refusal(buildStory({ dictionary: [0, 7, 0x7f, 0xff] }))).toMatch(/dictionary/);
    expect((await readStory(buildStory())).ok).toBe(true);
  });

  it('is refused when its table of characters lies outside of memory', async () => {
    const file = changed((bytes) => {
      const extension = (bytes[0x36] ?? 0) * 256 + (bytes[0x37] ?? 0);
      bytes.set([0xff, 0xf0], extension + 6);
    });
    expect(await refusal(file)).toMatch(/table of characters/);
  });
});
