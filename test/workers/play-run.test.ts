import { describe, expect, it } from 'vitest';
import type { MoveResult } from '../../src/contract/moves';
import type { ReplayStep } from '../../src/contract/replays';
import type { GridRun } from '../../src/contract/runs';
import { corridor } from '../../src/runs/games/builtin/corridor';
import { openRun, resting, runAt, understudy } from '../support/rooms';
import { call } from '../support/stage-client';

const open = () => openRun(understudy, { game: 'corridor', seed: 'play', start: false });

async function move(id: string, body: object, status = 200): Promise<MoveResult> {
  const answer = await call(`POST /v1/runs/${id}/moves`, { body });
  expect(answer.status).toBe(status);
  return answer.json();
}
const lines = async (id: string, what: string) => {
  const answer = await call(`GET /v1/runs/${id}/${what}`);
  expect(answer.headers.get('Content-Type')).toContain('application/x-ndjson');
  return (await answer.text()).trim().split('\n');
};

describe('a run that a person plays', () => {
  it('starts the game and does each move, with no agent asked and nothing learnt', async () => {
    const id = await open();
    const start = corridor.start('play');
    const begun = await move(id, { action: 'RESET' });
    expect(begun).toMatchObject({
      run: id,
      turn: 1,
      frame: 1,
      cells: start.frames.at(-1),
      status: 'paused',
      restarted: true,
      available: start.availableActions,
    });
    const moved = await move(id, { action: 'ACTION4' });
    const after = corridor.act(start.snapshot, { id: 'ACTION4' });
    expect(moved).toMatchObject({
      ...{ turn: 2, frame: 2, before: begun.cells, cells: after.frames.at(-1), refused: null },
      ...{ restarted: false },
    });
    const run = (await runAt(id).read()) as GridRun;
    expect(run).toMatchObject({ status: 'paused', used: { actions: 1, calls: 0 }, turns: 2 });
    expect(Object.values(run.actions).every(({ status }) => status === 'unobserved')).toBe(true);
    const kinds = (await runAt(id).ledger()).map(({ kind }) => kind);
    expect(kinds).not.toContain('action.suggested');
    await runAt(id).control('step');
    expect(await resting(id)).toMatchObject({ turns: 3, used: { actions: 2 } });
  });

  it('does not begin a level again in which nothing was done', async () => {
    const id = await open();
    await move(id, { action: 'RESET' });
    await move(id, { action: 'RESET' });
    await move(id, { action: 'ACTION4' });
    await move(id, { action: 'RESET' });
    const resets = (await runAt(id).ledger()).flatMap((event) =>
      event.kind === 'game.reset' ? [event.payload.reason] : [],
    );
    expect(resets).toEqual(['start', 'asked']);
  });

  it('makes moves in their order when they come faster than the game answers', async () => {
    const id = await open();
    const moves = ['ACTION4', 'ACTION2', 'ACTION4'].map((action) => move(id, { action }));
    await Promise.all(moves);
    const executed = (await runAt(id).ledger()).flatMap((event) =>
      event.kind === 'action.executed' ? [event.payload.action] : [],
    );
    expect(executed.sort()).toEqual(['ACTION2', 'ACTION4', 'ACTION4']);
  });

  it('refuses a click without a place, a move beside the agent, and one after the end', async () => {
    const id = await open();
    await move(id, { action: 'ACTION6' }, 400);
    await move(id, { action: 'ACTION1', x: 1, y: 1 }, 400);
    await move(id, { action: 'ACTION9' }, 400);
    await runAt(id).control('start');
    const early = await call(`POST /v1/runs/${id}/moves`, { body: { action: 'ACTION1' } });
    expect([200, 409]).toContain(early.status);
    await runAt(id).control('stop');
    await move(id, { action: 'ACTION1' }, 409);
  });
});

describe('a run as lines of JSON', () => {
  it('has a step a line, as the replay has them', async () => {
    const id = await open();
    for (const action of ['ACTION4', 'ACTION2']) await move(id, { action });
    const { items } = (await (await call(`GET /v1/runs/${id}/replay`)).json()) as { items: ReplayStep[] };
    const steps = (await lines(id, 'steps.jsonl')).map((line) => JSON.parse(line));
    expect(steps).toEqual(items);
    expect(steps.map(({ kind, role }) => [kind, role])).toEqual([
      ['start', null],
      ['action', 'person'],
      ['action', 'person'],
    ]);
  });

  it('is a recording that becomes a finished run with the same boards', async () => {
    const id = await open();
    await move(id, { action: 'ACTION4' });
    await runAt(id).played('step');
    const recording = await lines(id, 'recording');
    const [first, second] = recording.map((line) => JSON.parse(line));
    expect(first.data).toMatchObject({ game_id: 'corridor', guid: id, action_input: { id: 0 } });
    expect(second.data).toMatchObject({ levels_completed: 0, action_input: { id: 4 } });
    expect(Date.parse(second.timestamp)).toBeGreaterThan(0);
    const made = await call('POST /v1/runs/import', {
      raw: recording.join('\n'),
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, '']);
    const run = (await made.json()) as GridRun;
    expect(run).toMatchObject({
      ...{ game: 'arc3:corridor', status: 'finished', finishReason: 'stopped' },
      imported: { format: 'recording', source: null, lines: 2, notUsed: [] },
    });
    const framesOf = async (of: string) =>
      (await runAt(of).ledger()).flatMap((event) =>
        event.kind === 'frame.captured' ? [event.payload.cells] : [],
      );
    expect(await framesOf(run.id)).toEqual(await framesOf(id));
    expect(await lines(run.id, 'steps.jsonl')).toHaveLength(recording.length);
  });

  it('refuses a file that is no recording, and names the line', async () => {
    const wrong = await call('POST /v1/runs/import', {
      raw: '{"data":{"frame":[[[0]]]}}\n{',
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(await wrong.json())).toMatch(/line 1: /);
  });
});
