import type { GameAction } from '../../src/contract/agents';
import { packPainted, readBoard } from '../../src/grid/claims/board';
import { asidesOf, type Check, compareForecast, seeTransition } from '../../src/grid/claims/check';
import type { Claim } from '../../src/grid/claims/claim';
import { forecast } from '../../src/grid/claims/forecast';
import type { ClaimContext } from '../../src/grid/claims/scope';
import type { Transition } from '../../src/grid/transition';

/** What claims foretell, with the whole board: `?` marks cells whose colour is left open. */
type Prediction =
  | { kind: 'board'; cells: string; flash: boolean }
  | { kind: 'nothing' }
  | { kind: 'silent'; reason: string };

/** Foretell what an action does to a packed frame. Masked cells are as they were before. */
export function predict(
  claims: readonly Claim[],
  before: string,
  action: GameAction,
  ctx: ClaimContext,
): Prediction {
  const board = readBoard(before);
  const foretold = forecast(claims, board, action, ctx);
  if (foretold.kind !== 'board') return foretold;
  return { kind: 'board', cells: packPainted(board, foretold.paint), flash: foretold.flash };
}

/** Whether what happened is what the claims foretold. `ctx.history` is what came before it. */
export function checkClaims(claims: readonly Claim[], transition: Transition, ctx: ClaimContext): Check {
  const seen = seeTransition(transition, ctx.mask);
  if (!seen) return 'silent';
  return compareForecast(forecast(claims, seen.before, transition.action, ctx), seen, asidesOf(claims));
}
