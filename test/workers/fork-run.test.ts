import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/contract/events/events';
import type { ForkRun, Run } from '../../src/contract/runs';
import { must } from '../support/must';
import { address, newId, openRun, resting, roomId, runAt, runStub, understudy } from '../support/rooms';
import { call } from '../support/stage-client';

async function openCorridor(turns: number, more: Parameters<typeof openRun>[1] = {}): Promise<string> {
  const id = await openRun(understudy, { game: 'corridor', seed: 'fork', ...more, start: false });
  for (let n = 0; n < turns; n++) {
    await runAt(id).played('step');
  }
  return id;
}

async function fork(
  source: string,
  body: { turn?: number; title?: string; budgets?: ForkRun['budgets'] } = {},
) {
  const id = newId('run');
  const receipt = { key: `fork ${id}`, bodyHash: JSON.stringify(body) };
  return { id, receipt, made: await runStub(id).fork(address(id), source, body, receipt) };
}

const upToTurn = (events: Event[], turn: number) =>
  events.filter((event) => event.turn !== undefined && event.turn <= turn);
const framesOf = (events: Event[]) =>
  events.filter((event) => event.kind === 'frame.captured').map(({ payload }) => payload.cells);

describe('a fork of a run', () => {
  it('has the past up to its turn, and goes on from there on its own', async () => {
    const source = await openCorridor(5);
    const { id, made: forked } = await fork(source, { turn: 3, title: 'The other way' });
    expect(must(forked)).toMatchObject({
      id,
      title: 'The other way',
      turns: 3,
      status: 'paused',
      forkedFrom: { run: source, turn: 3 },
      failed: null,
    });
    const [here, there] = [await runAt(id).ledger(), await runAt(source).ledger()];
    expect(upToTurn(here, 3)).toEqual(upToTurn(there, 3));
    expect(here.filter(({ turn }) => (turn ?? 0) > 3)).toEqual([]);
    expect(framesOf(here)).toEqual(framesOf(upToTurn(there, 3)));
    expect(await runAt(id).frame(2)).toBe(await runAt(source).frame(2));

    // It continues like its source: the same state, understudy and game.
    await runAt(id).played('step');
    const run = await runAt(id).played('step');
    expect(run.turns).toBe(5);
    expect(framesOf(await runAt(id).ledger())).toEqual(framesOf(there));
    expect(await runAt(source).read()).toMatchObject({ turns: 5, forkedFrom: null });
    expect((await runAt(source).ledger()).length).toBe(there.length);
  });

  it('knows what its source knew at that turn', async () => {
    const source = await openCorridor(3);
    const knowledge = await runAt(source).knowledge();
    await runAt(source).played('step');
    const { id } = await fork(source, { turn: 3 });
    const forked = await runAt(id).knowledge();
    expect(forked.actions).toEqual(knowledge.actions);
    expect(forked.environment).toEqual(knowledge.environment);
    await runAt(id).inside(({ core }) => {
      const opened = core.open();
      expect(opened.ok && core.rebuild()).toEqual(opened.ok && opened.value.state);
    });
  });

  it('may have other budgets, from its first turn on, and does not wait for anybody but its owner', async () => {
    const source = await openCorridor(2);
    const { id, made: forked } = await fork(source, { turn: 2, budgets: { actions: 2, calls: 50 } });
    expect(must(forked)).toMatchObject({
      budgets: { actions: 2, calls: 50, tokens: null, money: null },
      status: 'paused',
      title: /fork/,
    });
    await runAt(id).control('resume');
    expect(await resting(id)).toMatchObject({
      status: 'finished',
      finishReason: 'action_budget',
      used: { actions: 2 },
    });
  });

  it('at turn 0 is a run that has not begun, and without a turn has all that was completed', async () => {
    const source = await openCorridor(2);
    const fresh = must((await fork(source, { turn: 0 })).made);
    expect(fresh).toMatchObject({ turns: 0, status: 'created', frame: null, actions: {} });
    expect(must((await fork(source)).made)).toMatchObject({ turns: 2, status: 'paused' });
  });

  it('of a run that is over is not over', async () => {
    const source = await openCorridor(1);
    await runAt(source).control('stop');
    const { id, made: forked } = await fork(source);
    expect(must(forked)).toMatchObject({ status: 'paused', finishReason: null });
    await runAt(id).control('step');
    expect(await resting(id)).toMatchObject({ turns: 2, status: 'paused' });
  });

  it('is made once, however often it is asked for', async () => {
    const source = await openCorridor(2);
    const { id, receipt, made: first } = await fork(source, { turn: 1 });
    await runAt(source).played('step');
    expect(await runStub(id).fork(address(id), source, { turn: 1 }, receipt)).toEqual(first);
    expect(
      await runStub(id).fork(address(id), source, { turn: 2 }, { ...receipt, bodyHash: 'other' }),
    ).toMatchObject({ failure: { code: 'idempotency_mismatch' } });
  });

  it('is made over HTTP, once for a key', async () => {
    const source = await openCorridor(2);
    const post = () =>
      call(`POST /v1/runs/${source}/fork`, { body: { turn: 1 }, headers: { 'Idempotency-Key': 'fork-me' } });
    const [one, two] = [await post(), await post()];
    expect([one.status, two.status]).toEqual([201, 201]);
    const [a, b] = [(await one.json()) as Run, (await two.json()) as Run];
    expect(b).toEqual(a);
    expect(a).toMatchObject({ turns: 1, forkedFrom: { run: source, turn: 1 } });
    expect(
      (
        await call(`POST /v1/runs/${source}/fork`, {
          body: { turn: 2 },
          headers: { 'Idempotency-Key': 'fork-me' },
        })
      ).status,
    ).toBe(422);
  });

  it('at a turn that is not there, of a run that is not there, or of a game played elsewhere, makes nothing', async () => {
    const source = await openCorridor(1);
    const beyond = await call(`POST /v1/runs/${source}/fork`, { body: { turn: 2 } });
    expect(beyond.status).toBe(404);
    expect((await call(`POST /v1/runs/${roomId('run', 99_999)}/fork`, { body: {} })).status).toBe(404);
    expect((await call(`POST /v1/runs/${source}/fork`, { body: { turn: -1 } })).status).toBe(400);
    const nothing = await fork(source, { turn: 7 });
    expect(nothing.made).toMatchObject({ failure: { code: 'not_found', what: 'turn' } });
    expect(await runStub(nothing.id).read()).toMatchObject({ failure: { code: 'not_found' } });
    for (const game of ['pushed', 'arc3:corridor-1a2b3c4d']) {
      const id = await openRun(understudy, { game, start: false });
      const refused = await call(`POST /v1/runs/${id}/fork`, { body: {} });
      expect(refused.status).toBe(409);
      expect(((await refused.json()) as { fix: string }).fix).toContain('/compare');
    }
  });
});
