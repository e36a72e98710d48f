import type { Event } from '../events';
import { inputSeq } from './hidden';

/**
 * A change of a line. `set` replaces the text of the chosen alternative, `add` adds an alternative and chooses it,
 * `choose` chooses one.
 */
export type LineChange =
  | { seq: number; do: 'set' | 'add'; text: string }
  | { seq: number; do: 'choose'; index: number };

/** The alternatives of a line. `null` is the original text. */
export interface Alternatives {
  texts: (string | null)[];
  chosen: number;
}

const UNCHANGED: Alternatives = { texts: [null], chosen: 0 };

/** Collects the alternatives of each changed line, by seq. Ignores a choice whose alternative was rolled back. */
export function readAlternatives(changes: readonly LineChange[]): Map<number, Alternatives> {
  const bySeq = new Map<number, Alternatives>();
  for (const change of changes) {
    const { texts, chosen } = bySeq.get(change.seq) ?? UNCHANGED;
    const next: Alternatives =
      change.do === 'choose'
        ? { texts, chosen: change.index < texts.length ? change.index : chosen }
        : change.do === 'add'
          ? { texts: [...texts, change.text], chosen: texts.length }
          : { texts: texts.with(chosen, change.text), chosen };
    bySeq.set(change.seq, next);
  }
  return bySeq;
}

/** Maps the seq of each changed line to its current text. */
export const currentWords = (changes: readonly LineChange[]): Map<number, string> =>
  new Map(
    [...readAlternatives(changes)].flatMap(([seq, { texts, chosen }]) => {
      const text = texts[chosen] ?? null;
      return text === null ? [] : [[seq, text] as const];
    }),
  );

/** The change an event makes to a line; null for other events. */
export function readChange(event: Event): LineChange | null {
  if (event.kind === 'line.chosen') return { do: 'choose', ...event.payload };
  if (event.kind !== 'line.edited') return null;
  const { seq, text, by, continues } = event.payload;
  // A model's text is a new alternative, unless it continues the chosen one.
  return { seq, text, do: by === 'model' && !continues ? 'add' : 'set' };
}

/** Puts the current text into edited lines. Lines edited by the owner have no provider. */
export function withEdits(events: readonly Event[]): Event[] {
  const changes = events.flatMap((event) => readChange(event) ?? []);
  if (changes.length === 0) return [...events];
  const providers = new Map<string, string>();
  for (const event of events) {
    if (event.kind === 'line.edited')
      providers.set(`${event.payload.seq} ${event.payload.text}`, event.payload.provider ?? '');
  }
  const says = currentWords(changes);
  return events.map((event) => {
    const seq = inputSeq(event);
    const text = says.get(seq);
    if (text === undefined) return event;
    const provider = providers.get(`${seq} ${text}`) ?? '';
    return { ...event, payload: { ...event.payload, text, provider } } as Event;
  });
}
