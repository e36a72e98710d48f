import type { Event } from '../../../../src/events/events';
import { numberOf } from '../../api/payload';

/** Returns the seq that identifies an input: that of its event; of a hidden line, that of the event which stored it. */
export const inputSeqOf = ({ kind, seq, payload }: Event): number =>
  kind === 'line.revealed' ? (numberOf(payload, 'seq') ?? seq) : seq;

/**
 * Shows lines that were hidden until their round began, each once: viewers who could read a line before see it where
 * it was said, the others where it was revealed.
 */
export function withRevealed(events: readonly Event[]): Event[] {
  const told = new Map<number, Event>();
  for (const event of events) if (event.kind === 'line.revealed') told.set(inputSeqOf(event), event);
  if (told.size === 0) return [...events];
  const known = new Set(events.flatMap(({ kind, seq }) => (kind === 'player.spoke' ? [seq] : [])));
  return events.flatMap((event) => {
    if (event.kind === 'line.revealed') return known.has(inputSeqOf(event)) ? [] : [event];
    const revealed = event.kind === 'player.spoke' ? told.get(event.seq) : undefined;
    if (!revealed) return [event];
    // The line has the words that it had when it was revealed.
    const { audience, payload } = revealed;
    return [{ ...event, audience, payload: { ...event.payload, ...payload, hidden: false } }];
  });
}
