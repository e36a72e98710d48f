import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../../test/support/loose-events';
import type { EventKind } from '../../contract/events/catalogue';
import type { Event } from '../../contract/events/events';
import type { ObservationResult } from '../../contract/observations';
import { advanceObservation, isAnswered } from '../../grid/actions';

const TAKEN: ObservationResult = {
  run: 'run_00000000000000000000',
  observation: 2,
  seq: 9,
  status: 'running',
  finishReason: null,
  turn: 1,
  request: null,
  role: null,
  action: null,
};
const happened = (kind: EventKind, payload: object = {}, turn = 1): Event =>
  makeEvent(kind, payload, { seq: 10, actor: 'game', turn });
const told = (event: Event) => {
  const state = advanceObservation(TAKEN, event);
  return { ...state, answered: isAnswered(state, event) };
};

describe('waiting for what comes of an observation', () => {
  it('ends with the next request, and not with the one that was answered', () => {
    const action = { id: 'ACTION6', x: 3, y: 4 };
    expect(told(happened('action.requested', { n: 3, role: 'target', action }, 2))).toMatchObject({
      ...{ request: 3, role: 'target', action, turn: 2, answered: true },
    });
    expect(told(happened('action.requested', { n: 2, role: 'start', action: null }))).toMatchObject({
      ...{ request: null, answered: false },
    });
  });

  it.each([
    ['run.finished', { reason: 'win' }, { status: 'finished', finishReason: 'win', answered: true }],
    ['turn.failed', {}, { status: 'failed', answered: true }],
    ['turn.completed', { paused: true }, { status: 'paused', answered: true }],
    ['turn.completed', { paused: false }, { status: 'running', answered: false }],
    // The turn under way ends first, and may ask for more until then.
    ['run.paused', { reason: 'asked' }, { status: 'paused', answered: false }],
    ['frame.captured', {}, { status: 'running', answered: false }],
  ] as const)('takes %s %j for what it is', (kind, payload, expected) =>
    expect(told(happened(kind, payload))).toMatchObject(expected),
  );
});
