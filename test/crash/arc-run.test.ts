import { beforeEach, describe, expect, inject, it } from 'vitest';
import type { Event } from '../../src/contract/events';
import type { CreateRun } from '../../src/contract/runs';
import {
  address,
  allEvents,
  cutAt,
  cutOff,
  insideRun,
  must,
  resting,
  roomId,
  runObject,
  runStub,
  understudy,
  until,
} from '../support/rooms';

/** Ids and commands as the fake server (test/support/fake-arc.ts) has them. */
interface Fault {
  fault: string;
  on?: string;
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

let made = 0;

async function open(game: string, more: Partial<CreateRun> = {}): Promise<string> {
  made += 1;
  const id = roomId('run', 7000 + made);
  const profiles = { explorer: understudy, analyst: understudy };
  const body = { game: `arc3:${game}-1a2b3c4d`, seed: 'one', profiles, start: false, ...more };
  must(await runStub(id).create(address(id), body, null));
  return id;
}

async function playTurns(id: string, turns: number): Promise<Event[]> {
  for (let n = 0; n < turns; n += 1) {
    must(await runStub(id).control('step', null));
    await resting(id);
  }
  return allEvents(runStub(id));
}

/** Actions the run knows to have been done, against those the server did. */
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
  const { actions } = must(await runStub(id).knowledge());
  return Object.values(actions).reduce((sum, known) => sum + known.observations.length, 0);
};

beforeEach(async () => {
  await control({ reset: true });
});

describe('a game of the remote service', () => {
  it('is learnt to the end, its scorecard opened once and closed', async () => {
    const id = await open('corridor', { start: true, budgets: { actions: 12, calls: 100 } });
    await until(
      async () => must(await runStub(id).read()),
      (run) => run.status === 'finished',
      'the end of the run',
    );
    const { log } = await readLog();
    const paths = log.map(({ path }) => path);
    expect(paths.filter((path) => path === '/api/scorecard/open')).toHaveLength(1);
    expect(paths.at(-1)).toBe('/api/scorecard/close');
    expect(log.every(({ path, body }) => !path.includes('ACTION') || !('card_id' in body))).toBe(true);
    expect(log.every(({ status }) => status === 200)).toBe(true);
    const events = await allEvents(runStub(id));
    expect(await countActions(events)).toEqual({ known: 12, doubted: 0, done: 12 });
    // The session is the operator's: nothing of it leaves the room.
    const told = JSON.stringify([
      events,
      must(await runStub(id).exportPage(null)).files,
      must(await runStub(id).replay({ after: 0, limit: 100 })),
    ]);
    expect(told).not.toMatch(/cookies|card_id|arc-fake-key/);
    for (const { guid } of (await readLog()).executed) expect(told).not.toContain(guid);
  });

  it('closes the scorecard of a run that is stopped', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    must(await runStub(id).control('stop', null));
    await until(
      readLog,
      ({ log }) => log.at(-1)?.path === '/api/scorecard/close',
      'the closing of the scorecard',
    );
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
      // What was in doubt may have been done or not; all else is known, and was done once.
      expect(done - known).toBe(fault === 'drop-before' ? 0 : 1);
      const roles = events
        .filter((event) => event.kind === 'action.executed')
        .map(({ payload }) => payload.role);
      expect(roles.slice(-2)).toEqual(['resync', 'target']);
      expect(await evidence(id)).toBe(before + 1);
      expect(must(await runStub(id).read()).failed).toBeNull();
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
    must(await runStub(id).control('start', null));
    await until(
      async () => must(await runStub(id).read()),
      (run) => run.status === 'finished' || run.failed !== null,
      'the end of the run',
    );
    const events = await allEvents(runStub(id));
    expect(must(await runStub(id).read())).toMatchObject({ status: 'finished', failed: null });
    const { known, doubted, done } = await countActions(events);
    expect([known, doubted]).toEqual([done, 0]);
  });

  it('fails the turn, retryably, when the server gives nothing usable for long, and goes on later', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await control({ script: [{ fault: 'drop-after', on: 'ACTION', times: 4 }] });
    for (let n = 0; n < 4; n += 1) {
      must(await runStub(id).control('step', null));
      if ((await resting(id)).failed) break;
    }
    expect((await resting(id)).failed?.problem.detail).toContain('no usable answer');
    await control({ script: [] });
    must(await runStub(id).control('resume', null));
    await until(
      async () => must(await runStub(id).read()),
      (run) => run.failed === null && run.turns > 3,
      'the run going on',
    );
    must(await runStub(id).control('stop', null));
  });
});

describe('a room that is cut off while it plays a remote game', () => {
  it('keeps an action in doubt that was done while nobody could store what it showed', async () => {
    const id = await open('corridor');
    await playTurns(id, 1);
    await control({ script: [{ fault: 'hang', on: 'ACTION' } satisfies Fault] });
    const before = await evidence(id);
    const receipt = { key: 'hanging', bodyHash: 'one' };
    must(await runStub(id).control('step', receipt));
    await until(
      readLog,
      ({ executed }) => executed.filter(({ command }) => command.startsWith('ACTION')).length === 2,
      'the action at the server',
    );
    await cutOff(runObject(id));
    await until(
      () => runStub(id).control('step', receipt),
      (again) => again.ok,
      'the answer to the repeated step',
    );
    await resting(id);
    expect(await evidence(id)).toBe(before);
    expect(await countActions(await allEvents(runStub(id)))).toEqual({ known: 1, doubted: 1, done: 2 });
    const events = await playTurns(id, 1);
    expect(await countActions(events)).toEqual({ known: 3, doubted: 1, done: 4 });
    expect(await evidence(id)).toBe(before + 1);
  });

  it('sends no action twice, wherever it is cut off, and counts none that it did not see', async () => {
    const whole = await open('corridor');
    await playTurns(whole, 1);
    const watched = await cutAt(runObject(whole), null);
    await playTurns(whole, 1);
    const points = watched.passed.filter((point) => !point.startsWith('suggest'));
    expect(points.length).toBeGreaterThan(5);
    for (const point of points) {
      await control({ reset: true });
      const id = await open('corridor');
      await playTurns(id, 1);
      const seen = await cutAt(runObject(id), point);
      await runStub(id)
        .control('step', { key: `step-${point}`, bodyHash: 'one' })
        .catch(() => null);
      await until(async () => seen.cut, Boolean, `the cut at ${point}`);
      await until(
        () => runStub(id).control('step', { key: `step-${point}`, bodyHash: 'one' }),
        (again) => again.ok,
        'the answer to the repeated step',
      );
      await resting(id);
      const events = await playTurns(id, 1);
      const { known, doubted, done } = await countActions(events);
      expect([point, doubted]).toEqual([point, point === 'target intent' ? 1 : 0]);
      expect([point, done - known]).toEqual([point, 0]);
      await insideRun(id, ({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    }
  });
});
