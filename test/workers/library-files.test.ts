import { env } from 'cloudflare:workers';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { ImportedItem, LibraryItem } from '../../src/contract/library';
import { plainPortrait } from '../../src/library/plain-portrait';
import { list, make } from '../support/library-items';
import { jpeg, webp, withExif } from '../support/pictures';
import { encodeChunks, extractChunks, type PngChunk, readTextChunk, textChunk } from '../support/png-chunks';
import { call, getJson, problemOf } from '../support/stage-client';

const CARD = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  theirs: { on: 'top' },
  data: {
    name: 'Ada Ærø',
    description: 'Keeps the light.',
    personality: 'dry',
    scenario: '',
    first_mes: 'Wipe your feet.',
    mes_example: '<START>\n{{char}}: No.\n\n',
    creator_notes: '',
    system_prompt: '',
    post_history_instructions: '',
    alternate_greetings: [],
    tags: ['sea'],
    creator: '',
    character_version: '',
    extensions: { theirs: [1, { two: null }] },
    character_book: {
      entries: [
        { keys: ['lamp'], content: 'Blue.', extensions: {}, enabled: true, insertion_order: 1, theirs: 1 },
      ],
      extensions: {},
    },
  },
};

const withCard = (keyword: string, content: string): Uint8Array<ArrayBuffer> => {
  const plain = extractChunks(plainPortrait());
  return new Uint8Array(
    encodeChunks([...plain.slice(0, -1), textChunk(keyword, content), ...plain.slice(-1)]),
  );
};
const base64 = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const png = { headers: { 'Content-Type': 'image/png' } };

let stranger: string;
beforeAll(async () => {
  const tenant = await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'stranger' } });
  stranger = tenant.key.key ?? '';
});

describe('a character card', () => {
  it('is imported and exported as JSON without a loss', async () => {
    const response = await call('POST /v1/characters/import', { body: CARD });
    expect(response.status).toBe(201);
    const made = await response.json<LibraryItem<'character'>>();
    expect(response.headers.get('Location')).toBe(`/v1/characters/${made.id}`);
    const exampleMessages = CARD.data.mes_example;
    expect(made.body).toMatchObject({ name: 'Ada Ærø', exampleMessages, lorebook: { name: 'Ada Ærø' } });
    expect(made).toHaveProperty('ignored', expect.arrayContaining(['theirs']));
    expect(made).toHaveProperty('used', expect.arrayContaining(['first_mes', 'character_book']));
    expect(await getJson(`GET /v1/characters/${made.id}`)).not.toHaveProperty('ignored');
    const card = await call(`GET /v1/characters/${made.id}/card`);
    expect(card.headers.get('Content-Disposition')).toBe(
      `attachment; filename="ada-r.json"; filename*=UTF-8''Ada%20%C3%86r%C3%B8.json`,
    );
    expect(await card.json()).toEqual(CARD);
    expect(await getJson(`GET /v1/characters/${made.id}/card?format=v2`)).toEqual(CARD);
    expect(await getJson(`GET /v1/characters/${made.id}/card?format=v3`)).toMatchObject({
      spec: 'chara_card_v3',
      theirs: CARD.theirs,
      data: { ...CARD.data, group_only_greetings: [] },
    });
  });

  it('has the changes in it that were made since', async () => {
    const made = await getJson<LibraryItem>('POST /v1/characters/import', { body: CARD });
    await getJson(`PATCH /v1/characters/${made.id}`, { body: { personality: 'warm' } });
    expect(await getJson(`GET /v1/characters/${made.id}/card`)).toEqual({
      ...CARD,
      data: { ...CARD.data, personality: 'warm' },
    });
  });

  it('is imported and exported in its picture without a loss, and the picture goes with it', async () => {
    const sent = withCard('chara', base64(CARD));
    const made = await getJson<LibraryItem>('POST /v1/characters/import', { raw: sent, ...png });
    const stored = () => env.BUCKET.list({ prefix: `library/local/${made.id}/` });
    expect((await stored()).objects).toHaveLength(1);
    const response = await call(`GET /v1/characters/${made.id}/card?format=png`);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const chunks = extractChunks(new Uint8Array(await response.arrayBuffer()));
    const texts = chunks.filter(({ name }) => name === 'tEXt').map(({ data }) => readTextChunk(data));
    expect(texts.map(({ keyword }) => keyword)).toEqual(['chara', 'ccv3']);
    const json = Uint8Array.from(atob(texts[0]?.text ?? ''), (char) => char.charCodeAt(0));
    expect(JSON.parse(new TextDecoder().decode(json))).toEqual(CARD);
    const picture = chunks.filter(({ name }) => name !== 'tEXt');
    expect(picture).toEqual(extractChunks(plainPortrait()));
    await getJson(`DELETE /v1/characters/${made.id}?dryRun=1`);
    expect((await stored()).objects).toHaveLength(1);
    await getJson(`DELETE /v1/characters/${made.id}`);
    expect((await stored()).objects).toEqual([]);
  });

  it('is imported out of a .charx, with its main icon as its portrait', async () => {
    const icon = { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' };
    const card = { ...CARD, spec: 'chara_card_v3', data: { ...CARD.data, assets: [icon] } };
    const raw = zipSync({
      'card.json': new TextEncoder().encode(JSON.stringify(card)),
      'assets/icon/images/main.png': plainPortrait(),
    });
    const made = await getJson<LibraryItem>('POST /v1/characters/import', {
      raw: new Uint8Array(raw),
      headers: { 'Content-Type': 'application/zip' },
    });
    expect(made).toMatchObject({ body: { name: 'Ada Ærø' }, used: expect.arrayContaining(['assets']) });
    expect(made).not.toHaveProperty('ignored', expect.arrayContaining(['assets']));
    const portrait = await call(`GET /v1/characters/${made.id}/portrait`);
    expect(new Uint8Array(await portrait.arrayBuffer())).toEqual(new Uint8Array(plainPortrait()));
    expect(await getJson(`GET /v1/characters/${made.id}/card`)).toEqual(card);
  });

  it('of a character without a picture has a plain one', async () => {
    const made = await make('character', { name: 'Ada' });
    const response = await call(`GET /v1/characters/${made.id}/card?format=png`);
    const again = await getJson<LibraryItem>('POST /v1/characters/import', {
      raw: new Uint8Array(await response.arrayBuffer()),
      ...png,
    });
    expect(again.body).toMatchObject({ name: 'Ada' });
  });

  it('may come as the file of a form', async () => {
    const raw = new FormData();
    raw.append('file', new File([withCard('ccv3', base64(CARD))], 'ada.png', { type: 'image/png' }));
    expect((await getJson<LibraryItem>('POST /v1/characters/import', { raw })).body.name).toBe('Ada Ærø');
    const none = new FormData();
    none.append('card', 'x');
    const problem = await problemOf('POST /v1/characters/import', 400, { raw: none });
    expect(problem.errors?.[0]?.pointer).toBe('/file');
  });

  it('may be larger than other bodies, up to 32 MiB', async () => {
    const noise: PngChunk = { name: 'noIs', data: new Uint8Array(2 * 1024 * 1024) };
    const chunks = extractChunks(withCard('chara', base64(CARD)));
    const large = new Uint8Array(encodeChunks([...chunks.slice(0, -1), noise, ...chunks.slice(-1)]));
    await getJson('POST /v1/characters/import', { raw: large, ...png });
    const problem = await problemOf('POST /v1/characters/import', 413, {
      raw: new Uint8Array(33 * 1024 * 1024),
      ...png,
    });
    expect(problem.detail).toContain(String(32 * 1024 * 1024));
    const json = await problemOf('POST /v1/characters/import', 413, {
      raw: ' '.repeat(9 * 1024 * 1024),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(json.detail).toContain(String(8 * 1024 * 1024));
  });

  it('in a .charx of 31 MiB is imported, as the body and as the file of a form', async () => {
    const film = new Uint8Array(31 * 1024 * 1024 - 2000).map((_, at) => at & 255);
    const zip = zipSync({
      'card.json': new TextEncoder().encode(JSON.stringify(CARD)),
      'assets/film': [film, { level: 0 }],
    });
    const raw = new Uint8Array(zip);
    const headers = { 'Content-Type': 'application/octet-stream' };
    const made = await getJson<LibraryItem>('POST /v1/characters/import', { raw, headers });
    expect(made.body.name).toBe('Ada Ærø');
    const form = new FormData();
    form.append('card', 'x');
    form.append('file', new File([raw], 'ada "1".charx'));
    expect((await getJson<LibraryItem>('POST /v1/characters/import', { raw: form })).body.name).toBe(
      'Ada Ærø',
    );
  });

  it.each([
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('has a portrait of the type %s, and an export with a plain one', async (type, picture) => {
    const comment = new TextEncoder().encode(JSON.stringify(CARD));
    const made = await getJson<LibraryItem>('POST /v1/characters/import', {
      raw: new Uint8Array(picture(withExif(comment, 'ASCII'))),
      headers: { 'Content-Type': type },
    });
    expect(made).toMatchObject({ body: { name: 'Ada Ærø' }, skipped: [] });
    const portrait = await call(`GET /v1/characters/${made.id}/portrait`);
    expect(portrait.headers.get('Content-Type')).toBe(type);
    expect(new Uint8Array(await portrait.arrayBuffer())).toEqual(picture());
    const card = await call(`GET /v1/characters/${made.id}/card?format=png`);
    expect(new Uint8Array(await card.arrayBuffer()).subarray(1, 4)).toEqual(new Uint8Array([80, 78, 71]));
  });

  it('is imported from JSON in UTF-16', async () => {
    const text = `\ufeff${JSON.stringify(CARD)}`;
    const made = await getJson<LibraryItem>('POST /v1/characters/import', {
      raw: new Uint8Array(Uint16Array.from(text, (_, at) => text.charCodeAt(at)).buffer),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(made.body.name).toBe('Ada Ærø');
  });

  it('of another program is imported from YAML, and says what was repaired', async () => {
    const made = await getJson<ImportedItem>('POST /v1/characters/import', {
      raw: 'name: Ada\ngreeting: 7\ncontext: Keeps the light.\n',
      headers: { 'Content-Type': 'application/yaml' },
    });
    expect(made).toMatchObject({ body: { name: 'Ada', description: 'Keeps the light.', firstMessage: '7' } });
    expect(made.repaired).toEqual([{ pointer: '/greeting', message: '7 was replaced with "7"' }]);
  });

  it('is imported once for one Idempotency-Key, with one picture', async () => {
    const headers = { ...png.headers, 'Idempotency-Key': 'a-card' };
    const before = (await env.BUCKET.list({ prefix: 'library/local/' })).objects.length;
    const sent = { raw: withCard('chara', base64(CARD)), headers };
    const first = await getJson<LibraryItem>('POST /v1/characters/import', sent);
    expect((await getJson<LibraryItem>('POST /v1/characters/import', sent)).id).toBe(first.id);
    const other = { raw: withCard('chara', base64({ ...CARD, more: 1 })), headers };
    await problemOf('POST /v1/characters/import', 422, other);
    expect((await env.BUCKET.list({ prefix: 'library/local/' })).objects).toHaveLength(before + 1);
  });

  it.each<[string, BodyInit, string, number, RegExp]>([
    ['a card that is none', '{"hello":1}', 'application/json', 400, /not a character card/],
    ['what is not JSON', '{"name":', 'application/json', 400, /JSON/],
    ['nothing', '', 'application/json', 400, /JSON/],
    [
      'a picture without a card',
      new Uint8Array(plainPortrait()),
      'image/png',
      400,
      /without a character card/,
    ],
    ['a picture with broken base64', withCard('chara', '*'), 'image/png', 400, /not base64/],
    [
      'a picture with a card that is none',
      withCard('chara', base64([1])),
      'image/png',
      400,
      /must be an object/,
    ],
    ['a picture that is none', 'GIF89a', 'image/png', 400, /not JSON/],
    ['a zip', 'PK\u0003\u0004', 'application/octet-stream', 400, /\.charx/],
    ['a text', 'Ada', 'text/plain', 415, /text\/plain/],
    ['a form that is none', 'Ada', 'multipart/form-data; boundary=x', 400, /must be a file/],
  ])('%s is refused with the cause, and nothing is kept', async (_, raw, type, status, cause) => {
    const count = async () =>
      [
        (await list('character', 'limit=200')).items.length,
        (await env.BUCKET.list({ prefix: 'library/' })).objects.length,
      ].join();
    const before = await count();
    const problem = await problemOf('POST /v1/characters/import', status, {
      raw,
      headers: { 'Content-Type': type },
    });
    expect(problem.detail).toMatch(cause);
    if (status === 415) expect(problem.fix).toContain('image/png');
    expect(await count()).toBe(before);
  });

  it('is not given to other tenants', async () => {
    const raw = withCard('chara', base64(CARD));
    const made = await getJson<LibraryItem>('POST /v1/characters/import', { raw, ...png });
    for (const format of ['v2', 'v3', 'png'])
      await problemOf(`GET /v1/characters/${made.id}/card?format=${format}`, 404, { key: stranger });
    await problemOf(`DELETE /v1/characters/${made.id}`, 404, { key: stranger });
    expect((await env.BUCKET.list({ prefix: `library/local/${made.id}` })).objects).toHaveLength(1);
  });
});

describe('a World Info file', () => {
  const FILE = {
    entries: {
      0: {
        uid: 0,
        key: ['lamp'],
        keysecondary: [],
        comment: 'The lamp',
        content: 'Blue before a storm.',
        constant: false,
        selective: true,
        order: 100,
        position: 0,
        disable: false,
        theirs: { on: 'an entry' },
      },
    },
    theirs: ['on', 'top'],
  };

  it('is imported under a name, and exported without a loss', async () => {
    const made = await getJson<LibraryItem<'lorebook'>>('POST /v1/lorebooks/import?name=Harbour', {
      body: FILE,
    });
    expect(made.body).toMatchObject({ name: 'Harbour', entries: [{ keys: ['lamp'], name: 'The lamp' }] });
    expect(made).toHaveProperty('ignored', ['theirs', 'entries.theirs']);
    const response = await call(`GET /v1/lorebooks/${made.id}/world-info`);
    expect(response.headers.get('Content-Disposition')).toContain('filename="harbour.json"');
    expect(await response.json()).toEqual(FILE);
    await problemOf(`GET /v1/lorebooks/${made.id}/world-info`, 404, { key: stranger });
  });

  it('has the name of its file where it has none', async () => {
    const raw = new FormData();
    raw.append('file', new File([JSON.stringify(FILE)], 'The Quay.json'));
    expect((await getJson<LibraryItem>('POST /v1/lorebooks/import', { raw })).body.name).toBe('The Quay');
  });

  it('may be the book of a card, a card, or lorebook_v3', async () => {
    const { character_book: book } = CARD.data;
    for (const body of [book, CARD, { spec: 'lorebook_v3', data: book }]) {
      const made = await getJson<LibraryItem<'lorebook'>>('POST /v1/lorebooks/import', { body });
      expect(made.body.entries).toMatchObject([{ keys: ['lamp'], content: 'Blue.' }]);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['that is none', { hello: 1 }, /entries/],
    ['that is a list', [1], /lorebook|object/],
    ['that is a card without one', { ...CARD, data: { name: 'Ada' } }, /no lorebook/],
  ])('%s is refused with the cause, and nothing is kept', async (_, body, cause) => {
    const before = (await list('lorebook', 'limit=200')).items.length;
    expect((await problemOf('POST /v1/lorebooks/import', 400, { body })).detail).toMatch(cause);
    expect((await list('lorebook', 'limit=200')).items).toHaveLength(before);
  });

  it('with a broken expression is taken with its entry off, comes out as it came, and can be played with', async () => {
    const file = { entries: { 7: { uid: 7, key: ['/(/'], comment: 'Odd', content: 'x', order: '10' } } };
    const book = await getJson<ImportedItem>('POST /v1/lorebooks/import', { body: file });
    expect(book).toMatchObject({
      body: { entries: [{ enabled: false, order: 10 }] },
      repaired: [{ pointer: '/entries/7/order', message: '"10" was replaced with 10' }],
      skipped: [{ pointer: '/entries/7/key/0', message: expect.stringContaining('entry 7, "Odd"') }],
    });
    expect(await getJson(`GET /v1/lorebooks/${book.id}/world-info`)).toEqual(file);
    const scene = { title: 'Odd', characters: [{ name: 'Ada' }], personas: [{ name: 'Guest' }] };
    await getJson('POST /v1/scenes', { body: { ...scene, lorebooks: [book.id] } });
  });
});

it('scenes take copies: what is deleted from the library goes on in them', async () => {
  const ada = await getJson<LibraryItem>('POST /v1/characters/import', { body: CARD });
  const guest = await make('persona', { name: 'Guest' });
  const { id } = await getJson<{ id: string }>('POST /v1/scenes', {
    body: {
      title: 'Copied',
      characters: [{ from: ada.id }],
      personas: [{ from: guest.id }],
      profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
    },
  });
  await getJson(`DELETE /v1/characters/${ada.id}`);
  await getJson(`DELETE /v1/personas/${guest.id}`);
  expect(JSON.stringify(await getJson(`GET /v1/scenes/${id}`))).toContain('Ada Ærø');
});
