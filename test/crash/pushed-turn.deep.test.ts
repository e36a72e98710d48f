import { expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import { unpackFrame } from '../../src/contract/frame';
import type { PostObservation } from '../../src/contract/observations';
import type { Run } from '../../src/contract/runs';
import { fuelRun } from '../../src/runs/games/builtin/fuel-run';
import type { GameStep } from '../../src/runs/games/game';
import { sample } from '../support/depth';
import { comparable, expectRebuilt, openRun, runAt, runStub, understudy, until } from '../support/rooms';

/** Enough to learn the bar of fuel-run, and for setup. */
/** A game that the caller plays, with aborts of the room while it waits, and at every point of a turn. */

const ACTIONS = 4;

const open = (actions = ACTIONS) => openRun(understudy, { game: 'pushed', budgets: { actions } });

const shows = (step: GameStep): PostObservation => ({
  frames: unpackFrame(step.frames.at(-1) ?? ''),
  state: step.state,
  levelsCompleted: step.levelsCompleted,
  availableActions: step.availableActions,
});

const post = (id: string, n: number, step: GameStep) =>
  until(() =>
    runStub(id).observe({ ...shows(step), request: n }, { key: `observation ${n}`, bodyHash: String(n) }),
  ).holds(({ ok }) => ok);

const asks = (id: string, n: number) =>
  until(async () => await runAt(id).read()).holds(
    (run) => run.status === 'finished' || run.failed !== null || run.waitsFor?.n === n,
  );

/** Plays the caller's part from observation `n` on, until the run has ended or failed. */
async function playFrom(id: string, n: number, from: GameStep): Promise<Run> {
  let step = from;
  for (let at = n; ; at += 1) {
    await post(id, at, step);
    const run = await asks(id, at + 1);
    const { waitsFor } = run;
    if (run.status === 'finished' || !waitsFor) return run;
    step = waitsFor.action ? fuelRun.act(step.snapshot, waitsFor.action) : fuelRun.restart(step.snapshot);
  }
}

const START = fuelRun.start('pushed');

async function isWhole(id: string, events: Event[]): Promise<void> {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  await runAt(id).inside(expectRebuilt);
}

it('ends with the ledger it would have had, wherever it was cut off', async () => {
  const whole = await open();
  const seen = await runAt(whole).cutAt(null);
  expect(await playFrom(whole, 1, START)).toMatchObject({
    status: 'finished',
    finishReason: 'action_budget',
  });
  const ledger = await runAt(whole).ledger();
  // Learning the bar is a commit between two steps, which a resume must repeat.
  expect(ledger.map(({ kind }) => kind)).toContain('hud.learned');
  const points = [...new Set(seen.passed)];
  expect(points.length).toBeGreaterThan(15);
  for (const point of sample(points, 4)) {
    const id = await open();
    await runAt(id).cutAt(point);
    expect(await playFrom(id, 1, START), `cut at ${point}`).toMatchObject({ status: 'finished' });
    const events = await runAt(id).ledger();
    expect(comparable(events, id), `cut at ${point}`).toEqual(comparable(ledger, whole));
    await isWhole(id, events);
  }
  console.log(`pushed run: ${points.length} abort points`);
});

it('still waits for the same observation after it was cut off', async () => {
  const id = await open();
  await post(id, 1, START);
  const before = (await asks(id, 2)).waitsFor;
  expect(before).toMatchObject({ n: 2, role: 'target' });
  const head = (await runAt(id).ledger()).length;
  for (let i = 0; i < 2; i++) {
    await runAt(id).cutOff();
    expect((await until(() => runStub(id).read()).holds(({ ok }) => ok)) as unknown).toMatchObject({
      value: { waitsFor: before, head },
    });
  }
  const step = fuelRun.act(START.snapshot, before?.action ?? { id: 'ACTION1' });
  expect(await playFrom(id, 2, step)).toMatchObject({ status: 'finished', used: { actions: ACTIONS } });
});

it('takes what the caller did for what it was asked, when other code wakes with the turn open', async () => {
  const id = await open();
  await post(id, 1, START);
  const asked = (await asks(id, 2)).waitsFor;
  const action = asked?.action ?? { id: 'ACTION1' as const };
  await runAt(id).inside(({ core }) => {
    core.version = 'other steps';
  });
  const step = fuelRun.act(START.snapshot, action);
  await post(id, 2, step);
  await until(async () => await runAt(id).read()).holds((run) => run.failed !== null);
  await runAt(id).control('resume');
  const next = await asks(id, 3);
  expect(next.waitsFor).toMatchObject({ n: 3, role: 'target' });
  expect(next.used.actions).toBe(1);
  const events = await runAt(id).ledger();
  const executed = events.filter((event) => event.kind === 'action.executed');
  expect(executed.map(({ payload }) => [payload.action, payload.beforeFrame])).toEqual([[action.id, 1]]);
  expect(events.findLast((event) => event.kind === 'frame.captured')?.payload.cells).toBe(step.frames.at(-1));
  await isWhole(id, events);
});

it('waits while it is paused, ends its turn with what is posted, and then asks for nothing', async () => {
  const id = await open();
  await post(id, 1, START);
  const action = (await asks(id, 2)).waitsFor?.action ?? { id: 'ACTION1' as const };
  await runAt(id).control('pause');
  expect(await runAt(id).read()).toMatchObject({ status: 'paused', waitsFor: { n: 2 } });
  const step = fuelRun.act(START.snapshot, action);
  await post(id, 2, step);
  const run = await until(async () => await runAt(id).read()).holds(({ turn }) => turn === null);
  expect(run).toMatchObject({ status: 'paused', turns: 1, used: { actions: 1 }, waitsFor: null });
  expect(await runStub(id).observe(shows(step))).toMatchObject({ failure: { code: 'conflict' } });
  await runAt(id).control('resume');
  expect((await asks(id, 3)).waitsFor).toMatchObject({ n: 3, role: 'target' });
});

it('takes no more once it was stopped while it waited', async () => {
  const id = await open();
  await post(id, 1, START);
  await asks(id, 2);
  expect(await runAt(id).control('stop')).toMatchObject({ status: 'finished' });
  expect(await runAt(id).read()).toMatchObject({ waitsFor: null, finishReason: 'stopped' });
  expect(await runStub(id).observe(shows(START))).toMatchObject({ failure: { code: 'finished' } });
});
