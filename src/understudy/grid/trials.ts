import type { Mask } from '../../contract/frame';
import { asidesOf, type Check, compareForecast, type Seen } from '../../grid/claims/check';
import type { Claim } from '../../grid/claims/claim';
import { forecast } from '../../grid/claims/forecast';
import { isRestart } from '../../grid/coverage';
import type { Case } from './cases';

/** Claims with how they did. */
export interface Trial {
  claims: Claim[];
  cost: number;
  fits: number;
  contradictions: number;
  /** Of claims that list what was seen: what they are worth at most, however much fits. */
  listed?: number;
}

/** Holds claims against one transition. */
export const judge = (claims: readonly Claim[], { seen, ctx }: Case): Check =>
  compareForecast(forecast(claims, seen.before, seen.transition.action, ctx), seen, asidesOf(claims));

/** What ends a game shows more than what the action does. */
export const isOver = ({ transition }: Seen): boolean => transition.state === 'GAME_OVER';

const RESTARTS = new WeakMap<Seen, { mask: Mask; isRestart: boolean }>();

/** Says whether a transition put the level back to its start, which says nothing of what the action does. */
export function isBegunAnew({ seen, ctx }: Case): boolean {
  if (!seen.effect) return false;
  const known = RESTARTS.get(seen);
  if (known?.mask === ctx.mask) return known.isRestart;
  const history = [...ctx.history, seen.transition];
  const entry = { mask: ctx.mask, isRestart: isRestart(history, history.length - 1, ctx.mask) };
  RESTARTS.set(seen, entry);
  return entry.isRestart;
}

/** Holds claims against all transitions of their action. */
export function tryClaims(claims: Claim[], cost: number, cases: readonly Case[]): Trial {
  let [fits, contradictions] = [0, 0];
  for (const one of cases) {
    if (isOver(one.seen)) continue;
    const verdict = judge(claims, one);
    if (verdict === 'contradicts') {
      if (isBegunAnew(one)) continue;
      contradictions++;
      if (contradictions > MAX_CONTRADICTIONS && contradictions > fits) break;
    }
    if (verdict === 'fits' && one.seen.effect) fits++;
  }
  return { claims, cost, fits, contradictions };
}

/** Contradictions after which claims that foretell less are given up. */
const MAX_CONTRADICTIONS = 2;
/** One transition that went another way is an exception, not a refutation: one, or one in so many cases… */
const CASES_AN_EXCEPTION = 8;
/** …of claims that foretold as many effects. */
const FITS_TO_EXCEPT = 5;

/** Says whether claims may be believed: nothing speaks against them but single exceptions. */
export function isGood({ fits, contradictions }: Trial): boolean {
  if (contradictions === 0) return fits > 0;
  const exceptions = Math.max(1, Math.floor((fits + contradictions) / CASES_AN_EXCEPTION));
  return fits >= FITS_TO_EXCEPT && contradictions <= exceptions;
}

/** What claims foretell counts for them; an exception costs more than silence would. */
const EXCEPTION_COST = 1.5;
export const worthOf = ({ fits, contradictions, listed = fits }: Trial): number =>
  Math.min(fits, listed) - EXCEPTION_COST * contradictions;
export const byWorth = (a: Trial, b: Trial): number => worthOf(b) - worthOf(a) || a.cost - b.cost;
