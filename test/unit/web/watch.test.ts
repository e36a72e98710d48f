import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import { runView } from '../../../src/grid/reporting/views';
import { beginsAt } from '../../../web/src/run/watch/begins';
import { eventsUpTo, foldKnown } from '../../../web/src/run/watch/fold-known';
import { isMove, listMoments, momentAt } from '../../../web/src/run/watch/moments';
import { playedRun } from '../../support/explore-run';
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
    const room = await playedRun();
    const { actions } = runView(room.state);
    const known = foldKnown(room.ledger);
    expect(Object.keys(known.actions).sort()).toEqual(Object.keys(actions).sort());
    for (const [id, action] of Object.entries(actions)) expect(known.actions[id]).toMatchObject(action);
    expect(known.environment).toEqual({ ...room.state.knowledge.environment, history: [] });
  });

  const predicted = (action: string, turn: number, afterFrame: number, result: string) => ({
    action,
    turn,
    afterFrame,
    result,
    predicted: `before ${afterFrame}`,
    happened: `seen ${afterFrame}`,
  });
  const verdict = (turn: number, text: string, more = {}) => ({
    ...{ status: 'testing', streak: 0, attempts: 1, noEffect: 0, repeats: 0, definition: text },
    ...{ basis: 'inferred', observation: { turn, redefined: false }, ...more },
  });
  /** Two turns of ACTION1; the second one verifies it, under another definition. */
  const ledger = () => {
    seq = 0;
    return [
      event('game.reset', 1, { available: ['ACTION1'] }),
      event('frame.captured', 1, { n: 1, label: 'start', cells: '00' }),
      event('action.executed', 1, { action: 'ACTION1', available: ['ACTION1'], role: 'target' }),
      event('frame.captured', 1, { n: 2, label: 'after', cells: '01' }),
      event('predictions.checked', 1, { predictions: [predicted('ACTION1', 1, 2, 'silent')], actions: [] }),
      event('knowledge.updated', 1, {
        ...{ action: 'ACTION1', previousStatus: 'unobserved', verdict: verdict(1, 'moves up') },
        environment: [{ kind: 'object', name: 'Door', text: 'closed', confidence: 0.5 }],
      }),
      event('turn.completed', 1),
      event('turn.started', 2),
      event('action.executed', 2, { action: 'ACTION1', available: ['ACTION1'], role: 'target' }),
      event('frame.captured', 2, { n: 3, label: 'after', cells: '10' }),
      event('predictions.checked', 2, {
        predictions: [predicted('ACTION1', 2, 3, 'right')],
        actions: [{ action: 'ACTION1', status: 'verified', streak: 3, definition: 'moves up, unless grey' }],
      }),
      event('knowledge.updated', 2, {
        ...{ action: 'ACTION1', previousStatus: 'verified' },
        verdict: verdict(2, 'moves up, unless grey', { status: 'verified', streak: 3 }),
        environment: [{ kind: 'object', name: 'door ', text: 'open', confidence: 0.9 }],
      }),
      event('turn.completed', 2),
    ];
  };

  it('holds nothing of what came after the step on show', () => {
    const events = eventsUpTo(ledger(), 2);
    expect(events.at(-1)).toMatchObject({ kind: 'turn.completed', turn: 1 });
    const { actions, environment, ...known } = foldKnown(events, 5);
    expect(actions.ACTION1).toMatchObject({
      ...{ status: 'testing', streak: 0, definition: 'moves up', basis: 'inferred' },
      ...{ definitions: [{ turn: 1, text: 'moves up' }], predictions: [{ result: 'silent', turn: 1 }] },
    });
    expect(environment.objects).toEqual([
      {
        kind: 'object',
        name: 'Door',
        text: 'closed',
        confidence: 0.5,
        firstSeenTurn: 1,
        observations: ['closed'],
      },
    ]);
    expect(known).toMatchObject({ rules: null, needed: { streak: 5 } });
    expect(foldKnown(eventsUpTo(ledger(), 1)).actions.ACTION1).toMatchObject({ status: 'unobserved' });
  });

  it('has a definition that was inferred as soon as the check that made it', () => {
    const events = ledger();
    const checked = events.findLastIndex(({ kind }) => kind === 'predictions.checked');
    const { actions } = foldKnown(events.slice(0, checked + 1));
    expect(actions.ACTION1).toMatchObject({
      ...{ status: 'verified', streak: 3, definition: 'moves up, unless grey' },
      predictions: [{ result: 'silent' }, { predicted: 'before 3', happened: 'seen 3', result: 'right' }],
    });
    expect(actions.ACTION1?.definitions.map(({ turn }) => turn)).toEqual([1, 2]);
    expect(foldKnown(events).environment.objects).toMatchObject([
      { name: 'Door', text: 'open', firstSeenTurn: 1, observations: ['closed', 'open'] },
    ]);
    expect(eventsUpTo(events, 3)).toBe(events);
  });

  it('begins the predictions anew with a rule that a model states', () => {
    const events = ledger();
    const stated = event('knowledge.updated', 3, {
      ...{ action: 'ACTION1', previousStatus: 'verified', environment: [] },
      verdict: verdict(3, 'moves down', { basis: 'stated', observation: { turn: 3, redefined: true } }),
    });
    expect(foldKnown([...events, stated]).actions.ACTION1).toMatchObject({
      basis: 'stated',
      predictions: [],
    });
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
