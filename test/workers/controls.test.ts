import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import { bundleKey } from '../../src/storage/bundles';
import {
  controlModel,
  expectRebuilt,
  failed,
  fakeLog,
  fakeProfile,
  idle,
  openRun,
  openScene,
  resting,
  runAt,
  say,
  sceneAt,
  sceneObject,
  sceneStub,
  until,
} from '../support/rooms';
import { OPERATOR, send } from '../support/stage-client';

const kinds = (events: Event[]) => events.map((event) => event.kind);

it('times a silent model out, says so, and plays on when the round is retried; other rooms go on meanwhile', async () => {
  const name = 'hang-then-hang-then-hang-then-ok#controls';
  // The first request of a process also loads the client, which must not be timed.
  const warm = await openScene(fakeProfile('ok#controls-warm'));
  await sceneAt(warm).played(say('Hello?'));
  const silent = await openScene(fakeProfile(name, { timeoutSeconds: 0.3 }));
  const other = await openScene();
  await sceneAt(silent).turn(say('Is anybody there?'));
  await sceneAt(other).played(say('Good evening.'));
  expect((await sceneAt(other).round(1)).status).toBe('completed');
  const scene = await idle(silent);
  expect(scene.failed?.problem.detail).toMatch(/did not answer/);
  expect(scene.failed?.problem.fix).toBeTruthy();
  const retried = await sceneAt(silent).retry(1);
  expect(retried.round).toBe(1);
  await idle(silent);
  const round = await sceneAt(silent).round(1);
  expect([round.status, round.attempt, round.problem]).toEqual(['completed', 2, null]);
  expect(round.lines.length).toBe(3);
});

it('keeps the lines when the second pass fails, and retries that pass alone', async () => {
  const name = 'ok-then-ok-then-ok-then-ok-then-401-then-ok#controls';
  const id = await openScene(fakeProfile(name));
  const scene = await sceneAt(id).played(say('Tell me about the storm.'));
  expect(scene.failed?.n).toBe(1);
  expect(JSON.stringify(scene)).not.toContain('sk-fake-model-key');
  const before = await sceneAt(id).round(1);
  expect(before.lines.length).toBe(3);
  const calls = (await fakeLog(name)).length;
  await sceneAt(id).retry(1);
  await idle(id);
  const after = await sceneAt(id).round(1);
  expect(after.status).toBe('completed');
  expect(after.lines).toEqual(before.lines);
  expect((await fakeLog(name)).length).toBe(calls + 1);
});

it('answers a retry that waits when the round has ended this time, whatever became of it before', async () => {
  const id = await openScene(fakeProfile('401-then-401-then-ok#controls-waits'));
  await sceneAt(id).turn(say('Hello?'));
  await failed(id);
  const retry = (key: string, query = '?wait=1') =>
    send(`POST /v1/scenes/${id}/rounds/1/retry${query}`, OPERATOR, undefined, { 'Idempotency-Key': key });
  const [{ seq: inputSeq = 0 } = {}] = (await sceneAt(id).ledger()).filter(
    ({ kind }) => kind === 'player.spoke',
  );
  expect(await retry('one')).toMatchObject({ status: 200, json: { inputSeq, round: 1, status: 'failed' } });
  const completed = { status: 200, json: { inputSeq, round: 1, status: 'completed' } };
  expect(await retry('two')).toMatchObject(completed);
  // Repeat the request, with and without waiting: it must not play again, and each answer must fit its
  // request.
  expect(await retry('two')).toMatchObject(completed);
  const atOnce = await retry('two', '');
  expect([atOnce.status, atOnce.json]).toEqual([202, { inputSeq, round: 1, status: 'running' }]);
  expect((await sceneAt(id).round(1)).attempt).toBe(3);
});

it('answers when a round was played anew that no input had begun, or a line was spoken anew', async () => {
  const id = await openScene();
  await sceneAt(id).startAutonomy({ rounds: 1, pauseSeconds: 0 });
  await until(() => idle(id)).holds(({ rounds }) => rounds === 1);
  const anew = await send(`POST /v1/scenes/${id}/rounds/1/retry?wait=1`);
  expect(anew).toMatchObject({ status: 200, json: { round: 1, status: 'completed' } });
  const [line] = (await sceneAt(id).round(1)).lines;
  const spoken = await send(`POST /v1/scenes/${id}/lines/${line?.seq}/regenerate?wait=1`);
  expect(spoken).toMatchObject({ status: 200, json: { round: 2, status: 'completed' } });
  expect((await idle(id)).rounds).toBe(2);
});

it('refuses to retry a round that has not failed', async () => {
  const id = await openScene();
  const result = await sceneStub(id).retry(1);
  expect(result).toMatchObject({ ok: false, failure: { code: 'conflict' } });
});

it('cancels after the step under way, keeps what was said, and plays the next input', async () => {
  const id = await openScene();
  await sceneAt(id).inside(({ core }) => {
    core.probe = async (step, point) => {
      if (step === 'character.1:ada/1' && point === 'intent')
        await new Promise((resolve) => setTimeout(resolve, 200));
    };
  });
  await sceneAt(id).turn(say('Ada?', 'visitor', ['ada', 'bo']));
  await until(() => sceneAt(id).ledger()).holds((events) => kinds(events).includes('character.started'));
  await sceneAt(id).cancel();
  await sceneAt(id).played(say('Bo?', 'pilot', ['bo']));
  const [second, first] = (await sceneAt(id).rounds({ before: null, limit: 10 })).items;
  expect([first?.status, first?.lines.length]).toEqual(['cancelled', 0]);
  expect(second?.status).toBe('completed');
  expect(second?.inputs[0]?.text).toBe('Bo?');
});

it.each(['hang', 'drip'])(
  'gives up the request of a cancelled round to an endpoint that would %s',
  async (mode) => {
    const name = `${mode}-then-ok#controls-stop-${mode}`;
    const id = await openScene(fakeProfile(name, { timeoutSeconds: 300 }));
    await sceneAt(id).turn(say('Hello?'));
    await until(() => fakeLog(name)).holds((log) => log.length === 1);
    await sceneAt(id).cancel();
    await sceneAt(id).turn(say('Still there?'));
    // Long before the call would end by itself.
    expect((await idle(id)).rounds).toBe(2);
    await until(() => fakeLog(name)).holds(([call]) => call?.abandoned === true);
    expect((await sceneAt(id).round(2)).status).toBe('completed');
    const [first] = await sceneAt(id).rows<{ status: string; calls: number; tokens: number }>(
      `SELECT status, cost->>'calls' AS calls, cost->>'tokens' AS tokens FROM steps WHERE kind = 'call' AND round = 1`,
    );
    // The endpoint's charge is unknown, so the reserved amount counts.
    expect(first).toMatchObject({ status: 'discarded', calls: 1 });
    expect(first?.tokens).toBeGreaterThan(100);
  },
);

/** Requests of the model by schema, and if the stage gave them up. */
const requestsOf = async (name: string) =>
  (await fakeLog(name)).map(({ schemaName, abandoned }) => `${schemaName}${abandoned ? ' abandoned' : ''}`);
const hangingCall = (name: string, n: number) => until(() => fakeLog(name)).holds((log) => log.length === n);
const textsIn = async (id: string, n: number) => {
  const { inputs, lines } = await sceneAt(id).round(n);
  return { inputs: inputs.map(({ text }) => text), lines: lines.length };
};

it('lets a second line join the round while the director is asked, also if the room is cut off', async () => {
  const name = 'hang-then-ok#controls-join';
  const id = await openScene(fakeProfile(name));
  await sceneAt(id).turn(say('One.'));
  await hangingCall(name, 1);
  expect(await sceneAt(id).turn(say('Two.', 'pilot'))).toMatchObject({ round: 1, status: 'running' });
  await sceneAt(id).cutOff();
  expect((await idle(id)).rounds).toBe(1);
  expect(await textsIn(id, 1)).toEqual({ inputs: ['One.', 'Two.'], lines: 3 });
  expect((await sceneAt(id).round(1)).attempt).toBe(1);
  expect((await requestsOf(name)).slice(0, 2)).toEqual(['director_plan abandoned', 'director_plan']);
  const events = await sceneAt(id).ledger();
  const starts = events.flatMap((event) =>
    event.kind === 'round.started' ? [event.payload.inputs.length] : [],
  );
  expect(starts).toEqual([1, 2]);
  expect((await sceneAt(id).read()).summary).toBeNull();
  await sceneAt(id).inside(({ core }) => {
    expect(core.state?.summary.lines).toBe(5);
    expectRebuilt({ core });
  });
});

it('gives a whisper a round of its own, and a line once a character is asked: after the current line', async () => {
  const name = 'ok-then-hang-then-ok#controls-behind';
  const id = await openScene(fakeProfile(name));
  await sceneAt(id).turn(say('One.'));
  await hangingCall(name, 2);
  const behind = await sceneAt(id).turn(say('Two.', 'pilot'));
  expect(behind).toMatchObject({ round: null, status: 'queued' });
  await controlModel({ release: `fake:${name}` });
  expect((await idle(id)).rounds).toBe(2);
  expect(await textsIn(id, 1)).toEqual({ inputs: ['One.'], lines: 1 });
  expect(await textsIn(id, 2)).toEqual({ inputs: ['Two.'], lines: 3 });
  const whispered = 'hang-then-ok#controls-whisper';
  const other = await openScene(fakeProfile(whispered));
  await sceneAt(other).turn(say('One.'));
  await hangingCall(whispered, 1);
  const whisper = { ...say('Psst.', 'pilot', ['ada']), whisper: true };
  expect(await sceneAt(other).turn(whisper)).toMatchObject({ status: 'queued' });
  await controlModel({ release: `fake:${whispered}` });
  expect((await idle(other)).rounds).toBe(2);
});

it('replays a round to where it ended for a line, or went on before the line came', async () => {
  const id = await openScene();
  const speakersIn = async (n: number) =>
    (await sceneAt(id).ledger())
      .filter(({ kind, round }) => kind === 'character.spoke' && round === n)
      .map(({ actor }) => actor);
  const seen = await sceneAt(id).cutAt('character.1:bo/1 intent');
  await sceneStub(id)
    .turn(say('Who is there?', 'visitor', ['ada', 'bo', 'cy']))
    .catch(() => null);
  await until(() => seen.cut).holds((cut) => cut !== null);
  // Bo was announced before this line came, so the replay asks him, and ends the round behind him.
  const again = await sceneAt(id).cutAt('close before');
  await sceneStub(id)
    .turn(say('And now?', 'pilot', ['cy']))
    .catch(() => null);
  await until(() => again.cut).holds((cut) => cut !== null);
  expect((await idle(id)).rounds).toBe(2);
  expect(await speakersIn(1)).toEqual(['character:ada', 'character:bo']);
  expect(await speakersIn(2)).toContain('character:cy');
  await sceneAt(id).inside(expectRebuilt);
});

it('gives up the second pass for a line that waits, and suggested changes replace it', async () => {
  const name = 'ok-then-ok-then-ok-then-ok-then-hang-then-ok#controls-second';
  const id = await openScene(fakeProfile(name));
  await sceneAt(id).turn(say('One.'));
  await hangingCall(name, 5);
  await sceneAt(id).turn(say('Two.', 'pilot'));
  expect((await idle(id)).rounds).toBe(2);
  expect((await requestsOf(name)).slice(4, 6)).toEqual([
    'director_reconciliation abandoned',
    'director_plan',
  ]);
  const { record, lines } = await sceneAt(id).round(1);
  expect(lines).toHaveLength(3);
  expect(record?.notes).toContain('a line was waiting: states are what the lines suggest');
  const steps = await sceneAt(id).rows<{ status: string; result: string }>(
    "SELECT status, result->>'status' AS result FROM steps WHERE round = 1 AND key LIKE 'director.2%'",
  );
  expect(steps).toEqual([{ status: 'done', result: 'discarded' }]);
});

/** Cancels a round whose director never answers, with an input queued behind it. */
async function cancelHeld(): Promise<{ id: string; release: () => void }> {
  const id = await openScene();
  const hold = await sceneAt(id).holdAt('director.1/1 intent');
  await sceneAt(id).turn(say('Hello?'));
  await hold.reached();
  await sceneAt(id).cancel();
  const queued = await sceneAt(id).turn(say('Still there?'));
  expect(queued).toMatchObject({ round: null, status: 'queued' });
  // The alarm of the cancelled round rings, and must set another one.
  expect(await runDurableObjectAlarm(sceneObject(id))).toBe(true);
  return { id, release: hold.release };
}

/** Completed rounds, read from the room's tables: a request would wake the room. */
const completed = async (id: string): Promise<number[]> =>
  (await sceneAt(id).rows<{ events: string }>('SELECT events FROM ledger'))
    .flatMap((row) => JSON.parse(row.events) as Event[])
    .flatMap((event) => (event.kind === 'round.completed' ? [event.round ?? 0] : []));

it('plays what was queued behind a cancelled round as soon as its step comes back', async () => {
  const { id, release } = await cancelHeld();
  release();
  await until(() => completed(id)).holds((rounds) => rounds.includes(2));
});

it('plays what was queued behind a cancelled round at the next alarm, when the room was cut off', async () => {
  const { id } = await cancelHeld();
  await sceneAt(id).cutOff();
  await sceneAt(id)
    .ringing(() => completed(id))
    .holds((rounds) => rounds.includes(2));
  expect((await sceneAt(id).round(1)).status).toBe('cancelled');
});

it('plays what was queued behind a cancelled round when somebody reads it, when the room was cut off', async () => {
  const { id } = await cancelHeld();
  await sceneAt(id).cutOff();
  await idle(id);
  const rounds = (await sceneAt(id).rounds({ before: null, limit: 10 })).items;
  expect(rounds.map((round) => round.status)).toEqual(['completed', 'cancelled']);
});

/** A round whose first character's first call fails, with an input queued behind it. */
async function failWithQueue(name: string): Promise<string> {
  const id = await openScene(fakeProfile(name));
  const hold = await sceneAt(id).holdAt('character.1:ada/1 intent');
  await sceneAt(id).turn(say('One.', 'visitor', ['ada']));
  await hold.reached();
  await sceneAt(id).turn(say('Two.', 'pilot', ['bo']));
  hold.release();
  const scene = await failed(id);
  expect([scene.failed?.n, scene.queued]).toEqual([1, 1]);
  return id;
}
const inputsOf = async (id: string, n: number) => {
  const round = await sceneAt(id).round(n);
  return { status: round.status, inputs: round.inputs.map((input) => input.text) };
};

it('keeps a failed round to be retried while inputs wait behind it, and plays them after the retry', async () => {
  const id = await failWithQueue('ok-then-401-then-ok#controls-retried');
  const retried = await sceneAt(id).retry(1);
  expect(retried).toMatchObject({ round: 1, status: 'running' });
  await idle(id);
  expect(await inputsOf(id, 1)).toEqual({ status: 'completed', inputs: ['One.'] });
  expect(await inputsOf(id, 2)).toEqual({ status: 'completed', inputs: ['Two.'] });
});

it('goes on with the inputs behind a failed round when a new one comes instead of a retry', async () => {
  const id = await failWithQueue('ok-then-401-then-ok#controls-left');
  await sceneAt(id).played(say('Three.', 'visitor', ['cy']));
  expect(await inputsOf(id, 1)).toEqual({ status: 'failed', inputs: ['One.'] });
  expect(await inputsOf(id, 2)).toEqual({ status: 'completed', inputs: ['Two.'] });
  expect(await inputsOf(id, 3)).toEqual({ status: 'completed', inputs: ['Three.'] });
  expect(await sceneStub(id).retry(1)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
});

it('fails a round whose step was cut off five times, and asks it anew when it is retried', async () => {
  const id = await openScene();
  const loseStep = async (wake: () => Promise<unknown>) => {
    const seen = await sceneAt(id).cutAt('director.1/1 intent');
    await wake().catch(() => null);
    await until(() => seen.cut).holds((cut) => cut !== null);
  };
  const read = () => sceneStub(id).read();
  await loseStep(() => sceneStub(id).turn(say('Hello?')));
  for (let lost = 2; lost <= 5; lost += 1) await loseStep(read);
  const scene = await failed(id);
  expect(scene.failed?.problem.detail).toMatch(/interrupted 5 times/);
  // After another loss, the retried round has four more attempts.
  await loseStep(() => sceneStub(id).retry(1));
  await idle(id);
  const round = await sceneAt(id).round(1);
  expect([round.status, round.attempt, round.lines.length]).toEqual(['completed', 2, 3]);
  const calls = await sceneAt(id).rows<{ status: string }>(
    "SELECT status FROM steps WHERE key = 'director.1/1' ORDER BY n",
  );
  expect(calls.map((call) => call.status)).toEqual([...Array(5).fill('retried'), 'lost', 'done']);
});

it('goes on with a run that was paused in a turn that failed, when it is resumed', async () => {
  const id = await openRun(fakeProfile('401-then-ok#controls-paused'), { budgets: { actions: 3 } });
  const hold = await runAt(id).holdAt('suggest/1 intent');
  await runAt(id).control('start');
  await hold.reached();
  await runAt(id).control('pause');
  hold.release();
  const paused = await until(async () => await runAt(id).read()).holds((run) => run.failed !== null);
  expect([paused.status, paused.failed?.n]).toEqual(['paused', 1]);
  expect((await runAt(id).control('resume')).status).toBe('running');
  const run = await resting(id);
  expect([run.status, run.failed]).toEqual(['finished', null]);
  expect(run.turns).toBeGreaterThan(1);
  expect(await runAt(id).turn(1)).toMatchObject({ status: 'completed', attempt: 2 });
});

it('plays one turn, the failed one, when a failed run is told to step', async () => {
  const id = await openRun(fakeProfile('401-then-ok#controls-step'));
  await runAt(id).control('start');
  expect((await resting(id)).failed?.n).toBe(1);
  const run = await runAt(id).played('step');
  expect([run.status, run.turns, run.failed]).toEqual(['paused', 1, null]);
  const events = kinds(await runAt(id).ledger());
  expect(events.filter((kind) => kind === 'turn.completed')).toHaveLength(1);
  expect(events.at(-1)).toBe('turn.completed');
});

it('cancels the turn under way when a run is stopped, everywhere, and writes nothing after the end', async () => {
  const id = await openRun();
  await runAt(id).played('step');
  const hold = await runAt(id).holdAt('analyze/1 intent');
  await runAt(id).control('start');
  await hold.reached();
  expect((await runAt(id).control('stop')).status).toBe('finished');
  hold.release();
  await runAt(id)
    .ringing(() =>
      env.DB.prepare("SELECT n, status FROM calls WHERE room = ? AND round = 2 AND step = 'analyze/1'")
        .bind(id)
        .first<{ n: number; status: string }>(),
    )
    .holds((call) => call?.status === 'discarded');
  expect((await runAt(id).turn(2)).status).toBe('cancelled');
  const rounds = await env.DB.prepare('SELECT n, status FROM rounds WHERE room = ? ORDER BY n')
    .bind(id)
    .all();
  expect(rounds.results).toEqual([
    { n: 1, status: 'completed' },
    { n: 2, status: 'cancelled' },
  ]);
  await until(() => env.BUCKET.head(bundleKey('local', id, 2))).holds((object) => object !== null);
  expect(kinds(await runAt(id).ledger()).slice(-2)).toEqual(['turn.cancelled', 'run.finished']);
  expect((await resting(id)).turns).toBe(2);
});
