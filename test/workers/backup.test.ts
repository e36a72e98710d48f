import { exports } from 'cloudflare:workers';
import { encode } from 'fast-png';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBlorb, writeRecord } from '../../scripts/lib/blorb';
import { backUpTenant, type Restored, restoreTenant, type Send } from '../../scripts/lib/tenant-backup';
import type { NewTenant } from '../../src/api/access';
import { fromBase64 } from '../../src/base/base64';
import { EMBEDDED_STORY } from '../../src/games/zmachine/embedded';
import { RUN, SCENE } from '../support/http-rooms';
import { until } from '../support/rooms';

const OPERATOR = 'ps_local_test0test0test0test0test0test0';

const PICTURE = encode({ width: 1, height: 1, channels: 1, data: new Uint8Array([77]) });

const sender =
  (key: string): Send =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${key}`);
    if (init.body !== undefined && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json');
    return exports.default.fetch(new Request(`https://stage.test${path}`, { ...init, headers }));
  };
const hostOf = (key: string, send = sender(key)) => ({ send, sleep: async () => {}, say: () => {} });

async function json<T>(key: string, path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await sender(key)(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text === '' ? 'null' : text) as T;
}

const newTenant = async (name: string): Promise<string> =>
  String((await json<NewTenant>(OPERATOR, '/v1/tenants', 'POST', { name })).key.key);

async function backUp(key: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const { path, bytes } of backUpTenant(hostOf(key))) files[path] = bytes;
  return files;
}

const read = <T>(files: Record<string, Uint8Array>, path: string): T =>
  JSON.parse(strFromU8(files[path] ?? new Uint8Array())) as T;

/** A tenant with everything that a backup holds. */
async function furnish(key: string): Promise<{ world: string; scene: string; fork: string; run: string }> {
  const post = async (path: string, body: unknown) =>
    (await json<{ id: string }>(key, path, 'POST', body)).id;
  const book = await post('/v1/lorebooks', { name: 'Tides', entries: [] });
  const world = await post('/v1/worlds', { name: 'Harbour', lorebooks: [book], facts: { tide: 'low' } });
  const campaign = await post('/v1/campaigns', { world, name: 'Winter' });
  const arc = await post('/v1/arcs', { campaign, name: 'The light' });
  const ada = await post('/v1/characters', { name: 'Ada', secrets: 'She put the lamp out.' });
  await post('/v1/personas', { name: 'Guest' });
  await post('/v1/profiles', { name: 'Quiet', profile: { provider: 'understudy' } });
  const picture = await sender(key)(`/v1/characters/${ada}/portrait`, {
    method: 'PUT',
    body: PICTURE as BodyInit,
    headers: { 'Content-Type': 'image/png' },
  });
  expect(picture.status).toBe(204);
  const story = await sender(key)('/v1/games?title=The%20mill', {
    method: 'POST',
    body: buildBlorb({
      story: fromBase64(EMBEDDED_STORY.base64) ?? new Uint8Array(),
      record: writeRecord('Another', 'A. Miller &amp; Son'),
      cover: { type: 'PNG ', bytes: PICTURE },
    }) as BodyInit,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect(story.status).toBe(201);
  const { id: game } = await story.json<{ id: string }>();
  const scene = await post('/v1/scenes', {
    ...SCENE,
    arcId: arc,
    characters: [{ from: ada }, { name: 'Bo' }],
  });
  for (const text of ['Who lit the lamp?', 'And who put it out?'])
    await json(key, `/v1/scenes/${scene}/turns?wait=1`, 'POST', { type: 'user', text });
  const fork = await post(`/v1/scenes/${scene}/fork`, {});
  const run = await post('/v1/runs', { ...RUN, budgets: { actions: 4 }, start: true });
  const adventure = await post('/v1/runs', {
    ...{ game, profiles: { adventurer: { provider: 'understudy' } }, budgets: { turns: 2 }, start: true },
  });
  for (const id of [run, adventure])
    await until(
      async () => (await json<{ status: string }>(key, `/v1/runs/${id}`)).status,
      (status) => !['running', 'created'].includes(status),
      `the end of ${id}`,
    );
  await post('/v1/webhooks', { url: 'https://receiver.example.com/in', room: scene, active: false });
  await post('/v1/hooks', { room: scene, verify: 'bearer', turn: { text: '{{text}}' } });
  await post('/v1/hooks', {
    ...{ room: scene, verify: 'slack', secret: 'slack-signing-secret', turn: { text: '{{text}}' } },
  });
  await json(key, '/v1/budgets', 'PUT', { calls: 1_000, period: 'month' });
  await json(key, '/v1/retention', 'PUT', { days: 90 });
  await until(
    async () => [
      (await json<{ items: unknown[] }>(key, '/v1/scenes')).items.length,
      (await json<{ items: unknown[] }>(key, '/v1/runs')).items.length,
    ],
    ([scenes, runs]) => scenes === 2 && runs === 2,
    'the lists',
  );
  return { world, scene, fork, run };
}

describe('a backup', () => {
  let key = '';
  let rooms: Awaited<ReturnType<typeof furnish>>;
  let files: Record<string, Uint8Array>;
  let targetKey = '';
  let restored: Restored;

  beforeAll(async () => {
    key = await newTenant('original');
    rooms = await furnish(key);
    files = await backUp(key);
    targetKey = await newTenant('copy');
    restored = await restoreTenant(hostOf(targetKey), zipSync(files));
  }, 120_000);

  it('holds every part, and no key and no secret of an endpoint', () => {
    expect(read<{ counts: object }>(files, 'backup.json').counts).toEqual({
      ...{ lorebooks: 1, worlds: 1, campaigns: 1, arcs: 1, characters: 1, personas: 1, profiles: 1 },
      ...{ stories: 1, scenes: 2, runs: 2, webhooks: 1, hooks: 2 },
    });
    const text = Object.values(files).map((bytes) => strFromU8(bytes, true));
    for (const secret of [key, 'slack-signing-secret', 'whsec_'])
      expect(text.some((one) => one.includes(secret))).toBe(false);
  });

  it('makes the same library, pictures and stories, under new ids that name one another', async () => {
    const copy = await backUp(targetKey);
    const rename = (text: string) =>
      Object.entries(restored.ids).reduce((all, [old, id]) => all.replaceAll(old, id), text);
    const bodies = (from: Record<string, Uint8Array>, change = (text: string) => text) =>
      Object.keys(from)
        .filter((path) => path.startsWith('library/'))
        .map((path) => change(JSON.stringify(read<{ body: object }>(from, path).body)))
        .sort();
    expect(bodies(copy)).toEqual(bodies(files, rename));
    const bytes = (from: Record<string, Uint8Array>, suffix: string) =>
      Object.entries(from).flatMap(([path, one]) => (path.endsWith(suffix) ? [one] : []));
    for (const suffix of ['.png', '.z']) {
      expect(bytes(files, suffix)).toHaveLength(1);
      expect(bytes(copy, suffix)).toEqual(bytes(files, suffix));
    }
    const { items: games } = await json<{ items: object[] }>(targetKey, '/v1/games', 'GET');
    expect(games.at(-1)).toMatchObject({
      ...{ title: 'The mill', author: 'A. Miller & Son', cover: 'image/png' },
    });
    for (const name of ['budgets.json', 'retention.json']) {
      const strip = (from: Record<string, Uint8Array>) => {
        const { tenant, own } = read<{ tenant?: { calls: number; period: string }; own?: number }>(
          from,
          name,
        );
        return { calls: tenant?.calls, period: tenant?.period, own };
      };
      expect(strip(copy)).toEqual(strip(files));
    }
  });

  it('makes rooms whose transcripts and boards are the same, and which go on', async () => {
    for (const old of [rooms.scene, rooms.fork]) {
      const id = restored.ids[old];
      const transcript = async (one: string | undefined, of: string) =>
        (await sender(of)(`/v1/scenes/${one}/transcript?as=txt`)).text();
      const text = await transcript(old, key);
      expect(text).toContain('Who lit the lamp?');
      expect(await transcript(id, targetKey)).toBe(text);
    }
    const scene = restored.ids[rooms.scene];
    const { world, rounds } = await json<{ world: unknown; rounds: number }>(
      targetKey,
      `/v1/scenes/${scene}`,
    );
    expect(world).toEqual((await json<{ world: unknown }>(key, `/v1/scenes/${rooms.scene}`)).world);
    expect(rounds).toBe(2);
    await json(targetKey, `/v1/scenes/${scene}/turns?wait=1`, 'POST', { type: 'user', text: 'Go on.' });
    const report = async (id: string | undefined, of: string) =>
      (await json<{ actions: unknown }>(of, `/v1/runs/${id}/knowledge`)).actions;
    const actions = await report(rooms.run, key);
    expect(JSON.stringify(actions)).toContain('ACTION1');
    expect(await report(restored.ids[rooms.run], targetKey)).toEqual(actions);
  });

  it('switches webhooks off, gives new secrets, and says what it could not make', async () => {
    const { items } = await json<{ items: { id: string; room: string; active: boolean }[] }>(
      targetKey,
      '/v1/webhooks',
    );
    expect(items).toMatchObject([{ room: restored.ids[rooms.scene], active: false }]);
    expect(restored.secrets[items[0]?.id ?? '']).toMatch(/^whsec_/);
    expect(restored.notRestored).toMatchObject([
      { what: expect.stringMatching(/^hok_/), why: expect.stringContaining('secret') },
    ]);
  });

  it('is refused, before anything is made, when the tenant has something or the file is not whole', async () => {
    const zip = zipSync(files);
    await expect(restoreTenant(hostOf(targetKey), zip)).rejects.toThrow('already');
    const empty = await newTenant('empty');
    const { 'backup.json': _, ...cut } = files;
    const oneLess = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('runs/')));
    const newer = {
      ...files,
      'backup.json': strToU8('{"format":"proscenium-backup","version":2,"counts":{}}'),
    };
    for (const [bytes, why] of [
      [strToU8('not a zip'), 'not a whole zip'],
      [zip.subarray(0, zip.length / 2), 'not a whole zip'],
      [zipSync(cut), 'no backup.json'],
      [zipSync(oneLess), 'not whole'],
      [zipSync(newer), 'newer code'],
    ] as const)
      await expect(restoreTenant(hostOf(empty), bytes)).rejects.toThrow(why);
    for (const list of ['worlds', 'scenes', 'runs'])
      expect((await json<{ items: unknown[] }>(empty, `/v1/${list}`)).items).toEqual([]);
  });

  it('goes on after a break, and makes nothing twice', async () => {
    const half = await newTenant('half');
    const send = sender(half);
    let posts = 0;
    const breaking: Send = (path, init) => {
      if (init?.method === 'POST') posts += 1;
      if (posts > 8) throw new Error('the network is gone');
      return send(path, init);
    };
    const zip = zipSync(files);
    await expect(restoreTenant(hostOf(half, breaking), zip)).rejects.toThrow('the network is gone');
    // Of the requests that are made again one is refused for a moment.
    let refusals = 0;
    const flapping: Send = (path, init) => {
      refusals += 1;
      return refusals % 7 === 3
        ? Promise.resolve(Response.json({ retryAfter: 1 }, { status: 503 }))
        : send(path, init);
    };
    await restoreTenant(hostOf(half, flapping), zip, { isRepeat: true });
    await until(
      async () => {
        const counts: Record<string, number> = {};
        for (const list of ['worlds', 'characters', 'scenes', 'runs', 'webhooks', 'hooks'])
          counts[list] = (await json<{ items: unknown[] }>(half, `/v1/${list}`)).items.length;
        return counts;
      },
      (counts) =>
        JSON.stringify(counts) ===
        JSON.stringify({ worlds: 1, characters: 1, scenes: 2, runs: 2, webhooks: 1, hooks: 1 }),
      'the restored lists',
    );
  }, 120_000);
});
