import type { GameDriver, Outcome } from '../../games/grid/driver';
import type { StepContext } from '../../room/step-context';
import type { RunState } from './state';

/** The game that the caller plays: its answer to what it was asked is the observation that was posted. */
export function drivePushed(ctx: StepContext<RunState>): GameDriver {
  const takePosted = (): Outcome => {
    const { observation } = ctx.live().requests;
    if (!observation) throw new Error('a turn went on without the observation it waits for');
    const { frames, state, level, available } = observation;
    const step = { snapshot: {}, frames, state, levelsCompleted: level, availableActions: available };
    return { kind: 'step', step, note: null };
  };
  return { afterCut: 'resent', waits: true, begin: takePosted, act: takePosted };
}
