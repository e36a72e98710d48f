import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import type { ExportFile } from '../../src/room/rpc';
import { roomPrefix } from '../../src/storage/bundles';
import { must } from '../support/must';
import {
  idle,
  openScene,
  roomId,
  say,
  sceneAt,
  sceneObject,
  sceneStub,
  understudy,
  until,
} from '../support/rooms';
import { openRoomSocket } from '../support/stage-client';

const facts = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`fact ${n}`, 'salt '.repeat(400)]));

type ExportPage = { files: ExportFile[]; next: string | null };

async function openSocket(id: string, after: number) {
  const { socket, got } = await openRoomSocket(id, { after });
  return { socket, got, seqs: () => got.flatMap((m) => (typeof m.seq === 'number' ? [m.seq] : [])) };
}

it('keeps inputs that arrive together, in order, and never starts a round inside another', async () => {
  const id = await openScene();
  const texts = Array.from({ length: 6 }, (_, i) => `This is line ${i}.`);
  const answers = await Promise.all(
    texts.map((text, i) => sceneStub(id).turn(say(text, i % 2 ? 'pilot' : 'visitor'))),
  );
  const seqs = answers.map((answer) => must(answer).inputSeq);
  expect(new Set(seqs).size).toBe(6);
  await idle(id);
  const events = await sceneAt(id).ledger();
  const said = events.filter((event) => event.kind === 'player.spoke').map((event) => event.payload.text);
  expect([...said].sort()).toEqual(texts);
  const open = new Set<number | undefined>();
  for (const event of events) {
    if (event.kind === 'round.started') open.add(event.round);
    if (event.kind === 'round.completed') open.delete(event.round);
    expect(open.size).toBeLessThanOrEqual(1);
  }
  const answered = events
    .filter((e) => e.kind === 'round.started')
    .flatMap((e) => e.payload.inputs as number[]);
  // Lines that join a round start it once more.
  expect([...new Set(answered)]).toEqual([...seqs].sort((a, b) => a - b));
});

it('tells the agents what was said before, what was said last, and what is said now, each once', async () => {
  const id = await openScene();
  for (const text of ['Number one.', 'Number two.', 'Number three.']) {
    await sceneAt(id).played(say(text, 'visitor', ['ada']));
  }
  const numbers = await sceneAt(id).inside((_room, state) =>
    state.storage.sql
      .exec<{ n: number }>("SELECT n FROM steps WHERE round = 3 AND key = 'director.1/1'")
      .toArray(),
  );
  const prompt = JSON.stringify((await sceneAt(id).readCall(3, numbers[0]?.n ?? 0)).messages);
  const at = (text: string) => prompt.split(text).length - 1;
  expect([at('Number one.'), at('Number two.'), at('Number three.')]).toEqual([1, 1, 1]);
  const order = ['# Conversation', 'Number one.', 'Number two.', 'Number three.', '# Now'];
  expect([...order].sort((a, b) => prompt.indexOf(a) - prompt.indexOf(b))).toEqual(order);
});

it('resumes a socket after a seq, and wakes from hibernation to send', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('First.'));
  const head = (await sceneAt(id).read()).head;
  const early = await openSocket(id, 0);
  const late = await openSocket(id, head - 2);
  await until(() => late.got).holds((got) => got.some((m) => m.type === 'ready'));
  expect(early.seqs()).toEqual(Array.from({ length: head }, (_, i) => i + 1));
  expect(late.seqs()).toEqual([head - 1, head]);
  await evictDurableObject(sceneObject(id), { webSockets: 'hibernate' });
  await sceneAt(id).turn(say('Second.'));
  const end = (await idle(id)).head;
  await until(() => late.seqs()).holds((seqs) => seqs.at(-1) === end);
  expect(late.seqs()).toEqual(Array.from({ length: end - head + 2 }, (_, i) => head - 1 + i));
  late.socket.send(JSON.stringify({ type: 'turn', ref: 'a', input: say('By socket.') }));
  await until(() => late.got).holds((got) => got.some((m) => m.type === 'accepted' && m.ref === 'a'));
  late.socket.send(
    JSON.stringify({ type: 'turn', ref: 'b', input: { type: 'user', text: '', personaId: 'nobody' } }),
  );
  await until(() => late.got).holds((got) => got.some((m) => m.type === 'problem' && m.ref === 'b'));
  await idle(id);
});

it('erases a room whole: its objects, its rows, itself', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('Nobody will remember this.'));
  const stored = async () => {
    const { objects } = await env.BUCKET.list({ prefix: roomPrefix('local', id) });
    const rows = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM rooms WHERE id = ?1) + (SELECT count(*) FROM calls WHERE room = ?1) AS n',
    )
      .bind(id)
      .first<{ n: number }>();
    return { objects: objects.length, rows: rows?.n };
  };
  await until(stored).holds((s) => s.objects === 1 && s.rows === 6);
  await sceneAt(id).erase();
  expect(await sceneStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  await until(async () => {
    await runDurableObjectAlarm(sceneObject(id)).catch(() => false);
    return stored();
  }).holds((s) => s.objects === 0 && s.rows === 0);
  await until(() =>
    sceneAt(id).inside(
      (_room, state) =>
        state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'ledger'").toArray().length,
    ),
  ).holds((tables) => tables === 0);
});

it('asking for an unknown id writes nothing', async () => {
  const id = roomId('scn', 'nothing');
  expect(await sceneStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  const tables = await sceneAt(id).inside((_room, state) =>
    state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf%'")
      .toArray(),
  );
  expect(tables).toEqual([]);
});

it('gives everyone the whole export when two read it at once, page by page', async () => {
  // About two million characters of facts, and again in the ledger: the export has more than one page.
  const wide = { ...understudy, maxContextTokens: 1_000_000 };
  const id = await openScene(wide, { world: facts(500) });
  for (const text of ['One.', 'Two.']) {
    await sceneAt(id).played(say(text, 'visitor', ['ada']));
  }
  const readExport = async () => {
    const files: ExportFile[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: ExportPage = await sceneAt(id).exportPage(cursor);
      files.push(...page.files);
      pages += 1;
      cursor = page.next;
    } while (cursor !== null);
    return { pages, files };
  };
  const alone = await readExport();
  expect(alone.pages).toBeGreaterThan(1);
  expect(alone.files.map((file) => file.path)).toContain('rounds/000002.json');
  expect(await Promise.all([readExport(), readExport()])).toEqual([alone, alone]);
});

it('does not look through the receipts it has when it takes another', async () => {
  const id = await openScene();
  const send = (key: string) =>
    sceneStub(id).turn(say('Good evening.', 'visitor', ['ada']), { key, bodyHash: 'one' });
  must(await send('first'));
  await idle(id);
  const cursors = await sceneAt(id).inside((_room, { storage }) => {
    for (let n = 0; n < 200; n += 1) {
      storage.sql.exec('INSERT INTO receipts VALUES (?, ?, ?, ?)', `key ${n}`, 'one', '{}', Date.now());
    }
    const exec = storage.sql.exec.bind(storage.sql);
    const found: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
    vi.spyOn(storage.sql, 'exec').mockImplementation((query, ...bound) => {
      const cursor = exec(query, ...bound);
      if (query.includes('receipts')) found.push(cursor);
      return cursor as never;
    });
    return found;
  });
  must(await send('second'));
  const rowsRead = await sceneAt(id).inside(() => cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0));
  expect(cursors.length).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThan(5);
  await idle(id);
});

it('plays on without a snapshot when its state is too large for a row', async () => {
  const id = await openScene(understudy, { world: facts(500) });
  for (let n = 1; n <= 8; n += 1) {
    const scene = await sceneAt(id).played(say(`Number ${n}.`));
    expect(scene.failed).toBeNull();
  }
  const stored = () => sceneAt(id).inside(({ core }) => structuredClone(must(core.open()).state));
  const state = await stored();
  // More than a row holds, and enough events for a snapshot.
  expect(JSON.stringify(state).length).toBeGreaterThan(1_900_000);
  expect(state.head).toBeGreaterThan(64);
  expect(await sceneAt(id).rows('SELECT seq FROM snapshot')).toEqual([]);
  await sceneAt(id).cutOff();
  expect(await stored()).toEqual(state);
  await sceneAt(id).played(say('And once more.'));
  expect((await sceneAt(id).round(9)).status).toBe('completed');
});
