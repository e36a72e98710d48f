import type { Event, EventOf, PayloadOf } from '../contract/events/events';
import type { StepContext } from '../room/step-context';
import type { RunConfig, RunState } from './state';
import { readActionKey, type Transition } from './transition';

/** Transitions in memory; the ledger has all of them. */
const MAX_KEPT = 1_000;
/**
 * Extra transitions to read, because a replayed turn is behind the events it has already written. A turn
 * never writes this many.
 */
const MARGIN = 100;

/** Limit on the characters of all cached frames, because long animations could fill the room's memory. */
const MAX_CHARACTERS = 16_000_000;

/** Transitions, and the state needed to continue after the last event. */
interface HistoryReading {
  seq: number;
  frame: { n: number; cells: string };
  certain: boolean;
  /** null if the reading started in the middle of the ledger and no event has had the level yet. */
  level: number | null;
  executed: PayloadOf<'action.executed'> | null;
  /** `seq` of the event that completed the transition. */
  kept: { seq: number; transition: Transition }[];
  characters: number;
}

/** Cached by run configuration, which is a separate object for each run. A ledger only grows. */
const readings = new WeakMap<RunConfig, HistoryReading>();

const begin = (): HistoryReading => ({
  seq: 0,
  frame: { n: 0, cells: '' },
  certain: false,
  level: null,
  executed: null,
  kept: [],
  characters: 0,
});

/**
 * The newest {@link MAX_KEPT} transitions of the run up to the current turn, oldest first. Reads no more of
 * the ledger than necessary, so that opening a room does not get slower with its age.
 */
export function readHistory(ctx: StepContext<RunState>): readonly Transition[] {
  const { config, head } = ctx.state;
  let reading = readings.get(config) ?? begin();
  const fresh: Event[] = [];
  let transitionCount = 0;
  for (const event of ctx.past()) {
    if (event.seq <= reading.seq) break;
    fresh.push(event);
    if (event.kind === 'frame.captured' && event.payload.action !== null) transitionCount += 1;
    if (transitionCount <= MAX_KEPT + MARGIN) continue;
    reading = begin();
    break;
  }
  fresh.reverse();
  for (const event of [...fresh, ...ctx.played()]) if (event.seq > reading.seq) take(reading, event);
  readings.set(config, reading);
  // On replay, skip transitions that the turn has already written.
  const past = reading.kept.filter(({ seq }) => seq <= head);
  return past.slice(-MAX_KEPT).map(({ transition }) => transition);
}

/**
 * The run's current transitions, oldest first. They are the same objects that the run uses, so cached models
 * stay valid.
 *
 * @param events the run's entire ledger, in order
 */
export function recallTransitions(
  { config, head }: Pick<RunState, 'config' | 'head'>,
  events: Iterable<Event>,
): readonly Transition[] {
  const reading = readings.get(config) ?? begin();
  for (const event of events) if (event.seq > reading.seq) take(reading, event);
  readings.set(config, reading);
  return reading.kept.filter(({ seq }) => seq <= head).map(({ transition }) => transition);
}

export function readTransitions(events: Iterable<Event>): Transition[] {
  const reading = begin();
  for (const event of events) take(reading, event);
  return reading.kept.map(({ transition }) => transition);
}

function take(reading: HistoryReading, event: Event): void {
  reading.seq = event.seq;
  if (event.kind === 'game.reset') {
    const { level, inDoubt } = event.payload;
    reading.level = level;
    reading.executed = null;
    if (inDoubt) reading.certain = false;
  } else if (event.kind === 'action.executed') {
    const { inDoubt } = event.payload;
    reading.executed = inDoubt ? null : event.payload;
    if (inDoubt) reading.certain = false;
  } else if (event.kind === 'frame.captured') {
    capture(reading, event);
  }
}

function capture(reading: HistoryReading, event: EventOf<'frame.captured'>): void {
  const { n, cells, animation, action } = event.payload;
  const { executed, frame, certain, level } = reading;
  reading.frame = { n, cells };
  reading.certain = true;
  reading.executed = null;
  if (!executed || action === null) return;
  reading.level = executed.level;
  if (level === null) return;
  const transition: Transition = {
    turn: event.turn ?? 0,
    beforeFrame: frame.n,
    afterFrame: n,
    action: readActionKey(action),
    role: executed.role,
    before: frame.cells,
    frames: [...animation, cells],
    state: executed.state,
    levelChanged: executed.level !== level,
    level,
    certain,
  };
  reading.kept.push({ seq: event.seq, transition });
  reading.characters += countCharacters(transition);
  let dropCount = reading.kept.length > 2 * MAX_KEPT ? reading.kept.length - MAX_KEPT - MARGIN : 0;
  for (const { transition: oldest } of reading.kept.slice(0, dropCount)) {
    reading.characters -= countCharacters(oldest);
  }
  for (; reading.characters > MAX_CHARACTERS; dropCount += 1) {
    reading.characters -= countCharacters(reading.kept[dropCount]?.transition ?? transition);
  }
  if (dropCount > 0) reading.kept.splice(0, dropCount);
}

const countCharacters = ({ frames }: Transition): number =>
  frames.reduce((sum, frame) => sum + frame.length, 0);
