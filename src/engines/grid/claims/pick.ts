import type { GameAction } from '../../../api/agents';
import { colourName, colourNumber } from '../frame/frame';
import { clickedCell } from './area';
import { type Board, flood } from './board';
import { type ClaimContext, type Forecast, NO_SCOPE, type Scope, silent } from './claim';

/** A click picks one of several things: it takes the colour of the picked one, which takes that of the others. */
export interface PickClaim extends Scope {
  kind: 'pick';
  /** Colours of things that can be picked; ascending. */
  from: number[];
  /** Colour of the one that is picked, and the one it has when another one is. */
  on: number;
  off: number;
}

/** Predicts which thing is picked after a click; silent when none is clicked that can be. */
export function forecastPick(
  claim: PickClaim,
  board: Board,
  action: GameAction,
  ctx: ClaimContext,
): Forecast {
  const cell = clickedCell(board, action);
  if (cell === null || !claim.from.includes(board.cells[cell] ?? -1))
    return silent('what is clicked is none of its things');
  const paint = new Map<number, number>();
  for (const one of flood(board, cell)) paint.set(one, claim.on);
  board.cells.forEach((colour, one) => {
    if (colour === claim.on && !ctx.mask.has(one)) paint.set(one, claim.off);
  });
  return { kind: 'board', paint, flash: false };
}

/** Writes the first sentence of a claim. */
export const writePick = ({ from, on, off }: PickClaim): string =>
  `Turns the clicked ${from.map(colourName).join(' or ')} object ${colourName(on)}, and what was ${colourName(on)} ${colourName(off)}.`;

const PICK = /^Turns the clicked ([a-z ]+) object ([a-z ]+), and what was (.+)\.$/;

/** Reads what {@link writePick} wrote; null for other text. */
export function readPick(text: string): PickClaim | null {
  const match = PICK.exec(text);
  const from = (match?.[1] ?? '').split(' or ').map(colourNumber);
  const on = colourNumber(match?.[2] ?? '');
  // The rest names the colour of the picked one again, and then the one it takes.
  const rest = match?.[3] ?? '';
  const off = colourNumber(rest.slice(colourName(Math.max(0, on)).length + 1));
  const claim: PickClaim = { ...NO_SCOPE, kind: 'pick', from, on, off };
  return match && on >= 0 && off >= 0 && from.every((one) => one >= 0) && writePick(claim) === text
    ? claim
    : null;
}
