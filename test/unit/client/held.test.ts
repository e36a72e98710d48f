import { expect, it } from 'vitest';
import {
  append,
  extendPast,
  type LoadedEvents,
  laterEvents,
  leavePast,
  loadedFrom,
  openPast,
  prepend,
  visibleEvents,
} from '../../../packages/client/src/held';
import type { Event } from '../../../packages/client/src/types';
import { makeEvent } from '../../support/loose-events';

const events = (from: number, to: number): Event[] =>
  Array.from({ length: to - from + 1 }, (_, i) => makeEvent('player.spoke', {}, { seq: from + i }));
const seqs = (list: readonly Event[]) => list.map(({ seq }) => seq);
const tail: LoadedEvents = { from: 90, events: events(91, 100), past: null };

it('takes new events in once, however often they come', () => {
  const grown = append(append(tail, events(99, 102)), events(101, 102));
  expect(seqs(grown.events)).toEqual(seqs(events(91, 102)));
});

it('puts earlier events in front, without those it holds', () => {
  const longer = prepend(tail, 85, events(86, 93));
  expect(loadedFrom(longer)).toBe(85);
  expect(seqs(visibleEvents(longer))).toEqual(seqs(events(86, 100)));
  expect(prepend(longer, 88, events(89, 90))).toBe(longer);
});

it('knows how far it has read where none of the events may be seen', () =>
  expect(loadedFrom(prepend(tail, 0, []))).toBe(0));

it('shows an old place beside the end until both meet, and then all of it without a gap', () => {
  const there = openPast(tail, 20, 30, events(21, 30));
  expect(seqs(visibleEvents(there))).toEqual(seqs(events(21, 30)));
  expect(seqs(laterEvents(there))).toEqual(seqs(events(91, 100)));
  expect(laterEvents(tail)).toEqual([]);

  const grown = append(there, events(101, 101));
  const further = extendPast(grown, 80, events(31, 80));
  expect(seqs(visibleEvents(further))).toEqual(seqs(events(21, 80)));
  const met = extendPast(further, 95, events(81, 95));
  expect(met.past).toBeNull();
  expect(seqs(visibleEvents(met))).toEqual(seqs(events(21, 101)));
});

it('puts earlier events before the old place that is shown', () => {
  const there = prepend(openPast(tail, 20, 30, events(21, 30)), 10, events(11, 20));
  expect(seqs(visibleEvents(there))).toEqual(seqs(events(11, 30)));
  expect(there.from).toBe(90);
});

it('goes back to the end', () =>
  expect(visibleEvents(leavePast(openPast(tail, 20, 30, events(21, 30))))).toEqual(tail.events));
