import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import type { Json, JsonObject } from '../base/json';
import type { LibraryCharacter } from '../contract/library';
import { type CardForm, readCard, writeCard } from './cards';
import { noNotes } from './fit-fields';

const book = (): JsonObject => ({
  name: 'The harbour',
  entries: [
    {
      keys: ['lantern'],
      content: 'It burns blue before a storm.',
      extensions: { depth: 4, theirs: [1, null] },
      enabled: true,
      insertion_order: 10,
      case_sensitive: false,
      use_regex: false,
      unknown_of_an_entry: { kept: true },
    },
  ],
  extensions: { shelf: 3 },
  unknown_of_a_book: 'kept',
});

const v2 = (more: JsonObject = {}, top: JsonObject = {}): JsonObject => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  ...top,
  data: {
    name: 'Ada',
    description: 'Keeps the light; talks to {{user}} through the door.',
    personality: 'dry',
    scenario: 'A lighthouse.',
    first_mes: 'Wipe your feet.',
    mes_example: '<START>\n{{user}}: Who are you?\n{{char}}: The one with the key.\n*She waits.*\n',
    creator_notes: 'Written in one night.',
    system_prompt: '{{original}} Be brief.',
    post_history_instructions: 'Stay dry.',
    alternate_greetings: ['You again.', 'Mind the step.'],
    tags: ['sea', 'storm'],
    creator: 'nobody',
    character_version: '1.2',
    extensions: { talkativeness: '0.5', depth_prompt: { depth: 4, prompt: 'wet' } },
    ...more,
  },
});

const v3 = (): JsonObject => ({
  ...v2({
    character_book: book(),
    assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
    nickname: 'Lamp',
    creator_notes_multilingual: { en: 'Written in one night.', de: 'In einer Nacht.' },
    source: ['somewhere'],
    group_only_greetings: ['All of you?'],
    creation_date: 1700000000,
    modification_date: 1700000001,
  }),
  spec: 'chara_card_v3',
  spec_version: '3.0',
});

const read = (card: unknown): LibraryCharacter => JSON.parse(must(readCard(card)).json);

function mistakesOf(card: unknown): { pointer: string; message: string }[] {
  const result = readCard(card);
  if (result.ok || result.failure.code !== 'invalid') throw new Error('expected an invalid card');
  return result.failure.errors;
}

const dataOf = (card: JsonObject) => card.data as JsonObject;

describe('a card', () => {
  it('gives a character what it says', () => {
    const ada = read(v3());
    expect(ada).toMatchObject({
      name: 'Ada',
      personality: 'dry',
      scenario: 'A lighthouse.',
      firstMessage: 'Wipe your feet.',
      voice: [],
      exampleMessages: dataOf(v3()).mes_example,
      nickname: 'Lamp',
      groupGreetings: ['All of you?'],
      depthPrompt: { text: 'wet', depth: 4 },
      talkativeness: 0.5,
      alternateGreetings: ['You again.', 'Mind the step.'],
      systemPrompt: '{{original}} Be brief.',
      postHistoryInstructions: 'Stay dry.',
      creatorNotes: 'Written in one night.',
      creator: 'nobody',
      version: '1.2',
      tags: ['sea', 'storm'],
    });
    expect(ada.lorebook?.entries[0]).toMatchObject({ keys: ['lantern'], order: 10 });
  });

  it.each<[string, JsonObject, CardForm]>([
    ['V2', v2(), 'v2'],
    ['V2 with a book', v2({ character_book: book() }), 'v2'],
    [
      'V2 with its fields on top as well',
      v2({}, { name: 'Ada', personality: 'dry', talkativeness: 0.5 }),
      'v2',
    ],
    ['V2 whose fields on top say other things', v2({}, { name: 'Eda', tags: [] }), 'v2'],
    ['V3', v3(), 'v3'],
  ])('%s is the same card again', (_, card, form) => {
    expect(writeCard(read(card))).toEqual(card);
    expect(writeCard(read(card), form)).toEqual(card);
  });

  it('is the same card again when its fields have the wrong type', () => {
    const odd = v2({
      description: 7,
      tags: 'sea, storm',
      alternate_greetings: ['one', 2, null],
      mes_example: null,
      character_book: [],
      extensions: 'none',
      creator: 'x'.repeat(1000),
    });
    const ada = read(odd);
    expect(ada).toMatchObject({
      description: '7',
      tags: ['sea', 'storm'],
      alternateGreetings: ['one', '2'],
      lorebook: null,
    });
    expect(writeCard(ada)).toEqual(odd);
  });

  it('is the same card again when fields are missing', () => {
    const bare = { spec: 'chara_card_v2', data: { name: 'Ada' } };
    expect(writeCard(read(bare))).toEqual(bare);
  });

  it('keeps unknown fields in every place, whatever they hold', () => {
    const unknown = fc.dictionary(
      fc.string().map((key) => `x${key}`),
      fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(unknown, unknown, unknown, fc.boolean(), (top, inside, extensions, isThird) => {
        const plain = isThird ? v3() : v2();
        const card = { ...plain, ...top, data: { ...dataOf(plain), ...inside, extensions } };
        // JSON cannot represent -0 and similar values.
        const sent = JSON.parse(JSON.stringify(card));
        expect(writeCard(read(sent))).toEqual(sent);
      }),
    );
  });

  it('keeps known fields of any type', () => {
    const known = Object.keys(dataOf(v2())).filter((field) => field !== 'name');
    fc.assert(
      fc.property(
        fc
          .subarray(known)
          .chain((fields) =>
            fc.record(Object.fromEntries(fields.map((field) => [field, fc.jsonValue({ maxDepth: 2 })]))),
          ),
        (fields) => {
          const sent = JSON.parse(JSON.stringify(v2(fields as JsonObject)));
          expect(writeCard(read(sent))).toEqual(sent);
        },
      ),
    );
  });

  it('has in it what was changed since, and nothing else changed', () => {
    const card = v2({ character_book: book() }, { personality: 'dry', first_mes: 'Wipe your feet.' });
    const ada = { ...read(card), personality: 'warm', tags: ['sea'], voice: ['Come in.'] };
    expect(writeCard(ada)).toEqual({
      ...card,
      personality: 'warm',
      data: {
        ...dataOf(card),
        personality: 'warm',
        tags: ['sea'],
        mes_example: `${dataOf(card).mes_example}\n<START>\n{{char}}: Come in.`,
      },
    });
  });

  it('has how readily its character talks, wherever and however a card says it', () => {
    const ofText = v2({ extensions: { talkativeness: '0.8', fav: true } }, { talkativeness: '0.8' });
    const ada = read(ofText);
    expect(ada.talkativeness).toBe(0.8);
    expect(writeCard(ada)).toEqual(ofText);
    expect(writeCard({ ...ada, talkativeness: 0 })).toEqual(
      v2({ extensions: { talkativeness: 0, fav: true } }, { talkativeness: 0 }),
    );
    expect(writeCard({ ...ada, talkativeness: null })).toEqual(v2({ extensions: { fav: true } }));
    expect(read(v2({ extensions: {} }, { talkativeness: 1 })).talkativeness).toBe(1);
    for (const odd of ['', ' ', 'often', -1, 1.5, null, [0.5], true])
      expect(read(v2({ extensions: { talkativeness: odd } })).talkativeness).toBeNull();
  });

  it('writes over a field of the wrong type once it was changed', () => {
    const ada = { ...read(v2({ tags: 'sea', description: null })), tags: ['land'] };
    const { tags, description } = dataOf(writeCard(ada));
    expect([tags, description]).toEqual([['land'], null]);
  });

  it('loses its book with the character, and gets the one it was given', () => {
    const ada = read(v3());
    expect(dataOf(writeCard({ ...ada, lorebook: null }))).not.toHaveProperty('character_book');
    const renamed = { ...ada, lorebook: ada.lorebook && { ...ada.lorebook, name: 'The quay' } };
    expect(dataOf(writeCard(renamed)).character_book).toEqual({ ...book(), name: 'The quay' });
  });

  it('of a renamed character has the new name', () =>
    expect(dataOf(writeCard({ ...read(v2()), name: 'Eda' })).name).toBe('Eda'));

  it('carries goals and secrets from stage to stage, beside the extensions of others', () => {
    const ada = { ...read(v2()), goals: 'keep the lamp lit', secrets: 'it was her' };
    const card = writeCard(ada);
    expect(dataOf(card).extensions).toEqual({
      ...(dataOf(v2()).extensions as JsonObject),
      proscenium: { goals: 'keep the lamp lit', secrets: 'it was her' },
    });
    expect(read(card)).toMatchObject({ goals: 'keep the lamp lit', secrets: 'it was her' });
    expect(writeCard(read(card))).toEqual(card);
  });

  it('of a character that was made here has its lines as examples, and its nickname', () => {
    const made = { ...read(v2()), extra: {}, exampleMessages: '', voice: ['Here.'], nickname: 'Lamp' };
    const card = writeCard(made);
    expect(dataOf(card)).toMatchObject({ mes_example: '<START>\n{{char}}: Here.', nickname: 'Lamp' });
    expect(dataOf(writeCard({ ...made, nickname: '' }))).not.toHaveProperty('nickname');
    expect(writeCard(read(card))).toEqual(card);
  });

  it("keeps what is beside the words of its character's note", () => {
    const note = { prompt: 'wet', depth: '2', role: 'user', theirs: 1 };
    const ada = read(v2({ extensions: { depth_prompt: note, theirs: 2 } }));
    expect(ada.depthPrompt).toEqual({ text: 'wet', depth: 2 });
    const extensionsOf = (depthPrompt: LibraryCharacter['depthPrompt']) =>
      dataOf(writeCard({ ...ada, depthPrompt })).extensions;
    expect(extensionsOf(ada.depthPrompt)).toEqual({ depth_prompt: note, theirs: 2 });
    expect(extensionsOf({ text: 'dry', depth: 0 })).toEqual({
      depth_prompt: { ...note, prompt: 'dry', depth: 0 },
      theirs: 2,
    });
    expect(extensionsOf(null)).toEqual({ theirs: 2 });
  });

  it.each<[Json, number]>([
    [7, 7],
    ['3', 3],
    [-1, 0],
    [9999, 100],
    [null, 4],
    ['deep', 4],
  ])('stands at a depth of %j: %i', (depth, read4) => {
    const extensions = { depth_prompt: { prompt: 'wet', depth } };
    expect(read(v2({ extensions })).depthPrompt?.depth).toBe(read4);
    expect(writeCard(read(v2({ extensions })))).toEqual(v2({ extensions }));
  });

  it('of V2 becomes one of V3 and back without a loss', () => {
    const third = writeCard(read(v2()), 'v3');
    expect(third).toMatchObject({ spec: 'chara_card_v3', spec_version: '3.0' });
    expect(dataOf(third).group_only_greetings).toEqual([]);
    const back = writeCard(read(third), 'v2');
    expect(back).toEqual({ ...v2(), data: { ...dataOf(v2()), group_only_greetings: [] } });
    expect(writeCard(read(writeCard(read(v3()), 'v2')), 'v3')).toEqual(v3());
  });

  it('of V1 becomes one of V2 that V1 readers still read', () => {
    const first = {
      name: 'Ada',
      description: 'Keeps the light.',
      personality: '',
      scenario: '',
      first_mes: 'Wipe your feet.',
      mes_example: '',
      chat: 'unknown',
    };
    const card = writeCard({ ...read(first), description: 'Left.' });
    expect(card).toMatchObject({
      ...first,
      description: 'Left.',
      spec: 'chara_card_v2',
      spec_version: '2.0',
    });
    expect(dataOf(card)).toMatchObject({ description: 'Left.', first_mes: 'Wipe your feet.', tags: [] });
  });

  it('of a character that was made here has every field that V2 asks for', () => {
    const made = { ...read(v2()), extra: {} };
    const card = writeCard(made);
    expect(Object.keys(dataOf(card)).sort()).toEqual(Object.keys(dataOf(v2())).sort());
    expect(card).toMatchObject({ spec: 'chara_card_v2', spec_version: '2.0' });
    expect(read(card)).toMatchObject({ name: 'Ada', exampleMessages: made.exampleMessages });
  });
});

describe('what is not a card is refused', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['a number', 7, '', /must be an object/],
    ['an empty object', {}, '', /not a character card/],
    ['a lorebook', { entries: {} }, '', /lorebooks\/import/],
    ['a card without data', { spec: 'chara_card_v2' }, '/name', /name/],
    ['a card without a name', v2({ name: ' ' }), '/data/name', /name/],
  ])('%s', (_, card, pointer, message) =>
    expect(mistakesOf(card)).toEqual([{ pointer, message: expect.stringMatching(message) }]),
  );

  it('but not for a broken key of its book, which is told by its place in the card', () => {
    const skippedIn = (card: unknown): string[] => {
      const notes = noNotes();
      const result = readCard(card, notes);
      expect(result.ok && result.value.body.lorebook?.entries[0]?.enabled).toBe(false);
      if (result.ok) expect(writeCard(result.value.body)).toEqual(card);
      return notes.skipped.map(({ pointer }) => pointer);
    };
    const broken = v2({ character_book: { entries: [{ keys: ['/(/'], content: 'x' }] } });
    expect(skippedIn(broken)).toEqual(['/data/character_book/entries/0/keys/0']);
    const second = v2({
      character_book: {
        entries: [{ keys: ['a'], secondary_keys: ['b', '/(/'], selective: true, content: 'x' }],
      },
    });
    expect(skippedIn(second)).toEqual(['/data/character_book/entries/0/secondary_keys/1']);
    const named = v2({ character_book: { entries: { x: { keys: ['/(/'], content: 'x' } } } });
    expect(skippedIn(named)).toEqual(['/data/character_book/entries/x/keys/0']);
  });

  it('more levels than anyone writes, at any length', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(mistakesOf(v2({ extensions: { deep } }))[0]?.message).toMatch(/levels/);
    expect(mistakesOf(deep)[0]?.message).toMatch(/levels/);
  });

  it('more bytes than an item holds', () => {
    const result = readCard(v2({ alternate_greetings: Array(21).fill('x'.repeat(50_000)) }));
    expect(result).toMatchObject({ ok: false, failure: { code: 'too_large', limit: 1_000_000 } });
  });
});
