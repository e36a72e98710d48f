import type { EventDraft, PayloadOf } from '../../../events/events';
import type { StepContext } from '../../../room/step-context';
import { diffFrames } from '../frame/diff';
import { frameKey, type Mask } from '../frame/frame';
import { readHistory } from '../history';
import type { Reviewed } from '../knowledge';
import { maskOf, type RunState } from '../state';
import type { Transition } from '../transition';
import { learnHud } from './hud';

/** Number of recent actions that are searched: a bar shows within a few actions, and older ones cost time for nothing. */
const WINDOW = 40;

/**
 * Finds cells that change after any action and masks the new ones (docs/exploration.md#effect-and-evidence). Earlier knowledge is reviewed under the new
 * mask: states that differed in a step bar alone become one, and a change of the bar alone was no effect. The step is named
 * after the action just done, so each action is examined once.
 */
export async function updateHud(ctx: StepContext<RunState>, step: string): Promise<void> {
  const state = ctx.state;
  const history = readHistory(ctx);
  const cells = learnHud(history.slice(-WINDOW), state.hud);
  if (cells.length <= state.hud.length) return;
  const draft: EventDraft = {
    kind: 'hud.learned',
    actor: 'system',
    turn: state.rounds,
    payload: reviewAll(state, history, cells),
  };
  await ctx.commit(`hud:${step}`, [draft]);
}

function reviewAll(
  state: RunState,
  history: readonly Transition[],
  cells: number[],
): PayloadOf<'hud.learned'> {
  const [old, mask] = [maskOf(state), new Set(cells)];
  const newKeys: PayloadOf<'hud.learned'>['rekeyed'] = {};
  const rekey = (frame: string) => {
    const [was, is] = [frameKey(frame, old), frameKey(frame, mask)];
    if (was !== is) newKeys[was] = is;
    return is;
  };
  const reviews = new Map<number, Reviewed>();
  for (const transition of history) {
    const stateKey = rekey(transition.before);
    rekey(transition.frames.at(-1) ?? '');
    reviews.set(transition.afterFrame, { stateKey, ...review(transition, mask) });
  }
  const newReviews: PayloadOf<'hud.learned'>['reviewed'] = {};
  for (const known of Object.values(state.knowledge.actions)) {
    for (const { afterFrame } of known.observations) {
      const review = reviews.get(afterFrame);
      if (review) newReviews[afterFrame] = review;
    }
  }
  return { cells, rekeyed: newKeys, reviewed: newReviews };
}

function review(transition: Transition, mask: Mask): Pick<Reviewed, 'hasChanges' | 'diffSummary'> {
  const { before, frames, levelChanged } = transition;
  const { hasChanges, summary } = diffFrames(before, levelChanged ? frames.slice(0, -1) : frames, mask);
  return { hasChanges, diffSummary: summary };
}
