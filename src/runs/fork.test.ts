import { describe, expect, it } from 'vitest';
import { createMemoryRun, playOneTurn } from '../../test/support/explore-run';
import type { Lab } from '../../test/support/lab-game';
import { draftWith, fieldsOf } from '../../test/support/loose-events';
import type { Event } from '../contract/events/events';
import { reduceRun } from '../grid/state';
import { findForkPoint, forkPast } from './fork';
import { checkForkable } from './games/catalog';
import { shouldPlayTurn } from './state';

const eventsOf = (room: Lab) => (turn: number) => room.ledger.filter((event) => event.turn === turn);
const mark = (room: Lab, kind: Event['kind'], turn: number) =>
  room.append([
    draftWith({
      kind,
      actor: 'system',
      turn,
      payload: {
        n: turn,
        failure: { code: 'model_failed', purpose: 'x', detail: '', fix: '' },
        retry: 'resume',
      },
    }),
  ]);

async function openRun(turns: number): Promise<Lab> {
  const room = createMemoryRun();
  for (let n = 0; n < turns; n++) await playOneTurn(room);
  return room;
}

describe('the place of a fork', () => {
  it('is the end of its turn', async () => {
    const room = await openRun(3);
    const last = (turn: number) => eventsOf(room)(turn).at(-1)?.seq;
    expect(findForkPoint(room.state, 2, eventsOf(room))).toEqual({
      ok: true,
      value: { turn: 2, seq: last(2) },
    });
    expect(findForkPoint(room.state, null, eventsOf(room))).toEqual({
      ok: true,
      value: { turn: 3, seq: last(3) },
    });
  });

  it('is the creation alone before any turn was completed', async () => {
    const room = createMemoryRun();
    const start = { ok: true, value: { turn: 0, seq: 1 } };
    expect(findForkPoint(room.state, null, eventsOf(room))).toEqual(start);
    expect(findForkPoint((await openRun(2)).state, 0, eventsOf(room))).toEqual(start);
  });

  it('is never in the middle of a turn: the newest that was completed, or none', async () => {
    const room = await openRun(2);
    room.open('turn.started', 3, 'seed');
    const [open, end] = [eventsOf(room), eventsOf(room)(2).at(-1)?.seq];
    expect(findForkPoint(room.state, null, open)).toEqual({ ok: true, value: { turn: 2, seq: end } });
    expect(findForkPoint(room.state, 3, open)).toMatchObject({ failure: { code: 'conflict' } });
    mark(room, 'turn.failed', 3);
    expect(findForkPoint(room.state, null, open)).toEqual({ ok: true, value: { turn: 2, seq: end } });
    expect(findForkPoint(room.state, 3, open)).toMatchObject({ failure: { code: 'conflict' } });
    expect(findForkPoint(room.state, 4, open)).toMatchObject({ failure: { code: 'not_found' } });
  });

  it('is nowhere in a game that is played elsewhere', () => {
    for (const game of ['pushed', 'arc3:ls20-1']) {
      expect(checkForkable(game)).toMatchObject({ failure: { code: 'conflict' } });
    }
  });
});

describe('the past of a fork', () => {
  it('folds into the state of its source at that turn, under its own name, paused', async () => {
    const room = await openRun(2);
    const then = room.state;
    const seq = then.head;
    await playOneTurn(room);
    const past = room.ledger.slice(0, seq);
    const fork = forkPast('run_fork', { past, turn: 2 }, { title: 'Other', budgets: { actions: 5 } });
    let state: ReturnType<typeof reduceRun> | null = null;
    for (const event of fork.past) state = reduceRun(state, event);
    const { id, forkedFrom, ...same } = state ?? then;
    const { id: _, forkedFrom: __, ...source } = then;
    expect(same).toEqual(source);
    expect([id, forkedFrom]).toEqual(['run_fork', { run: then.id, turn: 2 }]);
    for (const [i, first] of fork.first.entries()) {
      state = reduceRun(state, {
        seq: seq + 1 + i,
        at: '2026-01-01T00:00:00.000Z',
        audience: ['*'],
        ...first,
      });
    }
    expect(state).toMatchObject({
      title: 'Other',
      status: 'paused',
      config: { budgets: { actions: 5, calls: 400 } },
    });
    expect(state && shouldPlayTurn(state)).toBe(false);
    // The source is unchanged.
    expect(fieldsOf(room.ledger[0]?.payload).id).toBe(then.id);
  });
});
