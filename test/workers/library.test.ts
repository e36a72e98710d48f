import { env, exports } from 'cloudflare:workers';
import pngText from 'png-chunk-text';
import encodeChunks from 'png-chunks-encode';
import extractChunks from 'png-chunks-extract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewTenant } from '../../src/contract/access';
import type { JsonObject } from '../../src/contract/json';
import {
  type Deletion,
  LIBRARY_COLLECTIONS,
  LIBRARY_KINDS,
  type LibraryItem,
  type LibraryKind,
  type LibrarySummary,
} from '../../src/contract/library';
import type { Problem } from '../../src/contract/problems';
import { plainPortrait } from '../../src/library/plain-portrait';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';

interface Asked {
  key?: string;
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
}

function call(row: string, { key = OPERATOR, body, raw, headers = {} }: Asked = {}): Promise<Response> {
  const [method = 'GET', path = '/'] = row.split(' ');
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const type: Record<string, string> = typeof sent === 'string' ? { 'Content-Type': 'application/json' } : {};
  return exports.default.fetch(
    new Request(`https://stage.test${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...type, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    }),
  );
}

async function ask<T>(row: string, asked?: Asked): Promise<T> {
  const response = await call(row, asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${row}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

async function problemOf(row: string, status: number, asked?: Asked): Promise<Problem> {
  const response = await call(row, asked);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `));
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const problem = JSON.parse(text) as Problem;
  expect(problem.fix).toBeTruthy();
  return problem;
}

const make = <K extends LibraryKind>(kind: K, body: unknown, asked: Asked = {}) =>
  ask<LibraryItem<K>>(`POST /v1/${LIBRARY_COLLECTIONS[kind]}`, { ...asked, body });
type Page = { items: LibrarySummary[]; next: string | null };
const list = (kind: LibraryKind, query = '', key = OPERATOR) =>
  ask<Page>(`GET /v1/${LIBRARY_COLLECTIONS[kind]}?${query}`, { key });

/** A body of each kind, with what it needs above it made first. */
async function bodyOf(kind: LibraryKind, name: string, key = OPERATOR): Promise<JsonObject> {
  switch (kind) {
    case 'campaign':
      return { name, world: (await make('world', { name: `world of ${name}` }, { key })).id };
    case 'arc': {
      const campaign = await make('campaign', await bodyOf('campaign', name, key), { key });
      return { name, campaign: campaign.id };
    }
    case 'profile':
      return { name, profile: { provider: 'understudy' } };
    default:
      return { name };
  }
}

/** A world with two campaigns, the first of which has two arcs. */
async function makeTree(name: string) {
  const world = await make('world', { name });
  const first = await make('campaign', { name: `${name} one`, world: world.id });
  const second = await make('campaign', { name: `${name} two`, world: world.id });
  const arcs = [
    await make('arc', { name: `${name} a`, campaign: first.id }),
    await make('arc', { name: `${name} b`, campaign: first.id }),
  ];
  return { world, first, second, arcs };
}

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
    encodeChunks([...plain.slice(0, -1), pngText.encode(keyword, content), ...plain.slice(-1)]),
  );
};
const base64 = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const png = { headers: { 'Content-Type': 'image/png' } };

/** A key of another tenant. */
let stranger: string;
beforeAll(async () => {
  const tenant = await ask<NewTenant>('POST /v1/tenants', { body: { name: 'stranger' } });
  stranger = tenant.key.key ?? '';
});

describe.each(LIBRARY_KINDS)('a %s', (kind) => {
  const collection = LIBRARY_COLLECTIONS[kind];

  it('is created, read, listed, changed and deleted', async () => {
    const body = await bodyOf(kind, 'First');
    const response = await call(`POST /v1/${collection}`, { body });
    expect(response.status).toBe(201);
    const made = await response.json<LibraryItem>();
    const one = `/v1/${collection}/${made.id}`;
    expect(response.headers.get('Location')).toBe(one);
    expect(made).toMatchObject({ kind, body });
    expect(await ask(`GET ${one}`)).toEqual(made);
    expect((await list(kind)).items.map(({ id }) => id)).toContain(made.id);

    const changed = await ask<LibraryItem>(`PATCH ${one}`, { body: { name: 'Second' } });
    expect(changed.body).toEqual({ ...made.body, name: 'Second' });
    expect(changed.createdAt).toBe(made.createdAt);
    expect(await ask(`GET ${one}`)).toEqual(changed);

    const gone = await ask<Deletion>(`DELETE ${one}`);
    expect(gone).toEqual({ deletes: [{ kind, id: made.id, name: 'Second' }], detaches: [] });
    expect((await problemOf(`GET ${one}`, 404)).detail).toContain(made.id);
    await problemOf(`DELETE ${one}`, 404);
    await problemOf(`DELETE ${one}?dryRun=1`, 404);
    await problemOf(`PATCH ${one}`, 404, { body: { name: 'Third' } });
  });

  it("is another tenant's alone", async () => {
    const made = await make(kind, await bodyOf(kind, 'Mine'));
    const one = `/v1/${collection}/${made.id}`;
    await problemOf(`GET ${one}`, 404, { key: stranger });
    await problemOf(`PATCH ${one}`, 404, { key: stranger, body: { name: 'Yours' } });
    await problemOf(`DELETE ${one}`, 404, { key: stranger });
    await problemOf(`DELETE ${one}?dryRun=1`, 404, { key: stranger });
    await problemOf(`DELETE ${one}?cascade=1`, 404, { key: stranger });
    expect((await list(kind, '', stranger)).items.map(({ id }) => id)).not.toContain(made.id);
    expect(await ask(`GET ${one}`)).toEqual(made);
  });

  it('is made once for one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `key-${kind}` };
    const body = await bodyOf(kind, 'Once');
    const [first, second] = await Promise.all([make(kind, body, { headers }), make(kind, body, { headers })]);
    const third = await make(kind, body, { headers });
    expect([second?.id, third.id]).toEqual([first?.id, first?.id]);
    const other = { headers, body: { ...body, name: 'Other' } };
    expect((await problemOf(`POST /v1/${collection}`, 422, other)).type).toBe(
      '/problems/idempotency-mismatch',
    );
    // The same key is another tenant's own.
    const theirs = await bodyOf(kind, 'Once', stranger);
    expect((await make(kind, theirs, { headers, key: stranger })).id).not.toBe(first?.id);
    await ask(`DELETE /v1/${collection}/${first?.id}`);
    expect((await problemOf(`POST /v1/${collection}`, 409, { headers, body })).detail).toContain('deleted');
  });

  it('that does not fit is refused by the names of its fields, and not kept', async () => {
    const before = await list(kind, 'limit=200');
    const problem = await problemOf(`POST /v1/${collection}`, 400, { body: { name: '', colour: 'red' } });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/name', '/colour']),
    );
    const made = await make(kind, await bodyOf(kind, 'Whole'));
    const wrong = await problemOf(`PATCH /v1/${collection}/${made.id}`, 400, { body: { colour: 'red' } });
    expect(wrong.errors?.[0]?.pointer).toBe('/colour');
    expect(await ask(`GET /v1/${collection}/${made.id}`)).toEqual(made);
    expect((await list(kind, 'limit=200')).items).toHaveLength(before.items.length + 1);
  });
});

it('an Idempotency-Key is remembered for a day', async () => {
  const headers = { 'Idempotency-Key': 'yesterday' };
  const first = await make('persona', { name: 'Early' }, { headers });
  const at = new Date(Date.now() - 25 * 3600 * 1000).toISOString();
  await env.DB.prepare('UPDATE library_receipts SET at = ? WHERE key = ?').bind(at, 'yesterday').run();
  const second = await make('persona', { name: 'Late' }, { headers });
  expect(second.id).not.toBe(first.id);
  expect((await make('persona', { name: 'Late' }, { headers })).id).toBe(second.id);
});

describe('lists', () => {
  it('go on where the page before ended', async () => {
    const { key = '' } = (await ask<NewTenant>('POST /v1/tenants', { body: { name: 'pages' } })).key;
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1)
      made.push((await make('persona', { name: `P${n}` }, { key: key ?? '' })).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list('persona', `limit=2${cursor && `&cursor=${cursor}`}`, key ?? '');
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect((await problemOf('GET /v1/personas?cursor=nonsense', 400)).errors?.[0]?.pointer).toBe(
      'query/cursor',
    );
  });

  it('find names by a part of them, in any case and script, and nothing by a pattern', async () => {
    await make('lorebook', { name: 'Über 100% of the Sea' });
    const found = async (q: string) =>
      (await list('lorebook', `q=${encodeURIComponent(q)}`)).items.map(({ name }) => name);
    expect(await found('über')).toEqual(['Über 100% of the Sea']);
    expect(await found('OF THE s')).toEqual(['Über 100% of the Sea']);
    expect(await found('0% o')).toEqual(['Über 100% of the Sea']);
    expect(await found('ü%e')).toEqual([]);
  });

  it('hold the campaigns of one world, the arcs of one campaign', async () => {
    const { world, first, second, arcs } = await makeTree('Listed');
    const ids = async (kind: LibraryKind, parent: string) =>
      (await list(kind, `parent=${parent}`)).items.map(({ id }) => id).sort();
    expect(await ids('campaign', world.id)).toEqual([first.id, second.id].sort());
    expect(await ids('arc', first.id)).toEqual(arcs.map(({ id }) => id).sort());
    expect(await ids('arc', second.id)).toEqual([]);
  });
});

describe('references', () => {
  const NONE = '0'.repeat(20);

  it('that name nothing, or something of another tenant, are refused where they stand', async () => {
    const theirs = await make('lorebook', { name: 'Theirs' }, { key: stranger });
    const mine = await make('lorebook', { name: 'Mine' });
    const refused = async (kind: LibraryKind, body: unknown) =>
      (await problemOf(`POST /v1/${LIBRARY_COLLECTIONS[kind]}`, 400, { body })).errors?.map((e) => e.pointer);
    expect(await refused('campaign', { name: 'x', world: `wld_${NONE}` })).toEqual(['/world']);
    expect(await refused('arc', { name: 'x', campaign: `cmp_${NONE}` })).toEqual(['/campaign']);
    expect(await refused('world', { name: 'x', lorebooks: [mine.id, theirs.id] })).toEqual(['/lorebooks/1']);
    expect(await refused('campaign', { name: 'x', world: mine.id })).toEqual(['/world']);
  });

  it('are checked when they are changed, and move what they name', async () => {
    const { first, world } = await makeTree('Moved');
    const other = await make('world', { name: 'Elsewhere' });
    const path = `PATCH /v1/campaigns/${first.id}`;
    expect((await problemOf(path, 400, { body: { world: `wld_${NONE}` } })).errors?.[0]?.pointer).toBe(
      '/world',
    );
    await ask(path, { body: { world: other.id } });
    expect((await list('campaign', `parent=${other.id}`)).items.map(({ id }) => id)).toEqual([first.id]);
    expect((await list('campaign', `parent=${world.id}`)).items).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('is refused for what has more under it, names that, and says how to', async () => {
    const { world, first, arcs } = await makeTree('Kept');
    const problem = await problemOf(`DELETE /v1/worlds/${world.id}`, 409);
    expect(problem.detail).toBe(
      'Deleting the world "Kept" would also delete 2 campaigns ("Kept one", "Kept two") and 2 arcs ("Kept a", "Kept b").',
    );
    expect(problem.fix).toContain('cascade=1');
    expect((await problemOf(`DELETE /v1/campaigns/${first.id}`, 409)).detail).toContain('2 arcs');
    await ask(`GET /v1/arcs/${arcs[0]?.id}`);
    await ask(`GET /v1/worlds/${world.id}`);
  });

  it('names a few of many', async () => {
    const world = await make('world', { name: 'Wide' });
    for (const n of [1, 2, 3, 4, 5]) await make('campaign', { name: `W${n}`, world: world.id });
    expect((await problemOf(`DELETE /v1/worlds/${world.id}`, 409)).detail).toContain(
      '5 campaigns ("W1", "W2", "W3" and 2 more)',
    );
  });

  it('says beforehand what it will delete, and then deletes that and nothing else', async () => {
    const { world, first, second, arcs } = await makeTree('Gone');
    const other = await makeTree('Beside');
    const plan = await ask<Deletion>(`DELETE /v1/worlds/${world.id}?dryRun=1`);
    expect(plan.deletes.map(({ id }) => id)).toEqual([world, first, second, ...arcs].map(({ id }) => id));
    await ask(`GET /v1/worlds/${world.id}`);
    expect(await ask<Deletion>(`DELETE /v1/worlds/${world.id}?cascade=1`)).toEqual(plan);
    for (const [collection, item] of [
      ['worlds', world],
      ['campaigns', second],
      ['arcs', arcs[1]],
    ] as const)
      await problemOf(`GET /v1/${collection}/${item?.id}`, 404);
    for (const arc of other.arcs) await ask(`GET /v1/arcs/${arc.id}`);
  });

  it('needs no more than its id where nothing is under it', async () => {
    const { second } = await makeTree('Leaf');
    expect((await ask<Deletion>(`DELETE /v1/campaigns/${second.id}`)).deletes).toHaveLength(1);
  });

  it('takes a lorebook out of the worlds that name it', async () => {
    const [kept, gone] = [await make('lorebook', { name: 'K' }), await make('lorebook', { name: 'G' })];
    const world = await make('world', { name: 'Shelf', notes: 'a "quote" …', lorebooks: [kept.id, gone.id] });
    const bare = await make('world', { name: 'Bare', lorebooks: [kept.id] });
    const detaches = [{ kind: 'world', id: world.id, name: 'Shelf' }];
    expect(await ask(`DELETE /v1/lorebooks/${gone.id}?dryRun=1`)).toMatchObject({ detaches });
    expect(await ask(`GET /v1/worlds/${world.id}`)).toEqual(world);
    expect(await ask(`DELETE /v1/lorebooks/${gone.id}`)).toMatchObject({ detaches });
    const after = await ask<LibraryItem>(`GET /v1/worlds/${world.id}`);
    expect(after.body).toEqual({ ...world.body, lorebooks: [kept.id] });
    expect(await ask(`GET /v1/worlds/${bare.id}`)).toEqual(bare);
    // It names nothing that is gone: it can be changed.
    await ask(`PATCH /v1/worlds/${world.id}`, { body: { name: 'Shelves' } });
  });

  it('answers 400 for a switch that is none', async () => {
    const problem = await problemOf(`DELETE /v1/worlds/wld_${'0'.repeat(20)}?cascade=yes`, 400);
    expect(problem.errors?.[0]?.pointer).toBe('query/cascade');
  });
});

describe('changes', () => {
  it('leave what they do not name, empty or not', async () => {
    const made = await make('character', { name: 'Ada', tags: ['sea'], goals: 'the lamp' });
    const { body } = await ask<LibraryItem<'character'>>(`PATCH /v1/characters/${made.id}`, {
      body: { secrets: 'it was her' },
    });
    expect(body).toEqual({ ...made.body, secrets: 'it was her' });
  });

  it('that come at once are all there in the end', async () => {
    const world = await make('world', { name: 'Busy' });
    const fields = { description: 'd', notes: 'n', name: 'Busier' };
    await Promise.all(
      Object.entries(fields).map(([field, value]) =>
        ask(`PATCH /v1/worlds/${world.id}`, { body: { [field]: value } }),
      ),
    );
    expect((await ask<LibraryItem>(`GET /v1/worlds/${world.id}`)).body).toMatchObject(fields);
  });
});

describe('limits', () => {
  it('a lorebook with a broken expression says which', async () => {
    const entries = [{ id: 'a' }, { id: 'b', keys: ['fine', '/(/'] }];
    const problem = await problemOf('POST /v1/lorebooks', 400, { body: { name: 'Broken', entries } });
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/entries/1/keys/1']);
    const card = await problemOf('POST /v1/characters', 400, {
      body: { name: 'Ada', lorebook: { name: 'Broken', entries } },
    });
    expect(card.errors?.[0]?.pointer).toBe('/lorebook/entries/1/keys/1');
  });

  it('a profile that contradicts itself says where', async () => {
    const body = { name: 'Odd', profile: { jsonMode: 'schema' } };
    const problem = await problemOf('POST /v1/profiles', 400, { body });
    expect(problem.errors?.[0]?.pointer).toBe('/profile/jsonSchema');
  });

  it('a note of a megabyte, and an item of more, are refused', async () => {
    const notes = 'x'.repeat(1_000_000);
    const problem = await problemOf('POST /v1/worlds', 400, { body: { name: 'Long', notes } });
    expect(problem.errors?.[0]?.pointer).toBe('/notes');
    const entries = Array.from({ length: 11 }, (_, n) => ({ id: `${n}`, content: 'y'.repeat(92_000) }));
    const large = await problemOf('POST /v1/lorebooks', 413, { body: { name: 'Large', entries } });
    expect(large.detail).toContain('1000000');
    // Small changes may add up to it as well.
    const half = await make('lorebook', { name: 'Half', entries: entries.slice(0, 10) });
    const most = { extra: { more: 'z'.repeat(90_000) } };
    await problemOf(`PATCH /v1/lorebooks/${half.id}`, 413, { body: most });
    expect(await ask(`GET /v1/lorebooks/${half.id}`)).toEqual(half);
  });

  it('extras of any depth are refused, not followed', async () => {
    const raw = `{"name":"Deep","extra":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    const problem = await problemOf('POST /v1/characters', 400, { raw });
    expect(problem.errors?.[0]).toMatchObject({
      pointer: '/extra',
      message: expect.stringContaining('levels'),
    });
  });

  it('5,000 items of a kind are the most', async () => {
    const { key } = (await ask<NewTenant>('POST /v1/tenants', { body: { name: 'full' } })).key;
    await env.DB.prepare(
      `INSERT INTO library (tenant, id, kind, parent, name, search, body, refs, version, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
       SELECT 'full', printf('per_%020d', i), 'persona', NULL, 'x', 'x', '{"name":"x","description":""}', '[]', 1, ?1, ?1 FROM n`,
    )
      .bind(new Date().toISOString())
      .run();
    const asked = { key: key ?? '' };
    const last = await make('persona', { name: 'The last' }, asked);
    const headers = { 'Idempotency-Key': 'one-too-many' };
    const refused = { ...asked, headers, body: { name: 'One more' } };
    expect((await problemOf('POST /v1/personas', 409, refused)).detail).toContain('5000');
    await make('world', { name: 'Another kind' }, asked);
    // What was refused leaves its key unused.
    await ask(`DELETE /v1/personas/${last.id}`, asked);
    await make('persona', { name: 'One more' }, { ...asked, headers });
  });
});

describe('a character card', () => {
  it('is imported and exported as JSON without a loss', async () => {
    const response = await call('POST /v1/characters/import', { body: CARD });
    expect(response.status).toBe(201);
    const made = await response.json<LibraryItem<'character'>>();
    expect(response.headers.get('Location')).toBe(`/v1/characters/${made.id}`);
    expect(made.body).toMatchObject({ name: 'Ada Ærø', voice: ['No.'], lorebook: { name: 'Ada Ærø' } });
    expect(made).toHaveProperty('ignored', expect.arrayContaining(['theirs']));
    expect(await ask(`GET /v1/characters/${made.id}`)).not.toHaveProperty('ignored');
    const card = await call(`GET /v1/characters/${made.id}/card`);
    expect(card.headers.get('Content-Disposition')).toBe(
      `attachment; filename="ada-r.json"; filename*=UTF-8''Ada%20%C3%86r%C3%B8.json`,
    );
    expect(await card.json()).toEqual(CARD);
    expect(await ask(`GET /v1/characters/${made.id}/card?format=v2`)).toEqual(CARD);
    expect(await ask(`GET /v1/characters/${made.id}/card?format=v3`)).toMatchObject({
      spec: 'chara_card_v3',
      theirs: CARD.theirs,
      data: { ...CARD.data, group_only_greetings: [] },
    });
  });

  it('has the changes in it that were made since', async () => {
    const made = await ask<LibraryItem>('POST /v1/characters/import', { body: CARD });
    await ask(`PATCH /v1/characters/${made.id}`, { body: { personality: 'warm' } });
    expect(await ask(`GET /v1/characters/${made.id}/card`)).toEqual({
      ...CARD,
      data: { ...CARD.data, personality: 'warm' },
    });
  });

  it('is imported and exported in its picture without a loss, and the picture goes with it', async () => {
    const sent = withCard('chara', base64(CARD));
    const made = await ask<LibraryItem>('POST /v1/characters/import', { raw: sent, ...png });
    const stored = () => env.BUCKET.list({ prefix: `library/local/${made.id}/` });
    expect((await stored()).objects).toHaveLength(1);
    const response = await call(`GET /v1/characters/${made.id}/card?format=png`);
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const chunks = extractChunks(new Uint8Array(await response.arrayBuffer()));
    const texts = chunks.filter(({ name }) => name === 'tEXt').map(({ data }) => pngText.decode(data));
    expect(texts.map(({ keyword }) => keyword)).toEqual(['chara', 'ccv3']);
    const json = Uint8Array.from(atob(texts[0]?.text ?? ''), (char) => char.charCodeAt(0));
    expect(JSON.parse(new TextDecoder().decode(json))).toEqual(CARD);
    const picture = chunks.filter(({ name }) => name !== 'tEXt');
    expect(picture).toEqual(extractChunks(plainPortrait()));
    await ask(`DELETE /v1/characters/${made.id}?dryRun=1`);
    expect((await stored()).objects).toHaveLength(1);
    await ask(`DELETE /v1/characters/${made.id}`);
    expect((await stored()).objects).toEqual([]);
  });

  it('of a character without a picture has a plain one', async () => {
    const made = await make('character', { name: 'Ada' });
    const response = await call(`GET /v1/characters/${made.id}/card?format=png`);
    const again = await ask<LibraryItem>('POST /v1/characters/import', {
      raw: new Uint8Array(await response.arrayBuffer()),
      ...png,
    });
    expect(again.body).toMatchObject({ name: 'Ada' });
  });

  it('may come as the file of a form', async () => {
    const raw = new FormData();
    raw.append('file', new File([withCard('ccv3', base64(CARD))], 'ada.png', { type: 'image/png' }));
    expect((await ask<LibraryItem>('POST /v1/characters/import', { raw })).body.name).toBe('Ada Ærø');
    const none = new FormData();
    none.append('card', 'x');
    const problem = await problemOf('POST /v1/characters/import', 400, { raw: none });
    expect(problem.errors?.[0]?.pointer).toBe('/file');
  });

  it('may be larger than other bodies, up to 8 MiB', async () => {
    const noise: PngChunk = { name: 'noIs', data: new Uint8Array(2 * 1024 * 1024) };
    const chunks = extractChunks(withCard('chara', base64(CARD)));
    const large = new Uint8Array(encodeChunks([...chunks.slice(0, -1), noise, ...chunks.slice(-1)]));
    await ask('POST /v1/characters/import', { raw: large, ...png });
    const problem = await problemOf('POST /v1/characters/import', 413, {
      raw: new Uint8Array(9 * 1024 * 1024),
      ...png,
    });
    expect(problem.detail).toContain(String(8 * 1024 * 1024));
  });

  it('is imported once for one Idempotency-Key, with one picture', async () => {
    const headers = { ...png.headers, 'Idempotency-Key': 'a-card' };
    const before = (await env.BUCKET.list({ prefix: 'library/local/' })).objects.length;
    const sent = { raw: withCard('chara', base64(CARD)), headers };
    const first = await ask<LibraryItem>('POST /v1/characters/import', sent);
    expect((await ask<LibraryItem>('POST /v1/characters/import', sent)).id).toBe(first.id);
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
    ['a picture with a card that is none', withCard('chara', base64([1])), 'image/png', 400, /JSON object/],
    ['a picture that is none', 'GIF89a', 'image/png', 400, /neither JSON/],
    ['a zip', 'PK\u0003\u0004', 'application/octet-stream', 400, /\.charx/],
    ['a text', 'Ada', 'text/plain', 415, /text\/plain/],
    ['a form that is none', 'Ada', 'multipart/form-data; boundary=x', 400, /not a form/],
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
    const made = await ask<LibraryItem>('POST /v1/characters/import', { raw, ...png });
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
    const made = await ask<LibraryItem<'lorebook'>>('POST /v1/lorebooks/import?name=Harbour', { body: FILE });
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
    expect((await ask<LibraryItem>('POST /v1/lorebooks/import', { raw })).body.name).toBe('The Quay');
  });

  it('may be the book of a card, a card, or lorebook_v3', async () => {
    const { character_book: book } = CARD.data;
    for (const body of [book, CARD, { spec: 'lorebook_v3', data: book }]) {
      const made = await ask<LibraryItem<'lorebook'>>('POST /v1/lorebooks/import', { body });
      expect(made.body.entries).toMatchObject([{ keys: ['lamp'], content: 'Blue.' }]);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['that is none', { hello: 1 }, /entries/],
    ['that is a list', [1], /lorebook|object/],
    ['that is a card without one', { ...CARD, data: { name: 'Ada' } }, /no lorebook/],
    [
      'with a broken expression',
      { entries: { 7: { uid: 7, key: ['/(/'], comment: 'Odd', content: 'x' } } },
      /entry 7, "Odd"/,
    ],
  ])('%s is refused with the cause, and nothing is kept', async (_, body, cause) => {
    const before = (await list('lorebook', 'limit=200')).items.length;
    expect((await problemOf('POST /v1/lorebooks/import', 400, { body })).detail).toMatch(cause);
    expect((await list('lorebook', 'limit=200')).items).toHaveLength(before);
  });
});

describe('scenes', () => {
  it('take copies: what is deleted from the library goes on in them', async () => {
    const ada = await ask<LibraryItem>('POST /v1/characters/import', { body: CARD });
    const guest = await make('persona', { name: 'Guest' });
    const { id } = await ask<{ id: string }>('POST /v1/scenes', {
      body: {
        title: 'Copied',
        characters: [{ from: ada.id }],
        personas: [{ from: guest.id }],
        profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
      },
    });
    await ask(`DELETE /v1/characters/${ada.id}`);
    await ask(`DELETE /v1/personas/${guest.id}`);
    expect(JSON.stringify(await ask(`GET /v1/scenes/${id}`))).toContain('Ada Ærø');
  });
});
