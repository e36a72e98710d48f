import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Caller, NewKey, NewTenant } from '../../src/contract/access';
import type { LibraryItem } from '../../src/contract/library';
import type { TriedLore } from '../../src/contract/lore';
import type { Scene } from '../../src/contract/scenes';
import { plainPortrait } from '../../src/library/plain-portrait';
import { writePngCard } from '../../src/library/png-card';
import { until } from '../support/rooms';
import { get, OPERATOR, send } from '../support/stage-client';

describe('a change of an item of the library', () => {
  it('on a version that is not there any more is refused, and nothing of it is kept', async () => {
    const made = await get<LibraryItem>('POST /v1/personas', OPERATOR, { name: 'Ada' });
    expect(made.version).toBe(1);
    const row = `PATCH /v1/personas/${made.id}`;
    const first = await send(row, OPERATOR, { name: 'Ada L.' }, { 'If-Match': '"1"' });
    expect([first.status, first.json]).toMatchObject([200, { version: 2 }]);

    const second = await send(row, OPERATOR, { description: 'counts' }, { 'If-Match': '"1"' });
    expect([second.status, second.json]).toMatchObject([412, { type: '/problems/stale' }]);
    expect(JSON.stringify(second.json)).toContain('at version 2, not 1');
    const now = await get<LibraryItem>(`GET /v1/personas/${made.id}`);
    expect(now).toMatchObject({ version: 2, body: { name: 'Ada L.', description: '' } });
  });

  it('without a version is made on whatever is there', async () => {
    const made = await get<LibraryItem>('POST /v1/personas', OPERATOR, { name: 'Bo' });
    await get(`PATCH /v1/personas/${made.id}`, OPERATOR, { name: 'Bob' });
    const row = `PATCH /v1/personas/${made.id}`;
    const starred = await send(row, OPERATOR, { description: 'x' }, { 'If-Match': '*' });
    expect(starred.json).toMatchObject({ version: 3, body: { name: 'Bob', description: 'x' } });
    expect((await send(row, OPERATOR, { name: 'y' }, { 'If-Match': 'three' })).status).toBe(400);
  });
});

describe('a lorebook that is tried', () => {
  it('says what each entry does, and what it takes in tokens', async () => {
    const tried = await get<TriedLore>('POST /v1/lorebooks/try', OPERATOR, {
      book: {
        name: 'Coast',
        entries: [
          { id: '1', keys: ['lighthouse'], content: 'It has been dark for a year.' },
          { id: '2', keys: ['harbour'], content: 'No ship comes.' },
        ],
      },
      messages: ['Ada: Look, the lighthouse!'],
    });
    expect(tried.entries).toMatchObject([
      { place: 0, in: true, why: 'talk', keys: [{ key: 'lighthouse', found: 'talk' }] },
      { place: 1, in: false, why: 'no-match', tokens: null },
    ]);
    expect(tried.tokens).toBe(tried.entries[0]?.tokens);
    expect(tried.tokens).toBeGreaterThan(5);
  });

  it('is refused where it does not fit, by its fields', async () => {
    const { status, json } = await send('POST /v1/lorebooks/try', OPERATOR, {
      book: { name: 'B', entries: [{ id: '' }] },
      messages: [],
    });
    expect([status, json]).toMatchObject([400, { errors: [{ pointer: '/book/entries/0/id' }] }]);
  });
});

describe('the portrait of a character', () => {
  it('is the picture of its card without the card, and its own tenant alone sees it', async () => {
    const card = { spec: 'chara_card_v2', spec_version: '2.0', data: { name: 'Mara' } };
    const png = writePngCard(plainPortrait(), card, card);
    const ask = (path: string, init: RequestInit, key = OPERATOR) =>
      exports.default.fetch(
        new Request(`https://stage.test${path}`, {
          ...init,
          headers: { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
        }),
      );
    const imported = await ask('/v1/characters/import', {
      method: 'POST',
      headers: { 'Content-Type': 'image/png' },
      body: png,
    });
    const { id } = (await imported.json()) as LibraryItem;
    const shown = await ask(`/v1/characters/${id}/portrait`, {});
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const bytes = new Uint8Array(await shown.arrayBuffer());
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/chara|ccv3/);
    expect(bytes.length).toBeLessThan(png.length);

    const { key } = await get<NewTenant>('POST /v1/tenants', OPERATOR, { name: 'lookers' });
    const other = await send(`GET /v1/characters/${id}/portrait`, key.key ?? '');
    expect(other.status).toBe(404);
  });

  it('can be given, changed and taken away, and is in the card that goes out', async () => {
    const { id } = await get<LibraryItem>('POST /v1/characters', OPERATOR, { name: 'Drawn' });
    const at = (method: string, path: string, body?: Uint8Array<ArrayBuffer>, type = 'image/png') =>
      exports.default.fetch(
        new Request(`https://stage.test/v1/characters/${path}`, {
          method,
          headers: { Authorization: `Bearer ${OPERATOR}`, ...(body && { 'Content-Type': type }) },
          ...(body && { body }),
        }),
      );
    const plain = plainPortrait() as Uint8Array<ArrayBuffer>;
    // Embedded cards are removed: exports would contain them in addition to the character's.
    const other = writePngCard(plain, { spec: 'chara_card_v2' }, { spec: 'chara_card_v3' });
    expect((await at('PUT', `${id}/portrait`, other)).status).toBe(204);
    const shown = await at('GET', `${id}/portrait`);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(plain);
    const card = await at('GET', `${id}/card?format=png`);
    expect((await card.arrayBuffer()).byteLength).toBeGreaterThan(plain.length);

    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
    const refused = await at('PUT', `${id}/portrait`, jpeg);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('not a PNG') },
    ]);
    expect((await at('DELETE', `${id}/portrait`)).status).toBe(204);
    expect((await at('GET', `${id}/portrait`)).status).toBe(204);
    expect((await at('PUT', `chr_${'z'.repeat(20)}/portrait`, plain)).status).toBe(404);
  });

  it('of one without a picture is nothing', async () => {
    const { id } = await get<LibraryItem>('POST /v1/characters', OPERATOR, { name: 'Plain' });
    expect(await send(`GET /v1/characters/${id}/portrait`)).toMatchObject({ status: 204, text: '' });
    const other = await send(`GET /v1/characters/chr_${'z'.repeat(20)}/portrait`);
    expect(other.status).toBe(404);
  });
});

it('GET /v1/me says whose key it is, and tells the operator', async () => {
  expect(await get<Caller>('GET /v1/me')).toMatchObject({ operator: true, key: null });
  const made = await get<NewKey>('POST /v1/keys', OPERATOR, { label: 'mine' });
  expect(await get<Caller>('GET /v1/me', made.key ?? '')).toEqual({
    tenant: 'local',
    operator: false,
    key: made.id,
    scope: 'full',
    room: null,
    publicUrl: null,
  });
});

it('the list of scenes finds a part of a title, as it stands and not as a pattern', async () => {
  const { id } = await get<Scene>('POST /v1/scenes', OPERATOR, {
    title: 'A Night 100% Dark',
    characters: [{ name: 'Ada' }],
  });
  const find = async (q: string) => {
    const page = await get<{ items: { id: string }[] }>(`GET /v1/scenes?q=${encodeURIComponent(q)}`);
    return page.items.map((one) => one.id);
  };
  await until(() => find('night 100%')).holds((found) => found.includes(id));
  expect(await find('night%dark')).toEqual([]);
});
