import { boardKey, findComponents } from './board';
import type { Model } from './model';
import { maxObjectSize } from './scenery';
import type { Action, Board, Mask, Transition } from './types';

export interface Want {
  model: Model;
  board: Board;
  mask: Mask;
  /** Transitions of this level so far. */
  past: readonly Transition[];
  /** Everything recorded. */
  transitions: readonly Transition[];
  /** Actions on offer; ACTION6 is a click. */
  actions: readonly string[];
  /** Actions that still need evidence. */
  open: readonly string[];
  maxSteps: number;
}

export interface Test {
  /** The way to the board of the test. */
  steps: Action[];
  target: Action;
  reason: string;
}

const CLICK = 'ACTION6';
const MAX_BOARDS = 120;
const MAX_FORECASTS = 400;
const MAX_CLICKS = 12;

interface Node {
  board: Board;
  steps: Action[];
}

/**
 * Finds the nearest board on which an open action would teach something: the forecast is silent, or the action was never tried
 * there. Searches breadth first over predicted boards; null if nothing within `maxSteps` would.
 */
export function chooseTest(want: Want): Test | null {
  const { model, mask, past, maxSteps } = want;
  const tried = countTried(want);
  const seen = new Set([boardKey(want.board, mask)]);
  let level: Node[] = [{ board: want.board, steps: [] }];
  let forecasts = 0;
  let untested: Test | null = null;
  for (let depth = 0; depth <= maxSteps && level.length > 0; depth++) {
    const next: Node[] = [];
    for (const { board, steps } of level) {
      const key = boardKey(board, mask);
      for (const target of listActions(board, want)) {
        if (++forecasts > MAX_FORECASTS) return untested;
        const forecast = model.predict(board, target, past);
        const isTried = tried.has(`${key} ${actionKey(board, target)}`);
        if (want.open.includes(target.id) && !isTried) {
          if (forecast.kind === 'silent') return { steps, target, reason: forecast.reason };
          if (!untested && forecast.kind === 'cells')
            untested = { steps, target, reason: `${target.id} was never tried on this board` };
        }
        if (forecast.kind !== 'cells' || seen.size >= MAX_BOARDS) continue;
        const after = { ...board, cells: Uint8Array.from(board.cells) };
        for (const [cell, colour] of forecast.cells) after.cells[cell] = colour;
        const afterKey = boardKey(after, mask);
        if (seen.has(afterKey)) continue;
        seen.add(afterKey);
        next.push({ board: after, steps: [...steps, target] });
      }
    }
    level = next;
  }
  return untested;
}

function countTried({ transitions, mask }: Want): Set<string> {
  return new Set(
    transitions.map(({ before, action }) => `${boardKey(before, mask)} ${actionKey(before, action)}`),
  );
}

/** Clicks on one component are one action. */
function actionKey(board: Board, { id, x, y }: Action): string {
  if (x === undefined || y === undefined) return id;
  return `${id} ${findComponents(board).of[y * board.cols + x]}`;
}

function listActions(board: Board, { actions }: Want): Action[] {
  return actions.flatMap((id) => (id === CLICK ? listClicks(board) : [{ id }]));
}

/** One click for each component, objects before ground. */
function listClicks(board: Board): Action[] {
  const { list } = findComponents(board);
  const objects = list.filter(({ cells }) => cells.length <= maxObjectSize(board));
  const ground = list.filter(({ cells }) => cells.length > maxObjectSize(board)).slice(0, 1);
  return [...objects.slice(0, MAX_CLICKS), ...ground].map(({ cells }) => {
    const cell = cells[cells.length >> 1] as number;
    return { id: CLICK, x: cell % board.cols, y: Math.floor(cell / board.cols) };
  });
}
