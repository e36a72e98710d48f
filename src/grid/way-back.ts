import type { GameAction } from '../contract/agents';
import type { Event, PayloadOf } from '../contract/events/events';
import { frameKey, type Mask } from '../contract/frame';

/** An action that was done, and what the game showed after it. */
export interface WayStep {
  action: GameAction;
  /** Packed settled frame after it. */
  cells: string;
  /** Levels completed after it. */
  level: number;
}

/** The actions of a session that still count, level by level. */
interface Way {
  /** Steps by the level in which they were done: `levels[0]` until the first was completed. */
  levels: WayStep[][];
  /** Packed frame with which the level began that stands. */
  opening: string;
}

interface WayReading {
  way: Way;
  /** The way that is being done again; null: the run has gone on from where it is. */
  goal: Way | null;
  level: number;
  /** The last action ended the game: the level has to begin again. */
  isOver: boolean;
  waiting: { reset: true } | { reset: false; action: GameAction; from: number; level: number } | null;
}

const emptyWay = (): Way => ({ levels: [[]], opening: '' });

/**
 * The actions that lead from the beginning of a game to where the run was before its session was lost: all those of the
 * levels that were completed, and those of the level that stands since it began, less what only led back to a board that
 * was there before. An action in doubt is left out: the frames after it tell whether it was done.
 *
 * A way back that was cut short by another loss is the way back still.
 *
 * @param events the whole ledger, in order, up to the reset that began the game anew
 * @param mask cells that say nothing of where the game stands
 */
export function findWayBack(events: Iterable<Event>, mask: Mask): WayStep[] {
  const reading: WayReading = { way: emptyWay(), goal: null, level: 0, isOver: false, waiting: null };
  for (const event of events) take(reading, event);
  const { goal } = reading;
  if (!goal) return [];
  const last = goal.levels.length - 1;
  return goal.levels.flatMap((steps, level) => (level < last ? steps : cutLoops(steps, goal.opening, mask)));
}

/** Leaves out the steps between a board and the same board again. */
function cutLoops(steps: readonly WayStep[], opening: string, mask: Mask): WayStep[] {
  const way: WayStep[] = [];
  const keys = opening === '' ? [] : [frameKey(opening, mask)];
  const missing = 1 - keys.length;
  for (const step of steps) {
    const key = frameKey(step.cells, mask);
    const at = keys.indexOf(key);
    if (at < 0) {
      way.push(step);
      keys.push(key);
    } else {
      way.length = at + missing;
      keys.length = at + 1;
    }
  }
  return way;
}

function take(reading: WayReading, event: Event): void {
  switch (event.kind) {
    case 'game.reset':
      begin(reading, event.payload);
      break;
    case 'action.executed': {
      const { action: id, x, y, role, inDoubt, level, state } = event.payload;
      if (role !== 'replay') reading.goal = null;
      reading.isOver = state === 'GAME_OVER';
      if (inDoubt) break;
      const action = x === undefined || y === undefined ? { id } : { id, x, y };
      reading.waiting = { reset: false, action, from: reading.level, level };
      reading.level = level;
      break;
    }
    case 'frame.captured':
      capture(reading, event.payload.cells);
      break;
  }
}

function begin(reading: WayReading, { reason, level, inDoubt }: PayloadOf<'game.reset'>): void {
  if (inDoubt) return;
  const { way, level: before, isOver } = reading;
  reading.waiting = { reset: true };
  reading.level = level;
  reading.isOver = false;
  if (reason !== 'session_lost' && level >= before) {
    beginLevel(way, level);
    return;
  }
  // A game that was over would have begun its level again all the same.
  if (isOver) beginLevel(way, before);
  reading.goal ??= way;
  reading.way = emptyWay();
}

/** The level stands at its beginning, with none beyond it. */
function beginLevel(way: Way, level: number): void {
  while (way.levels.length <= level) way.levels.push([]);
  way.levels.length = level + 1;
  way.levels[level] = [];
}

function capture(reading: WayReading, cells: string): void {
  const { waiting, way } = reading;
  reading.waiting = null;
  if (!waiting) return;
  if (waiting.reset) {
    way.opening = cells;
    return;
  }
  const { action, from, level } = waiting;
  way.levels[from] = [...(way.levels[from] ?? []), { action, cells, level }];
  if (level === from) return;
  beginLevel(way, level);
  way.opening = cells;
}
