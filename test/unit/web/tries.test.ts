import { expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import { readTries } from '../../../web/src/scene/lines/tries';

let seq = 0;
const event = (kind: string, payload: object = {}): Event => {
  seq += 1;
  return { seq, kind, round: 2, payload } as unknown as Event;
};
const tryOf = (attempt: number, echo?: number) => [
  event('round.started', { attempt, ...(echo && { echo: { attempt: echo } }) }),
  event('round.completed'),
  event('round.rolledback', { attempt }),
];

it('lists tries that came to their end, and which of them counts', () => {
  expect(readTries(tryOf(1), 2)).toBeNull();
  expect(readTries([...tryOf(1), ...tryOf(2)], 2)).toEqual({ attempts: [1, 2], chosen: 1 });
  expect(readTries([...tryOf(1), ...tryOf(2), ...tryOf(3, 1)], 2)).toEqual({ attempts: [1, 2], chosen: 0 });
  const two = [...tryOf(1), ...tryOf(2)];
  const cancelled = [event('round.started', { attempt: 3 }), event('round.cancelled')];
  expect(readTries([...two, ...cancelled, ...tryOf(4)], 2)).toEqual({ attempts: [1, 2, 4], chosen: 2 });
  // No choice while an attempt is running.
  expect(readTries([...tryOf(1), ...tryOf(2), event('round.started', { attempt: 3 })], 2)).toBeNull();
  expect(readTries([...tryOf(1), ...tryOf(2)], 1)).toBeNull();
});
