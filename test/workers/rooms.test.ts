import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Event } from '../../src/contract/events';
import type { TurnInput } from '../../src/contract/scenes';
import { roomPrefix } from '../../src/logs/bundles';
import {
  address,
  allEvents,
  fakeLog,
  fakeProfile,
  insideScene,
  must,
  roomId,
  sceneBody,
  sceneObject,
  sceneStub,
  understudy,
  until,
} from '../support/rooms';

let made = 1000;
async function openScene(profile = understudy, more = {}): Promise<string> {
  made += 1;
  const id = roomId('scn', made);
  must(await sceneStub(id).create(address(id), sceneBody(profile, more), null));
  return id;
}
const say = (text: string, personaId = 'visitor', to: string[] = []): TurnInput => ({
  type: 'user',
  text,
  personaId,
  to,
});
const idle = (id: string) =>
  until(
    async () => must(await sceneStub(id).read()),
    (scene) => scene.round === null && scene.queued === 0,
    'an idle scene',
  );
const kinds = (events: Event[]) => events.map((event) => event.kind);

async function openSocket(id: string, after: number) {
  const response = await sceneStub(id).fetch(`https://room/socket?after=${after}`, {
    headers: { Upgrade: 'websocket', 'x-viewer': JSON.stringify({ owner: true, ids: [] }) },
  });
  const socket = response.webSocket;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const got: Record<string, unknown>[] = [];
  socket.addEventListener('message', (message) => got.push(JSON.parse(String(message.data))));
  socket.accept();
  return { socket, got, seqs: () => got.flatMap((m) => (typeof m.seq === 'number' ? [m.seq] : [])) };
}

it('keeps inputs that arrive together, in order, and never starts a round inside another', async () => {
  const id = await openScene();
  const texts = Array.from({ length: 6 }, (_, i) => `This is line ${i}.`);
  const answers = await Promise.all(
    texts.map((text, i) => sceneStub(id).turn(say(text, i % 2 ? 'pilot' : 'visitor'), null)),
  );
  const seqs = answers.map((answer) => must(answer).inputSeq);
  expect(new Set(seqs).size).toBe(6);
  await idle(id);
  const events = await allEvents(sceneStub(id));
  const said = events.filter((event) => event.kind === 'player.spoke').map((event) => event.payload.text);
  expect([...said].sort()).toEqual(texts);
  let open = 0;
  for (const event of events) {
    if (event.kind === 'round.started') open += 1;
    if (event.kind === 'round.completed') open -= 1;
    expect(open).toBeLessThanOrEqual(1);
  }
  const answered = events
    .filter((e) => e.kind === 'round.started')
    .flatMap((e) => e.payload.inputs as number[]);
  expect(answered).toEqual([...seqs].sort((a, b) => a - b));
});

it('times a silent model out, says so, and plays on when the round is retried; other rooms go on meanwhile', async () => {
  const name = `hang-then-hang-then-hang-then-ok#${made}`;
  // The first request of a process also loads the client; that is not what is being timed here.
  const warm = await openScene(fakeProfile('ok#warm'));
  must(await sceneStub(warm).turn(say('Hello?'), null));
  await idle(warm);
  const silent = await openScene(fakeProfile(name, { timeoutSeconds: 0.3 }));
  const other = await openScene();
  must(await sceneStub(silent).turn(say('Is anybody there?'), null));
  must(await sceneStub(other).turn(say('Good evening.'), null));
  await idle(other);
  expect(must(await sceneStub(other).round(1)).status).toBe('completed');
  const scene = await idle(silent);
  expect(scene.failed?.problem.detail).toMatch(/did not answer/);
  expect(scene.failed?.problem.fix).toBeTruthy();
  const retried = must(await sceneStub(silent).retry(1, null));
  expect(retried.round).toBe(1);
  await idle(silent);
  const round = must(await sceneStub(silent).round(1));
  expect([round.status, round.attempt, round.problem]).toEqual(['completed', 2, null]);
  expect(round.lines.length).toBe(3);
});

it('keeps the lines when the second pass fails, and retries that pass alone', async () => {
  const name = `ok-then-ok-then-ok-then-ok-then-401-then-ok#${made}`;
  const id = await openScene(fakeProfile(name));
  must(await sceneStub(id).turn(say('Tell me about the storm.'), null));
  const scene = await idle(id);
  expect(scene.failed?.n).toBe(1);
  expect(JSON.stringify(scene)).not.toContain('sk-fake-model-key');
  const before = must(await sceneStub(id).round(1));
  expect(before.lines.length).toBe(3);
  const calls = (await fakeLog(name)).length;
  must(await sceneStub(id).retry(1, null));
  await idle(id);
  const after = must(await sceneStub(id).round(1));
  expect(after.status).toBe('completed');
  expect(after.lines).toEqual(before.lines);
  expect((await fakeLog(name)).length).toBe(calls + 1);
});

it('refuses to retry a round that has not failed', async () => {
  const id = await openScene();
  const result = await sceneStub(id).retry(1, null);
  expect(result).toMatchObject({ ok: false, failure: { code: 'conflict' } });
});

it('cancels after the step under way, keeps what was said, and plays the next input', async () => {
  const id = await openScene();
  await insideScene(id, ({ core }) => {
    core.probe = async (step, point) => {
      if (step === 'character.1:ada/1' && point === 'intent')
        await new Promise((resolve) => setTimeout(resolve, 200));
    };
  });
  must(await sceneStub(id).turn(say('Ada?', 'visitor', ['ada', 'bo']), null));
  await until(
    () => allEvents(sceneStub(id)),
    (events) => kinds(events).includes('character.started'),
    'a cue',
  );
  must(await sceneStub(id).cancel(null));
  must(await sceneStub(id).turn(say('Bo?', 'pilot', ['bo']), null));
  await idle(id);
  const [second, first] = must(await sceneStub(id).rounds({ before: null, limit: 10 })).items;
  expect([first?.status, first?.lines.length]).toEqual(['cancelled', 0]);
  expect(second?.status).toBe('completed');
  expect(second?.inputs[0]?.text).toBe('Bo?');
});

it('goes on while D1 is down, and catches up', async () => {
  const id = await openScene();
  const tables = ['rooms', 'rounds', 'calls', 'frame_diffs'];
  await until(
    () => env.DB.prepare('SELECT count(*) AS n FROM rooms WHERE id = ?').bind(id).first<{ n: number }>(),
    (row) => row?.n === 1,
    'the index row',
  );
  await env.DB.batch(tables.map((table) => env.DB.prepare(`ALTER TABLE ${table} RENAME TO away_${table}`)));
  must(await sceneStub(id).turn(say('The light went out.'), null));
  await idle(id);
  expect(must(await sceneStub(id).round(1)).status).toBe('completed');
  await env.DB.batch(tables.map((table) => env.DB.prepare(`ALTER TABLE away_${table} RENAME TO ${table}`)));
  const count = () =>
    env.DB.prepare('SELECT count(*) AS n FROM calls WHERE room = ?').bind(id).first<{ n: number }>();
  expect((await count())?.n).toBe(0);
  await until(
    async () => {
      await runDurableObjectAlarm(sceneObject(id));
      return count();
    },
    (row) => row?.n === 5,
    'five calls in the index',
  );
  const round = await env.DB.prepare('SELECT status FROM rounds WHERE room = ?')
    .bind(id)
    .first<{ status: string }>();
  expect(round?.status).toBe('completed');
});

it('goes on while R2 is down, keeps the calls, and catches up', async () => {
  const id = await openScene();
  const real = await insideScene(id, (room) => {
    const bindings = (room as unknown as { env: Env }).env;
    const { BUCKET } = bindings;
    bindings.BUCKET = { put: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
    return BUCKET;
  });
  must(await sceneStub(id).turn(say('Is it still raining?'), null));
  await idle(id);
  const list = () => env.BUCKET.list({ prefix: roomPrefix('local', id) });
  // D1 is not held up by R2.
  await until(
    () => env.DB.prepare('SELECT count(*) AS n FROM calls WHERE room = ?').bind(id).first<{ n: number }>(),
    (row) => row?.n === 5,
    'five calls in the index',
  );
  expect((await insideScene(id, () => real.list({ prefix: roomPrefix('local', id) }))).objects).toHaveLength(
    0,
  );
  expect(must(await sceneStub(id).readCall(1, 1)).messages.length).toBeGreaterThan(0);
  await insideScene(id, (room) => {
    (room as unknown as { env: Env }).env.BUCKET = real;
  });
  await until(
    async () => {
      await runDurableObjectAlarm(sceneObject(id));
      return list();
    },
    (found) => found.objects.length === 1,
    'the bundle',
  );
});

it('reads a call from its bundle once it has left the room', async () => {
  const id = await openScene();
  for (let i = 0; i < 23; i += 1) {
    must(await sceneStub(id).turn(say(`Line ${i}.`, 'visitor', ['ada']), null));
    await idle(id);
  }
  const local = () =>
    insideScene(
      id,
      (_room, state) => state.storage.sql.exec<{ n: number }>('SELECT min(n) AS n FROM steps').one().n,
    );
  await until(local, (n) => n > 1, 'old calls leaving the room');
  const call = must(await sceneStub(id).readCall(1, 1));
  expect(call).toMatchObject({
    id: `${id}.1.1`,
    role: 'director',
    provider: 'understudy',
    rung: 'understudy',
  });
  expect(call.messages.length).toBeGreaterThan(0);
});

it('tells the agents what was said before, what was said last, and what is said now, each once', async () => {
  const id = await openScene();
  for (const text of ['Number one.', 'Number two.', 'Number three.']) {
    must(await sceneStub(id).turn(say(text, 'visitor', ['ada']), null));
    await idle(id);
  }
  const numbers = await insideScene(id, (_room, state) =>
    state.storage.sql
      .exec<{ n: number }>("SELECT n FROM steps WHERE round = 3 AND key = 'director.1/1'")
      .toArray(),
  );
  const prompt = JSON.stringify(must(await sceneStub(id).readCall(3, numbers[0]?.n ?? 0)).messages);
  const at = (text: string) => prompt.split(text).length - 1;
  expect([at('Number one.'), at('Number two.'), at('Number three.')]).toEqual([1, 1, 1]);
  const order = [
    '# Conversation so far',
    'Number one.',
    '# Last round',
    'Number two.',
    '# This round',
    'Number three.',
  ];
  expect([...order].sort((a, b) => prompt.indexOf(a) - prompt.indexOf(b))).toEqual(order);
});

it('resumes a socket after a seq, and wakes from hibernation to send', async () => {
  const id = await openScene();
  must(await sceneStub(id).turn(say('First.'), null));
  await idle(id);
  const head = must(await sceneStub(id).read()).head;
  const early = await openSocket(id, 0);
  const late = await openSocket(id, head - 2);
  await until(
    async () => late.got,
    (got) => got.some((m) => m.type === 'ready'),
    'the ready message',
  );
  expect(early.seqs()).toEqual(Array.from({ length: head }, (_, i) => i + 1));
  expect(late.seqs()).toEqual([head - 1, head]);
  await evictDurableObject(sceneObject(id), { webSockets: 'hibernate' });
  must(await sceneStub(id).turn(say('Second.'), null));
  const end = (await idle(id)).head;
  await until(
    async () => late.seqs(),
    (seqs) => seqs.at(-1) === end,
    'the last event',
  );
  expect(late.seqs()).toEqual(Array.from({ length: end - head + 2 }, (_, i) => head - 1 + i));
  late.socket.send(JSON.stringify({ type: 'turn', ref: 'a', input: say('By socket.') }));
  await until(
    async () => late.got,
    (got) => got.some((m) => m.type === 'accepted' && m.ref === 'a'),
    'the receipt',
  );
  late.socket.send(
    JSON.stringify({ type: 'turn', ref: 'b', input: { type: 'user', text: '', personaId: 'nobody' } }),
  );
  await until(
    async () => late.got,
    (got) => got.some((m) => m.type === 'problem' && m.ref === 'b'),
    'the problem',
  );
  await idle(id);
});

it('erases a room whole: its objects, its rows, itself', async () => {
  const id = await openScene();
  must(await sceneStub(id).turn(say('Nobody will remember this.'), null));
  await idle(id);
  const stored = async () => {
    const { objects } = await env.BUCKET.list({ prefix: roomPrefix('local', id) });
    const rows = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM rooms WHERE id = ?1) + (SELECT count(*) FROM calls WHERE room = ?1) AS n',
    )
      .bind(id)
      .first<{ n: number }>();
    return { objects: objects.length, rows: rows?.n };
  };
  await until(stored, (s) => s.objects === 1 && s.rows === 6, 'what is to be erased');
  must(await sceneStub(id).erase());
  expect(await sceneStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  await until(
    async () => {
      await runDurableObjectAlarm(sceneObject(id)).catch(() => false);
      return stored();
    },
    (s) => s.objects === 0 && s.rows === 0,
    'nothing left outside',
  );
  await until(
    () =>
      insideScene(
        id,
        (_room, state) =>
          state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'ledger'").toArray().length,
      ),
    (tables) => tables === 0,
    'nothing left inside',
  );
});

it('asking for an unknown id writes nothing', async () => {
  const id = roomId('scn', 'nothing');
  expect(await sceneStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  const tables = await insideScene(id, (_room, state) =>
    state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf%'")
      .toArray(),
  );
  expect(tables).toEqual([]);
});
