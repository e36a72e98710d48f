import { cellsHash, clickedComponent } from './board';
import type { Site } from './look';
import { remember } from './memo';
import type { Memory } from './memory';
import { findChanged } from './situation';
import type { Action, Board, Mask, Transition } from './types';

/** Outcomes of one action by picture: the area in which it or the player changes cells. */
export interface Recall {
  /** Cells of the picture. */
  area: number[];
  /** Changes by picture, as cells and colors in turn; null if the picture had several outcomes. */
  outcomes: Record<string, number[] | null>;
}

/** Minimum share of recurring pictures that must have had the same outcome again. */
const MIN_CONFIRMED = 0.9;

/**
 * Remembers outcomes by picture, to predict a board seen before without any rule. Leaves out actions whose pictures
 * don't settle the outcome.
 *
 * @param common cells that belong to the picture of every action
 */
export function recordOutcomes(
  transitions: readonly Transition[],
  common: Iterable<number>,
  mask: Mask,
  memory: Memory,
): Record<string, Recall> {
  const isShared = new Uint8Array(Math.max(0, ...transitions.map(({ before }) => before.cells.length)));
  for (const cell of common) if (!mask.has(cell)) isShared[cell] = 1;
  const records: Record<string, Recall> = {};
  for (const action of new Set(transitions.map((one) => one.action.id))) {
    const own = transitions.filter((one) => one.action.id === action);
    const isIn = isShared.slice();
    for (const one of own) for (const cell of findChanged(one, mask)) isIn[cell] = 1;
    const cells: number[] = [];
    for (let cell = 0; cell < isIn.length; cell++) if (isIn[cell] === 1) cells.push(cell);
    const area = memory.reuseArea(action, cells);
    const outcomes: Recall['outcomes'] = {};
    let [repeated, confirmed] = [0, 0];
    for (const one of own) {
      const key = pictureKey(one.before, one.action, area);
      const outcome = listOutcome(one, mask);
      const known = outcomes[key];
      const isSame = known?.length === outcome.length && known.every((value, i) => value === outcome[i]);
      if (known !== undefined) repeated++;
      if (isSame) confirmed++;
      outcomes[key] = known === undefined || isSame ? outcome : null;
    }
    if (confirmed >= MIN_CONFIRMED * repeated) records[action] = { area, outcomes };
  }
  return records;
}

/**
 * The changes that an action made on this picture; null if the picture is new or had several outcomes.
 *
 * @param moving objects of each class that the action moves, and the ones that certainly move; null also if none of the
 * former or not all of the latter are in the picture
 */
export function recallOutcome(
  { area, outcomes }: Recall,
  board: Board,
  action: Action,
  moving: readonly { sites: readonly Site[]; certain: readonly Site[] }[],
): Map<number, number> | null {
  const pictured = remember(areas, area, () => new Set(area));
  const isPictured = ({ cells }: Site) => cells.some((cell) => pictured.has(cell));
  const isOutside = moving.some(
    ({ sites, certain }) => (sites.length > 0 && !sites.some(isPictured)) || !certain.every(isPictured),
  );
  if (isOutside) return null;
  const outcome = outcomes[pictureKey(board, action, area)];
  if (!outcome?.length) return null;
  const change = new Map<number, number>();
  for (let i = 0; i < outcome.length; i += 2) change.set(outcome[i] as number, outcome[i + 1] as number);
  return change;
}

const areas = new WeakMap<readonly number[], ReadonlySet<number>>();
const hashes = new WeakMap<readonly number[], WeakMap<Board, string>>();
const outcomeCache = new WeakMap<readonly number[], number[]>();

const listOutcome = (transition: Transition, mask: Mask): number[] => {
  const changed = findChanged(transition, mask);
  const { cells } = transition.after;
  return remember(outcomeCache, changed, () => changed.flatMap((cell) => [cell, cells[cell] as number]));
};

/** Clicks on one component count as one, unless it is ground. */
function pictureKey(board: Board, action: Action, area: readonly number[]): string {
  const clicked = clickedComponent(board, action);
  const place = clicked ? `@${clicked.color}:${clicked.top},${clicked.left}:${clicked.cells.length}` : '';
  const ofArea = remember(hashes, area, () => new WeakMap<Board, string>());
  return remember(ofArea, board, () => cellsHash(board, area)) + place;
}
