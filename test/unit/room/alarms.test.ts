import { expect, it } from 'vitest';
import { BEAT_MS, nextAlarm } from '../../../durable-objects/lib/room/alarms';

const idle = { now: 1000, roundOpen: false, outboxAt: null, settleAt: null, erasing: false };

it('needs no alarm when nothing is under way', () => {
  expect(nextAlarm(idle)).toBeNull();
});

it('beats while a round is open', () => {
  expect(nextAlarm({ ...idle, roundOpen: true })).toBe(1000 + BEAT_MS);
});

it('rings for whoever comes first', () => {
  expect(nextAlarm({ ...idle, roundOpen: true, outboxAt: 5000 })).toBe(5000);
  expect(nextAlarm({ ...idle, roundOpen: true, outboxAt: 1000 + BEAT_MS + 1 })).toBe(1000 + BEAT_MS);
  expect(nextAlarm({ ...idle, outboxAt: 5000, settleAt: 4000 })).toBe(4000);
});

it('never rings in the past', () => {
  expect(nextAlarm({ ...idle, outboxAt: 10 })).toBe(1000);
});

it('erases at once', () => {
  expect(nextAlarm({ ...idle, roundOpen: true, erasing: true })).toBe(1000);
});
