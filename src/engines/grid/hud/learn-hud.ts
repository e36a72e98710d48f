import type { EventDraft, PayloadOf } from '../../../events/events';
import type { StepContext } from '../../../room/step-context';
import { diffFrames } from '../frame/diff';
import { frameKey, type Mask } from '../frame/frame';
import { readHistory } from '../history';
import type { Reviewed } from '../knowledge';
import { maskOf, type RunState } from '../state';
import type { Transition } from '../transition';
import { learnHud } from './hud';

/** A bar shows itself within a few actions; what is older costs time and tells no more. */
const WINDOW = 40;

/**
 * Look for cells that change whatever the action, and mask those that are new
 * (docs/exploration.md#effect-and-evidence). What was learnt so far is looked at again under the new mask: states that
 * differed in a step bar alone become one, and what only moved the bar was no effect. The step is named after what was
 * just done, so that each is looked for once.
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
  const rekeyed: PayloadOf<'hud.learned'>['rekeyed'] = {};
  const rekey = (frame: string) => {
    const [was, is] = [frameKey(frame, old), frameKey(frame, mask)];
    if (was !== is) rekeyed[was] = is;
    return is;
  };
  const reviews = new Map<number, Reviewed>();
  for (const transition of history) {
    const stateKey = rekey(transition.before);
    rekey(transition.frames.at(-1) ?? '');
    reviews.set(transition.afterFrame, { stateKey, ...review(transition, mask) });
  }
  const reviewed: PayloadOf<'hud.learned'>['reviewed'] = {};
  for (const known of Object.values(state.knowledge.actions)) {
    for (const { afterFrame } of known.observations) {
      const seen = reviews.get(afterFrame);
      if (seen) reviewed[afterFrame] = seen;
    }
  }
  return { cells, rekeyed, reviewed };
}

function review(transition: Transition, mask: Mask): Pick<Reviewed, 'hasChanges' | 'diffSummary'> {
  const { before, frames, levelChanged } = transition;
  const { hasChanges, summary } = diffFrames(before, levelChanged ? frames.slice(0, -1) : frames, mask);
  return { hasChanges, diffSummary: summary };
}
