import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { deflateSync, zipSync, zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { findCardFaults } from '../../test/support/card-forms';
import { must } from '../../test/support/must';
import { jpeg, webp, withExif } from '../../test/support/pictures';
import { encodeChunks, extractChunks, type PngChunk } from '../../test/support/png-chunks';
import { concatBytes } from '../base/concat-bytes';
import type { JsonObject } from '../base/json';
import { CARD_FORMS, cardToCharacter, readCard, writeCard } from './cards';
import { noNotes } from './fit-fields';
import { readCharacterFile } from './import-file';
import { plainPortrait } from './plain-portrait';
import { MAX_CARD } from './png-card';

const read = <C>(name: string): C =>
  JSON.parse(
    readFileSync(new URL(`../../test/fixtures/roleplay/${name}.json`, import.meta.url), 'utf8'),
  ) as C;
const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => utf8(JSON.stringify(value));
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const MIRA = { name: 'Mira', description: 'A ferry pilot.', first_mes: 'Hello.' };
const CARD = { spec: 'chara_card_v2', spec_version: '2.0', data: MIRA };

async function importFile(bytes: Uint8Array) {
  const notes = noNotes();
  const { checked, picture } = must(await readCharacterFile(bytes, notes));
  return { ...checked.body, picture, notes };
}
async function refusalOf(bytes: Uint8Array): Promise<string> {
  const file = await readCharacterFile(bytes);
  if (file.ok) throw new Error('expected a refusal');
  return JSON.stringify(file.failure);
}
const isMira = { name: 'Mira', description: 'A ferry pilot.', firstMessage: 'Hello.' };

/** Anchors that all share one name, with aliases. */
const withAliases = (count: number) =>
  `name: Mira\ngreeting: Hello.\ncontext: A ferry pilot.\nx: [${'&a 1, *a, '.repeat(count)}]\n`;

describe('a card of another program', () => {
  const { files } = read<{ files: Record<string, JsonObject> }>('cards-of-other-programs');
  it.each(Object.entries(files))('%s is read', async (_, card) =>
    expect(await importFile(json(card))).toMatchObject(isMira),
  );

  it('of Pygmalion has its example dialogue, and the lines of "You" are not its own', async () => {
    const dialogue = 'You: Is it late?\nMira: It is.\n{{char}}: Go home.';
    const character = await importFile(
      json({
        char_name: 'Mira',
        char_persona: 'A ferry pilot.',
        example_dialogue: dialogue,
        world_scenario: 'Fog.',
      }),
    );
    expect(character).toMatchObject({ scenario: 'Fog.', exampleMessages: dialogue });
    expect(cardToCharacter(character).voice).toEqual(['It is.', 'Go home.']);
  });

  it('of text-generation-webui is read from YAML', async () => {
    const yaml =
      'name: Mira\ngreeting: |-\n  Hello.\ncontext: >-\n  A ferry\n  pilot.\nexample_dialogue: "{{char}}: Ahoy."\ncreated: 2024-01-02\n';
    expect(await importFile(utf8(yaml))).toMatchObject({ ...isMira, exampleMessages: '{{char}}: Ahoy.' });
    expect(await importFile(new Uint8Array(Buffer.from(`\ufeff${yaml}`, 'utf16le')))).toMatchObject(isMira);
  });

  it('of Agnai has its persona, greetings, note and book', async () => {
    const character = await importFile(
      json({
        kind: 'character',
        name: 'Mira',
        description: 'For a rainy day.',
        persona: { kind: 'boostyle', attributes: { job: ['ferry pilot'], mood: ['dry', 'calm'] } },
        greeting: 'Hello.',
        alternateGreetings: ['Ahoy.'],
        sampleChat: '{{char}}: No.',
        scenario: 'Fog.',
        systemPrompt: 'Be brief.',
        insert: { prompt: 'It rains.', depth: 3 },
        characterBook: {
          name: 'Sea',
          entries: [{ keyword: ['lamp'], entry: 'Blue.', weight: 2, enabled: true }],
        },
      }),
    );
    expect(character).toMatchObject({
      description: 'job: ferry pilot\nmood: dry, calm',
      creatorNotes: 'For a rainy day.',
      firstMessage: 'Hello.',
      alternateGreetings: ['Ahoy.'],
      systemPrompt: 'Be brief.',
      depthPrompt: { text: 'It rains.', depth: 3 },
      lorebook: { entries: [{ keys: ['lamp'], content: 'Blue.' }] },
    });
    const text = {
      ...MIRA,
      persona: { kind: 'text', attributes: { text: ['A ferry pilot.'] } },
      greeting: '',
    };
    expect(await importFile(json(text))).toMatchObject(isMira);
  });

  it('of Backyard AI is read from its PNG, and from a .byaf', async () => {
    const character = {
      aiName: 'Mira',
      aiPersona: 'A ferry pilot. {character} likes {user}.',
      firstMessage: 'Hello.',
      customDialogue: '#{user}: Hi.\n#{character}: No.',
      loreItems: [{ key: 'lamp, light', value: 'Blue.' }],
    };
    const comment = utf8(Buffer.from(JSON.stringify({ character, version: 2 })).toString('base64'));
    const png = withChunks({ name: 'eXIf', data: withExif(comment, 'ASCII') });
    const description = 'A ferry pilot. {{char}} likes {{user}}.';
    const exampleMessages = '{{user}}: Hi.\n{{char}}: No.';
    const lorebook = { entries: [{ keys: ['lamp', 'light'], content: 'Blue.' }] };
    expect(await importFile(png)).toMatchObject({ ...isMira, description, exampleMessages, lorebook });
    const byaf = zipSync({
      'manifest.json': json({
        characters: ['characters/a/character.json'],
        scenarios: ['scenarios/1.json', 'scenarios/2.json'],
      }),
      'characters/a/character.json': json({
        name: 'Mira',
        persona: character.aiPersona,
        loreItems: character.loreItems,
        images: [{ path: 'images/mira.png' }],
      }),
      'characters/a/images/mira.png': plainPortrait(),
      'scenarios/1.json': json({
        narrative: 'Fog.',
        firstMessages: [{ text: 'Hello.' }],
        exampleMessages: [{ text: character.customDialogue }],
      }),
      'scenarios/2.json': json({ firstMessages: [{ text: 'Ahoy, {user}.' }] }),
    });
    const archived = await importFile(byaf);
    expect(archived).toMatchObject({
      ...isMira,
      description,
      lorebook,
      scenario: 'Fog.',
      alternateGreetings: ['Ahoy, {{user}}.'],
    });
    expect(archived.exampleMessages).toBe(`<START>\n${exampleMessages}`);
    expect(archived.picture).toEqual(plainPortrait());
  });

  it('keeps its other fields for an export', async () => {
    const card = writeCard(await importFile(json({ ...files.gradio, metadata: { tool: 'x' } })), 'v2');
    expect(card).toMatchObject({ spec: 'chara_card_v2', metadata: { tool: 'x' }, data: MIRA });
    expect(card).not.toHaveProperty('char_name');
  });

  it.each([
    ['text', 'Mira is a ferry pilot.\n\nShe says hello.'],
    ['YAML that is no card', 'name: Mira\nversion: 3\n'],
    ['broken JSON', '{"name": "Mira", "description": '],
    [
      'an alias bomb',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'.replaceAll(/./g, (name, at: number) => `${name}: &${name} [${`*${'abcdefg'[at]}, `.repeat(9)}]\n`)}name: Mira\ndescription: *h\n`,
    ],
    ['many levels', `${'- '.repeat(100_000)}x`],
    ['full of aliases', withAliases(101)],
  ])('that is %s is refused', async (_, text) =>
    expect(await refusalOf(utf8(text))).toMatch(/not JSON|not a character card/),
  );

  it('has some aliases, and texts that look like them', async () => {
    const lists = `waves: [${"'*waves*', ".repeat(200)}]\n${'- |\n *waves*\n'.repeat(200).replace('- ', 'more:\n- ')}`;
    expect(await importFile(utf8(`${withAliases(100)}${lists}`))).toMatchObject(isMira);
  });
});

const withChunks = (...chunks: PngChunk[]): Uint8Array => {
  const plain = extractChunks(plainPortrait());
  return encodeChunks([...plain.slice(0, -1), ...chunks, ...plain.slice(-1)]);
};
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('a card in a PNG', () => {
  const packed = (start: string, text: string): Uint8Array =>
    concatBytes([utf8(start), zlibSync(utf8(text))]);

  it('is read from compressed text', async () => {
    const { base64: png } = read<{ base64: string }>('png-compressed-text');
    expect(await importFile(fromBase64(png))).toMatchObject({ name: 'Mira' });
    const iTXt = withChunks({ name: 'iTXt', data: packed('ccv3\0\u0001\0en\0Karte\0', base64(CARD)) });
    expect(await importFile(iTXt)).toMatchObject(isMira);
  });

  it('that can not be decompressed, is encrypted or too large is never called missing', async () => {
    const broken = concatBytes([utf8('chara\0\0'), utf8('no zlib at all')]);
    expect(await refusalOf(withChunks({ name: 'zTXt', data: broken }))).toMatch(
      /a card in its chunk .*chara.* can't be decompressed/,
    );
    const bomb = packed('chara\0\0', 'A'.repeat(13 * 1024 * 1024));
    expect(await refusalOf(withChunks({ name: 'zTXt', data: bomb }))).toMatch(/larger than 8388608 bytes/);
    const encrypted = withChunks({ name: 'tEXt', data: utf8('chara\0rcc||rccv1||x') });
    expect(await refusalOf(encrypted)).toMatch(/RisuAI encrypted/);
    expect(await refusalOf(plainPortrait())).toMatch(/without a character card/);
  });

  it.each([
    ['JSON', JSON.stringify(CARD)],
    ['broken lines', base64(CARD).replaceAll(/.{60}/g, '$&\n')],
    ['no padding', base64({ ...CARD, x: '' }).replace(/=+$/, '')],
  ])('is read from %s', async (_, text) =>
    expect(await importFile(withChunks({ name: 'tEXt', data: utf8(`chara\0${text}`) }))).toMatchObject(
      isMira,
    ),
  );

  it('is imported without a picture that can not be stored', async () => {
    const [header, ...others] = extractChunks(
      withChunks({ name: 'tEXt', data: utf8(`chara\0${base64(CARD)}`) }),
    );
    const data = new Uint8Array(header?.data ?? []);
    new DataView(data.buffer).setUint32(0, 60_000);
    const character = await importFile(encodeChunks([{ name: 'IHDR', data }, ...others]));
    expect(character.picture).toBeNull();
    expect(character.notes.skipped).toEqual([{ pointer: '', message: expect.stringContaining('60000×') }]);
  });
});

describe('a card in a WebP or JPEG', () => {
  it.each([
    ['JSON', utf8(JSON.stringify(CARD)), 'ASCII'],
    ['a list of bytes', utf8([...json(CARD)].join(',')), 'ASCII'],
    ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify(CARD), 'utf16le')), 'UNICODE'],
  ])('is read from its EXIF comment: %s', async (_, comment, encoding) => {
    for (const picture of [webp(withExif(comment, encoding)), jpeg(withExif(comment, encoding))]) {
      const character = await importFile(picture);
      expect(character).toMatchObject(isMira);
      expect(Buffer.from(character.picture ?? []).includes('Mira')).toBe(false);
    }
  });

  it.each([
    [
      'JSON',
      utf8(JSON.stringify(CARD).padEnd(MAX_CARD + 1)),
      /EXIF comment that is larger than 8388608 bytes/,
    ],
    ['base64', utf8(base64(CARD).padEnd(1.5 * MAX_CARD + 1)), /larger than 12582912 bytes/],
    ['a list', utf8('1,'.repeat(10).padEnd(4 * MAX_CARD + 1, '1')), /larger than 33554432 bytes/],
  ])('is refused when it is too large: %s', async (_, comment, problem) =>
    expect(await refusalOf(webp(withExif(comment, 'ASCII')))).toMatch(problem),
  );

  it('is read from a list in UTF-16, and refused from one of commas alone', async () => {
    const list = new Uint8Array(Buffer.from([...json(CARD)].join(','), 'utf16le'));
    expect(await importFile(webp(withExif(list, 'UNICODE')))).toMatchObject(isMira);
    const commas = utf8('1,1,1,1,1,1,1,1,1,1'.padEnd(1000, ','));
    expect(await refusalOf(webp(withExif(commas, 'ASCII')))).toMatch(/not base64/);
  });

  it('is refused without one', async () => {
    expect(await refusalOf(jpeg(withExif(utf8('a nice day'), 'ASCII')))).toMatch(/without a character card/);
    expect(await refusalOf(webp())).toMatch(/without a character card/);
    expect(await refusalOf(jpeg(withExif(utf8('{"name": '), 'ASCII')))).toMatch(
      /card in its EXIF comment that is not JSON/,
    );
  });
});

it('a picture that is damaged anywhere is read or refused, and breaks nothing', async () => {
  const exif = withExif(json(CARD), 'ASCII');
  const png = withChunks({
    name: 'zTXt',
    data: concatBytes([utf8('chara\0\0'), zlibSync(utf8(base64(CARD)))]),
  });
  for (const whole of [jpeg(exif), webp(exif), png])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(whole.length),
        async (changes, cut) => {
          const damaged = whole.slice(0, cut < 10 ? whole.length : cut);
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect(await readCharacterFile(damaged)).toHaveProperty('ok');
        },
      ),
      { numRuns: 300 },
    );
});

describe('a .charx', () => {
  const icon = (uri: string) => ({ type: 'icon', name: 'main', uri, ext: 'x' });
  const withIcon = (uri: string) => ({
    ...CARD,
    spec: 'chara_card_v3',
    data: { ...MIRA, assets: [icon(uri)] },
  });

  it('is read behind a picture, which is its portrait when it has no other', async () => {
    const { base64: file } = read<{ base64: string }>('charx-behind-a-picture');
    expect(await importFile(fromBase64(file))).toMatchObject({ name: 'Mira' });
    const plain = await importFile(concatBytes([jpeg(), zipSync({ 'card.json': json(CARD) })]));
    expect(plain).toMatchObject({ ...isMira, picture: jpeg() });
    const program = concatBytes([utf8('MZ a program'), zipSync({ 'card.json': json(CARD) })]);
    expect(await importFile(program)).toMatchObject({ ...isMira, picture: null });
    const png = concatBytes([plainPortrait(), zipSync({ 'card.json': json(CARD) })]);
    expect(await importFile(png)).toMatchObject({ ...isMira, picture: plainPortrait() });
  });

  it.each([
    ['WebP', webp(), webp(withExif(utf8('GPS 51.5N'), 'ASCII'))],
    ['JPEG', jpeg(), jpeg(withExif(utf8('GPS 51.5N'), 'ASCII'))],
  ])('has a %s as its portrait, without its EXIF', async (_, drawn, picture) => {
    const zip = zipSync({ 'card.json': json(withIcon('embeded://assets/icon')), 'assets/icon': picture });
    expect((await importFile(zip)).picture).toEqual(drawn);
  });

  it('has a portrait that is in the card itself', async () => {
    const url = `data:image/png;base64,${Buffer.from(plainPortrait()).toString('base64')}`;
    expect((await importFile(json(withIcon(url)))).picture).toEqual(plainPortrait());
  });

  it('may be in a folder, and name its assets from there', async () => {
    const zip = zipSync({
      'Mira/card.json': json(withIcon('embeded://i.png')),
      'Mira/i.png': plainPortrait(),
      '__MACOSX/Mira/card.json': utf8('?'),
    });
    expect(await importFile(zip)).toMatchObject({ ...isMira, picture: plainPortrait() });
  });

  it.each([
    ['with zip64 sizes', { is64: true }],
    ['with data descriptors', { isStreamed: true }],
    ['with both, behind other bytes', { is64: true, isStreamed: true, before: jpeg() }],
  ])('is read %s', async (_, options) =>
    expect(await importFile(zipByHand('card.json', json(CARD), options))).toMatchObject(isMira),
  );
});

/** Writes a zip with one deflated file, with features that fflate does not write. */
function zipByHand(
  name: string,
  content: Uint8Array,
  { is64 = false, isStreamed = false, before = new Uint8Array() as Uint8Array },
): Uint8Array {
  const packed = deflateSync(content);
  const u16 = (value: number) => [value & 255, value >> 8];
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
  const u64 = (value: number) => [...u32(value), ...u32(0)];
  const most = 0xffffffff;
  const flags = isStreamed ? 8 : 0;
  const sizes = [packed.length, content.length];
  const localExtra = is64 ? [...u16(1), ...u16(16), ...u64(content.length), ...u64(packed.length)] : [];
  const localSizes = isStreamed ? [0, 0] : is64 ? [most, most] : sizes;
  const local = [
    ...u32(0x04034b50),
    ...u16(45),
    ...u16(flags),
    ...u16(8),
    ...u32(0),
    ...u32(0),
    ...localSizes.flatMap(u32),
    ...u16(name.length),
    ...u16(localExtra.length),
    ...utf8(name),
    ...localExtra,
    ...packed,
    ...(isStreamed
      ? [...u32(0x08074b50), ...u32(0), ...(is64 ? sizes.flatMap(u64) : sizes.flatMap(u32))]
      : []),
  ];
  const extra = is64 ? [...u16(1), ...u16(24), ...u64(content.length), ...u64(packed.length), ...u64(0)] : [];
  const entry = [
    ...u32(0x02014b50),
    ...u16(45),
    ...u16(45),
    ...u16(flags),
    ...u16(8),
    ...u32(0),
    ...u32(0),
    ...(is64 ? [most, most] : sizes).flatMap(u32),
    ...u16(name.length),
    ...u16(extra.length),
    ...u16(0),
    ...u16(0),
    ...u16(0),
    ...u32(0),
    ...u32(is64 ? most : 0),
    ...utf8(name),
    ...extra,
  ];
  const end64 = [
    ...u32(0x06064b50),
    ...u64(44),
    ...u16(45),
    ...u16(45),
    ...u32(0),
    ...u32(0),
    ...u64(1),
    ...u64(1),
    ...u64(entry.length),
    ...u64(local.length),
    ...u32(0x07064b50),
    ...u32(0),
    ...u64(local.length + entry.length),
    ...u32(1),
  ];
  const end = [
    ...u32(0x06054b50),
    ...u16(0),
    ...u16(0),
    ...u16(is64 ? 0xffff : 1),
    ...u16(is64 ? 0xffff : 1),
    ...u32(is64 ? most : entry.length),
    ...u32(is64 ? most : local.length),
    ...u16(0),
  ];
  return concatBytes([before, new Uint8Array([...local, ...entry, ...(is64 ? end64 : []), ...end])]);
}

describe('a card as text', () => {
  const text = JSON.stringify({ ...CARD, data: { ...MIRA, description: 'Ein Stück Öl' } });
  it.each([
    ['UTF-8 with its mark', utf8(`\ufeff${text}`)],
    ['UTF-16 with its mark', new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    ['UTF-16 without its mark', new Uint8Array(Buffer.from(text, 'utf16le'))],
    ['UTF-16, high bytes first', new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())],
  ])('is read in %s, also in a .charx and in a PNG', async (_, bytes) => {
    const encoded = Buffer.from(bytes).toString('base64');
    for (const file of [
      bytes,
      zipSync({ 'card.json': bytes }),
      withChunks({ name: 'tEXt', data: utf8(`chara\0${encoded}`) }),
    ])
      expect(await importFile(file)).toMatchObject({
        name: 'Mira',
        description: 'Ein Stück Öl',
        notes: noNotes(),
      });
  });

  it('that is not UTF-8 everywhere is read, and says so', async () => {
    const character = await importFile(new Uint8Array(Buffer.from(text, 'latin1')));
    expect(character.description).toBe('Ein St�ck �l');
    expect(character.notes.repaired).toEqual([{ pointer: '', message: expect.stringContaining('UTF-8') }]);
  });
});

describe('a value that is not as it should be', () => {
  const repairsOf = (data: JsonObject) => {
    const notes = noNotes();
    const { body } = must(readCard({ ...CARD, data: { ...MIRA, ...data } }, notes));
    return { body, notes };
  };

  it.each<[JsonObject, JsonObject, string]>([
    [{ name: 7 }, { name: '7' }, '/data/name'],
    [{ description: 12 }, { description: '12' }, '/data/description'],
    [{ first_mes: ['Hello.', 'You.'] }, { firstMessage: 'Hello.\nYou.' }, '/data/first_mes'],
    [{ scenario: { a: 1 } }, { scenario: '' }, '/data/scenario'],
    [{ tags: 'sea, fog' }, { tags: ['sea', 'fog'] }, '/data/tags'],
    [
      { alternate_greetings: 'Hi there, you' },
      { alternateGreetings: ['Hi there, you'] },
      '/data/alternate_greetings',
    ],
    [
      { alternate_greetings: ['Hi', null, 3] },
      { alternateGreetings: ['Hi', '3'] },
      '/data/alternate_greetings',
    ],
    [{ first_mes: 'x'.repeat(60_000) }, { firstMessage: 'x'.repeat(50_000) }, '/data/first_mes'],
    [{ character_version: 1.2 }, { version: '1.2' }, '/data/character_version'],
  ])('%j is read as something near, and comes back as it was', (data, expected, pointer) => {
    const { body, notes } = repairsOf(data);
    expect(body).toMatchObject(expected);
    expect(notes).toEqual({ repaired: [{ pointer, message: expect.any(String) }], skipped: [] });
    expect(writeCard(body)).toEqual({ ...CARD, data: { ...MIRA, ...data } });
  });

  it('of a flat card is named where it is', () => {
    const notes = noNotes();
    expect(readCard({ char_name: 'Mira', char_persona: 4, char_greeting: 'Hello.' }, notes).ok).toBe(true);
    expect(notes.repaired.map(({ pointer }) => pointer)).toEqual(['/char_persona']);
  });

  it('as a book without entries is skipped, and comes back', () => {
    const { body, notes } = repairsOf({ character_book: { name: 'empty' } });
    expect(body.lorebook).toBeNull();
    expect(notes.skipped).toEqual([{ pointer: '/data/character_book/entries', message: expect.any(String) }]);
    expect(writeCard(body)).toMatchObject({ data: { character_book: { name: 'empty' } } });
  });

  it('as a name on top alone is used', () => {
    const { name: _, ...data } = MIRA;
    expect(readCard({ ...CARD, name: 'Mira', data })).toMatchObject({ ok: true, value: { body: isMira } });
  });

  it('as data of another program that is too large to store is left out and named', () => {
    const pictures = ['x'.repeat(700_000), 'y'.repeat(600_000), 'small'];
    const { body, notes } = repairsOf({ extensions: { theirs: { pictures }, own: 1 } });
    expect(notes.skipped).toEqual([
      { pointer: '/data/extensions/theirs/pictures/0', message: expect.stringContaining('700000 bytes') },
    ]);
    expect(writeCard(body)).toMatchObject({
      data: { extensions: { theirs: { pictures: ['', pictures[1], 'small'] }, own: 1 } },
    });
  });
});

describe('an export in a named format', () => {
  const { card } = read<{ card: JsonObject }>('v3-form-of-a-book');
  const broken: JsonObject = {
    ...{ spec: 'chara_card_v2', spec_version: 2 },
    data: {
      ...{ name: 'Mira', tags: 'a, b', first_mes: 3, alternate_greetings: ['Hi', null], extensions: null },
      ...{ nickname: 4, assets: 'none', character_book: 'none', group_only_greetings: null },
    },
  };
  const { files } = read<{ files: Record<string, JsonObject> }>('cards-of-other-programs');

  it.each<[string, JsonObject]>([
    ['the case', card],
    ['fields of other types', broken],
    ['V1', MIRA],
    ['V3', { ...CARD, spec: 'chara_card_v3', spec_version: '3.0' }],
    ...Object.entries(files),
  ])('has every field it requires: %s', (_, foreign) => {
    const { body } = must(readCard(foreign));
    for (const form of CARD_FORMS) {
      const exported = writeCard(body, form);
      expect(findCardFaults(exported, form)).toEqual([]);
      expect(readCard(exported)).toMatchObject({ ok: true, value: { body: { name: 'Mira' } } });
    }
  });
});

it('a long card is cut between letters', () => {
  const description = 'd'.repeat(7995) + '\u{1F600}'.repeat(20);
  const { body } = must(readCard({ ...CARD, data: { ...MIRA, description } }));
  const cut = cardToCharacter(body).description;
  expect(cut.isWellFormed()).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(8000);
});
