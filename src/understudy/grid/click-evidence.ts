import type { GameAction } from '../../contract/agents';
import { CLICK } from '../../grid/choose';
import { clickedCell } from '../../grid/claims/area';
import { type Board, type Box, boxOf, flood } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { type Claim, isOfTiles, isScoped } from '../../grid/claims/claim';
import { concerns, isOfSite, isOnTile, isWithin } from '../../grid/claims/forecast';
import { findReached } from '../../grid/claims/reach';
import { keyBoard } from './board-key';
import type { Case } from './cases';
import { judge } from './trials';

/** Effects that must have gone as each part of a definition says, and boards on which they did. */
const EFFECTS_A_PART = 3;
const BOARDS_A_PART = 2;
/** Things on which a part that speaks of several must have come true. */
const THINGS_A_PART = 2;

/** Returns the claims of a definition by the clicks that they speak of. */
export function partsOf(claims: readonly Claim[]): Claim[][] {
  const parts = new Map<string, Claim[]>();
  for (const claim of claims) {
    if (!isScoped(claim) || (claim.click === null && !isOfTiles(claim))) continue;
    const key = nameScope(claim);
    parts.set(key, [...(parts.get(key) ?? []), claim]);
  }
  return [...parts.values()];
}

const nameScope = (claim: Claim): string => {
  const tile = 'area' in claim && claim.area.of === 'tile' ? claim.area : null;
  const box = 'within' in claim && claim.within ? nameBox(claim.within) : '';
  return `${claim.click?.join()} ${box} ${tile?.ground} ${tile?.colours?.join()}`;
};

/** Returns the box of the object of one colour that a click meets; null when it is no click on the board. */
export function boxClicked({ before, transition }: Seen): Box | null {
  const cell = clickedCell(before, transition.action);
  return cell === null ? null : boxOf(flood(before, cell), before.cols);
}

/** A thing of several colours that takes up more than one part in so many of the board is no button. */
const BUTTON_PART = 16;

/** Returns the box of the thing that a click meets, with all that hangs together with it, if that is no large part of the board. */
export function boxThing(seen: Seen): Box | null {
  const { before, transition } = seen;
  const cell = clickedCell(before, transition.action);
  const cells = cell === null ? null : findReached(before, cell, true, undefined);
  return cells && cells.length * BUTTON_PART <= before.cells.length
    ? boxOf(cells, before.cols)
    : boxClicked(seen);
}

/** Names a box by its place and size. */
export const nameBox = (box: Box | null): string => (box ? Object.values(box).join() : '');

/**
 * Lists the claims about clicks that were not seen to come true often enough: what one button does says nothing of another,
 * and what one thing does little of those that look like it.
 *
 * @param cases of clicks
 * @param board the one that stands: what is not there can't be clicked
 */
export function findUnproven(
  claims: readonly Claim[],
  cases: readonly Case[],
  board: Board | undefined,
): Claim[] {
  if (!board) return [];
  return partsOf(claims).flatMap((part) => {
    const first = part[0];
    if (!first) return [];
    const things = listMet(first, board);
    if (things === 0) return [];
    const own = cases.filter(
      (one) =>
        one.seen.effect &&
        concerns(first, one.seen.before, one.seen.transition.action) &&
        judge(claims, one) === 'fits',
    );
    const boards = new Set(own.map(({ seen, ctx }) => keyBoard(seen.before, ctx.mask)));
    const places = new Set(own.map(({ seen }) => nameBox(boxClicked(seen))));
    const isProven =
      own.length >= EFFECTS_A_PART &&
      boards.size >= BOARDS_A_PART &&
      places.size >= Math.min(THINGS_A_PART, things);
    return isProven ? [] : part;
  });
}

const clickOn = (cell: number, { cols }: Board): GameAction => ({
  id: CLICK,
  x: cell % cols,
  y: Math.floor(cell / cols),
});

/** Counts the objects on a board, two at most, of whose clicks a claim speaks. */
function listMet(claim: Claim, board: Board): number {
  const visitedCells = new Uint8Array(board.cells.length);
  let count = 0;
  for (let start = 0; start < board.cells.length && count < THINGS_A_PART; start++) {
    if (visitedCells[start] === 1) continue;
    const cells = flood(board, start);
    for (const cell of cells) visitedCells[cell] = 1;
    const first = clickOn(start, board);
    const isMet = cells.some((cell) => {
      const action = clickOn(cell, board);
      return isWithin(claim, action) && isOnTile(claim, board, action);
    });
    if (isMet && isOfSite(claim, board, first)) count++;
  }
  return count;
}
