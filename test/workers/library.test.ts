import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { NewTenant } from '../../src/contract/access';
import {
  type Deletion,
  LIBRARY_COLLECTIONS,
  LIBRARY_KINDS,
  type LibraryItem,
  type LibraryKind,
} from '../../src/contract/library';
import { list, make, type Page } from '../support/library-items';
import { call, getJson, OPERATOR, problemOf } from '../support/stage-client';

/** A body of each kind, after creating its parent items. */
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

let stranger: string;
beforeAll(async () => {
  const tenant = await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'stranger' } });
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
    expect(await getJson(`GET ${one}`)).toEqual(made);
    expect((await list(kind)).items.map(({ id }) => id)).toContain(made.id);

    const changed = await getJson<LibraryItem>(`PATCH ${one}`, { body: { name: 'Second' } });
    expect(changed.body).toEqual({ ...made.body, name: 'Second' });
    expect(changed.createdAt).toBe(made.createdAt);
    expect(await getJson(`GET ${one}`)).toEqual(changed);

    const gone = await getJson<Deletion>(`DELETE ${one}`);
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
    expect(await getJson(`GET ${one}`)).toEqual(made);
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
    // Idempotency keys belong to a tenant.
    const theirs = await bodyOf(kind, 'Once', stranger);
    expect((await make(kind, theirs, { headers, key: stranger })).id).not.toBe(first?.id);
    await getJson(`DELETE /v1/${collection}/${first?.id}`);
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
    expect(await getJson(`GET /v1/${collection}/${made.id}`)).toEqual(made);
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
    const { key = '' } = (await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'pages' } })).key;
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
    await getJson(path, { body: { world: other.id } });
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
    await getJson(`GET /v1/arcs/${arcs[0]?.id}`);
    await getJson(`GET /v1/worlds/${world.id}`);
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
    const plan = await getJson<Deletion>(`DELETE /v1/worlds/${world.id}?dryRun=1`);
    expect(plan.deletes.map(({ id }) => id)).toEqual([world, first, second, ...arcs].map(({ id }) => id));
    await getJson(`GET /v1/worlds/${world.id}`);
    expect(await getJson<Deletion>(`DELETE /v1/worlds/${world.id}?cascade=1`)).toEqual(plan);
    for (const [collection, item] of [
      ['worlds', world],
      ['campaigns', second],
      ['arcs', arcs[1]],
    ] as const)
      await problemOf(`GET /v1/${collection}/${item?.id}`, 404);
    for (const arc of other.arcs) await getJson(`GET /v1/arcs/${arc.id}`);
  });

  it('needs no more than its id where nothing is under it', async () => {
    const { second } = await makeTree('Leaf');
    expect((await getJson<Deletion>(`DELETE /v1/campaigns/${second.id}`)).deletes).toHaveLength(1);
  });

  it('takes a lorebook out of the worlds that name it', async () => {
    const [kept, gone] = [await make('lorebook', { name: 'K' }), await make('lorebook', { name: 'G' })];
    const world = await make('world', { name: 'Shelf', notes: 'a "quote" …', lorebooks: [kept.id, gone.id] });
    const bare = await make('world', { name: 'Bare', lorebooks: [kept.id] });
    const detaches = [{ kind: 'world', id: world.id, name: 'Shelf' }];
    expect(await getJson(`DELETE /v1/lorebooks/${gone.id}?dryRun=1`)).toMatchObject({ detaches });
    expect(await getJson(`GET /v1/worlds/${world.id}`)).toEqual(world);
    expect(await getJson(`DELETE /v1/lorebooks/${gone.id}`)).toMatchObject({ detaches });
    const after = await getJson<LibraryItem>(`GET /v1/worlds/${world.id}`);
    expect(after.body).toEqual({ ...world.body, lorebooks: [kept.id] });
    expect(await getJson(`GET /v1/worlds/${bare.id}`)).toEqual(bare);
    // It has no reference to deleted items, so it can be changed.
    await getJson(`PATCH /v1/worlds/${world.id}`, { body: { name: 'Shelves' } });
  });

  it('answers 400 for a switch that is none', async () => {
    const problem = await problemOf(`DELETE /v1/worlds/wld_${'0'.repeat(20)}?cascade=yes`, 400);
    expect(problem.errors?.[0]?.pointer).toBe('query/cascade');
  });
});

describe('changes', () => {
  it('leave what they do not name, empty or not', async () => {
    const made = await make('character', { name: 'Ada', tags: ['sea'], goals: 'the lamp' });
    const { body } = await getJson<LibraryItem<'character'>>(`PATCH /v1/characters/${made.id}`, {
      body: { secrets: 'it was her' },
    });
    expect(body).toEqual({ ...made.body, secrets: 'it was her' });
  });

  it('that come at once are all there in the end', async () => {
    const world = await make('world', { name: 'Busy' });
    const fields = { description: 'd', notes: 'n', name: 'Busier' };
    await Promise.all(
      Object.entries(fields).map(([field, value]) =>
        getJson(`PATCH /v1/worlds/${world.id}`, { body: { [field]: value } }),
      ),
    );
    expect((await getJson<LibraryItem>(`GET /v1/worlds/${world.id}`)).body).toMatchObject(fields);
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
    // Small changes may also exceed the limit together.
    const half = await make('lorebook', { name: 'Half', entries: entries.slice(0, 10) });
    const most = { extra: { more: 'z'.repeat(90_000) } };
    await problemOf(`PATCH /v1/lorebooks/${half.id}`, 413, { body: most });
    expect(await getJson(`GET /v1/lorebooks/${half.id}`)).toEqual(half);
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
    const { key } = (await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'full' } })).key;
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
    // A refused request does not use up its key.
    await getJson(`DELETE /v1/personas/${last.id}`, asked);
    await make('persona', { name: 'One more' }, { ...asked, headers });
  });
});
