import type { ActionId } from '../contract/agents';
import type { Mask } from '../contract/frame';
import type { ActionKnowledge, Contradiction, GameEvent } from '../contract/run-knowledge';
import { asidesOf, compareForecast, type Seen, seeTransition } from './claims/check';
import type { Claim } from './claims/claim';
import { forecast } from './claims/forecast';
import { readClaims } from './claims/words';
import { holdDefinition, isRestart } from './coverage';
import { clickKind, listClickKinds } from './frame/places';
import { describeHappening, readStatements } from './reporting/judge-claims';
import type { Transition } from './transition';

/** Holds claims against the newest execution, as they would have foretold it; null where there is none, or nothing to see. */
function judgeNewest(
  claims: readonly Claim[],
  history: readonly Transition[],
  mask: Mask,
  asides: readonly number[],
): ReturnType<typeof compareForecast> | null {
  const newest = history.at(-1);
  const observation = newest && seeTransition(newest, mask);
  if (!newest || !observation) return null;
  const context = { mask, history: history.slice(0, -1) };
  return compareForecast(forecast(claims, observation.before, newest.action, context), observation, asides);
}

/**
 * Says whether the newest execution went otherwise than a definition foretells, and is more than an exception to it.
 * False for one that code can't read, and where it says nothing.
 *
 * @param history every transition, oldest first; the last one is looked at
 */
export function isForetoldWrong(
  definition: string | null,
  history: readonly Transition[],
  mask: Mask,
): boolean {
  const newest = history.at(-1);
  if (definition === null || !newest) return false;
  // Most go as foretold: only what differs, nothing left aside, is worth a look at all that was recorded.
  if (judgeNewest(readClaims(definition) ?? [], history, mask, []) !== 'contradicts') return false;
  const outcome = holdDefinition(definition, { action: newest.action.id, since: 0, history, mask });
  return outcome?.wrong.includes(newest) ?? false;
}

/** Says whether a definition foretells the newest execution as it went; false for one that code can't read. */
export function isForetoldRight(
  definition: string | null,
  history: readonly Transition[],
  mask: Mask,
): boolean {
  const claims = readClaims(definition) ?? [];
  return claims.length > 0 && judgeNewest(claims, history, mask, asidesOf(claims)) === 'fits';
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
 * Finds the setup actions since the last analysis that went otherwise than the verified definition of their action says,
 * where they are more than exceptions to it.
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
  const newTransitions = new Set(
    history.slice(0, -1).filter(({ afterFrame }) => afterFrame > lastAnalysedFrame),
  );
  const contradictions = [...new Set([...newTransitions].map(({ action }) => action.id))].flatMap(
    (action) => {
      const { status, definition = null } = actions[action] ?? {};
      if (status !== 'verified' || definition === null) return [];
      const outcome = holdDefinition(definition, { action, since: 0, history, mask });
      return (outcome?.wrong ?? [])
        .filter((transition) => newTransitions.has(transition))
        .map((transition) => ({
          action,
          seen: describeContradiction(definition, transition, history, mask),
        }));
    },
  );
  return contradictions.sort((a, b) => a.seen.afterFrame - b.seen.afterFrame);
}

function describeContradiction(
  definition: string,
  transition: Transition,
  history: readonly Transition[],
  mask: Mask,
): Contradiction {
  const before = history.slice(0, history.indexOf(transition));
  const [statement] = readStatements(definition)
    .map(({ judge }) => judge?.(transition, { mask, history: before }))
    .filter((one) => one?.result === 'contradicts');
  const { turn, beforeFrame, afterFrame } = transition;
  return {
    turn,
    beforeFrame,
    afterFrame,
    predicted: statement?.predicted ?? definition,
    happened: describeHappening(transition, mask),
  };
}

/**
 * Names what the newest execution was besides an action: such a thing is no evidence of what the action does. Null for none.
 *
 * @param definition of its action until then; what it foretells is no restart of the level
 * @param history every transition, oldest first; the last one is looked at
 */
export function findEvent(
  definition: string | null,
  history: readonly Transition[],
  mask: Mask,
): GameEvent | null {
  const newest = history.at(-1);
  if (!newest) return null;
  if (newest.levelChanged) return 'level';
  if (newest.state !== 'NOT_FINISHED') return newest.state === 'WIN' ? 'win' : 'game_over';
  const claims = readClaims(definition) ?? [];
  const observation = seeTransition(newest, mask);
  if (claims.length === 0 || !observation?.effect) return null;
  const context = { mask, history: history.slice(0, -1) };
  const foretold = forecast(claims, observation.before, newest.action, context);
  if (compareForecast(foretold, observation, asidesOf(claims)) === 'fits') return null;
  return isRestart(history, history.length - 1, mask) ? 'restart' : null;
}

/**
 * Counts the kinds of objects on a board that no click has met: by colour and size; bars at the edge are none. A click that
 * met one of them on another board counts.
 */
export function countKindsLeft(before: string, clicks: readonly Transition[], mask: Mask): number {
  const kinds = listClickKinds(before, mask);
  for (const { before: then, action } of clicks) {
    if (kinds.size === 0) break;
    const { x, y } = action;
    const kind = x === undefined || y === undefined ? null : clickKind(then, { x, y });
    if (kind !== null) kinds.delete(kind);
  }
  return kinds.size;
}
