import type { Event } from '../../../../src/contract/events/events';

/** How long a turn is shown to a watcher, in milliseconds. */
const TURN_MS = 1_600;
/** Time to look at a game's first board before anything moves. */
const OPENING_MS = 1_200;
/** Time for each animation frame, plus a pause at the end. */
const PICTURE_MS = 60;

/** A position in the event log with something new to see: a frame, or the agent's reaction. */
export interface Moment {
  seq: number;
  /** Number of the turn; 0 before the first. */
  turn: number;
  /** Index among all frames; null: a turn's end, which shows no other board. */
  frame: number | null;
  /** Number of events seen by then. */
  seen: number;
  /** How long it is shown at normal speed, in milliseconds. */
  holdMs: number;
}

const ENDS: ReadonlySet<string> = new Set(['turn.completed', 'turn.failed', 'turn.cancelled']);

/** True if an event shows a frame: a board in a grid game, printed text in an adventure. */
type IsFrame = (event: Event) => boolean;

export const isBoard: IsFrame = ({ kind }) => kind === 'frame.captured';
export const isMove: IsFrame = ({ kind }) =>
  kind === 'command.executed' || kind === 'episode.started' || kind === 'story.restored';

/** Lists the moments of a run, oldest first. The frames of a turn take its first half, its conclusion the other. */
export function listMoments(events: readonly Event[], isFrame: IsFrame = isBoard): Moment[] {
  const moments: Moment[] = [];
  const counts = new Map<number, number>();
  let frame = -1;
  for (const [i, event] of events.entries()) {
    const { kind, seq, turn = 0 } = event;
    if (isFrame(event)) {
      frame += 1;
      counts.set(turn, (counts.get(turn) ?? 0) + 1);
      moments.push({ seq, turn, frame, seen: i + 1, holdMs: PICTURE_MS * countPictures(event) });
    } else if (ENDS.has(kind)) moments.push({ seq, turn, frame: null, seen: i + 1, holdMs: TURN_MS / 2 });
  }
  return moments.map((moment, i) => {
    if (moment.frame === null) return moment;
    const share = i === 0 ? OPENING_MS : TURN_MS / 2 / (counts.get(moment.turn) ?? 1);
    return { ...moment, holdMs: moment.holdMs + share };
  });
}

/** Counts the pictures between one board and the next. */
const countPictures = (event: Event): number =>
  event.kind === 'frame.captured' ? (event.payload.animation?.length ?? 0) : 0;

/** Index of the last moment seen by an event's number; -1: none. */
export const momentAt = (moments: readonly Moment[], seq: number): number =>
  moments.findLastIndex((moment) => moment.seq <= seq);
