import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../../test/support/loose-events';
import type { CommandGiven } from '../../contract/adventures';
import type { Event } from '../../contract/events/events';
import { advanceCommand, isTyped } from '../../contract/events/fold/progress';

const GIVEN: CommandGiven = {
  run: `adv_${'0'.repeat(20)}`,
  seq: 5,
  command: 'east',
  mode: 'take',
  status: 'running',
  turn: null,
  text: null,
  awaits: null,
  score: null,
  place: null,
};

const event = (kind: Event['kind'], turn: number, payload: object = {}): Event =>
  makeEvent(kind, payload, { seq: 6, turn });

const typed = (given: number, turn: number, awaits = 'line') =>
  event('command.executed', turn, {
    given,
    story: { text: 'Mill Yard', awaits, reading: { score: 3, location: { id: 7, name: 'Mill Yard' } } },
  });

/** What became of the command, and whether the caller would still be waiting. */
function follow(events: Event[]): { state: CommandGiven; waits: boolean } {
  let state = GIVEN;
  for (const one of events) {
    state = advanceCommand(state, one);
    if (isTyped(state, one)) return { state, waits: false };
  }
  return { state, waits: true };
}

describe('a command that is waited for', () => {
  it('is over with the turn that typed it, not with one before', () => {
    expect(follow([event('turn.completed', 3), typed(4, 4), event('turn.completed', 4)]).waits).toBe(true);
    const { state, waits } = follow([
      event('turn.completed', 3),
      typed(5, 4),
      event('turn.completed', 4, { paused: true }),
    ]);
    expect(waits).toBe(false);
    expect(state).toMatchObject({
      turn: 4,
      text: 'Mill Yard',
      awaits: 'line',
      score: 3,
      status: 'paused',
      place: { id: 'L7', name: 'Mill Yard' },
    });
  });

  it('says that the story has ended by it', () => {
    const { state } = follow([typed(5, 4, 'nothing'), event('turn.completed', 4)]);
    expect(state).toMatchObject({ turn: 4, awaits: 'nothing' });
  });

  it('is waited for no longer when the run stands still before it', () => {
    const paused = follow([event('run.paused', 3), event('turn.completed', 3, { paused: true })]);
    expect(paused).toMatchObject({ waits: false, state: { status: 'paused', turn: null } });
    const failed = follow([event('turn.failed', 3)]);
    expect(failed).toMatchObject({ waits: false, state: { status: 'failed', turn: null } });
    const finished = follow([event('turn.cancelled', 3), event('run.finished', 3)]);
    expect(finished).toMatchObject({ waits: false, state: { status: 'finished', turn: null } });
  });
});
