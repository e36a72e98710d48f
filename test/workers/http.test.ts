import { beforeAll, describe, expect, it } from 'vitest';
import type { NewKey, NewTenant } from '../../src/contract/access';
import type { EventPage } from '../../src/contract/events/events';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { RunSummary } from '../../src/contract/runs';
import type { Scene, SceneSummary } from '../../src/contract/scenes';
import { NO_RUN, NO_SCENE, RUN, SCENE } from '../support/http-rooms';
import { type Asked, call, getJson, problemOf } from '../support/stage-client';

let scene: Scene;
let stranger: string;

beforeAll(async () => {
  scene = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
  await getJson('POST /v1/runs', { body: RUN });
  const tenant = await getJson<NewTenant>('POST /v1/tenants', { body: { name: 'stranger' } });
  stranger = tenant.key.key ?? '';
});

/** permissions.test.ts covers access. */
describe('credentials', () => {
  it('leave the rooms of other tenants out of lists', async () => {
    for (const path of ['/v1/scenes', '/v1/runs', '/v1/calls'])
      expect(await getJson(`GET ${path}`, { key: stranger })).toEqual({ items: [], next: null });
  });

  it('work until they are revoked', async () => {
    const made = await getJson<NewKey>('POST /v1/keys', { key: stranger, body: { label: 'for an hour' } });
    const key = made.key ?? '';
    expect((await call('GET /v1/games', { key })).status).toBe(200);
    const revoked = await getJson<NewKey>(`DELETE /v1/keys/${made.id}`, { key: stranger });
    expect(revoked.revokedAt).not.toBeNull();
    await problemOf('GET /v1/games', 401, { key });
    const { items } = await getJson<{ items: NewKey[] }>('GET /v1/keys', { key: stranger });
    expect(items.map(({ label }) => label).sort()).toEqual(['first key', 'for an hour']);
    expect(JSON.stringify(items)).not.toContain('ps_');
  });

  it('are not given out for a tenant that exists', async () => {
    await problemOf('POST /v1/tenants', 409, { body: { name: 'stranger' } });
    await problemOf('POST /v1/tenants', 409, { body: { name: 'local' } });
  });
});

describe('bad input', () => {
  it('that is not JSON is said to be so', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, { raw: '{"title": ' });
    expect(problem.detail).toContain('not valid JSON');
  });

  it('of another content type is refused', async () => {
    const asked = { raw: 'title=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await problemOf('POST /v1/scenes', 415, asked)).fix).toContain('application/json');
  });

  it.each([
    ['an unknown field', { ...SCENE, colour: 'red' }, '/colour'],
    ['a wrong type', { ...SCENE, title: 7 }, '/title'],
    ['a wrong field deep inside', { ...SCENE, characters: [{ name: 'Ada', age: 3 }] }, '/characters/0/age'],
  ])('names %s', async (_what, body, pointer) => {
    const problem = await problemOf('POST /v1/scenes', 400, { body });
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer]);
  });

  it.each([
    ['no body at all', undefined],
    ['an empty cast', { ...SCENE, characters: [] }],
  ])('with %s makes no scene without characters', async (_what, body) => {
    const problem = await problemOf('POST /v1/scenes', 400, body === undefined ? {} : { body });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/characters']);
  });

  it('names a template that does not exist', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, { body: { template: 'nowhere' } });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/template']);
  });

  it('names what is wrong in a profile, role and field, and creates nothing', async () => {
    const ids = async () => [
      ...(await getJson<{ items: SceneSummary[] }>('GET /v1/scenes')).items.map(({ id }) => id),
      ...(await getJson<{ items: RunSummary[] }>('GET /v1/runs')).items.map(({ id }) => id),
    ];
    const before = await ids();
    const character = {
      jsonMode: 'schema',
      jsonSchema: { type: 'object', properties: { mood: { type: 'joy' } } },
    };
    const rooms: [string, object, string[]][] = [
      [
        'POST /v1/scenes',
        { ...SCENE, profiles: { director: { expectsJson: false }, character } },
        ['/profiles/director/expectsJson', '/profiles/character/jsonSchema/properties/mood/type'],
      ],
      [
        'POST /v1/runs',
        { ...RUN, profiles: { analyst: { jsonMode: 'schema' } } },
        ['/profiles/analyst/jsonSchema'],
      ],
    ];
    for (const [row, body, pointers] of rooms) {
      const headers = { 'Idempotency-Key': `bad-profile-${row.slice(-4)}` };
      const problem = await problemOf(row, 400, { body, headers });
      expect(problem.errors?.map((error) => error.pointer)).toEqual(pointers);
    }
    expect(await ids()).toEqual(before);
    // The refusal stored no receipt: the corrected request with the same key counts as the first.
    const headers = { 'Idempotency-Key': 'bad-profile-enes' };
    const corrected = await getJson<Scene>('POST /v1/scenes', { body: SCENE, headers });
    expect(before).not.toContain(corrected.id);
  });

  it('names a game that does not exist', async () => {
    const problem = await problemOf('POST /v1/runs', 400, { body: { ...RUN, game: 'nowhere' } });
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['/game']);
  });

  it('of more than 1 MiB is refused, with and without a declared length', async () => {
    const body = JSON.stringify({ ...SCENE, scenario: 'x'.repeat(1024 * 1024) });
    await problemOf('POST /v1/scenes', 413, { raw: body });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(body)).then(
      () => writer.close(),
      () => {},
    );
    await problemOf('POST /v1/scenes', 413, { raw: readable });
  });

  it.each([
    `GET /v1/scenes/${NO_SCENE}`,
    'GET /v1/scenes/nonsense',
    `GET /v1/runs/${NO_RUN}/report`,
    `GET /v1/calls/${NO_SCENE}.1.1`,
    'GET /v1/calls/nonsense',
    'DELETE /v1/keys/nonsense',
    `DELETE /v1/scenes/${NO_SCENE}`,
    `POST /v1/scenes/${NO_SCENE}/tickets`,
    'GET /v1/nowhere',
    'GET /nowhere',
  ])('%s is not found', async (row) => {
    await problemOf(row, 404);
  });

  it('names the part of an address that is no number', async () => {
    const problem = await problemOf(`GET /v1/scenes/${scene.id}/rounds/first`, 400);
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['path/n']);
  });

  it.each(['GET /v1/scenes?cursor=bogus', 'GET /v1/runs?cursor=bogus', 'GET /v1/calls?cursor=bogus'])(
    '%s is refused for its cursor',
    async (row) => {
      const problem = await problemOf(row, 400);
      expect(problem.errors?.map((error) => error.pointer)).toEqual(['query/cursor']);
    },
  );

  it('is refused for the cursor of a ledger and for a limit too high', async () => {
    await problemOf(`GET /v1/scenes/${scene.id}/events?cursor=x`, 400);
    await problemOf(`GET /v1/scenes/${scene.id}/rounds?cursor=x`, 400);
    const problem = await problemOf('GET /v1/scenes?limit=1000', 400);
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['query/limit']);
  });

  it('is a turn on a finished scene', async () => {
    const finished = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    await getJson(`PATCH /v1/scenes/${finished.id}`, { body: { status: 'finished' } });
    const asked = { body: { type: 'user', text: 'Anyone?' } };
    const problem = await problemOf(`POST /v1/scenes/${finished.id}/turns`, 409, asked);
    expect(problem.type).toBe('/problems/finished');
    expect(problem.fix).toContain(finished.id);
    const page = await getJson<EventPage>(`GET /v1/scenes/${finished.id}/events`);
    expect(page.events.map(({ kind }) => kind)).toEqual(['scene.created', 'scene.changed']);
  });

  it('is a socket asked for without an upgrade', async () => {
    await problemOf(`GET /v1/scenes/${scene.id}/socket`, 400);
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string, body?: unknown): Asked => ({
    headers: { 'Idempotency-Key': key },
    ...(body === undefined ? {} : { body }),
  });

  it('makes one scene of two requests, and refuses another body', async () => {
    const first = await getJson<Scene>('POST /v1/scenes', keyed('make-1', SCENE));
    const second = await getJson<Scene>('POST /v1/scenes', keyed('make-1', SCENE));
    expect(second).toEqual(first);
    const problem = await problemOf('POST /v1/scenes', 422, keyed('make-1', { ...SCENE, title: 'Other' }));
    expect(problem.detail).toContain('make-1');
    const page = await getJson<EventPage>(`GET /v1/scenes/${first.id}/events`);
    expect(page.events.filter((event) => event.kind === 'scene.created')).toHaveLength(1);
  });

  it('does not bring back a scene that was deleted', async () => {
    const made = await getJson<Scene>('POST /v1/scenes', keyed('make-2', SCENE));
    expect((await call(`DELETE /v1/scenes/${made.id}`)).status).toBe(204);
    expect((await call(`DELETE /v1/scenes/${made.id}`)).status).toBe(204);
    await problemOf(`GET /v1/scenes/${made.id}`, 404);
    await problemOf('POST /v1/scenes', 409, keyed('make-2', SCENE));
  });

  it('stores a turn once, and refuses another under the same key', async () => {
    const made = await getJson<Scene>('POST /v1/scenes', { body: SCENE });
    const turns = `POST /v1/scenes/${made.id}/turns`;
    const hello = { type: 'user', text: 'Hello' };
    const first = await getJson<TurnAccepted>(turns, keyed('turn-1', hello));
    const second = await getJson<TurnAccepted>(turns, keyed('turn-1', hello));
    expect(second.inputSeq).toBe(first.inputSeq);
    await problemOf(turns, 422, keyed('turn-1', { type: 'user', text: 'Goodbye' }));
    const page = await getJson<EventPage>(`GET /v1/scenes/${made.id}/events`);
    expect(page.events.filter((event) => event.kind === 'player.spoke')).toHaveLength(1);
  });

  it('makes one API key, shown once', async () => {
    const asked = { ...keyed('key-1', { label: 'once' }), key: stranger };
    const first = await getJson<NewKey>('POST /v1/keys', asked);
    const second = await getJson<NewKey>('POST /v1/keys', asked);
    expect(first.key).toMatch(/^ps_stranger_/);
    expect(second).toEqual({ ...first, key: null });
    const other = { ...keyed('key-1', { label: 'twice' }), key: stranger };
    await problemOf('POST /v1/keys', 422, other);
  });

  it('replays the making of a tenant', async () => {
    const asked = keyed('tenant-1', { name: 'replayed' });
    const first = await getJson<NewTenant>('POST /v1/tenants', asked);
    const second = await getJson<NewTenant>('POST /v1/tenants', asked);
    expect(second).toEqual({ name: 'replayed', key: { ...first.key, key: null } });
  });

  it('must be a key', async () => {
    const problem = await problemOf('POST /v1/scenes', 400, keyed('x'.repeat(201), SCENE));
    expect(problem.errors?.map((error) => error.pointer)).toEqual(['header/Idempotency-Key']);
  });
});
