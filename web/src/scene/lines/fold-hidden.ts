import type { Event, EventOf } from '../../../../src/events/events';
import { numberOf } from '../../api/payload';

/** Returns the seq that identifies an input: that of its event; of a hidden line, that of the event which stored it. */
export const inputSeqOf = ({ kind, seq, payload }: Event): number =>
  kind === 'line.revealed' ? (numberOf(payload, 'seq') ?? seq) : seq;

/**
 * Shows lines that were hidden until their round began, each once: viewers who could read a line before see it where
 * it was said, the others where it was revealed.
 */
export function withRevealed(events: readonly Event[]): Event[] {
  const told = new Map<number, EventOf<'line.revealed'>>();
  for (const event of events) if (event.kind === 'line.revealed') told.set(inputSeqOf(event), event);
  if (told.size === 0) return [...events];
  const known = new Set(events.flatMap(({ kind, seq }) => (kind === 'player.spoke' ? [seq] : [])));
  return events.flatMap((event): Event[] => {
    if (event.kind === 'line.revealed') return known.has(inputSeqOf(event)) ? [] : [event];
    const revealed = told.get(event.seq);
    if (!revealed || event.kind !== 'player.spoke') return [event];
    // The line has the words that it had when it was revealed.
    const { audience, payload } = revealed;
    const { hidden: _hidden, ...said } = event.payload;
    return [{ ...event, audience, payload: { ...said, ...payload } }];
  });
}
