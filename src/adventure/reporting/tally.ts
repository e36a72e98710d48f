import type { Event } from '../../contract/events/events';
import type { RunTally } from '../../contract/experiments';
import { runStatus } from '../../room/run-status';
import { answererNames, endReason } from '../../runs/views';
import type { AdventureState } from '../state-types';
import { bestScore, scoreShare } from './views';

/**
 * Summary of a run for a table. Adventures have no levels or claims. Moves are counted only in an idle run, because
 * this reads the whole ledger.
 * @param readEvents reads the whole ledger of the run, in order
 */
export function tallyAdventure(
  state: AdventureState,
  readEvents: () => readonly Event[],
): Omit<RunTally, 'tokens' | 'money'> {
  const status = runStatus(state);
  const isMoving = status === 'running' || status === 'created';
  return {
    status,
    reason: endReason(state),
    isShort: status === 'paused' && state.pause?.reason === 'budget',
    answeredBy: answererNames(state),
    ...{ score: bestScore(state), levels: null, levelActions: [], actions: null },
    ...{ maximum: state.maximum ?? null, shareOfMaximum: scoreShare(state) },
    moves: isMoving ? null : readEvents().filter(({ kind }) => kind === 'command.executed').length,
    deaths: state.episodes.reduce((sum, { deaths }) => sum + deaths, 0),
    places: state.map.rooms.filter(({ visits }) => visits > 0).length,
    ...{ turns: state.used.turns, calls: state.used.calls },
    ...{ verified: null, known: null, predictedRight: null, predictedWrong: null },
  };
}
