import type { Event } from '../events';
import { inputSeqOf } from './hidden';

/** Maps the seq of each edited line to its current words. */
export const currentWords = (edits: readonly { seq: number; text: string }[]): Map<number, string> =>
  new Map(edits.map(({ seq, text }) => [seq, text]));

/** Puts the current words into edited lines. An owner's words have no provider: no model stands under them. */
export function withEdits(events: readonly Event[]): Event[] {
  const edits = new Map<number, { text: string; provider: string }>();
  for (const event of events) {
    if (event.kind !== 'line.edited') continue;
    const { seq, text, provider = '' } = event.payload;
    edits.set(seq, { text, provider });
  }
  if (edits.size === 0) return [...events];
  return events.map((event) => {
    const edit = edits.get(inputSeqOf(event));
    return edit === undefined ? event : ({ ...event, payload: { ...event.payload, ...edit } } as Event);
  });
}
