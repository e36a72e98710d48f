import type { GameAction } from '../../contract/agents';
import { colourName, colourNumber } from '../../contract/frame';
import { clickedCell } from './area';
import { type Board, boxOf, cellsOf, flood } from './board';
import { type ClaimContext, type Forecast, NO_SCOPE, NOTHING, type Scope, silent } from './scope';

/** A click picks one of several things: it takes the colour of the picked one, which takes that of the others. */
export interface PickClaim extends Scope {
  kind: 'pick';
  /** Colours of things that can be picked; ascending. */
  from: number[];
  /** Colour of the one that is picked, and the one it has when another one is. */
  on: number;
  off: number;
  /** All of them are full rectangles: of two that touch, or of one that is covered, nothing is known. */
  solid?: true;
  /** Colours of objects around things: a click on one of these picks what lies in it. */
  bodies?: number[];
}

/** Predicts which thing is picked after a click; silent when none is clicked that can be. */
export function forecastPick(
  claim: PickClaim,
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  const cell = clickedCell(board, action);
  const thing = cell === null ? null : findPicked(claim, board, cell);
  if (!thing) return silent('what is clicked is none of its things, or not one alone');
  if (thing.length === 0) return NOTHING;
  const pickedCells = [...board.cells.keys()].filter(
    (one) => board.cells[one] === claim.on && !ctx.mask.has(one),
  );
  if (claim.solid && pickedCells.length > 0 && !isRectangle(pickedCells, board))
    return silent('something covers the one that is picked');
  const paint = new Map<number, number>();
  for (const one of thing) paint.set(one, claim.on);
  for (const one of pickedCells) paint.set(one, claim.off);
  return { kind: 'board', paint, flash: false };
}

/** Finds the cells of the thing that a click picks; none when it is picked already, null when it is not known which one it is. */
function findPicked({ from, on, solid, bodies }: PickClaim, board: Board, cell: number): number[] | null {
  const colour = board.cells[cell] ?? -1;
  const clickedCells = flood(board, cell);
  if (from.includes(colour)) return solid && !isRectangle(clickedCells, board) ? null : clickedCells;
  if (!bodies?.includes(colour)) return null;
  const inside = cellsOf(boxOf(clickedCells, board.cols), board.cols);
  const [first, ...more] = inside.filter((one) => from.includes(board.cells[one] ?? -1));
  const pickedCells = inside.filter((one) => board.cells[one] === on);
  if (first === undefined) return pickedCells.length > 0 ? [] : null;
  const thing = flood(board, first);
  const isAlone = pickedCells.length === 0 && more.every((one) => thing.includes(one));
  return isAlone && (!solid || isRectangle(thing, board)) ? thing : null;
}

/** Says whether cells fill the box around them. */
export function isRectangle(cells: readonly number[], { cols }: Board): boolean {
  const { top, left, bottom, right } = boxOf(cells, cols);
  return cells.length === (bottom - top + 1) * (right - left + 1);
}

/** Writes the first sentence of a claim. */
export function writePick({ from, on, off, solid, bodies }: PickClaim): string {
  const list = (colours: readonly number[]): string => colours.map(colourName).join(' or ');
  const inside = bodies ? `, or the one in the clicked ${list(bodies)} object,` : '';
  const thing = solid ? 'rectangle' : 'object';
  return `Turns the clicked ${list(from)} ${thing}${inside} ${colourName(on)}, and what was ${colourName(on)} ${colourName(off)}.`;
}

const PICK =
  /^Turns the clicked ([a-z ]+) (object|rectangle)(?:, or the one in the clicked ([a-z ]+) object,)? ([a-z ]+), and what was (.+)\.$/;

const readColours = (text: string): number[] => text.split(' or ').map(colourNumber);

/** Reads what {@link writePick} wrote; null for other text. */
export function readPick(text: string): PickClaim | null {
  const match = PICK.exec(text);
  if (!match) return null;
  const [, things = '', form, inside, picked = '', rest = ''] = match;
  const on = colourNumber(picked);
  // The rest names the colour of the picked one again, and then the one it takes.
  const off = colourNumber(rest.slice(colourName(Math.max(0, on)).length + 1));
  const from = readColours(things);
  const bodies = inside === undefined ? [] : readColours(inside);
  const claim: PickClaim = {
    ...NO_SCOPE,
    kind: 'pick',
    from,
    on,
    off,
    ...(form === 'rectangle' && { solid: true as const }),
    ...(inside !== undefined && { bodies }),
  };
  return [on, off, ...from, ...bodies].every((one) => one >= 0) && writePick(claim) === text ? claim : null;
}
