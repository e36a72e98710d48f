import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, inject, it, vi } from 'vitest';
import { RoundFailure } from '../../src/room/step-context';
import { type Bundle, bundleKey, roomPrefix, unpackBundle } from '../../src/storage/bundles';
import { callRecord } from '../../src/storage/index-rows';
import type { FakeLogEntry } from '../support/fake-model';
import { must } from '../support/must';
import {
  failed,
  fakeProfile,
  idle,
  openRun,
  openScene,
  runAt,
  say,
  sceneAt,
  sceneObject,
  sceneStub,
  until,
} from '../support/rooms';

type CallRow = { n: number; round: number; step: string; status: string };

const indexedCalls = async (id: string): Promise<CallRow[]> =>
  (
    await env.DB.prepare('SELECT n, round, step, status FROM calls WHERE room = ? ORDER BY n')
      .bind(id)
      .all<CallRow>()
  ).results;

const storedBundle = async (id: string, round: number): Promise<Bundle | null> => {
  const stored = await env.BUCKET.get(bundleKey('local', id, round));
  return stored && (await unpackBundle(stored.body));
};

/** Waits until the outbox is empty for both stores. */
const sent = (id: string) =>
  sceneAt(id)
    .ringing(() => sceneAt(id).inside(({ core }) => !must(core.open()).outbox.pending()))
    .holds();

it('goes on while D1 is down, and catches up', async () => {
  const id = await openScene();
  const tables = ['rooms', 'rounds', 'calls', 'frame_diffs'];
  await until(() =>
    env.DB.prepare('SELECT count(*) AS n FROM rooms WHERE id = ?').bind(id).first<{ n: number }>(),
  ).holds((row) => row?.n === 1);
  await env.DB.batch(tables.map((table) => env.DB.prepare(`ALTER TABLE ${table} RENAME TO away_${table}`)));
  await sceneAt(id).played(say('The light went out.'));
  expect((await sceneAt(id).round(1)).status).toBe('completed');
  await env.DB.batch(tables.map((table) => env.DB.prepare(`ALTER TABLE away_${table} RENAME TO ${table}`)));
  const count = () =>
    env.DB.prepare('SELECT count(*) AS n FROM calls WHERE room = ?').bind(id).first<{ n: number }>();
  expect((await count())?.n).toBe(0);
  await until(async () => {
    await runDurableObjectAlarm(sceneObject(id));
    return count();
  }).holds((row) => row?.n === 5);
  const round = await env.DB.prepare('SELECT status FROM rounds WHERE room = ?')
    .bind(id)
    .first<{ status: string }>();
  expect(round?.status).toBe('completed');
});

it('goes on while R2 is down, keeps the calls, and catches up', async () => {
  const id = await openScene();
  const real = await sceneAt(id).inside((room) => {
    const bindings = (room as unknown as { env: Env }).env;
    const { BUCKET } = bindings;
    bindings.BUCKET = { put: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
    return BUCKET;
  });
  await sceneAt(id).played(say('Is it still raining?'));
  const list = () => env.BUCKET.list({ prefix: roomPrefix('local', id) });
  // R2 does not delay D1.
  await until(() =>
    env.DB.prepare('SELECT count(*) AS n FROM calls WHERE room = ?').bind(id).first<{ n: number }>(),
  ).holds((row) => row?.n === 5);
  expect(
    (await sceneAt(id).inside(() => real.list({ prefix: roomPrefix('local', id) }))).objects,
  ).toHaveLength(0);
  expect((await sceneAt(id).readCall(1, 1)).messages.length).toBeGreaterThan(0);
  await sceneAt(id).inside((room) => {
    (room as unknown as { env: Env }).env.BUCKET = real;
  });
  await until(async () => {
    await runDurableObjectAlarm(sceneObject(id));
    return list();
  }).holds((found) => found.objects.length === 1);
});

it('answers with the prompts that the model received, from the room and from R2', async () => {
  const id = await openScene(fakeProfile('ok#whole-prompts'), {
    scenario: 'The storm has cut the lighthouse off. '.repeat(40),
  });
  const put = await sceneAt(id).inside((room) =>
    vi.spyOn((room as unknown as { env: Env }).env.BUCKET, 'put').mockRejectedValue(new Error('R2 is down')),
  );
  for (const text of ['Is it still raining?', `Then stay. ${'The sea is high tonight. '.repeat(20)}`])
    await sceneAt(id).played(say(text));
  const readAll = async () => {
    const calls = await Promise.all(
      (await indexedCalls(id)).map(({ round, n }) => sceneAt(id).readCall(round, n)),
    );
    return {
      calls,
      events: await sceneAt(id).ledger(),
      exported: must(await sceneStub(id).exportPage(null)),
    };
  };
  await until(() => indexedCalls(id)).holds((calls) => calls.length === 10);
  const fromRoom = await readAll();
  const received = await (await fetch(`${inject('fakeModelUrl')}/control/log?full=1`)).json<FakeLogEntry[]>();
  const prompts = received.filter(({ model }) => model === 'fake:ok#whole-prompts');
  expect(fromRoom.calls.map(({ messages }) => messages)).toEqual(prompts.map(({ messages }) => messages));
  // Shared lines are stored once.
  const [size] = await sceneAt(id).rows('SELECT sum(length(prompt)) AS stored FROM steps');
  expect(Number(size?.stored)).toBeLessThan(
    JSON.stringify(prompts.map(({ messages }) => messages)).length / 2,
  );

  // After a restart, nothing comes from memory.
  await sceneAt(id).cutOff();
  expect(JSON.stringify(await readAll())).toBe(JSON.stringify(fromRoom));
  put.mockRestore();
  await sent(id);
  const fromStore = await Promise.all([1, 2].map((round) => storedBundle(id, round)));
  const records = fromStore.flatMap((bundle) => bundle?.steps.map((step) => callRecord(id, step)) ?? []);
  expect(JSON.stringify(records)).toBe(JSON.stringify(fromRoom.calls));
});

it('reads a call from its bundle once it has left the room', async () => {
  const id = await openScene();
  for (let i = 0; i < 23; i += 1) {
    await sceneAt(id).played(say(`Line ${i}.`, 'visitor', ['ada']));
  }
  const local = () =>
    sceneAt(id).inside(
      (_room, state) => state.storage.sql.exec<{ n: number }>('SELECT min(n) AS n FROM steps').one().n,
    );
  await until(local).holds((n) => n > 1);
  const call = await sceneAt(id).readCall(1, 1);
  expect(call).toMatchObject({
    id: `${id}.1.1`,
    role: 'director',
    provider: 'understudy',
    rung: 'understudy',
  });
  expect(call.messages.length).toBeGreaterThan(0);
});

it('rings the alarm of an open round a few times, not without pause, while D1 is down', async () => {
  const id = await openScene();
  await sent(id);
  // The rooms of an isolate share their bindings: earlier rooms of this file have emptied their outboxes.
  const { setAlarm, batch } = await sceneAt(id).inside((room, state) => {
    const { DB } = (room as unknown as { env: Env }).env;
    const batch = vi.spyOn(DB, 'batch').mockRejectedValue(new Error('D1 is down'));
    return { setAlarm: vi.spyOn(state.storage, 'setAlarm'), batch };
  });
  await sceneAt(id).played(say('The light went out.'));
  await until(() => sceneAt(id).inside(({ core }) => core.jobs.outbox.retryAt)).holds((at) => at !== null);
  const hold = await sceneAt(id).holdAt('director.1/1 intent');
  await sceneAt(id).turn(say('And again.'));
  await hold.reached();
  // The retry is due while the round is being played.
  await sceneAt(id).inside(({ core }) => {
    core.jobs.outbox.retryAt = Date.now() - 1;
  });
  setAlarm.mockClear();
  await runDurableObjectAlarm(sceneObject(id));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(setAlarm.mock.calls.length).toBeGreaterThan(0);
  expect(setAlarm.mock.calls.length).toBeLessThan(6);
  hold.release();
  await idle(id);
  batch.mockRestore();
  await sent(id);
  expect((await indexedCalls(id)).length).toBe(10);
});

it('sends a call that was given up as its round was cancelled, with what came of it, to both stores', async () => {
  const id = await openScene();
  const hold = await sceneAt(id).holdAt('character.1:ada/1 intent');
  await sceneAt(id).turn(say('Ada?', 'visitor', ['ada']));
  await hold.reached();
  await sceneAt(id).cancel();
  // The partial round is sent, but must not be final.
  await sceneAt(id)
    .ringing(() =>
      env.DB.prepare('SELECT status FROM rounds WHERE room = ?').bind(id).first<{ status: string }>(),
    )
    .holds((round) => round?.status === 'cancelled');
  hold.release();
  const own = () =>
    sceneAt(id).rows<{ n: number }>("SELECT n FROM steps WHERE status = 'discarded' AND result <> ''");
  const [step] = await until(own).holds((rows) => rows.length === 1);
  await sent(id);
  const call = { n: step?.n, step: 'character.1:ada/1', status: 'discarded' };
  expect((await indexedCalls(id)).at(-1)).toMatchObject(call);
  const bundle = await storedBundle(id, 1);
  const kept = bundle?.steps.at(-1);
  expect(kept).toMatchObject({
    n: step?.n,
    key: call.step,
    status: 'discarded',
    intent: { provider: 'understudy' },
  });
  expect(kept?.result?.error).toBe('cancelled, because the round has ended');
});

it('goes on sending calls after a step that broke, whose round failed', async () => {
  const id = await openScene();
  await sceneAt(id).inside(({ core }) => {
    core.probe = async (step, point) => {
      if (step === 'character.1:ada/1' && point === 'intent') throw new Error('broken by the test');
    };
  });
  await sceneAt(id).turn(say('Ada?', 'visitor', ['ada']));
  expect((await failed(id)).failed?.n).toBe(1);
  await sceneAt(id).inside(({ core }) => {
    core.probe = async () => {};
  });
  await sceneAt(id).played(say('Bo?', 'visitor', ['bo']));
  expect((await sceneAt(id).round(2)).status).toBe('completed');
  await sent(id);
  const steps = await sceneAt(id).rows<CallRow>('SELECT n, round, key AS step, status FROM steps');
  const calls = await indexedCalls(id);
  expect(calls.map((call) => call.n)).toEqual(steps.map((step) => step.n));
  expect(calls.find((call) => call.step === 'character.1:ada/1')?.status).toBe('discarded');
  expect(calls.some((call) => call.round === 2 && call.status === 'answered')).toBe(true);
});

/** Plays rounds that fail before their first step, and so have none. */
async function failRounds(id: string, from: number, to: number): Promise<void> {
  const setProbe = (probe: () => Promise<void>) =>
    sceneAt(id).inside(({ core }) => {
      core.probe = probe;
    });
  const failure = { code: 'unavailable', detail: 'failed by the test', retryAfter: 1 } as const;
  await setProbe(() => Promise.reject(new RoundFailure({ ...failure }, '')));
  for (let n = from; n <= to; n += 1) {
    await sceneAt(id).turn(say(`Number ${n}.`));
    await until(async () => await sceneAt(id).read()).holds((scene) => scene.failed?.n === n);
  }
  await setProbe(async () => {});
}

it('never gives the number of a step again, though every step of the kept rounds is gone', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('The first.', 'visitor', ['ada']));
  // In the end only rounds without steps are left.
  await failRounds(id, 2, 24);
  await sent(id);
  const old = await indexedCalls(id);
  expect(old.length).toBeGreaterThan(1);
  await sceneAt(id).played(say('The last.', 'visitor', ['ada']));
  await sent(id);
  const calls = await indexedCalls(id);
  expect(calls.slice(0, old.length)).toEqual(old);
  expect(calls.length).toBeGreaterThan(old.length);
  expect(calls.slice(old.length).every((call) => call.round === 25)).toBe(true);
});

it('reads every call of a round of which the room has kept the newest alone', async () => {
  const id = await openScene();
  await sceneAt(id).played(say('The first.', 'visitor', ['ada']));
  await failRounds(id, 2, 24);
  await sent(id);
  const calls = await indexedCalls(id);
  expect(calls.length).toBeGreaterThan(1);
  for (const { round, n } of calls) {
    expect(await sceneStub(id).readCall(round, n)).toMatchObject({ ok: true, value: { n, round: 1 } });
  }
});

it('indexes what changed in each turn of a run as its ledger tells it', async () => {
  const id = await openRun();
  for (let n = 1; n <= 3; n += 1) {
    await runAt(id).played('step');
  }
  const analyzed = (await runAt(id).ledger()).filter((event) => event.kind === 'action.analyzed');
  const wanted = analyzed.map((event) => {
    const { action, diff, hadEffect } = event.payload;
    return {
      turn: event.turn,
      action,
      summary: diff.summary,
      changed: diff.count,
      had_effect: Number(hadEffect),
    };
  });
  expect(wanted).toHaveLength(3);
  expect(wanted.every((diff) => diff.summary.length > 0)).toBe(true);
  expect(wanted.some((diff) => diff.changed > 0)).toBe(true);
  const query =
    'SELECT turn, action, summary, changed, had_effect FROM frame_diffs WHERE room = ? ORDER BY turn';
  const stored = await runAt(id)
    .ringing(async () => (await env.DB.prepare(query).bind(id).all()).results)
    .holds((rows) => rows.length === 3);
  expect(stored).toEqual(wanted);
});

it('tells the index of a turn that is over, however long the next one takes', async () => {
  const id = await openRun();
  // The first turns follow quickly; the third waits for its model.
  let suggestions = 0;
  const hold = { held: false, released: false };
  await runAt(id).inside(({ core }) => {
    core.probe = async (step, point) => {
      if (step !== 'suggest/1' || point !== 'before') return;
      suggestions += 1;
      while (suggestions > 2 && !hold.released) {
        hold.held = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
  });
  await runAt(id).control('start');
  await until(() => hold.held).holds();
  const ended = () =>
    env.DB.prepare("SELECT count(*) AS n FROM rounds WHERE room = ? AND status = 'completed'")
      .bind(id)
      .first<{ n: number }>();
  await until(ended).holds((row) => row?.n === 2);
  hold.released = true;
  await runAt(id).played('stop');
});
