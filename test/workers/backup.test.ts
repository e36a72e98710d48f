import { exports } from 'cloudflare:workers';
import { encode } from 'fast-png';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect, ProblemError } from '../../packages/client/src/index';
import type { Send } from '../../packages/client/src/requests';
import { buildBlorb, writeRecord } from '../../scripts/lib/blorb';
import { backUpTenant, type Progress, type Restored, restoreTenant } from '../../scripts/lib/tenant-backup';
import { fromBase64 } from '../../src/base/base64';
import type { ExperimentTable, ExperimentView } from '../../src/contract/experiments';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { SMALL } from '../support/experiments';
import { RUN, SCENE } from '../support/http-rooms';
import { until } from '../support/rooms';
import { get, newTenant } from '../support/stage-client';

const PICTURE = encode({ width: 1, height: 1, channels: 1, data: new Uint8Array([77]) });

const sender = (token: string): Send =>
  connect({
    ...{ url: 'https://stage.test', token, retries: 0, WebSocket: null },
    fetch: (request) => exports.default.fetch(request),
  }).send;
const hostOf = (key: string, send = sender(key)) => ({ send, sleep: async () => {}, say: () => {} });

async function backUp(key: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const { path, bytes } of backUpTenant(hostOf(key))) files[path] = bytes;
  return files;
}

const read = <T>(files: Record<string, Uint8Array>, path: string): T =>
  JSON.parse(strFromU8(files[path] ?? new Uint8Array())) as T;

interface Furnished {
  world: string;
  scene: string;
  fork: string;
  bare: string;
  run: string;
  adventure: string;
  experiments: [string, string];
}

/** A tenant with everything that a backup contains, with and without optional parts. */
async function furnish(key: string): Promise<Furnished> {
  const post = async (path: string, body: unknown) =>
    (await get<{ id: string }>(`POST ${path}`, key, body)).id;
  const book = await post('/v1/lorebooks', { name: 'Tides', entries: [] });
  const world = await post('/v1/worlds', { name: 'Harbour', lorebooks: [book], facts: { tide: 'low' } });
  const campaign = await post('/v1/campaigns', { world, name: 'Winter' });
  const arc = await post('/v1/arcs', { campaign, name: 'The light' });
  const ada = await post('/v1/characters', { name: 'Ada', secrets: 'She put the lamp out.' });
  await post('/v1/characters', { name: 'No picture' });
  await post('/v1/worlds', { name: 'Empty' });
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
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, key, { type: 'user', text });
  const fork = await post(`/v1/scenes/${scene}/fork`, {});
  await get(`POST /v1/scenes/${fork}/turns?wait=1`, key, { type: 'user', text: 'The fork goes on.' });
  const bare = await post('/v1/scenes', { ...SCENE, characters: [{ name: 'Cy' }] });
  await post(`/v1/scenes/${scene}/seats`, {
    role: 'player',
    persona: 'guest',
    label: 'For Ann',
    host: 'Bea',
  });
  await post(`/v1/scenes/${scene}/seats`, { role: 'spectator', label: 'All', forMany: true, seatHours: 5 });
  await post('/v1/keys', { label: 'reads', scope: 'read' });
  await post('/v1/keys', { label: 'of the room', scope: 'room', room: scene });
  await get(`DELETE /v1/keys/${await post('/v1/keys', { label: 'revoked' })}`, key);
  const run = await post('/v1/runs', { ...RUN, budgets: { actions: 4 }, start: true });
  const adventure = await post('/v1/runs', { game, options: { player: 'person' }, start: true });
  await until(async () => (await get<{ status: string }>(`GET /v1/runs/${run}`, key)).status).holds(
    (status) => status === 'finished',
  );
  const finished = await post('/v1/experiments', { ...SMALL, name: 'Finished' });
  const created = await post('/v1/experiments', { ...SMALL, name: 'Created', seeds: 2, start: false });
  await until(() => get<ExperimentView>(`GET /v1/experiments/${finished}`, key)).holds(
    ({ status }) => status === 'finished',
  );
  for (const command of ['look', 'inventory'])
    await get(`POST /v1/runs/${adventure}/commands?wait=1`, key, { command });
  await get(`POST /v1/runs/${adventure}/saves`, key, { name: 'before the mill' });
  await post('/v1/webhooks', { url: 'https://receiver.example.com/in', room: scene, active: false });
  await post('/v1/webhooks', {
    ...{ url: 'https://receiver.example.com/in', room: finished, kinds: ['experiment.finished'] },
    active: false,
  });
  await post('/v1/hooks', { room: scene, verify: 'bearer', turn: { text: '{{text}}' } });
  await post('/v1/hooks', {
    ...{ room: scene, verify: 'slack', secret: 'slack-signing-secret', turn: { text: '{{text}}' } },
  });
  await get('PUT /v1/budgets', key, { calls: 1_000, period: 'month' });
  await get('PUT /v1/retention', key, { days: 90 });
  await until(async () => [
    (await get<{ items: unknown[] }>('GET /v1/scenes', key)).items.length,
    (await get<{ items: unknown[] }>('GET /v1/runs', key)).items.length,
    (await get<{ items: unknown[] }>('GET /v1/experiments', key)).items.length,
  ]).holds(([scenes, runs, experiments]) => scenes === 3 && runs === 3 && experiments === 2);
  return { world, scene, fork, bare, run, adventure, experiments: [finished, created] };
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
      ...{ lorebooks: 1, worlds: 2, campaigns: 1, arcs: 1, characters: 2, personas: 1, profiles: 1 },
      ...{ stories: 1, scenes: 3, runs: 3, experiments: 2, webhooks: 2, hooks: 2, keys: 4 },
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
    const { items: games } = await get<{ items: object[] }>('GET /v1/games', targetKey);
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
    for (const old of [rooms.scene, rooms.fork, rooms.bare]) {
      const id = restored.ids[old];
      const transcript = async (one: string | undefined, of: string) =>
        (await sender(of)(`/v1/scenes/${one}/transcript?as=txt`)).text();
      const text = await transcript(old, key);
      if (old !== rooms.bare) expect(text).toContain('Who lit the lamp?');
      expect(await transcript(id, targetKey)).toBe(text);
    }
    const scene = restored.ids[rooms.scene];
    const { world, rounds } = await get<{ world: unknown; rounds: number }>(
      `GET /v1/scenes/${scene}`,
      targetKey,
    );
    expect(world).toEqual((await get<{ world: unknown }>(`GET /v1/scenes/${rooms.scene}`, key)).world);
    expect(rounds).toBe(2);
    await get(`POST /v1/scenes/${scene}/turns?wait=1`, targetKey, { type: 'user', text: 'Go on.' });
    const report = async (id: string | undefined, of: string) =>
      (await get<{ actions: unknown }>(`GET /v1/runs/${id}/knowledge`, of)).actions;
    const actions = await report(rooms.run, key);
    expect(JSON.stringify(actions)).toContain('ACTION1');
    expect(await report(restored.ids[rooms.run], targetKey)).toEqual(actions);
    const play = async (id: string | undefined, of: string) => {
      const run = await get<{ spent: object; budgets: object }>(`GET /v1/runs/${id}`, of);
      const { items } = await get<{ items: object[] }>(`GET /v1/runs/${id}/transcript`, of);
      return { budgets: run.budgets, items };
    };
    const played = await play(rooms.adventure, key);
    expect(JSON.stringify(played)).toContain('before the mill');
    expect(await play(restored.ids[rooms.adventure], targetKey)).toEqual(played);
  });

  it('makes experiments with the same tables of the new runs, and starts what was not started', async () => {
    const rename = (text: string) =>
      Object.entries(restored.ids).reduce((all, [old, id]) => all.replaceAll(old, id), text);
    for (const old of rooms.experiments) {
      const id = restored.ids[old] ?? '';
      const table = await get<ExperimentTable>(`GET /v1/experiments/${old}/table`, key);
      expect(await get(`GET /v1/experiments/${id}/table`, targetKey)).toEqual(
        JSON.parse(rename(JSON.stringify(table))),
      );
      const { createdAt, budgets, status, finishReason } = await get<ExperimentView>(
        `GET /v1/experiments/${old}`,
        key,
      );
      const copy = await get<ExperimentView>(`GET /v1/experiments/${id}`, targetKey);
      expect(copy).toMatchObject({ createdAt, budgets, status, finishReason });
      for (const { run } of copy.runs)
        if (run !== null)
          expect(await get(`GET /v1/runs/${run}`, targetKey)).toMatchObject({ status: 'finished' });
    }
    const [done, created] = rooms.experiments.map((old) => restored.ids[old] ?? '');
    expect((await get<ExperimentView>(`GET /v1/experiments/${done}`, targetKey)).runs).toMatchObject([
      { run: expect.stringMatching(/^run_/), actions: 3 },
    ]);
    await get(`POST /v1/experiments/${created}/resume`, targetKey);
    await until(() => get<ExperimentView>(`GET /v1/experiments/${created}`, targetKey)).holds(
      ({ status, progress }) => status === 'finished' && progress.over === 2 && progress.refused === 0,
    );
  });

  it('makes memories that the whole world recalls, at once', async () => {
    const list = async (of: string, world = '', change = (text: string) => text) => {
      const { items } = await get<{ items: { scene: string; text: string; round: number }[] }>(
        `GET /v1/worlds/${world}/memories`,
        of,
      );
      return items.map(({ scene, text, round }) => [change(scene), round, text]).sort();
    };
    const original = await list(key, rooms.world, (id) => restored.ids[id] ?? id);
    expect(original.map(([scene]) => scene)).toContain(restored.ids[rooms.fork]);
    const fresh = await newTenant('memories');
    const { ids } = await restoreTenant(hostOf(fresh), zipSync(files));
    const toFirst = Object.fromEntries(Object.entries(ids).map(([old, id]) => [id, restored.ids[old] ?? '']));
    expect(await list(fresh, ids[rooms.world], (id) => toFirst[id] ?? id)).toEqual(original);
  });

  it('makes seats with new invitations and keys of the same scopes', async () => {
    const id = restored.ids[rooms.scene];
    const { items: seats } = await get<{ items: { id: string; role: string; label: string }[] }>(
      `GET /v1/scenes/${id}/seats`,
      targetKey,
    );
    expect(seats).toMatchObject([
      { role: 'player', label: 'For Ann', host: 'Bea', status: 'invited', endsAt: null },
      { role: 'spectator', label: 'All', forMany: true, endsAt: expect.any(String) },
    ]);
    const [invitation] = seats.map((seat) => restored.secrets[seat.id]);
    const seat = await get('POST /v1/seats/accept', targetKey, { invitation, name: 'Ann' });
    expect(seat).toMatchObject({ seat: { name: 'Ann', persona: 'guest' } });
    const { items: keys } = await get<{ items: { id: string; label: string; scope: string }[] }>(
      'GET /v1/keys',
      targetKey,
    );
    expect(keys.map(({ label }) => label)).not.toContain('revoked');
    for (const [label, more] of [
      ['reads', { scope: 'read', room: null }],
      ['of the room', { scope: 'room', room: id }],
    ] as const) {
      const one = keys.find((candidate) => candidate.label === label);
      expect(one).toMatchObject(more);
      expect(await get('GET /v1/me', restored.secrets[one?.id ?? ''] ?? '')).toMatchObject({
        scope: more.scope,
      });
    }
  });

  it('switches webhooks off, gives new secrets, and says what it could not make', async () => {
    const { items } = await get<{ items: { id: string; room: string; active: boolean }[] }>(
      'GET /v1/webhooks',
      targetKey,
    );
    expect(items.map(({ room, active }) => [room, active]).sort()).toEqual(
      [rooms.experiments[0], rooms.scene].map((old) => [restored.ids[old], false]).sort(),
    );
    expect(restored.secrets[items[0]?.id ?? '']).toMatch(/^whsec_/);
    expect(restored.missing).toMatchObject([
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
      'backup.json': strToU8('{"format":"proscenium-backup","version":3,"counts":{}}'),
    };
    for (const [bytes, why] of [
      [strToU8('not a zip'), 'not a whole zip'],
      [zip.subarray(0, zip.length / 2), 'not a whole zip'],
      [zipSync(cut), 'no backup.json'],
      [zipSync(oneLess), 'not whole'],
      [zipSync(newer), 'newer code'],
    ] as const)
      await expect(restoreTenant(hostOf(empty), bytes)).rejects.toThrow(why);
    for (const list of ['worlds', 'scenes', 'runs', 'experiments'])
      expect((await get<{ items: unknown[] }>(`GET /v1/${list}`, empty)).items).toEqual([]);
  });

  it('asks before it puts a backup beside something, and makes nothing twice when it is repeated', async () => {
    const before = (await get<{ items: unknown[] }>('GET /v1/worlds', targetKey)).items.length;
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const asked: string[] = [];
    const mayMix = async (what: string) => {
      asked.push(what);
      return asked.length > 1;
    };
    const zip = zipSync(files);
    await expect(restoreTenant(hostOf(targetKey), zip, { mayMix })).rejects.toThrow('already');
    const again = await restoreTenant(hostOf(targetKey), zip, { mayMix });
    expect(asked[0]).toContain('3 scenes');
    expect(asked[0]).toContain('2 experiments');
    expect(again.ids).toEqual(restored.ids);
    // With the notes of an earlier restore, it skips existing items.
    let posts = 0;
    const send: Send = (path, init) => {
      if (init?.method === 'POST') posts += 1;
      return sender(targetKey)(path, init);
    };
    const noted = await restoreTenant(hostOf(targetKey, send), zip, { progress: restored });
    expect(noted.ids).toEqual(restored.ids);
    expect(posts).toBe(1);
    expect((await get<{ items: unknown[] }>('GET /v1/worlds', targetKey)).items).toHaveLength(before);
  });

  it('reads a whole backup although connections are lost on the way', async () => {
    let asked = 0;
    const send: Send = async (path, init) => {
      asked += 1;
      if (asked % 5 === 1) throw new TypeError('fetch failed');
      const response = await sender(key)(path, init);
      if (asked % 5 !== 3) return response;
      // The answer begins, and breaks off.
      const bytes = new Uint8Array(await response.arrayBuffer());
      const cut = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.subarray(0, bytes.length / 2));
          controller.error(new TypeError('terminated'));
        },
      });
      return response.status === 204 ? response : new Response(cut, response);
    };
    const copy: Record<string, Uint8Array> = {};
    for await (const { path, bytes } of backUpTenant(hostOf(key, send))) copy[path] = bytes;
    expect(Object.keys(copy)).toEqual(Object.keys(files));
    expect(copy['backup.json']).toBeDefined();
  });

  it('goes on where it stopped, and tells of what it could not make', async () => {
    const half = await newTenant('half');
    const send = sender(half);
    const zip = zipSync(files);
    let posts = 0;
    const breaking: Send = async (path, init) => {
      if (init?.method === 'POST') posts += 1;
      if (posts > 8) throw new TypeError('fetch failed');
      return send(path, init);
    };
    let progress: Progress = { backup: '', ids: {}, secrets: {} };
    const save = (now: Progress) => {
      progress = now;
    };
    await expect(restoreTenant(hostOf(half, breaking), zip, { save })).rejects.toThrow('fetch failed');
    expect(Object.keys(progress.ids).length).toBeGreaterThan(3);
    // Some later answers are lost, and the import of one scene always fails.
    const flapping: Send = async (path, init) => {
      posts += 1;
      if (new Headers(init?.headers).get('Idempotency-Key')?.endsWith(rooms.bare))
        throw new ProblemError({ type: '/problems/internal', title: 'Broken', status: 500, detail: 'x' });
      const response = await send(path, init);
      if (posts % 7 === 3) throw new TypeError('terminated');
      return response;
    };
    const some = await restoreTenant(hostOf(half, flapping), zip, { progress, save });
    expect(some.missing.map(({ what }) => what)).toContain(rooms.bare);
    const done = await restoreTenant(hostOf(half), zip, { progress: some, save });
    expect(done.missing).toEqual(restored.missing.map((one) => expect.objectContaining({ what: one.what })));
    expect(Object.keys(done.ids).sort()).toEqual(Object.keys(restored.ids).sort());
    // An item whose answer with the secret was lost gets another secret.
    expect(Object.keys(done.secrets)).toHaveLength(Object.keys(restored.secrets).length);
    const counts = async (of: string) => {
      const lists = ['worlds', 'characters', 'scenes', 'runs', 'experiments', 'webhooks', 'hooks'];
      return Promise.all(
        lists.map(async (list) => (await get<{ items: unknown[] }>(`GET /v1/${list}`, of)).items.length),
      );
    };
    expect(await counts(half)).toEqual([2, 2, 3, 3, 2, 2, 1]);
  }, 120_000);

  it('says which rooms are in no list at the end', async () => {
    const forgetful = await newTenant('forgetful');
    const send: Send = async (path, init) => {
      const response = await sender(forgetful)(path, init);
      if (!path.startsWith('/v1/runs?')) return response;
      return Response.json({ items: [], next: null });
    };
    const { missing, ids } = await restoreTenant(hostOf(forgetful, send), zipSync(files));
    const lost = missing.filter(({ why }) => why.includes('in no list')).map(({ what }) => what);
    expect(lost.sort()).toEqual(
      Object.keys(ids)
        .filter((id) => /^(?:run|adv)_/.test(id))
        .sort(),
    );
    expect(ids[rooms.run]).toBeDefined();
  });
});
