import type { GameAction } from '../contract/agents';
import type { Event, PayloadOf } from '../contract/events/events';
import { frameKey, type Mask } from '../contract/frame';

export interface ReplayStep {
  action: GameAction;
  /** Packed settled frame. */
  cells: string;
  /** Completed levels. */
  level: number;
}

interface ReplayPlan {
  /** `levels[0]` holds the steps until the first level was completed, and so on. */
  levels: ReplayStep[][];
  /** Packed first frame of the current level. */
  opening: string;
}

interface WayReading {
  way: ReplayPlan;
  /** The way being replayed; null once the run has moved on. */
  goal: ReplayPlan | null;
  level: number;
  /** True if the last action ended the game, so the level must restart. */
  isOver: boolean;
  waiting: { reset: true } | { reset: false; action: GameAction; from: number; level: number } | null;
}

const emptyWay = (): ReplayPlan => ({ levels: [[]], opening: '' });

/**
 * Finds the actions from the start of the game to the run's position before its session was lost: all actions
 * of completed levels, and the actions of the current level since its start, without loops that returned to
 * an earlier board. Skips actions in doubt: the frames after them show whether they happened.
 *
 * If another loss interrupts a replay, the way stays the same.
 *
 * @param events the run's entire ledger, in order, up to the reset that restarted the game
 * @param mask cells to ignore when comparing boards
 */
export function planReplay(events: Iterable<Event>, mask: Mask): ReplayStep[] {
  const reading: WayReading = { way: emptyWay(), goal: null, level: 0, isOver: false, waiting: null };
  for (const event of events) take(reading, event);
  const { goal } = reading;
  if (!goal) return [];
  const last = goal.levels.length - 1;
  return goal.levels.flatMap((steps, level) => (level < last ? steps : cutLoops(steps, goal.opening, mask)));
}

/** Removes the steps between two visits of the same board. */
function cutLoops(steps: readonly ReplayStep[], opening: string, mask: Mask): ReplayStep[] {
  const way: ReplayStep[] = [];
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
  // After a game over, the game would have restarted its level anyway.
  if (isOver) beginLevel(way, before);
  reading.goal ??= way;
  reading.way = emptyWay();
}

/** Starts a level without steps, and drops the levels beyond it. */
function beginLevel(way: ReplayPlan, level: number): void {
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
