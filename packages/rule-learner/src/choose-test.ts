import { boardKey, type Component, clickedComponent, findComponents, shapeKey } from './board';
import { count } from './memo';
import type { Model } from './model';
import { maxObjectSize } from './reading';
import type { Action, Board, Forecast, Mask, Transition } from './types';

export interface Want {
  model: Model;
  board: Board;
  mask: Mask;
  /** Transitions of this level so far. */
  past: readonly Transition[];
  /** All recorded transitions, of every level. */
  transitions: readonly Transition[];
  /** Available actions; ACTION6 is a click. */
  actions: readonly string[];
  /** Actions that still need evidence. */
  open: readonly string[];
  maxSteps: number;
}

export interface Test {
  /** Actions that lead to the board of the test. */
  steps: Action[];
  target: Action;
  reason: string;
}

const CLICK = 'ACTION6';
const MAX_BOARDS = 12;
const MAX_FORECASTS = 48;
const MAX_CLICKS = 8;
/** Value of each kind of forecast as a test. A correct "nothing" teaches little. */
const WORTH: Readonly<Record<Forecast['kind'], number>> = { silent: 4, cells: 1, nothing: 0.5 };
/** Discount for each step before the test. */
const STEP_PRICE = 0.15;

interface Node {
  board: Board;
  steps: Action[];
}

/**
 * Finds the action that promises to teach most for the fewest steps: its forecast is silent, or it was seldom
 * tried. Searches breadth first over predicted boards. null if every open action was already tried on each board
 * within `maxSteps`.
 */
export function chooseTest(want: Want): Test | null {
  const { model, mask, past, maxSteps } = want;
  const tries = new Tries(want.transitions, mask);
  const seen = new Set([boardKey(want.board, mask)]);
  let level: Node[] = [{ board: want.board, steps: [] }];
  let best = null as { test: Test; worth: number } | null;
  let forecasts = 0;
  for (let depth = 0; depth <= maxSteps && level.length > 0; depth++) {
    const next: Node[] = [];
    for (const { board, steps } of level) {
      for (const target of want.actions.flatMap((id) =>
        id === CLICK ? listClicks(board, tries) : [{ id }],
      )) {
        if (++forecasts > MAX_FORECASTS) return best?.test ?? null;
        const forecast = model.predict(board, target, past);
        const worth = tries.worth(board, target, forecast) / (1 + STEP_PRICE * depth);
        if (want.open.includes(target.id) && worth > (best?.worth ?? 0)) {
          const reason =
            forecast.kind === 'silent' ? forecast.reason : `${target.id} was seldom tried on such a board`;
          best = { test: { steps, target, reason }, worth };
        }
        if (forecast.kind !== 'cells' || seen.size >= MAX_BOARDS) continue;
        const after = applyForecast(board, forecast.cells);
        const key = boardKey(after, mask);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ board: after, steps: [...steps, target] });
      }
    }
    level = next;
    // No board further away can be worth more.
    if (best && best.worth >= WORTH.silent / (1 + STEP_PRICE * (depth + 1))) break;
  }
  return best?.test ?? null;
}

function applyForecast(board: Board, changes: ReadonlyMap<number, number>): Board {
  const cells = board.cells.slice();
  for (const [cell, color] of changes) cells[cell] = color;
  return { ...board, cells };
}

/** Weight of clicks on kinds of objects that were seldom clicked. */
const NEW_KIND = 3;
/** How strongly the number of tries of an action counts against it. */
const BALANCE = 0.5;

/** Counts how often each action was tried, on each board and on each kind of object. */
class Tries {
  readonly #onBoard = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(
    transitions: readonly Transition[],
    readonly mask: Mask,
  ) {
    for (const { before, action } of transitions) {
      this.#onBoard.add(this.#placeKey(before, action));
      count(this.#counts, action.id);
      if (action.x !== undefined) count(this.#counts, kindKey(before, action));
    }
  }

  /** Clicks on one component are one action. */
  #placeKey = (board: Board, action: Action): string =>
    `${boardKey(board, this.mask)} ${action.id} ${clickedComponent(board, action)?.id}`;

  worth(board: Board, action: Action, forecast: Forecast): number {
    if (this.#onBoard.has(this.#placeKey(board, action))) return 0;
    const tries = this.#counts.get(action.id) ?? 0;
    if (tries === 0) return 2 * WORTH.silent;
    const kinds = action.x === undefined ? NEW_KIND : this.kinds(board, action);
    return (WORTH[forecast.kind] * (1 + NEW_KIND / (1 + kinds))) / (1 + Math.sqrt(tries) * BALANCE);
  }

  kinds = (board: Board, action: Action): number => this.#counts.get(kindKey(board, action)) ?? 0;
}

function kindKey(board: Board, action: Action): string {
  const clicked = clickedComponent(board, action);
  return `${action.id} ${clicked ? shapeKey(clicked) : ''}`;
}

/** One click on each component, seldom-clicked kinds first, and one on the ground. */
function listClicks(board: Board, tries: Tries): Action[] {
  const { list } = findComponents(board);
  const click = ({ cells }: Component): Action => {
    const cell = cells[cells.length >> 1] as number;
    return { id: CLICK, x: cell % board.cols, y: Math.floor(cell / board.cols) };
  };
  const isObject = ({ cells }: Component) => cells.length <= maxObjectSize(board);
  const fresh = list
    .filter((one) => isObject(one) && !one.cells.every((cell) => tries.mask.has(cell)))
    .map(click)
    .map((action) => ({ action, count: tries.kinds(board, action) }))
    .sort((a, b) => a.count - b.count);
  const ground = list.find((one) => !isObject(one));
  return [...fresh.slice(0, MAX_CLICKS).map(({ action }) => action), ...(ground ? [click(ground)] : [])];
}
