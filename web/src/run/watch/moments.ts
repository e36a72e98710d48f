import type { Event } from '../../../../src/events/events';

/** Tells how long a turn stands at the pace of a person who looks on, in milliseconds. */
const TURN_MS = 1_600;
/** A game's first board is taken in before anything moves. */
const OPENING_MS = 1_200;
/** Each picture of an animation, and a moment to see where it ends. */
const PICTURE_MS = 60;

/** A place in a ledger at which a watcher sees something new: a board, or what the agent makes of it. */
export interface Moment {
  seq: number;
  /** Number of the turn; 0 before the first. */
  turn: number;
  /** Index among all frames; null: a turn's end, which shows no other board. */
  frame: number | null;
  /** Tells how many events a watcher has seen by then. */
  seen: number;
  /** Tells how long it stands, in milliseconds, at the usual pace. */
  holdMs: number;
}

const ENDS: ReadonlySet<string> = new Set(['turn.completed', 'turn.failed', 'turn.cancelled']);

/** Lists what there is to see in a run, oldest first. The boards of a turn share its first half, its conclusion has the other. */
export function listMoments(events: readonly Event[]): Moment[] {
  const moments: Moment[] = [];
  const boards = new Map<number, number>();
  let frame = -1;
  for (const [i, { kind, seq, turn = 0, payload }] of events.entries()) {
    if (kind === 'frame.captured') {
      frame += 1;
      boards.set(turn, (boards.get(turn) ?? 0) + 1);
      moments.push({ seq, turn, frame, seen: i + 1, holdMs: PICTURE_MS * (payload.animation?.length ?? 0) });
    } else if (ENDS.has(kind)) moments.push({ seq, turn, frame: null, seen: i + 1, holdMs: TURN_MS / 2 });
  }
  return moments.map((moment, i) => {
    if (moment.frame === null) return moment;
    const share = i === 0 ? OPENING_MS : TURN_MS / 2 / (boards.get(moment.turn) ?? 1);
    return { ...moment, holdMs: moment.holdMs + share };
  });
}

/** Index of the last moment that was seen by an event's number; -1: none was. */
export const momentAt = (moments: readonly Moment[], seq: number): number =>
  moments.findLastIndex((moment) => moment.seq <= seq);
