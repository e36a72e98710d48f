import type { Event } from './types';

/** A contiguous range of a ledger: all visible events after `from`. */
interface EventRange {
  from: number;
  events: readonly Event[];
}

/**
 * The loaded part of a ledger: its growing end, with events loaded before it. While an older position is shown,
 * `past` is a second range around it, which is extended until it reaches the first.
 */
export interface LoadedEvents extends EventRange {
  past: (EventRange & { to: number }) | null;
}

export const NOTHING_LOADED: LoadedEvents = { from: 0, events: [], past: null };

/** The shown range: the older position until it joins the end, otherwise everything. */
export const visibleEvents = (held: LoadedEvents): readonly Event[] => held.past?.events ?? held.events;

/** Loaded events after the shown range; there may be a gap. */
export const laterEvents = ({ past, events }: LoadedEvents): readonly Event[] =>
  past ? events : NOTHING_LOADED.events;

/** Seq before the shown range; 0 if it starts with the ledger. */
export const loadedFrom = (held: LoadedEvents): number => held.past?.from ?? held.from;

/** Adds new events at the end; skips known ones. */
export function append(held: LoadedEvents, news: readonly Event[]): LoadedEvents {
  const last = held.events.at(-1)?.seq ?? held.from;
  const more = news.filter(({ seq }) => seq > last);
  return more.length === 0 ? held : { ...held, events: [...held.events, ...more] };
}

/** Adds events before the shown range, read after `from`; skips known ones. */
export function prepend(held: LoadedEvents, from: number, events: readonly Event[]): LoadedEvents {
  const begin = loadedFrom(held);
  if (from >= begin) return held;
  const earlier = events.filter(({ seq }) => seq > from && seq <= begin);
  const longer = { from, events: [...earlier, ...visibleEvents(held)] };
  return held.past ? { ...held, past: { ...held.past, ...longer } } : { ...held, ...longer };
}

/** Opens an older position with all events after `from` up to `to`. */
export function openPast(
  held: LoadedEvents,
  from: number,
  to: number,
  events: readonly Event[],
): LoadedEvents {
  if (from >= held.from) return held;
  return join({ ...held, past: { from, to, events: events.filter(({ seq }) => seq <= to) } });
}

/** Extends the older position up to `to`. */
export function extendPast(held: LoadedEvents, to: number, events: readonly Event[]): LoadedEvents {
  const { past } = held;
  if (!past || to <= past.to) return held;
  const more = events.filter(({ seq }) => seq > past.to && seq <= to);
  return join({ ...held, past: { from: past.from, to, events: [...past.events, ...more] } });
}

/** Returns to the end of the ledger. */
export const leavePast = (held: LoadedEvents): LoadedEvents => (held.past ? { ...held, past: null } : held);

function join(held: LoadedEvents): LoadedEvents {
  const { past, from, events } = held;
  if (!past || past.to < from) return held;
  return {
    from: past.from,
    events: [...past.events.filter(({ seq }) => seq <= from), ...events],
    past: null,
  };
}
