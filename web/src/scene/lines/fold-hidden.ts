import type { Event, EventOf } from '../../../../src/events/events';
import { numberOf } from '../../api/payload';

/** The seq by which an input goes: that of its event; of a line that was hidden, that of the event which kept it. */
export const inputSeqOf = ({ kind, seq, payload }: Event): number =>
  kind === 'line.revealed' ? (numberOf(payload, 'seq') ?? seq) : seq;

/**
 * Lines that were hidden until their round began, each once: whoever could read a line before has it where it was said,
 * the others where it was told to them.
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
    // With the words that it had when it was told.
    const { audience, payload } = revealed;
    const { hidden: _hidden, ...said } = event.payload;
    return [{ ...event, audience, payload: { ...said, ...payload } }];
  });
}
