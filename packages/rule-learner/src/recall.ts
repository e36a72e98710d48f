import { cellsHash, clickedComponent } from './board';
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
  common: ReadonlySet<number>,
  mask: Mask,
  memory: Memory,
): Record<string, Recall> {
  const records: Record<string, Recall> = {};
  for (const action of new Set(transitions.map((one) => one.action.id))) {
    const own = transitions.filter((one) => one.action.id === action);
    const isIn = new Uint8Array(Math.max(...own.map(({ before }) => before.cells.length)));
    for (const one of own) for (const cell of findChanged(one, mask)) isIn[cell] = 1;
    for (const cell of common) isIn[cell] = 1;
    const area: number[] = [];
    for (let cell = 0; cell < isIn.length; cell++) if (isIn[cell] === 1 && !mask.has(cell)) area.push(cell);
    const record = memory.reuse(`recall ${action}`, [...own, ...area], () => recordOwn(own, area, mask));
    if (record) records[action] = record;
  }
  return records;
}

function recordOwn(own: readonly Transition[], area: number[], mask: Mask): Recall | null {
  const outcomes: Recall['outcomes'] = {};
  let [repeated, confirmed] = [0, 0];
  for (const one of own) {
    const key = pictureKey(one.before, one.action, area);
    const outcome = findChanged(one, mask).flatMap((cell) => [cell, one.after.cells[cell] as number]);
    const known = outcomes[key];
    const isSame = known?.length === outcome.length && known.every((value, i) => value === outcome[i]);
    if (known !== undefined) repeated++;
    if (isSame) confirmed++;
    outcomes[key] = known === undefined || isSame ? outcome : null;
  }
  return confirmed >= MIN_CONFIRMED * repeated ? { area, outcomes } : null;
}

/** The changes that an action made on this picture; null if the picture is new or had several outcomes. */
export function recallOutcome(
  { area, outcomes }: Recall,
  board: Board,
  action: Action,
): Map<number, number> | null {
  const outcome = outcomes[pictureKey(board, action, area)];
  if (!outcome?.length) return null;
  return new Map(
    outcome.flatMap((cell, i) => (i % 2 === 0 ? [[cell, outcome[i + 1] as number] as const] : [])),
  );
}

/** Clicks on one component count as one, unless it is ground. */
function pictureKey(board: Board, action: Action, area: readonly number[]): string {
  const clicked = clickedComponent(board, action);
  const place = clicked ? `@${clicked.color}:${clicked.top},${clicked.left}:${clicked.cells.length}` : '';
  return cellsHash(board, area) + place;
}
