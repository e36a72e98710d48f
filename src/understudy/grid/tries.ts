import type { ActionId } from '../../api/agents';
import { MAX_NO_EFFECT, STREAK_TO_VERIFY } from '../../engines/grid/knowledge';
import { countUnmet } from './contexts';
import type { Search } from './plan';

/** Actions between two tries on the way, as long as there is no hurry. */
const PASSING_GAP = 2;
/** Tries that are kept for things nobody met yet, at most. */
const MAX_KEPT = 3;

/**
 * Tries of an action without effect that would show no more anywhere else: all that are left until it is exhausted but
 * one for each kind of thing in sight that it was not tried on or beside yet.
 */
export function countSpare({ brief, study, here, drastic }: Search, id: ActionId): number {
  const left = MAX_NO_EFFECT - (brief.situation.actions[id]?.noEffect ?? 0);
  return left - Math.min(MAX_KEPT, countUnmet(study, here.board, id, drastic));
}

/**
 * Whether a spare try is best made here, on the way of other targets: each of those leads to a state where it costs
 * nothing but itself, later a way has to be gone for each. Now and then while there are many such states to come, in
 * each once there are no more of them than spare tries.
 */
export function isPassing(search: Search, id: ActionId): boolean {
  const { brief, study, open } = search;
  const spare = countSpare(search, id);
  if (spare <= 0) return false;
  const states = open.reduce((sum, one) => {
    const missing = STREAK_TO_VERIFY - (brief.situation.actions[one]?.streak ?? 0);
    return sum + (study.of(one).claims.length > 0 ? missing : 0);
  }, 0);
  if (states <= spare) return states > 0;
  return study.history.slice(-PASSING_GAP).every((step) => step.action.id !== id);
}
