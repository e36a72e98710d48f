import type { Event } from '../../events/events';
import type { SceneState } from './state';
import { showRound } from './views';

/** What stands at a seq of the ledger. */
export interface FoundLine {
  seq: number;
  /** Undefined: nothing does. */
  event: Event | undefined;
  /** It still counts: what wrote it, or answered it, was not taken back. */
  isLive: boolean;
}

/** The ledger of a scene. */
interface Past {
  /** Events after a seq, oldest first. */
  page(after: number, limit: number): Event[];
  /** Every event from a seq on; no more are read than are needed. */
  walk(from: number): Iterable<Event>;
  ofRound(n: number): Event[];
}

/** What stands at a seq, and whether it still counts: what waits for its round, and what a round says of itself now. */
export function findLine(state: SceneState, past: Past, seq: number): FoundLine {
  const event = past.page(seq - 1, 1).find((one) => one.seq === seq);
  const round = event ? roundOf(event, past.walk(seq + 1)) : null;
  if (!event || round === null || round === 0) return { seq, event, isLive: event !== undefined };
  const { status, inputs, lines } = showRound(state, past.ofRound(round), round);
  const isLive = status !== 'rolledback' && [...inputs, ...lines].some((line) => line.seq === seq);
  return { seq, event, isLive };
}

/** The round an event belongs to: its own, or for an input the one that answers it; null while it waits. */
function roundOf(event: Event, after: Iterable<Event>): number | null {
  if (event.round !== undefined) return event.round;
  for (const { kind, round, payload } of after) {
    if (kind === 'round.started' && payload.inputs.includes(event.seq)) return round ?? null;
  }
  return null;
}
