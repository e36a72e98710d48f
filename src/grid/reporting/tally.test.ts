import { describe, expect, it } from 'vitest';
import type { Event } from '../../contract/events/events';
import { countLevelActions } from './tally';

/** Executed actions, each with the levels completed after it; null: in doubt. */
const actions = (...levels: (number | null)[]): Event[] =>
  levels.map(
    (level) =>
      ({ kind: 'action.executed', payload: { level: level ?? 0, inDoubt: level === null } }) as Event,
  );

describe('the actions of each level', () => {
  it('are counted up to the action that completes it', () => {
    expect(countLevelActions(actions(0, 0, 1, 1, 2, 2))).toEqual([3, 2]);
    expect(countLevelActions(actions(0, 0))).toEqual([]);
  });

  it('are those in doubt and those of a restarted level as well', () => {
    expect(countLevelActions(actions(0, null, 0, 1))).toEqual([4]);
    const restart = { kind: 'game.reset', payload: { level: 0 } } as Event;
    expect(countLevelActions([...actions(0, 0), restart, ...actions(1)])).toEqual([3]);
  });

  it('are none for a level that one action completed together with another', () =>
    expect(countLevelActions(actions(0, 2, 2, 3))).toEqual([2, 0, 2]));
});
