import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { RunRoom } from '../../durable-objects/run-room';
import type { EventPage } from '../../src/contract/events/events';
import { unpackFrame } from '../../src/contract/frame';
import type { ObservationResult } from '../../src/contract/observations';
import type { GridRun } from '../../src/contract/runs';
import { corridor } from '../../src/runs/games/builtin/corridor';
import type { GameStep } from '../../src/runs/games/game';
import { framePng } from '../../src/runs/picture/draw';
import { understudy } from '../support/rooms';
import { call, get, OPERATOR } from '../support/stage-client';

const PUSHED = { game: 'pushed', profiles: { explorer: understudy, analyst: understudy } };

const shows = (step: GameStep) => ({
  frames: unpackFrame(step.frames.at(-1) ?? ''),
  state: step.state,
  levelsCompleted: step.levelsCompleted,
  availableActions: step.availableActions,
});

describe('a game that the caller plays', () => {
  it('is learnt by posting what it shows and doing what is asked for, to the end', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, { ...PUSHED, budgets: { actions: 14 } });
    let step = corridor.start('pushed');
    let sent = 0;
    let next = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(step));
    while (next.action) {
      expect(next).toMatchObject({ run: id, status: 'running', request: next.observation + 1 });
      step = corridor.act(step.snapshot, next.action);
      sent += 1;
      next = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(step));
    }
    expect(next).toMatchObject({ status: 'finished', finishReason: 'action_budget', role: null });
    expect(sent).toBe(14);
    const run = await get<GridRun>(`GET /v1/runs/${id}`);
    expect(run).toMatchObject({ status: 'finished', used: { actions: 14 }, waitsFor: null });
    expect(run.actions.ACTION1?.definition).toContain('up');
  });

  it('takes a picture as well, and says which actions there are when told', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    const png = btoa(String.fromCharCode(...framePng(corridor.start('x').frames[0] ?? '', 2)));
    const next = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, {
      ...{ png, rows: 64, cols: 64 },
      availableActions: [2, 'ACTION4'],
    });
    expect(next).toMatchObject({ turn: 1, role: 'target', action: { id: 'ACTION2' } });
    const stub = env.RUNS.get(env.RUNS.idFromName(`local/${id}`));
    const cells = await runInDurableObject(stub, (room: RunRoom) => {
      const opened = room.core.open();
      return opened.ok ? opened.value.state.game?.cells : null;
    });
    expect(cells).toBe(corridor.start('x').frames[0]);
  });

  it('lets the room sleep while it waits, and answers at once when asked not to wait', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    const body = shows(corridor.start('x'));
    const taken = await call(`POST /v1/runs/${id}/observations?wait=0`, { body });
    expect(taken.status).toBe(202);
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await get<GridRun>(`GET /v1/runs/${id}`)).waitsFor?.role === 'target') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const run = await get<GridRun>(`GET /v1/runs/${id}`);
    expect(run.waitsFor).toMatchObject({ n: 2, role: 'target', action: { id: 'ACTION1' } });
    const stub = env.RUNS.get(env.RUNS.idFromName(`local/${id}`));
    await runInDurableObject(stub, async (room: RunRoom, state) => {
      const before = room.core.open();
      const head = before.ok ? before.value.state.head : 0;
      await state.storage.deleteAlarm();
      await room.alarm();
      const after = room.core.open();
      expect(after.ok && after.value.state.head).toBe(head);
    });
  });

  it('takes the same observation once, however often it is posted', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    const body = shows(corridor.start('x'));
    const post = () =>
      get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, body, {
        'Idempotency-Key': 'first',
      });
    const [one, two] = [await post(), await post()];
    expect(one).toMatchObject({ observation: 1, request: 2 });
    expect(two.observation).toBe(1);
    expect((await get<GridRun>(`GET /v1/runs/${id}`)).used.actions).toBe(0);
  });

  it('starts again after a game over when its own game is started again', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    const step = corridor.start('x');
    await get(`POST /v1/runs/${id}/observations`, OPERATOR, shows(step));
    const over = corridor.act(step.snapshot, { id: 'ACTION1' });
    const next = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, {
      ...shows(over),
      state: 'GAME_OVER',
    });
    expect(next).toMatchObject({ role: 'reset', action: null, request: 3, status: 'running' });
    const again = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(step));
    expect(again).toMatchObject({ role: 'target', turn: 2 });
  });

  it('is asked for every action of its budget where it explores until that is spent', async () => {
    const budgets = { actions: 12 };
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, { ...PUSHED, explore: 'budget', budgets });
    // A dot that its only action moves by one column.
    const post = (col: number) => {
      const frames = [Array.from({ length: 20 }, (_, at) => (at === col ? 9 : 1))];
      return get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, {
        frames,
        availableActions: [1],
      });
    };
    let next = await post(0);
    for (let col = 1; next.role !== null; col++) {
      expect(next).toMatchObject({ role: 'target', action: { id: 'ACTION1' } });
      next = await post(col);
    }
    expect(next).toMatchObject({ status: 'finished', finishReason: 'action_budget' });
    const { events } = await get<EventPage>(`GET /v1/runs/${id}/events?limit=1000`);
    const surveys = events.filter((event) => event.kind === 'action.suggested' && event.payload.survey);
    expect(surveys.length).toBeGreaterThan(0);
  });

  it.each([
    ['no frame', {}, 400, ''],
    ['rows of unequal length', { frames: [[0, 1], [0]] }, 400, '/frames/1'],
    ['a colour over 15', { frames: [[0, 16]] }, 400, '/frames/0/1'],
    ['65 rows', { frames: Array.from({ length: 65 }, () => [0]) }, 400, '/frames'],
    ['200 frames', { frames: Array.from({ length: 200 }, () => [[0]]) }, 400, '/frames'],
    ['an action that no game has', { frames: [[0]], availableActions: [8] }, 400, '/availableActions/0'],
    ['a picture that is none', { png: 'aGVsbG8=' }, 400, '/png'],
    ['an answer to another request', { frames: [[0]], request: 7 }, 409, null],
  ])('refuses %s and goes on', async (_, body, status, pointer) => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    const refused = await call(`POST /v1/runs/${id}/observations`, { body });
    const problem = (await refused.json()) as { errors?: { pointer: string }[]; fix: string };
    expect({ status: refused.status, problem }).toMatchObject({ status });
    expect(problem.fix).toBeTruthy();
    if (pointer !== null) expect(problem.errors?.[0]?.pointer.startsWith(pointer)).toBe(true);
    expect((await get<GridRun>(`GET /v1/runs/${id}`)).head).toBe(1);
    const next = await get<ObservationResult>(
      `POST /v1/runs/${id}/observations`,
      OPERATOR,
      shows(corridor.start('x')),
    );
    expect(next.role).toBe('target');
  });

  it('refuses an observation nobody asked for', async () => {
    const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, { ...PUSHED, game: 'corridor' });
    const refused = await call(`POST /v1/runs/${id}/observations`, { body: shows(corridor.start('x')) });
    expect(refused.status).toBe(409);
    const { id: pushed } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
    await get(`POST /v1/runs/${pushed}/observations`, OPERATOR, shows(corridor.start('x')));
    await get(`POST /v1/runs/${pushed}/stop`);
    const late = await call(`POST /v1/runs/${pushed}/observations`, { body: shows(corridor.start('x')) });
    expect(late.status).toBe(409);
  });
});

it('answers at once when the turn it ends was to be the last one for now', async () => {
  const { id } = await get<GridRun>('POST /v1/runs', OPERATOR, PUSHED);
  const step = corridor.start('x');
  const asked = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(step));
  await get(`POST /v1/runs/${id}/pause`);
  const over = corridor.act(step.snapshot, asked.action ?? { id: 'ACTION1' });
  const paused = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(over));
  expect(paused).toMatchObject({ status: 'paused', turn: 1, action: null });

  await get(`POST /v1/runs/${id}/step`);
  const waits = async () => (await get<GridRun>(`GET /v1/runs/${id}`)).waitsFor;
  await expect.poll(waits).not.toBeNull();
  const next = corridor.act(over.snapshot, (await waits())?.action ?? { id: 'ACTION1' });
  const stepped = await get<ObservationResult>(`POST /v1/runs/${id}/observations`, OPERATOR, shows(next));
  expect(stepped).toMatchObject({ status: 'paused', turn: 2, action: null });
}, 15_000);
