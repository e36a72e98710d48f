import type { Event, EventOf } from '../events';

/** Hidden or deleted lines, by seq. Only the owner can read them; they are in no prompt. */
export type HiddenLines = Readonly<Record<number, 'hidden' | 'deleted'>>;

export const NO_HIDDEN_LINES: HiddenLines = {};

/** The seq of the line whose text an event carries; null for other events. */
function lineSeq(event: Event): number | null {
  switch (event.kind) {
    case 'character.spoke':
    case 'player.spoke':
      return event.seq;
    case 'line.revealed':
    case 'line.edited':
    case 'line.chosen':
    case 'line.shown':
      return event.payload.seq;
    default:
      return null;
  }
}

/** True if an event carries a hidden or deleted line, or a summary that may repeat its text. */
export function isHiddenLine(hidden: HiddenLines, event: Event): boolean {
  if (event.kind === 'summary.written') {
    const last = event.payload.throughLine ?? event.seq;
    return Object.keys(hidden).some((seq) => Number(seq) <= last);
  }
  const seq = lineSeq(event);
  return seq !== null && hidden[seq] !== undefined;
}

export function foldHiddenLines(hidden: HiddenLines, event: Event): HiddenLines {
  if (event.kind === 'line.hidden') {
    const mark = event.payload.deleted ? 'deleted' : 'hidden';
    return { ...hidden, ...Object.fromEntries(event.payload.seqs.map((seq) => [seq, mark])) };
  }
  if (event.kind !== 'line.shown') return hidden;
  const { [event.payload.seq]: _shown, ...others } = hidden;
  return others;
}

/**
 * Removes lines that are hidden at the end of these events, and inserts restored lines for readers who never received
 * them.
 *
 * @param keeps lines with this mark stay (for the owner)
 */
export function withoutHidden(
  events: readonly Event[],
  keeps: HiddenLines[number] | null = null,
): { events: Event[]; hidden: HiddenLines } {
  if (!events.some(({ kind }) => kind === 'line.hidden' || kind === 'line.shown'))
    return { events: [...events], hidden: NO_HIDDEN_LINES };
  const hiddenNow = events.reduce(foldHiddenLines, NO_HIDDEN_LINES);
  const knownSeqs = new Set(
    events.flatMap((event) => (event.kind === 'line.shown' ? [] : (lineSeq(event) ?? []))),
  );
  // Earlier lines are not loaded yet.
  const start = events[0]?.seq ?? 0;
  const shownAgain = events.flatMap((event) => {
    if (event.kind !== 'line.shown' || event.payload.seq < start) return [];
    return knownSeqs.has(event.payload.seq) ? [] : toLine(event);
  });
  const bySeq = new Map(shownAgain.map((event) => [event.seq, event]));
  const visibleEvents = [...events, ...bySeq.values()].filter((event) => {
    const seq = lineSeq(event);
    const mark = seq === null ? undefined : hiddenNow[seq];
    return mark === undefined || mark === keeps;
  });
  return {
    events: bySeq.size > 0 ? visibleEvents.sort((a, b) => a.seq - b.seq) : visibleEvents,
    hidden: hiddenNow,
  };
}

/** The restored line as the event that originally stored it. */
function toLine({ at, actor, audience, payload }: EventOf<'line.shown'>): Event {
  const { seq, name, text, kind, round, provider = '', model } = payload;
  if (actor.startsWith('persona:')) {
    const input = { type: 'user' as const, personaId: actor.slice('persona:'.length), name, text, to: [] };
    return { seq, at, kind: 'player.spoke', actor, audience, payload: input };
  }
  const answerer = { provider, ...(model !== undefined && { model }) };
  return {
    ...{ seq, at, kind: 'character.spoke', actor, audience },
    ...(round !== undefined && { round }),
    payload: { pass: 1, kind, text, name, ...answerer, rung: null, exit: false },
  };
}
