import { describe, expect, it } from 'vitest';
import { must } from '../../test/support/must';
import { changeScene } from '../contract/change-scene';
import { createScene } from '../contract/create-scene';
import { LIBRARY_BODIES, type LibraryItem, type LibraryKind, libraryPrefix } from '../contract/library';
import { cardToCharacter } from './cards';
import { resolveChange, resolveScene } from './resolve';

const idOf = (kind: LibraryKind, n: number): string =>
  `${libraryPrefix(kind)}_${String(n).padStart(20, '0')}`;
const item = (kind: LibraryKind, n: number, body: object): LibraryItem =>
  ({
    id: idOf(kind, n),
    kind,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    body: LIBRARY_BODIES[kind].parse(body),
  }) as LibraryItem;

const book = (name: string) => ({ name, entries: [{ id: '1', keys: [name], content: `about ${name}` }] });
const ITEMS = [
  item('world', 1, {
    name: 'The coast',
    notes: 'WORLD NOTES',
    facts: { tide: 'high', sky: 'grey' },
    lorebooks: [idOf('lorebook', 1)],
  }),
  item('world', 2, { name: 'Elsewhere' }),
  item('campaign', 1, {
    world: idOf('world', 1),
    name: 'Winter',
    notes: 'CAMPAIGN NOTES',
    trackers: { days: '1', food: '9' },
  }),
  item('arc', 1, {
    campaign: idOf('campaign', 1),
    name: 'The boat',
    notes: 'ARC NOTES',
    trackers: { food: '3' },
  }),
  item('lorebook', 1, book('tides')),
  item('lorebook', 2, book('boats')),
  item('character', 1, {
    name: 'Mara',
    description: '{{char}} keeps the light and knows {{user}}.',
    scenario: 'A storm.',
    secrets: 'She put the lamp out.',
    systemPrompt: 'Play {{char}} drily. {{original}}',
    voice: ['Mind the step.'],
    firstMessage: 'Good evening, {{user}}.',
    alternateGreetings: ['', 'You again!'],
    groupGreetings: ['All of you?'],
    nickname: 'Lamp',
    exampleMessages: '<START>\n{{user}}: Hello?\n{{char}}: Up here.\n',
    postHistoryInstructions: '{{original}}\nStay dry.',
    depthPrompt: { text: '{{char}} never lies.', depth: 2 },
    talkativeness: 0.8,
    lorebook: book('lamps'),
  }),
  item('persona', 1, { name: 'Sol', description: 'A stranger.' }),
  item('profile', 1, { name: 'Quick', profile: { model: 'quick-one' } }),
];
/** Like the store, but counts queries. */
function library() {
  const queries: (readonly string[])[] = [];
  const read = async (ids: readonly string[]) => {
    queries.push(ids);
    return new Map(ITEMS.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one]));
  };
  return { read, queries };
}
const resolve = (body: object, { read } = library()) => resolveScene(createScene.parse(body), read);
const mustResolve = async (body: object) => must(await resolve(body));
const pointersOf = async (body: object) => {
  const resolved = await resolve(body);
  return !resolved.ok && resolved.failure.code === 'invalid'
    ? resolved.failure.errors.map(({ pointer }) => pointer)
    : resolved;
};

describe('a scene out of the library', () => {
  it('without references reads nothing and stays as it is', async () => {
    const store = library();
    const body = { characters: [{ name: 'Ada' }], notes: { scene: 'S' } };
    const resolved = await resolve(body, store);
    expect(resolved).toEqual({ ok: true, value: createScene.parse(body) });
    expect(store.queries).toEqual([]);
  });

  it('from an arc has the notes, facts, trackers and lorebooks of everything above it', async () => {
    const scene = await mustResolve({ arcId: idOf('arc', 1), characters: [{ name: 'Ada' }] });
    expect(scene).toMatchObject({
      worldId: idOf('world', 1),
      notes: { world: 'WORLD NOTES', campaign: 'CAMPAIGN NOTES', arc: 'ARC NOTES', scene: '' },
      world: { tide: 'high', sky: 'grey' },
      trackers: { days: '1', food: '3' },
      lorebooks: [{ id: idOf('lorebook', 1), book: { name: 'tides' } }],
    });
  });

  it('says itself what it says itself', async () => {
    const scene = await mustResolve({
      campaignId: idOf('campaign', 1),
      characters: [{ name: 'Ada' }],
      notes: { campaign: 'MINE' },
      world: { tide: 'low' },
      trackers: { days: '7' },
    });
    expect(scene).toMatchObject({
      notes: { world: 'WORLD NOTES', campaign: 'MINE', arc: '' },
      world: { tide: 'low', sky: 'grey' },
      trackers: { days: '7', food: '9' },
    });
  });

  it('takes characters with their own books, personas, lorebooks and profiles, each book once', async () => {
    const scene = await mustResolve({
      worldId: idOf('world', 1),
      characters: [
        { from: idOf('character', 1), mood: 'tired' },
        { from: idOf('character', 1), id: 'twin', active: false },
        { name: 'Ada' },
      ],
      personas: [{ from: idOf('persona', 1), id: 'sol' }],
      lorebooks: [idOf('lorebook', 1), idOf('lorebook', 2), book('mine')],
      profiles: { character: idOf('profile', 1), characters: { ada: idOf('profile', 1) } },
    });
    expect(scene.characters?.[0]).toMatchObject({ name: 'Mara', mood: 'tired', active: true });
    expect(scene.characters?.[1]).toMatchObject({ id: 'twin', active: false });
    expect(scene.characters?.[0]).toMatchObject({ scenario: 'A storm.', lorebook: { name: 'lamps' } });
    expect(scene.characters?.[2]).not.toHaveProperty('lorebook');
    expect(scene.personas).toEqual([{ id: 'sol', name: 'Sol', description: 'A stranger.' }]);
    expect(scene.lorebooks?.map(({ book: { name } }) => name)).toEqual(['tides', 'boats', 'mine']);
    expect(scene.profiles).toEqual({
      character: { model: 'quick-one' },
      characters: { ada: { model: 'quick-one' } },
    });
  });

  it('lets what stands beside `from` override the card and the persona', async () => {
    const from = idOf('character', 1);
    const scene = await mustResolve({
      characters: [{ from, name: 'Mira', personality: 'loud', secrets: 'None.', voice: [] }],
      personas: [{ from: idOf('persona', 1), name: 'Luna' }],
    });
    expect(scene.characters).toEqual([
      {
        ...{ name: 'Mira', personality: 'loud', secrets: 'None.', voice: [], goals: '' },
        ...{ description: '{{char}} keeps the light and knows {{user}}.', scenario: 'A storm.' },
        ...{ instructions: 'Play {{char}} drily.', postHistory: 'Stay dry.', nickname: '' },
        ...{
          depthPrompt: { text: '{{char}} never lies.', depth: 2 },
          talkativeness: 0.8,
          lorebook: (ITEMS[6] as LibraryItem<'character'>).body.lorebook,
        },
        ...{ examples: ['{{user}}: Hello?\n{{char}}: Up here.'] },
        ...{ location: '', mood: '', active: true, from },
      },
    ]);
    expect(scene.personas).toEqual([{ name: 'Luna', description: 'A stranger.' }]);
  });

  it('leaves out the book of a card, and has another scenario, where it is told so', async () => {
    const from = idOf('character', 1);
    const [mara, other] =
      (
        await mustResolve({
          characters: [
            { from, book: false, scenario: '' },
            { from, scenario: 'A calm.' },
          ],
        })
      ).characters ?? [];
    expect(mara).not.toHaveProperty('lorebook');
    expect(mara).not.toHaveProperty('scenario');
    expect(mara).not.toHaveProperty('book');
    expect(other).toMatchObject({ scenario: 'A calm.', lorebook: { name: 'lamps' } });
  });

  it('opens with a greeting of a character of the library', async () => {
    const characters = [{ name: 'Ada' }, { from: idOf('character', 1) }];
    const opening = async (greeting: number, by = 'mara') =>
      (await mustResolve({ characters, opening: { by, greeting } })).opening;
    expect(await opening(0)).toEqual({ by: 'mara', text: 'Good evening, {{user}}.' });
    expect(await opening(2)).toEqual({ by: 'mara', text: 'You again!' });
    expect(await opening(3)).toEqual({ by: 'mara', text: 'All of you?' });
    const refused = (by: string, greeting: number) => pointersOf({ characters, opening: { by, greeting } });
    expect(await refused('mara', 1)).toEqual(['/opening/greeting']);
    expect(await refused('mara', 4)).toEqual(['/opening/greeting']);
    expect(await refused('ada', 0)).toEqual(['/opening/by']);
    expect(await refused('bo', 0)).toEqual(['/opening/by']);
  });

  it('remembers the campaign that its arc brought', async () =>
    expect(await mustResolve({ arcId: idOf('arc', 1), characters: [{ name: 'Ada' }] })).toMatchObject({
      worldId: idOf('world', 1),
      campaignId: idOf('campaign', 1),
      arcId: idOf('arc', 1),
    }));

  it('refuses ids that name nothing, or something else, each at its pointer', async () =>
    expect(
      await pointersOf({
        worldId: idOf('world', 9),
        characters: [{ name: 'Ada' }, { from: idOf('character', 9) }],
        personas: [{ from: idOf('persona', 9) }],
        lorebooks: [idOf('lorebook', 9)],
        profiles: { director: idOf('profile', 9), characters: { ada: idOf('profile', 8) } },
      }),
    ).toEqual([
      '/worldId',
      '/characters/1/from',
      '/personas/0/from',
      '/lorebooks/0',
      '/profiles/director',
      '/profiles/characters/ada',
    ]));

  it('refuses an arc beside a campaign, or a campaign beside a world, that is not its own', async () =>
    expect(await pointersOf({ campaignId: idOf('campaign', 1), worldId: idOf('world', 2) })).toEqual([
      '/campaignId',
    ]));
});

describe('a card as a member of a cast', () => {
  const { body } = ITEMS[6] as LibraryItem<'character'>;

  it('has the words of its author, each at its place, for the scene to fill in', () => {
    expect(cardToCharacter(body)).toMatchObject({
      ...{ name: 'Mara', nickname: 'Lamp', secrets: 'She put the lamp out.' },
      description: '{{char}} keeps the light and knows {{user}}.',
      instructions: 'Play {{char}} drily.',
      postHistory: 'Stay dry.',
      depthPrompt: { text: '{{char}} never lies.', depth: 2 },
    });
    expect(
      cardToCharacter({ ...body, depthPrompt: { text: ' {{original}} ', depth: 1 } }).depthPrompt,
    ).toBeNull();
  });

  it('has its examples whole, and in its voice the lines that are its own', () => {
    const examples = '<START>\n{{user}}: Hello?\n{{char}}: Up here.\nLamp: Still.\n<START>\nShe hums.';
    const cast = cardToCharacter({ ...body, exampleMessages: examples });
    expect(cast.examples).toEqual(['{{user}}: Hello?\n{{char}}: Up here.\nLamp: Still.', 'She hums.']);
    expect(cast.voice).toEqual(['Mind the step.', 'Up here.', 'Still.', 'She hums.']);
  });

  it('is cut to what a scene takes, with a mark', () => {
    const cast = cardToCharacter({ ...body, description: 'x'.repeat(50_000) });
    expect(cast.description).toHaveLength(8000);
    expect(cast.description.endsWith(' […]')).toBe(true);
    const many = `<START>\n{{char}}: ${'x'.repeat(5000)}\n`.repeat(100);
    const { examples, voice } = cardToCharacter({ ...body, exampleMessages: many });
    expect([examples.length, examples[0]?.length, voice.length, voice[1]?.length]).toEqual([
      20, 2000, 20, 400,
    ]);
  });

  it('is not cut inside of a macro', () => {
    const cast = cardToCharacter({ ...body, description: `${'x'.repeat(7990)}{{random:a,b}}` });
    expect(cast.description).toBe(`${'x'.repeat(7990)} […]`);
  });
});

describe('a change of a scene', () => {
  const change = (body: object) => resolveChange(changeScene.parse(body), library().read);

  it('takes copies out of the library, and leaves what the scene has', async () => {
    const mine = { name: 'mine' };
    const changed = await change({
      title: 'T',
      characters: { add: [{ from: idOf('character', 1), mood: 'tired' }], change: { ada: { mood: 'x' } } },
      personas: { add: [{ from: idOf('persona', 1) }] },
      lorebooks: [idOf('lorebook', 2), 'book-1', idOf('character', 7), mine],
      profiles: { character: idOf('profile', 1), narrator: null, characters: { ada: null } },
    });
    expect(changed).toMatchObject({
      ok: true,
      value: {
        title: 'T',
        characters: {
          add: [
            {
              ...{ name: 'Mara', mood: 'tired', from: idOf('character', 1) },
              ...{ scenario: 'A storm.', lorebook: { name: 'lamps' } },
            },
          ],
          change: { ada: { mood: 'x' } },
        },
        personas: { add: [{ name: 'Sol' }] },
        lorebooks: [
          { id: idOf('lorebook', 2), book: { name: 'boats' } },
          { id: 'book-1' },
          { id: idOf('character', 7) },
          { id: null, book: mine },
        ],
        profiles: { character: { model: 'quick-one' }, narrator: null, characters: { ada: null } },
      },
    });
  });

  it('is refused with the pointers of ids that name nothing', async () => {
    const changed = await change({
      characters: { add: [{ name: 'Ada' }, { from: idOf('character', 9) }] },
      lorebooks: [idOf('lorebook', 9)],
      profiles: { characters: { ada: idOf('profile', 9) } },
    });
    expect(changed).toMatchObject({
      ok: false,
      failure: {
        errors: [
          { pointer: '/characters/add/1/from' },
          { pointer: '/lorebooks/0' },
          { pointer: '/profiles/characters/ada' },
        ],
      },
    });
  });
});
