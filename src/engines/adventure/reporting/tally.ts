import type { RunTally } from '../../../api/experiments';
import { statusOf } from '../../runs/status';
import { endReason, nameAnswered } from '../../runs/views';
import type { AdventureState } from '../state-types';
import { bestScore } from './views';

/** Sums a run of a text adventure up for a table. It has neither levels nor claims. */
export function tallyAdventure(state: AdventureState): Omit<RunTally, 'tokens' | 'money'> {
  return {
    status: statusOf(state),
    reason: endReason(state),
    answeredBy: nameAnswered(state),
    ...{ score: bestScore(state), levels: null, levelActions: [], actions: null },
    ...{ turns: state.used.turns, calls: state.used.calls },
    ...{ verified: null, known: null, trueClaims: null, falseClaims: null },
  };
}
