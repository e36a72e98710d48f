import type { JsonObject } from '../../src/base/json';
import type { ActionId, GameAction } from '../../src/contract/agents';
import type { BuiltinGame, GameStep } from '../../src/runs/games/game';

/** The action with that number: `press(3)` is ACTION3; with a column and a row for a click. */
export function press(n: number, x?: number, y?: number): GameAction {
  const id = `ACTION${n}` as ActionId;
  return x === undefined || y === undefined ? { id } : { id, x, y };
}

/** The actions of a string of digits: `'114'` is ACTION1, ACTION1, ACTION4. */
export const pressAll = (digits: string): GameAction[] => Array.from(digits, (digit) => press(Number(digit)));

/** The step after the last of the actions (at least one), from a step or a snapshot. */
export function play(game: BuiltinGame, snapshot: JsonObject, actions: readonly GameAction[]): GameStep {
  let step: GameStep | null = null;
  for (const action of actions) step = game.act(step?.snapshot ?? snapshot, action);
  if (!step) throw new Error('nothing to play');
  return step;
}

export const settled = (step: GameStep): string => step.frames.at(-1) ?? '';

/** The cells of a rectangle of a packed frame, its rows joined by `/`. */
export function cut(frame: string, row: number, col: number, rows: number, cols = rows): string {
  return frame
    .split('/')
    .slice(row, row + rows)
    .map((line) => line.slice(col, col + cols))
    .join('/');
}

export function findStart(game: BuiltinGame, isIt: (step: GameStep) => boolean): GameStep {
  for (let i = 0; i < 2000; i++) {
    const step = game.start(`seed ${i}`);
    if (isIt(step)) return step;
  }
  throw new Error(`${game.info.id} has no such start`);
}

/**
 * The shortest path to a step that `isDone` accepts, breadth first; null if there is none. Snapshots with the
 * same `keyOf` are the same place; null forbids a place.
 */
export function findWay(
  game: BuiltinGame,
  from: JsonObject,
  actions: readonly GameAction[],
  isDone: (step: GameStep) => boolean,
  keyOf: (step: GameStep) => string | null,
): GameAction[] | null {
  const seen = new Set<string>();
  let edge: { snapshot: JsonObject; way: GameAction[] }[] = [{ snapshot: from, way: [] }];
  while (edge.length > 0) {
    const next: typeof edge = [];
    for (const { snapshot, way } of edge) {
      for (const action of actions) {
        const step = game.act(snapshot, action);
        if (isDone(step)) return [...way, action];
        const key = keyOf(step);
        if (key === null || seen.has(key)) continue;
        seen.add(key);
        next.push({ snapshot: step.snapshot, way: [...way, action] });
      }
    }
    edge = next;
  }
  return null;
}
