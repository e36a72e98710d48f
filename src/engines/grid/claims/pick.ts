import type { GameAction } from '../../../api/agents';
import { colourName, colourNumber } from '../frame/frame';
import { clickedCell } from './area';
import { type Board, flood } from './board';
import { type ClaimContext, type Forecast, NO_SCOPE, type Scope, silent } from './claim';

/** A click picks one of several things: it takes the colour of the picked one, which takes its colour in turn. */
export interface PickClaim extends Scope {
  kind: 'pick';
  /** Colour of the one that is picked, and of the others. */
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
  if (cell === null || board.cells[cell] !== claim.off)
    return silent('what is clicked is none of its things');
  const paint = new Map<number, number>();
  for (const one of flood(board, cell)) paint.set(one, claim.on);
  board.cells.forEach((colour, one) => {
    if (colour === claim.on && !ctx.mask.has(one)) paint.set(one, claim.off);
  });
  return { kind: 'board', paint, flash: false };
}

/** Writes the first sentence of a claim. */
export const writePick = ({ on, off }: PickClaim): string =>
  `Turns the clicked ${colourName(off)} object ${colourName(on)}, and what was ${colourName(on)} ${colourName(off)}.`;

const PICK = /^Turns the clicked ([a-z ]+) object ([a-z ]+), and what was (.+)\.$/;

/** Reads what {@link writePick} wrote; null for other text. */
export function readPick(text: string): PickClaim | null {
  const match = PICK.exec(text);
  const [off, on] = [colourNumber(match?.[1] ?? ''), colourNumber(match?.[2] ?? '')];
  const claim: PickClaim = { ...NO_SCOPE, kind: 'pick', on, off };
  return match && on >= 0 && off >= 0 && writePick(claim) === text ? claim : null;
}
