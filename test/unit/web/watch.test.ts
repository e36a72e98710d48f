import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import { runView } from '../../../src/grid/reporting/views';
import { beginsAt } from '../../../web/src/run/watch/begins';
import { foldKnown } from '../../../web/src/run/watch/fold-known';
import { isMove, listMoments, momentAt } from '../../../web/src/run/watch/moments';
import { createMemoryRun, playToEnd } from '../../support/explore-run';
import { makeEvent } from '../../support/loose-events';

let seq = 0;
const event = (kind: Event['kind'], turn: number, payload = {}): Event => {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor: 'game', turn });
};
const frame = (turn: number, animation: string[] = []) =>
  event('frame.captured', turn, { n: seq, label: 'after', cells: '00', animation });

describe('the moments of watching a run', () => {
  it('are its boards and the ends of its turns, each with what was seen by then', () => {
    seq = 0;
    const events = [event('turn.started', 1), frame(1), frame(1), event('turn.completed', 1), frame(2)];
    const moments = listMoments(events);
    expect(moments.map(({ turn, frame, seen }) => [turn, frame, seen])).toEqual([
      [1, 0, 2],
      [1, 1, 3],
      [1, null, 4],
      [2, 2, 5],
    ]);
    expect(momentAt(moments, 0)).toBe(-1);
    expect(momentAt(moments, 4)).toBe(2);
    expect(momentAt(moments, 99)).toBe(3);
  });

  it('last one to two seconds a turn, however many boards it has', () => {
    for (const boards of [1, 2, 5]) {
      seq = 0;
      const opening = frame(0);
      const turn = Array.from({ length: boards }, () => frame(1));
      const moments = listMoments([opening, ...turn, event('turn.completed', 1)]).slice(1);
      const total = moments.reduce((sum, { holdMs }) => sum + holdMs, 0);
      expect(total).toBeGreaterThanOrEqual(1_000);
      expect(total).toBeLessThanOrEqual(2_000);
    }
  });

  it('are in a story its moves, and the ends of its turns', () => {
    seq = 0;
    const events = [
      event('episode.started', 1),
      event('command.proposed', 1),
      event('command.executed', 1),
      event('turn.completed', 1),
      event('command.executed', 2),
    ];
    expect(listMoments(events, isMove).map(({ turn, frame, seen }) => [turn, frame, seen])).toEqual([
      [1, 0, 1],
      [1, 1, 3],
      [1, null, 4],
      [2, 2, 5],
    ]);
  });

  it('give an animation the time to be seen', () => {
    seq = 0;
    const [, still] = listMoments([frame(0), frame(1)]);
    const [, moving] = listMoments([frame(0), frame(1, ['01', '10', '11'])]);
    expect(moving?.holdMs).toBeGreaterThan(still?.holdMs ?? 0);
  });
});

describe('what a watcher knows', () => {
  it('is at the end what the run itself knows', async () => {
    const room = createMemoryRun();
    await playToEnd(room);
    const { actions } = runView(room.state);
    const known = foldKnown(room.ledger);
    expect(Object.keys(known).sort()).toEqual(Object.keys(actions).sort());
    for (const [id, action] of Object.entries(actions)) expect(known[id]).toMatchObject(action);
    expect(known.ACTION1?.needed).toBe(3);
  });

  it('counts towards the twelve boards that an exception asks for', async () => {
    const room = createMemoryRun();
    await playToEnd(room);
    const coverage = { effects: 7, foretold: 6, states: 6, since: 5, wrong: 0, exceptions: 1 };
    const events = room.ledger.map((one) =>
      one.kind === 'knowledge.updated'
        ? { ...one, payload: { ...one.payload, verdict: { ...one.payload.verdict, streak: 3, coverage } } }
        : one,
    );
    const { action } = room.ledger.findLast((one) => one.kind === 'knowledge.updated')?.payload ?? {};
    expect(foldKnown(events)[action ?? '']).toMatchObject({ streak: 5, needed: 12 });
  });
});

describe('where watching a run begins', () => {
  const young = { createdAt: new Date().toISOString() };
  it('is its first frame while it is young, unless a person played it before', () => {
    expect(beginsAt(young, false)).toBe('first');
    expect(beginsAt(young, false, true)).toBe('newest');
    expect(beginsAt(young, true, true)).toBe('whole');
    expect(beginsAt({ createdAt: '2026-01-01T00:00:00.000Z' }, false)).toBe('newest');
  });
});
