import { expect, it } from 'vitest';
import { makeEvent } from '../../test/support/loose-events';
import type { Event } from '../contract/events/events';
import { closedEvents, endedRounds } from './bundles';

const event = (seq: number, kind: Event['kind'], round?: number): Event =>
  makeEvent(kind, {}, { seq, ...(round !== undefined && { round }) });

const events = [
  event(1, 'player.spoke'),
  event(2, 'round.started', 1),
  event(3, 'round.cancelled', 1),
  event(4, 'round.started', 2),
  event(5, 'round.completed', 2),
  event(6, 'player.spoke'),
];
const seqs = (firstOpen: number | null) => closedEvents(events, firstOpen).map(({ seq }) => seq);

it('bundles all there is when no call is under way', () => expect(seqs(null)).toEqual([1, 2, 3, 4, 5, 6]));

it('holds back the end of a cancelled round whose last call is still under way, and what comes after', () =>
  expect(seqs(1)).toEqual([1, 2]));

it('holds back the end of a round for its own call, not those of earlier rounds', () => {
  expect(seqs(2)).toEqual([1, 2, 3, 4]);
  expect(seqs(3)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('writes a bundle for each round or turn that ends, however it does, and once', () => {
  expect([...endedRounds(events)]).toEqual([1, 2]);
  expect([...endedRounds([event(1, 'round.failed', 3), event(2, 'round.completed', 3)])]).toEqual([3]);
  const { round: _, ...turn } = event(1, 'turn.completed', 0);
  expect([...endedRounds([{ ...turn, turn: 7 }])]).toEqual([7]);
  expect([...endedRounds([event(1, 'round.started', 4)])]).toEqual([]);
});
