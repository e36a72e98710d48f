import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { roomDeps } from '../../durable-objects/lib/room/deps';
import { sleep } from '../../src/base/sleep';
import type { Event } from '../../src/contract/events/events';
import type { CreateRun } from '../../src/contract/runs';
import { sample } from '../support/depth';
import { createExperiment, SMALL, untilExperiment } from '../support/experiments';
import { must } from '../support/must';
import {
  address,
  fakeProfile,
  openRun,
  resting,
  roomId,
  runAt,
  runStub,
  understudy,
  until,
} from '../support/rooms';
import { get, problemOf } from '../support/stage-client';

/**
 * Tests with the ARC-AGI-3 service. All tests that reset the fake service, set faults or read its log are in
 * this file: files run concurrently with a single fake, whose faults apply to any next request.
 */

/** Same as in the fake server (test/support/fake-arc.ts). */
interface Fault {
  fault: string;
  on?: string;
  within?: true;
  times?: number;
}
interface Log {
  log: { path: string; status: number | null; body: Record<string, unknown> }[];
  executed: { guid: string; command: string }[];
}

const control = (command: object) =>
  fetch(`${inject('fakeArcUrl')}/control`, { method: 'POST', body: JSON.stringify(command) });
const readLog = async (): Promise<Log> =>
  (await fetch(`${inject('fakeArcUrl')}/control/log`)).json() as Promise<Log>;

const read = async (id: string) => await runAt(id).read();
const finished = (id: string) => until(() => read(id)).holds(({ status }) => status === 'finished');

let made = 0;

const open = (game: string, more: Partial<CreateRun> = {}) =>
  openRun(understudy, { game: `arc3:${game}-1a2b3c4d`, ...more });

async function create(game: string) {
  made += 1;
  const id = roomId('run', 7000 + made);
  const profiles = { explorer: understudy, analyst: understudy };
  const created = await runStub(id).create(address(id), { game, seed: 'one', profiles, start: false }, null);
  return { id, created };
}

async function playTurns(id: string, turns: number): Promise<Event[]> {
  for (let n = 0; n < turns; n += 1) {
    await runAt(id).played('step');
  }
  return runAt(id).ledger();
}

async function countActions(events: Event[]) {
  const executed = events.filter((event) => event.kind === 'action.executed');
  const { executed: deeds } = await readLog();
  return {
    known: executed.filter((event) => event.payload.inDoubt === false).length,
    doubted: executed.filter((event) => event.payload.inDoubt === true).length,
    done: deeds.filter(({ command }) => command.startsWith('ACTION')).length,
  };
}

const evidence = async (id: string): Promise<number> => {
  const { actions } = await runAt(id).knowledge();
  return Object.values(actions).reduce((sum, known) => sum + known.observations.length, 0);
};

beforeAll(() => {
  // The client waits seconds before it retries a lost service.
  roomDeps(env).sleep = (ms) => sleep(ms / 50);
});

beforeEach(async () => {
  await control({ reset: true });
});

describe('a game of the remote service', () => {
  it('is learnt to the end, its scorecard opened once and closed', async () => {
    const id = await open('corridor', { start: true, budgets: { actions: 12, calls: 100 } });
    await until(async () => await runAt(id).read()).holds((run) => run.status === 'finished');
    const isClosing = ({ log }: Log) =>
      log.at(-1)?.path === '/api/scorecard/close' && log.at(-1)?.status === 200;
    const { log } = await until(readLog).holds(isClosing);
    const paths = log.map(({ path }) => path);
    expect(paths.filter((path) => path === '/api/scorecard/open')).toHaveLength(1);
    expect(log.every(({ path, body }) => !path.includes('ACTION') || !('card_id' in body))).toBe(true);
    expect(log.every(({ status }) => status === 200)).toBe(true);
    const events = await runAt(id).ledger();
    expect(await countActions(events)).toEqual({ known: 12, doubted: 0, done: 12 });
    // Session data is the operator's and must not leave the room.
    const told = JSON.stringify([
      events,
      (await runAt(id).exportPage(null)).files,
      await runAt(id).replay({ after: 0, limit: 100 }),
    ]);
    expect(told).not.toMatch(/cookies|card_id|arc-fake-key/);
    for (const { guid } of (await readLog()).executed) expect(told).not.toContain(guid);
  });

  it('closes the scorecard of a run that is stopped', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await runAt(id).control('stop');
    await until(readLog).holds(({ log }) => log.at(-1)?.path === '/api/scorecard/close');
  });

  it.each(['drop-after', '500-after', 'cut', 'garbage', 'ragged', 'bright', 'drop-before'])(
    'keeps an action in doubt after %s: recorded, never evidence, and the next one shows where it stands',
    async (fault) => {
      const id = await open('corridor');
      await playTurns(id, 1);
      await control({ script: [{ fault, on: 'ACTION' } satisfies Fault] });
      const before = await evidence(id);
      await playTurns(id, 1);
      expect(await evidence(id)).toBe(before);
      const events = await playTurns(id, 1);
      const { known, doubted, done } = await countActions(events);
      expect(doubted).toBe(1);
      // An action in doubt may or may not have been executed; all others are known, and were executed once.
      expect(done - known).toBe(fault === 'drop-before' ? 0 : 1);
      const roles = events
        .filter((event) => event.kind === 'action.executed')
        .map(({ payload }) => payload.role);
      expect(roles.slice(-2)).toEqual(['refresh', 'target']);
      expect(await evidence(id)).toBe(before + 1);
      expect((await runAt(id).read()).failed).toBeNull();
    },
  );

  it('backs off when told to, and counts nothing twice', async () => {
    const id = await open('corridor');
    await control({ script: [{ fault: '429-retry', on: 'ACTION', value: 0 }] });
    const events = await playTurns(id, 1);
    expect(await countActions(events)).toEqual({ known: 1, doubted: 0, done: 1 });
  });

  it('starts the level again after a game over, and keeps what it knows', async () => {
    const id = await open('fuel-run', { budgets: { actions: 120, calls: 300 } });
    await runAt(id).control('start');
    await until(async () => await runAt(id).read()).holds(
      (run) => run.status === 'finished' || run.failed !== null,
    );
    const events = await runAt(id).ledger();
    expect(await runAt(id).read()).toMatchObject({ status: 'finished', failed: null });
    const { known, doubted, done } = await countActions(events);
    expect([known, doubted]).toEqual([done, 0]);
  });

  it('fails the turn, retryably, when the server gives nothing usable for long, and goes on later', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await control({ script: [{ fault: 'drop-after', on: 'ACTION', times: 4 }] });
    for (let n = 0; n < 4; n += 1) {
      await runAt(id).control('step');
      if ((await resting(id)).failed) break;
    }
    expect((await resting(id)).failed?.problem.detail).toContain('no usable answer');
    await control({ script: [] });
    await runAt(id).control('resume');
    await until(async () => await runAt(id).read()).holds((run) => run.failed === null && run.turns > 3);
    await runAt(id).control('stop');
  });
});

it('a service that is away for a while is waited for: one action is in doubt, the run stays running and goes on by itself', async () => {
  const id = await open('corridor', { budgets: { actions: 8, calls: 100 } });
  await playTurns(id, 1);
  // The pending action is lost; then there are no answers until the service is back.
  await control({
    script: [
      { fault: 'drop-before', on: 'ACTION' },
      { fault: '500-before', on: 'scorecard/', times: 3 },
    ],
  });
  await runAt(id).control('resume');
  const away = await until(() => read(id)).holds(({ failed }) => failed !== null);
  expect(away).toMatchObject({ status: 'running', finishReason: null });
  expect(Date.parse(away.failed?.retryAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await finished(id)).toMatchObject({ failed: null, finishReason: 'action_budget' });
  const events = await runAt(id).ledger();
  expect(events.filter((event) => event.kind === 'turn.failed')).toHaveLength(1);
  expect(await countActions(events)).toEqual({ known: 7, doubted: 1, done: 7 });
});

const opened = ({ log }: Log) => log.filter(({ path }) => path === '/api/scorecard/open').length;
const closed = ({ log }: Log) =>
  log.filter(({ path }) => path === '/api/scorecard/close').map(({ body }) => body.card_id);

/** Waits until every card with a game is closed, and later checks that each was closed only once. */
async function expectClosed(cards = 1): Promise<void> {
  await until(readLog).holds((log) => closed(log).length >= cards);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const log = await readLog();
  const used = log.log.filter(({ path }) => path.endsWith('RESET')).map(({ body }) => body.card_id);
  expect(opened(log)).toBe(cards);
  expect(closed(log).sort()).toEqual([...new Set(used)].sort());
}

describe('the scorecard of a run', () => {
  it('is closed when the calls are spent in the middle of a turn', async () => {
    // The run does not count the usage of a failed turn; the meter ends the run on the next attempt.
    const profile = fakeProfile('500#arc-budget');
    const id = await open('corridor', {
      profiles: { explorer: profile, analyst: profile },
      budgets: { calls: 2, actions: 50 },
      start: true,
    });
    expect(await resting(id)).toMatchObject({ status: 'failed' });
    for (let tries = 0; tries < 5 && (await resting(id)).status === 'failed'; tries += 1)
      await runAt(id).control('resume');
    expect(await resting(id)).toMatchObject({ status: 'finished', finishReason: 'call_budget' });
    expect((await runAt(id).ledger()).map(({ kind }) => kind)).toContain('turn.cancelled');
    await expectClosed();
  });

  it('is closed after the end of a run, which waits for no server that takes its time', async () => {
    await control({ script: [{ fault: 'slow', value: 2000, on: 'scorecard/close' }] });
    const id = await open('corridor', { budgets: { actions: 3, calls: 100 }, start: true });
    expect(await finished(id)).toMatchObject({ finishReason: 'action_budget' });
    const answers = (await readLog()).log.filter(({ path }) => path === '/api/scorecard/close');
    expect(answers.filter(({ status }) => status !== null)).toEqual([]);
    await expectClosed();
  });

  it.each([
    ['between turns', async (id: string) => void (await runAt(id).control('stop'))],
    ['by deleting it', async (id: string) => void (await runAt(id).erase())],
  ])('is closed when a run is stopped %s', async (_how, end) => {
    const id = await open('corridor');
    await runAt(id).played('step');
    await end(id);
    await expectClosed();
  });

  it('is closed though it was opened for a run that was stopped meanwhile', async () => {
    await control({ script: [{ fault: 'slow', value: 300, on: 'RESET' }] });
    const id = await open('corridor', { start: true });
    await until(readLog).holds(({ log }) => log.some(({ path }) => path.endsWith('RESET')));
    await runAt(id).control('stop');
    expect(await read(id)).toMatchObject({ status: 'finished' });
    await expectClosed();
  });

  it('is closed when a run is stopped whose turn failed', async () => {
    const id = await open('corridor');
    await runAt(id).played('step');
    await control({ script: [{ fault: '403', on: 'ACTION' }] });
    await runAt(id).control('resume');
    await until(() => read(id)).holds(({ status }) => status === 'failed');
    await runAt(id).control('stop');
    await expectClosed();
  });

  it('is not closed again when the room was asleep and is touched', async () => {
    const id = await open('corridor', { budgets: { actions: 2, calls: 100 }, start: true });
    await finished(id);
    await expectClosed();
    for (const title of ['Once', 'Twice']) {
      await runAt(id).cutOff();
      await until(() => runStub(id).change({ title })).holds(({ ok }) => ok);
      await runAt(id).control('stop');
    }
    await expectClosed();
  });

  it('is closed where the game could not be started on it', async () => {
    await control({ script: [{ fault: '403', on: 'RESET' }] });
    const id = await open('corridor', { start: true });
    await until(() => read(id)).holds(({ status }) => status === 'failed');
    await expectClosed();
  });
});

describe('a session with a remote game that is gone', () => {
  it.each(['forget', 'closeCards'])('has a new one opened after %s, and the run goes on', async (what) => {
    const id = await open('corridor');
    await playTurns(id, 2);
    const before = await evidence(id);
    await control({ [what]: true });
    const events = await playTurns(id, 4);
    const reset = events.findLast((event) => event.kind === 'game.reset');
    expect(reset?.payload).toMatchObject({ reason: 'session_lost', inDoubt: false });
    // Actions lost with it do not count as evidence; earlier knowledge stays, and grows.
    const refused = events.filter((event) => event.kind === 'action.refused');
    expect(refused.length).toBeGreaterThan(0);
    expect(await evidence(id)).toBe(before + 4 - refused.length);
    expect(await countActions(events)).toMatchObject({ doubted: 0 });
    const { log } = await readLog();
    expect(log.filter(({ path }) => path === '/api/scorecard/open')).toHaveLength(2);
    expect(await runAt(id).read()).toMatchObject({ failed: null, pauseReason: null });
  });

  it('again and again, with nothing done between, pauses the run with the reason', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await runAt(id).inside(({ core }) => {
      core.probe = async (step, point) => {
        if (step.startsWith('target') && point === 'intent') await control({ forget: true });
      };
    });
    await runAt(id).control('resume');
    const run = await until(async () => await runAt(id).read()).holds(
      ({ status, turn }) => status !== 'running' && turn === null,
    );
    expect(run).toMatchObject({
      status: 'paused',
      failed: null,
      pauseReason: expect.stringMatching(/refused 3 actions in a row.*session is gone/),
    });
    const events = await runAt(id).ledger();
    expect(events.filter((event) => event.kind === 'action.refused')).toHaveLength(3);
  });
});

describe('a reset that the service refuses in the middle of a run', () => {
  it.each(['400', '404', '410'])(
    'with %s has a new session opened, but three in a row pause the run with the reason; resuming counts anew',
    async (fault) => {
      const id = await open('corridor');
      await playTurns(id, 1);
      const resets: Fault = { fault, on: 'RESET', within: true, times: 1000 };
      // After two refused actions the game resets; after one more action everything starts again.
      const refuse = () => control({ script: [{ fault: '400', on: 'ACTION', times: 2 }, resets] });
      await refuse();
      await runAt(id).inside(({ core }) => {
        core.probe = async (step, point) => {
          if (point !== 'after') return;
          if (step.startsWith('reset')) await control({ script: [resets] });
          if (step.startsWith('target')) await refuse();
        };
      });
      const sessions = async () => opened(await readLog());
      const { used } = await read(id);
      for (const opens of [1 + 3, 1 + 6]) {
        await runAt(id).control('resume');
        expect(await resting(id)).toMatchObject({
          status: 'paused',
          pauseReason: expect.stringMatching(/3 sessions in a row/),
        });
        expect(await sessions()).toBe(opens);
        expect(closed(await readLog())).toHaveLength(opens - 1);
      }
      const replayed = (await runAt(id).ledger()).filter(
        (event) => event.kind === 'action.executed' && event.payload.role === 'replay',
      ).length;
      expect((await read(id)).used.actions).toBe(used.actions + 6 + replayed);
    },
  );

  it.each(['401', '403'])(
    'with %s fails the turn and says that the key is wrong; it goes on once the key is right',
    async (fault) => {
      const id = await open('fuel-run', { budgets: { actions: 120, calls: 300 } });
      const reset: Fault = { fault, on: 'RESET', within: true };
      await control({ script: [{ fault: '400', on: 'ACTION', times: 2 }, reset] });
      const { status, failed } = await runAt(id).played('start');
      expect([status, failed?.problem.detail, failed?.problem.fix]).toEqual([
        'failed',
        expect.stringContaining('API key'),
        expect.stringContaining('ARC_API_KEY'),
      ]);
      await runAt(id).control('resume');
      expect(await resting(id)).toMatchObject({ status: 'finished', failed: null });
      expect(opened(await readLog())).toBe(1);
    },
  );
});

describe('a game that the remote service does not have', () => {
  it('is found when the run is created: nothing is stored, and the problem names the nearest', async () => {
    const { id, created } = await create('arc3:no-such-game');
    expect(created).toMatchObject({
      ok: false,
      failure: {
        code: 'not_found',
        what: 'game',
        id: 'arc3:no-such-game',
        fix: expect.stringMatching(/Use arc3:\S+-1a2b3c4d.*nearest.*source=arc3 \(6 in all\)/),
      },
    });
    expect(await runStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
    expect((await readLog()).executed).toEqual([]);
  });

  it('is not meant by the short id of one it has: the run has the full one', async () => {
    const { id, created } = await create('arc3:corridor');
    expect(must(created)).toMatchObject({ game: 'arc3:corridor-1a2b3c4d', title: 'corridor-1a2b3c4d' });
    const events = await playTurns(id, 1);
    expect(await countActions(events)).toEqual({ known: 1, doubted: 0, done: 1 });
  });

  it('is told apart from a service that is away, or does not take the key', async () => {
    await control({ script: [{ fault: '500-before', on: 'games', times: 3 }] });
    const away = await create('arc3:corridor');
    expect(away.created).toMatchObject({
      ok: false,
      failure: { code: 'unavailable', detail: expect.stringContaining('500') },
    });
    await control({ script: [{ fault: '403', on: 'games' }] });
    const barred = await create('arc3:corridor');
    expect(barred.created).toMatchObject({
      ok: false,
      failure: {
        code: 'unavailable',
        detail: expect.stringContaining('API key'),
        fix: expect.stringContaining('ARC_API_KEY'),
      },
    });
    for (const { id } of [away, barred])
      expect(await runStub(id).read()).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  });

  it('fails the turn at once where the key is taken back in the middle of a run', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await control({ script: [{ fault: '403', on: 'ACTION' }] });
    const { failed, status } = await runAt(id).played('resume');
    expect([status, failed?.problem.fix]).toEqual(['failed', expect.stringContaining('ARC_API_KEY')]);
    await runAt(id).control('step');
    expect(await resting(id)).toMatchObject({ status: 'paused', failed: null });
  });
});

describe('a room that is cut off while it plays a remote game', () => {
  it('keeps an action in doubt that was done while nobody could store what it showed', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await control({ script: [{ fault: 'hang', on: 'ACTION' } satisfies Fault] });
    const before = await evidence(id);
    const receipt = { key: 'hanging', bodyHash: 'one' };
    await runAt(id).control('step', receipt);
    await until(readLog).holds(
      ({ executed }) => executed.filter(({ command }) => command.startsWith('ACTION')).length === 2,
    );
    await runAt(id).cutOff();
    await until(() => runStub(id).control('step', receipt)).holds((again) => again.ok);
    await resting(id);
    expect(await evidence(id)).toBe(before);
    expect(await countActions(await runAt(id).ledger())).toEqual({ known: 1, doubted: 1, done: 2 });
    const events = await playTurns(id, 1);
    expect(await countActions(events)).toEqual({ known: 3, doubted: 1, done: 4 });
    expect(await evidence(id)).toBe(before + 1);
  });

  it('sends no action twice, wherever it is cut off, and counts none that it did not see', async () => {
    const whole = await open('corridor');
    await playTurns(whole, 1);
    const watched = await runAt(whole).cutAt(null);
    await playTurns(whole, 1);
    const points = watched.passed.filter((point) => !point.startsWith('suggest'));
    expect(points.length).toBeGreaterThan(5);
    for (const point of sample(points, 4)) {
      await control({ reset: true });
      const id = await open('corridor');
      await playTurns(id, 1);
      const seen = await runAt(id).cutAt(point);
      await runStub(id)
        .control('step', { key: `step-${point}`, bodyHash: 'one' })
        .catch(() => null);
      await until(() => seen.cut).holds();
      await until(() => runStub(id).control('step', { key: `step-${point}`, bodyHash: 'one' })).holds(
        (again) => again.ok,
      );
      await resting(id);
      const events = await playTurns(id, 1);
      const { known, doubted, done } = await countActions(events);
      expect([point, doubted]).toEqual([point, point === 'target intent' ? 1 : 0]);
      expect([point, done - known]).toEqual([point, 0]);
      await runAt(id).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    }
  });
});

describe('an experiment of remote games', () => {
  it('plays its runs on one scorecard with its tags, reads its score and closes it', async () => {
    const source = 'https://example.com/agent';
    const { id } = await createExperiment({
      ...{ games: ['arc3:corridor', 'arc3:crates'], seeds: 1, parallel: 2, budgets: { actions: 3 } },
      ...{ tags: ['card-of-the-test'], sourceUrl: source },
    });
    const end = await untilExperiment(id).holds(({ scorecard }) => scorecard?.closed);
    expect(end.games).toEqual(['arc3:corridor-1a2b3c4d', 'arc3:crates-1a2b3c4d']);
    const card = end.scorecard?.id ?? '';
    expect(end.scorecard).toMatchObject({ score: 0, url: `${inject('fakeArcUrl')}/scorecards/${card}` });
    const { log } = await readLog();
    const opened = log.filter(({ body }) =>
      (body.tags as string[] | undefined)?.includes('card-of-the-test'),
    );
    expect(opened.map(({ body }) => body)).toEqual([
      { tags: ['proscenium', 'card-of-the-test'], source_url: source },
    ]);
    const sent = log
      .filter(({ body }) => body.card_id === card)
      .map(({ path, status }) => `${path} ${status}`);
    expect(sent).toEqual(['/api/cmd/RESET 200', '/api/cmd/RESET 200', '/api/scorecard/close 200']);
    // The fake service has baselines only for the corridor.
    expect(end.runs.map(({ status, rhae }) => `${status} ${rhae}`)).toEqual(['finished 0', 'finished null']);
    expect(JSON.stringify(await get(`GET /v1/experiments/${id}`))).not.toContain('cookies');
  });

  it('names the game that the service does not have', async () => {
    const body = { ...SMALL, name: 'Wrong', games: ['arc3:corridor', 'arc3:nowhere'] };
    const { errors = [] } = await problemOf('POST /v1/experiments', 400, { body });
    expect(errors).toMatchObject([{ pointer: '/games/1', message: expect.stringContaining('arc3:') }]);
  });
});
