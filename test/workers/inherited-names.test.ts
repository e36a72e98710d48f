import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json';
import type { Event } from '../../src/contract/events/events';
import type { ImportedItem, LibraryItem } from '../../src/contract/library';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { writePngCard } from '../../src/library/png-card';
import { sceneAt, understudy } from '../support/rooms';
import { get, OPERATOR, send } from '../support/stage-client';

/** Names of inherited properties are ordinary names everywhere that users choose names. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
const named = <T extends Json>(value: T): { [name: string]: T } =>
  Object.fromEntries(NAMES.map((name) => [name, value]));
/** The same for a record that keeps every name or is refused. */
const keepable = (value: string) => Object.fromEntries(NAMES.slice(0, -1).map((name) => [name, value]));
const own = (value: Json): JsonObject => ({ ['__proto__']: value });
const LOST = { ...own('closed'), calm: 'yes' };

const card = (spec: string, version: string): JsonObject => ({
  ...named('x'),
  ...{ spec, spec_version: version },
  data: {
    ...named('x'),
    ...{ name: 'Ada', first_mes: 'Hm.', extensions: { ...named({ deep: 'x' }), depth_prompt: named('x') } },
    character_book: {
      ...named('x'),
      name: 'Of the sea',
      extensions: named('x'),
      entries: [{ ...named('x'), keys: ['lamp'], content: 'Blue.' }],
    },
  },
});
const V2 = card('chara_card_v2', '2.0');
const V3 = card('chara_card_v3', '3.0');
const V1: JsonObject = { ...named('x'), name: 'Ada', description: 'Keeps the light.', first_mes: 'Hm.' };
const picture = encode({ width: 1, height: 1, channels: 1, data: new Uint8Array([40]) });
const entry = { key: ['lamp'], content: 'Blue.', ...named('x') };
const BOOKS: Record<string, JsonObject> = {
  'World Info': { name: 'Of the sea', ...named('x'), entries: named(entry) },
  'the book of a card': {
    ...named('x'),
    name: 'Of the sea',
    entries: [{ ...named('x'), keys: ['lamp'], content: 'Blue.' }],
  },
  'a card with a book': V2,
  lorebook_v3: {
    spec: 'lorebook_v3',
    data: {
      ...named('x'),
      name: 'Of the sea',
      entries: [{ ...named('x'), keys: ['lamp'], content: 'Blue.' }],
    },
  },
  NovelAI: {
    ...named('x'),
    lorebookVersion: 5,
    settings: named('x'),
    categories: [named('x')],
    entries: [
      { ...named('x'), displayName: 'Lamp', text: 'Blue.', keys: ['lamp'], contextConfig: named('x') },
    ],
  },
};

describe('an import', () => {
  it.each<[string, JsonObject | Uint8Array]>([
    ['V1', V1],
    ['V2', V2],
    ['V3', V3],
    ['PNG', writePngCard(picture, V2, V3)],
  ])('of a card %s keeps them, and gives them back', async (_, file) => {
    const made = await get<ImportedItem>('POST /v1/characters/import', OPERATOR, file);
    expect(made.ignored).toEqual(expect.arrayContaining(NAMES));
    const written = await get<JsonObject>(`GET /v1/characters/${made.id}/card`);
    for (const name of NAMES) expect(Object.hasOwn(written, name)).toBe(true);
    expect((await send(`GET /v1/characters/${made.id}/card?format=png`)).status).toBe(200);
    const twice = await get<LibraryItem>(`PATCH /v1/characters/${made.id}`, OPERATOR, { goals: 'Leave.' });
    expect(twice.version).toBe(2);
    const scene = await get<Scene>('POST /v1/scenes', OPERATOR, {
      ...{ title: 'A kitchen', characters: [{ from: made.id }], personas: [{ name: 'Mara' }] },
      profiles: { director: understudy, character: understudy },
    });
    const said = { type: 'user', text: 'Is the lamp lit?' };
    const turn = await get<TurnAccepted>(`POST /v1/scenes/${scene.id}/turns?wait=1`, OPERATOR, said);
    expect(turn.status).toBe('completed');
  });

  it.each(Object.keys(BOOKS))('of a lorebook (%s) keeps them, and gives them back', async (format) => {
    const made = await get<ImportedItem>('POST /v1/lorebooks/import?name=Sea', OPERATOR, BOOKS[format]);
    expect(made.ignored.length).toBeGreaterThan(0);
    expect((await send(`GET /v1/lorebooks/${made.id}/world-info`)).status).toBe(200);
    const { body } = await get<LibraryItem<'lorebook'>>(`GET /v1/lorebooks/${made.id}`);
    const tried = await send('POST /v1/lorebooks/try', OPERATOR, { book: body, messages: ['the lamp'] });
    expect(tried.status, tried.text).toBe(200);
  });
});

describe('a scene', () => {
  const extras = ['constructor', 'toString', 'valueOf'];
  const schema = { type: 'object', properties: { ...named({ type: 'string' }) }, required: ['constructor'] };

  it.each<[string, JsonObject, boolean]>([
    ['further fields, and no memory', { outputExtraFields: extras }, false],
    ['a schema', { jsonSchema: schema }, true],
  ])(
    'is played, taken back and changed by people and with facts of these names, with %s',
    async (_, more, enabled) => {
      const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, {
        title: 'constructor',
        characters: [{ name: '__proto__' }, { name: 'toString' }],
        personas: [{ id: 'constructor', name: 'Mara' }, { name: 'valueOf' }],
        world: keepable('closed'),
        // Memory requests use these names, too.
        settings: { memory: { enabled } },
        trackers: keepable('1'),
        profiles: { director: understudy, character: { ...understudy, ...more } },
      });
      const at = `/v1/scenes/${id}`;
      const say = (text: string, to: string) =>
        get<TurnAccepted>(`POST ${at}/turns?wait=1`, OPERATOR, {
          ...{ type: 'user', text, personaId: 'constructor', to: [to] },
        });
      const read = async () =>
        (await get<Scene>(`GET ${at}`)).cast.find(({ id: who }) => who === 'constructor');
      const speakers = async () =>
        (await get<{ events: Event[] }>(`GET ${at}/events?limit=1000`)).events.flatMap(({ kind, actor }) =>
          kind === 'character.spoke' ? [actor] : [],
        );
      expect((await say('The constructor is open now. Who lit the lamp?', 'tostring')).status).toBe(
        'completed',
      );
      expect((await say('And why?', 'proto')).status).toBe('completed');
      await get<Scene>(`PATCH ${at}`, OPERATOR, {
        characters: { add: [{ name: 'Constructor' }] },
        personas: { change: { valueof: { description: 'Quiet.' } } },
      });
      expect((await say('And now, @Constructor?', 'constructor')).status).toBe('completed');
      expect(await speakers()).toContain('character:constructor');
      expect((await read())?.lastSpokeRound).toBe(3);
      // Before it existed: it has its initial state.
      await get(`POST ${at}/rounds/1/rollback`);
      expect(await read()).toMatchObject({ lastSpokeRound: null, active: true });
      await get<Scene>(`PATCH ${at}`, OPERATOR, {
        characters: { change: { constructor: { mood: 'calm' } } },
      });
      expect((await say('Once more.', 'constructor')).status).toBe('completed');
      expect((await read())?.state.mood).toBe('calm');
      await get(`POST ${at}/fork`, OPERATOR, {});
      await sceneAt(id).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    },
  );
});

it.each<[string, JsonObject, string]>([
  ['POST /v1/scenes', { characters: [{ name: 'Ada' }], world: LOST }, '/world'],
  ['POST /v1/scenes', { characters: [{ name: 'Ada' }], trackers: LOST }, '/trackers'],
  [
    'POST /v1/scenes',
    { characters: [{ name: 'Ada' }], profiles: { characters: own({ provider: 'understudy' }) } },
    '/profiles/characters',
  ],
  ['PATCH /v1/scenes/{scene}', { world: LOST }, '/world'],
  ['PATCH /v1/scenes/{scene}', { trackers: own(null) }, '/trackers'],
  ['PATCH /v1/scenes/{scene}', { characters: { change: own({ mood: 'calm' }) } }, '/characters/change'],
  ['PATCH /v1/scenes/{scene}', { personas: { change: own({ name: 'Jo' }) } }, '/personas/change'],
  ['POST /v1/worlds', { name: 'Coast', facts: LOST }, '/facts'],
  ['POST /v1/arcs', { name: 'Tide', campaign: `cmp_${'0'.repeat(20)}`, trackers: LOST }, '/trackers'],
  ['POST /v1/characters', { name: 'Mara', extra: LOST }, '/extra'],
  [
    'POST /v1/lorebooks',
    { name: 'Sea', entries: [{ id: 'a', keys: ['a'], content: 'b', extra: LOST }] },
    '/entries/0/extra',
  ],
  ['POST /v1/profiles', { name: 'Mine', profile: { jsonExample: LOST } }, '/profile/jsonExample'],
])('a name that cannot be kept is refused where it stands: %s %#', async (row, body, at) => {
  const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, { characters: [{ name: 'Ada' }] });
  const { status, text } = await send(row.replace('{scene}', id), OPERATOR, body);
  expect([status, text]).toEqual([400, expect.stringContaining(`"pointer":"${at}/__proto__"`)]);
});
