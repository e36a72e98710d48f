import { describe, expect, it } from 'vitest';
import { readStory } from '../../../packages/zmachine-story/src/read-story';
import { cutStory, type FileGuess, guessFile, guessJson } from '../../../web/src/library/import/guess-file';

describe('what a JSON file is', () => {
  it.each<[string, object, FileGuess | null]>([
    ['a card V2', { spec: 'chara_card_v2', data: { name: 'A' } }, 'character'],
    [
      'a card V3 with a book in it',
      { spec: 'chara_card_v3', data: { character_book: { entries: [] } } },
      'character',
    ],
    ['a card V1', { name: 'A', first_mes: 'Hi', personality: '' }, 'character'],
    ['a card of Pygmalion', { char_name: 'A', char_persona: 'x' }, 'character'],
    ['a card of TavernAI', { spec: 'tavern_ai', name: 'A', first_mes: 'Hi' }, 'character'],
    ['World Info', { entries: { 0: { uid: 0, key: ['a'] } } }, 'lorebook'],
    ['the book of a card', { name: 'B', entries: [] }, 'lorebook'],
    ['a lorebook V3', { spec: 'lorebook_v3', data: { entries: [] } }, 'lorebook'],
    ['a lorebook of NovelAI', { lorebookVersion: 5, entries: [] }, 'lorebook'],
    ['a chat of Agnai', { name: 'A', scenario: '', messages: [{ msg: 'Hi' }] }, 'chat'],
    ['a chat of RisuAI', { type: 'risuChat', data: { message: [] } }, 'chat'],
    ['a chat of Oobabooga', { internal: [], visible: [] }, 'chat'],
    ['a story of KoboldAI', { prompt: '', actions: [] }, 'chat'],
    ['a history of CAI Tools', { histories: { histories: [] } }, 'chat'],
    ['a memory book of Agnai', { kind: 'memory', name: 'B', entries: [] }, 'lorebook'],
    ['a lorebook of RisuAI', { type: 'risu', ver: 1, data: [] }, 'lorebook'],
    ['anything with a name', { name: 'A' }, null],
    ['something else', { milk: 1 }, null],
  ])('%s', (_, json, guess) => expect(guessJson(json as Parameters<typeof guessJson>[0])).toBe(guess));

  it('a list or a number is none of it', () =>
    expect([guessJson([]), guessJson(1), guessJson(null)]).toEqual([null, null, null]));
});

describe('what a file is', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  it.each<[string, File, FileGuess | null]>([
    ['a PNG is a card, whatever it is called', new File([png], 'mara.dat'), 'character'],
    ['a JPEG may be one', new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'mara.jpeg'), 'character'],
    ['a WebP may be one', new File(['RIFF\0\0\0\0WEBPVP8 '], 'mara.webp'), 'character'],
    ['YAML may be one', new File(['name: Mara\n'], 'mara.yml'), 'character'],
    ['a .byaf is one', new File(['PK\u0003\u0004'], 'mara.byaf'), 'character'],
    ['a .charx is a card', new File(['PK\u0003\u0004'], 'mara.charx'), 'character'],
    ['a story by its ending', new File(['x'], 'Mill.Z5'), 'story'],
    ['a story of another machine, which the server names', new File(['Glul'], 'Bronze.ulx'), 'story'],
    ['a Blorb with such a story', new File(['FORM'], 'Bronze.GBLORB'), 'story'],
    ['a story of TADS', new File(['T3-image'], 'square.t3'), 'story'],
    ['a story for a version that is not played', new File(['\u0006'], 'zork0.z6'), 'story'],
    ['a chat by its ending', new File(['{"name":"A","mes":"x"}\n'], 'A - 2026-05-01.jsonl'), 'chat'],
    ['an export by what it is', new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'scn_1.zip'), 'export'],
    ['another zip is nothing', new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'a.docx'), null],
    ['broken JSON is nothing', new File(['{"name": '], 'a.json'), null],
    ['an empty file is nothing', new File([], 'a.json'), null],
  ])('%s', async (_, file, guess) => expect(await guessFile(file)).toBe(guess));
});

describe('a story of another machine', () => {
  it.each([
    ['Bronze.ulx', 'Glul', 'Glulx'],
    ['jacaranda.gam', 'TADS2 bin', 'TADS 2'],
    ['square.t3', 'T3-image', 'TADS 3'],
    ['zork0.z6', '\u0006', 'version 6'],
  ])('is named by the beginning of %s, however long it is', async (name, start, says) => {
    const head = cutStory(new File([start, new Uint8Array(3 * 1024 * 1024)], name));
    expect(await guessFile(head)).toBe('story');
    const story = await readStory(new Uint8Array(await head.arrayBuffer()));
    expect(JSON.stringify(story)).toContain(says);
    expect(JSON.stringify(story)).toMatch(/play it/);
  });

  it('is sent whole where it may be played', () => {
    const file = new File([new Uint8Array(9000)], 'mill.zblorb');
    expect(cutStory(file)).toBe(file);
  });
});
