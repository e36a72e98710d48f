import { describe, expect, it } from 'vitest';
import { observe, times } from '../../test/support/evidence';
import { createMemoryRun } from '../../test/support/explore-run';
import { FIVE, labFrame } from '../../test/support/lab-game';
import { eventWith } from '../../test/support/loose-events';
import type { Event } from '../contract/events/events';
import type { ActionKnowledge, Prediction } from '../contract/run-knowledge';
import type { StepContext } from '../room/step-context';
import { readHistory, readTransitions } from './history';
import { addPredictions, applyPredictions, type Evidence, reviewAction } from './knowledge';
import type { RunState } from './state';

const nothing: Partial<Evidence> = { hasChanges: false, modelSaidEffect: false };

describe('an action that is observed very often', () => {
  it.each<[string, Partial<Evidence>[], string[]]>([
    ['unverified', times(8, {}), ['unverified', 'unverified', 'unverified']],
    ['exhausted', times(8, nothing), ['exhausted', 'unverified', 'exhausted']],
  ])('that is %s is what it was observed to be, though not all is kept', (_, settled, statuses) => {
    for (const [at, later] of [nothing, {}, { excluded: true }].entries()) {
      const known = observe([...settled, ...times(300, later)]);
      const status = statuses[at];
      expect(known.status).toBe(status);
      expect(known.observations.length).toBeLessThanOrEqual(160);
      expect(known.observations.at(-1)?.turn).toBe(settled.length + 300);
      // A review under an unchanged mask changes nothing.
      expect(reviewAction(known, {}).status).toBe(status);
    }
  });

  /** Predicted executions, one per letter: `r` right, `w` wrong, `_` without an effect. */
  const predict = (known: ActionKnowledge, letters: string): ActionKnowledge =>
    [...letters].reduce((before, letter) => {
      const afterFrame = (before.predictions.at(-1)?.afterFrame ?? 0) + 1;
      const prediction: Prediction = {
        ...{ turn: afterFrame, beforeFrame: afterFrame - 1, afterFrame, click: null },
        ...{ stateKey: `state ${afterFrame}`, effect: letter !== '_', predicted: '', happened: '' },
        result: letter === 'w' ? 'wrong' : 'right',
      };
      const checked = addPredictions(before, [prediction], null);
      return applyPredictions(before, [prediction], checked, { turn: afterFrame, at: '' });
    }, known);

  it('is not verified again because the wrong prediction was let go', () => {
    const verified = predict(observe([{}]), 'rrr');
    expect(verified.status).toBe('verified');
    const known = predict(verified, `w${'_'.repeat(200)}`);
    expect(known).toMatchObject({ status: 'testing', streak: 0 });
    expect(known.predictions.length).toBeLessThanOrEqual(50);
  });

  it('stays verified, however often it is executed without effect', () =>
    expect(predict(observe([{}]), `rrr${'_'.repeat(200)}`)).toMatchObject({ status: 'verified', streak: 3 }));
});

describe('the history of a long run', () => {
  /** A ledger of `n` turns of one action each, every hundredth of which completes a level. */
  function writeLedger(n: number): Event[] {
    const events: Event[] = [...createMemoryRun().ledger];
    const add = (kind: Event['kind'], turn: number, payload: object) =>
      events.push(
        eventWith({ seq: events.length + 1, at: '', kind, actor: 'game', audience: ['*'], turn, payload }),
      );
    const stands = (level: number) => ({
      snapshot: {},
      state: 'NOT_FINISHED',
      level,
      available: [...FIVE],
      note: null,
    });
    const frame = (at: number) => labFrame({ first: at % 64, second: Math.floor(at / 64), level: 0 });
    const picture = (at: number) => ({
      n: at + 1,
      cells: frame(at),
      animation: [],
      label: 'after',
      walkable: true,
    });
    add('game.reset', 1, { ...stands(0), reason: 'start', inDoubt: false });
    add('frame.captured', 1, { ...picture(0), action: null, fromKey: null });
    for (let turn = 1; turn <= n; turn++) {
      const level = Math.floor(turn / 100);
      add('action.suggested', turn, {});
      const executed = { action: 'ACTION1', role: 'target', beforeFrame: turn, inDoubt: false };
      add('action.executed', turn, { ...stands(level), ...executed });
      add('frame.captured', turn, { ...picture(turn), action: 'ACTION1', fromKey: null });
    }
    return events;
  }

  /** The history read by a turn that begins after these events, and the number of events read. */
  function readAt(events: Event[], config = { ...createMemoryRun().state.config }) {
    let taken = 0;
    const ctx = {
      state: { config, head: events.length },
      *past() {
        for (const event of events.toReversed()) {
          taken += 1;
          yield event;
        }
      },
      played: () => [],
    } as unknown as StepContext<RunState>;
    return { history: readHistory(ctx), taken, config };
  }

  it('is read from its end: waking costs the same however old the run is', () => {
    const [long, longer] = [readAt(writeLedger(2_000)), readAt(writeLedger(6_000))];
    expect(long.history).toHaveLength(1_000);
    expect(longer.taken).toBe(long.taken);
    expect(longer.history.at(-1)).toMatchObject({ turn: 6_000, beforeFrame: 6_000, afterFrame: 6_001 });
  });

  it('is the same for a room that just woke and for one that was there all along', () => {
    const events = writeLedger(2_400);
    const { config } = readAt([]);
    for (let to = 0; to < events.length; to += 157) readAt(events.slice(0, to), config);
    expect(readAt(events, config).history).toEqual(readAt(events).history);
    // Back at the start of a turn of 30 actions, as after a crash.
    const before = events.slice(0, -90);
    expect(readAt(before, config).history).toEqual(readAt(before).history);
  });

  it('is what the whole ledger says of its end, levels included', () => {
    const events = writeLedger(1_500);
    const { history } = readAt(events);
    expect(history).toEqual(readTransitions(events).slice(-1_000));
    expect(history.filter(({ levelChanged }) => levelChanged).map(({ turn }) => turn % 100)).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
  });
});
