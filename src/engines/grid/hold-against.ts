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
 * Says whether a definition foretold something else than an execution showed. False for one that code can't read, and
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
  const observation = seeTransition(transition, mask);
  if (!observation) return false;
  const foretold = forecast(claims, observation.before, transition.action, { mask, history });
  return compareForecast(foretold, observation, asidesOf(claims)) === 'contradicts';
}

/**
 * Says whether the definition `to` foretells all executions that `from` foretold right: what confirmed `from` then confirms
 * `to` as well. False where code can't read both, or where there is nothing to go by.
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
  const [old, next] = [readClaims(from), readClaims(to)];
  if (!old || !next) return false;
  const fits = (claims: readonly Claim[], seen: Seen, before: readonly Transition[]): boolean => {
    const foretold = forecast(claims, seen.before, seen.transition.action, { mask, history: before });
    return compareForecast(foretold, seen, asidesOf(claims)) === 'fits';
  };
  let fitCount = 0;
  for (const [at, transition] of history.entries()) {
    const observation = transition.action.id === action ? seeTransition(transition, mask) : null;
    if (!observation?.effect) continue;
    const before = history.slice(0, at);
    if (!fits(old, observation, before)) continue;
    if (!fits(next, observation, before)) return false;
    fitCount += 1;
  }
  return fitCount > 0;
}

/**
 * Finds the setup actions since the last analysis that went otherwise than the verified definition of their action says.
 *
 * @param history every transition, oldest first; the last one is the target, which has an analysis of its own
 */
export function findContradicted(
  actions: Readonly<Record<string, ActionKnowledge>>,
  history: readonly Transition[],
  mask: Mask,
): { action: ActionId; seen: Contradiction }[] {
  const lastAnalysedFrame = Math.max(
    0,
    ...Object.values(actions).flatMap(({ observations }) => observations.map(({ afterFrame }) => afterFrame)),
  );
  const contradictions: { action: ActionId; seen: Contradiction }[] = [];
  for (const [at, transition] of history.slice(0, -1).entries()) {
    const { turn, beforeFrame, afterFrame, action } = transition;
    const knowledge = actions[action.id];
    if (afterFrame <= lastAnalysedFrame || knowledge?.status !== 'verified') continue;
    const before = history.slice(0, at);
    if (!isForetoldWrong(knowledge.definition, transition, mask, before)) continue;
    const [statement] = readStatements(knowledge.definition ?? '')
      .map(({ judge }) => judge?.(transition, { mask, history: before }))
      .filter((one) => one?.result === 'contradicts');
    const prediction = statement?.predicted ?? knowledge.definition ?? '';
    const contradiction = {
      turn,
      beforeFrame,
      afterFrame,
      predicted: prediction,
      happened: describeHappening(transition, mask),
    };
    contradictions.push({ action: action.id, seen: contradiction });
  }
  return contradictions;
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
