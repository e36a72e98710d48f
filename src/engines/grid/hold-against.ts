import type { ActionId } from '../../api/agents';
import type { ActionKnowledge, Contradiction } from '../../api/run-knowledge';
import { clickedSite } from './claims/area';
import { readBoard } from './claims/board';
import { asidesOf, compareForecast, type Seen, seeTransition } from './claims/check';
import type { Claim } from './claims/claim';
import { forecast } from './claims/forecast';
import { readClaims } from './claims/words';
import type { Mask } from './frame/frame';
import { clickPlaces } from './frame/places';
import { describeHappening, readStatements } from './reporting/judge-claims';
import type { Transition } from './transition';

/**
 * Whether a definition foretold something else than what an execution showed. False for one that code can't read, and
 * where it says nothing.
 *
 * @param history what came before the execution, oldest first
 */
export function isForetoldWrong(
  definition: string | null,
  transition: Transition,
  mask: Mask,
  history: readonly Transition[],
): boolean {
  const claims = readClaims(definition);
  // Where a life ended the board may be any other.
  if (!claims || claims.length === 0 || transition.state !== 'NOT_FINISHED') return false;
  const seen = seeTransition(transition, mask);
  if (!seen) return false;
  const foretold = forecast(claims, seen.before, transition.action, { mask, history });
  return compareForecast(foretold, seen, asidesOf(claims)) === 'contradicts';
}

/**
 * Whether a definition foretells all that another one foretold right, of what was executed: then what confirmed the other
 * confirms it as well, and it only says more. False where code can't read both, or where there is nothing to go by.
 *
 * @param history every transition, oldest first
 */
export function isExtended(
  from: string | null,
  to: string | null,
  action: string,
  mask: Mask,
  history: readonly Transition[],
): boolean {
  if (from === to) return true;
  const [old, given] = [readClaims(from), readClaims(to)];
  if (!old || !given) return false;
  const fits = (claims: readonly Claim[], seen: Seen, before: readonly Transition[]): boolean => {
    const foretold = forecast(claims, seen.before, seen.transition.action, { mask, history: before });
    return compareForecast(foretold, seen, asidesOf(claims)) === 'fits';
  };
  let held = 0;
  for (const [at, transition] of history.entries()) {
    const seen = transition.action.id === action ? seeTransition(transition, mask) : null;
    if (!seen?.effect) continue;
    const before = history.slice(0, at);
    if (!fits(old, seen, before)) continue;
    if (!fits(given, seen, before)) return false;
    held += 1;
  }
  return held > 0;
}

/**
 * What was sent since the last analysis on the way to other tests, and went otherwise than the verified definition of its
 * action says; by action.
 *
 * @param history every transition, oldest first; the last one is the target, which has an analysis of its own
 */
export function findContradicted(
  actions: Readonly<Record<string, ActionKnowledge>>,
  history: readonly Transition[],
  mask: Mask,
): { action: ActionId; seen: Contradiction }[] {
  const analysed = Math.max(
    0,
    ...Object.values(actions).flatMap(({ observations }) => observations.map(({ afterFrame }) => afterFrame)),
  );
  const found: { action: ActionId; seen: Contradiction }[] = [];
  for (const [at, transition] of history.slice(0, -1).entries()) {
    const { turn, beforeFrame, afterFrame, action } = transition;
    const known = actions[action.id];
    if (afterFrame <= analysed || known?.status !== 'verified') continue;
    const before = history.slice(0, at);
    if (!isForetoldWrong(known.definition, transition, mask, before)) continue;
    const [statement] = readStatements(known.definition ?? '')
      .map(({ judge }) => judge?.(transition, { mask, history: before }))
      .filter((one) => one?.result === 'contradicts');
    const predicted = statement?.predicted ?? known.definition ?? '';
    const seen = { turn, beforeFrame, afterFrame, predicted, happened: describeHappening(transition, mask) };
    found.push({ action: action.id, seen });
  }
  return found;
}

/** Kinds of objects on a board that no click has met: by their colour, and the one around them. */
export function countKindsLeft(before: string, clicks: readonly Transition[], mask: Mask): number {
  const board = readBoard(before);
  const kinds = new Set(
    clickPlaces(before, mask).map((place) => clickedSite(board, { id: 'ACTION6', ...place })),
  );
  for (const { before: then, action } of clicks) kinds.delete(clickedSite(readBoard(then), action));
  kinds.delete(null);
  return kinds.size;
}
