import type { Board } from './board';
import type { PassClaim } from './claim';
import { locate, paintPicture, type Sighting } from './picture';
import { type ClaimContext, type Forecast, MISSING, silent } from './scope';

/** Predicts a pass claim: the chosen thing becomes plain, and the next one chosen. */
export function forecastPass(claim: PassClaim, board: Board, ctx: ClaimContext): Forecast {
  const { things } = claim;
  const chosenThings = things.flatMap((looks, i): { i: number; at: Sighting }[] => {
    const at = locate(board, looks[1], false, ctx.mask);
    return at ? [{ i, at }] : [];
  });
  const [one] = chosenThings;
  if (!one || chosenThings.length > 1) return MISSING;
  const next = things[(one.i + 1) % things.length];
  const old = things[one.i];
  if (!next || !old) return MISSING;
  if (one.i === things.length - 1 && !claim.closed) return silent('it was not seen yet which one comes next');
  const place = locate(board, next[0], false, ctx.mask);
  if (!place) return MISSING;
  const paint = new Map<number, number>();
  paintPicture(paint, old[0], one.at, board);
  paintPicture(paint, next[1], place, board);
  return { kind: 'board', paint, flash: false };
}
