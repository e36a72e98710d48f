import type { Event } from '../../../../src/contract/events/events';

/** Tells how long a turn stands at the pace of a person who looks on, in milliseconds. */
const TURN_MS = 1_600;
/** A game's first board is taken in before anything moves. */
const OPENING_MS = 1_200;
/** Each picture of an animation, and a moment to see where it ends. */
const PICTURE_MS = 60;

/** A place in a ledger at which a watcher sees something new: a frame, or what the agent makes of it. */
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

/** Says whether an event shows a frame: a board in a grid game, what the story says in a text adventure. */
type IsFrame = (event: Event) => boolean;

export const isBoard: IsFrame = ({ kind }) => kind === 'frame.captured';
export const isMove: IsFrame = ({ kind }) =>
  kind === 'command.executed' || kind === 'episode.started' || kind === 'story.restored';

/** Lists what there is to see in a run, oldest first. The frames of a turn share its first half, its conclusion has the other. */
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

/** Index of the last moment that was seen by an event's number; -1: none was. */
export const momentAt = (moments: readonly Moment[], seq: number): number =>
  moments.findLastIndex((moment) => moment.seq <= seq);
