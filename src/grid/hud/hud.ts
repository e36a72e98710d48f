import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { frameKey, type Mask } from '../../contract/frame';
import type { StepContext } from '../../room/step-context';
import { readBoard } from '../frame/board';
import { diffFrames } from '../frame/diff';
import { readHistory } from '../history';
import type { ReviewedAction } from '../knowledge';
import { currentMask, type RunState } from '../state';
import type { Transition } from '../transition';
import { findBars } from './bars';
import { gatherEvidence } from './evidence';
import { findMarks } from './marks';

/** Maximum share of the board that may be masked, including cells masked earlier. */
const MAX_MASKED = 0.15;
/** Search repeatedly because a bar can hide the next one. */
const PASSES = 3;

/**
 * Finds cells that change after any action (the HUD, docs/runs.md#effect-and-evidence): bars that lose or
 * gain a piece every few actions, counters, blinking marks.
 *
 * Deliberately cautious: an unmasked bar only adds noise to a diff, but a masked avatar is lost. Never masks
 * an object that moves, turns, is pushed or responds to only one action. `bars.ts` and `marks.ts` describe
 * the evidence.
 *
 * @param transitions recent transitions, oldest first; skips uncertain ones, completed levels and other board
 * sizes than the last one's
 * @param known cells already masked; they stay masked
 * @returns `row * cols + col`, ascending; deterministic
 */
export function learnHud(transitions: readonly Transition[], known: readonly number[]): number[] {
  const last = transitions.at(-1);
  if (!last) return [...known].sort((a, b) => a - b);
  const { rows, cols } = readBoard(last.before);
  const isMasked = new Uint8Array(rows * cols);
  for (const cell of known) isMasked[cell] = 1;
  let count = known.length;
  const add = (cells: readonly number[]): boolean => {
    const fresh = cells.filter((cell) => isMasked[cell] !== 1);
    if (fresh.length === 0 || count + fresh.length > MAX_MASKED * isMasked.length) return false;
    for (const cell of fresh) isMasked[cell] = 1;
    count += fresh.length;
    return true;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    const evidence = gatherEvidence(transitions, isMasked);
    const hasGrown = findBars(evidence).map(add);
    if (!hasGrown.includes(true)) break;
  }
  for (const mark of findMarks(gatherEvidence(transitions, isMasked))) add(mark);
  const cells: number[] = [];
  for (let cell = 0; cell < isMasked.length; cell++) if (isMasked[cell] === 1) cells.push(cell);
  return cells;
}

/** Recent actions to search. A bar shows within a few actions, and older ones only cost time. */
const WINDOW = 40;

/**
 * Masks newly found HUD cells (docs/runs.md#effect-and-evidence) and reviews earlier knowledge under the new
 * mask: states that differed only in a step bar become one, and a change of the bar alone was not an effect.
 *
 * `step` contains the action just done, so each action is examined once.
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
  const [old, mask] = [currentMask(state), new Set(cells)];
  const newKeys: PayloadOf<'hud.learned'>['rekeyed'] = {};
  const rekey = (frame: string) => {
    const [was, is] = [frameKey(frame, old), frameKey(frame, mask)];
    if (was !== is) newKeys[was] = is;
    return is;
  };
  const reviews = new Map<number, ReviewedAction>();
  for (const transition of history) {
    const stateKey = rekey(transition.before);
    rekey(transition.frames.at(-1) ?? '');
    reviews.set(transition.afterFrame, { stateKey, ...review(transition, mask) });
  }
  const newReviews: PayloadOf<'hud.learned'>['reviewed'] = {};
  for (const known of Object.values(state.knowledge.actions)) {
    for (const { afterFrame } of [...known.observations, ...known.predictions]) {
      const review = reviews.get(afterFrame);
      if (review) newReviews[afterFrame] = review;
    }
  }
  return { cells, rekeyed: newKeys, reviewed: newReviews };
}

function review(transition: Transition, mask: Mask): Pick<ReviewedAction, 'hasChanges' | 'diffSummary'> {
  const { before, frames, levelChanged } = transition;
  const { hasChanges, summary } = diffFrames(before, levelChanged ? frames.slice(0, -1) : frames, mask);
  return { hasChanges, diffSummary: summary };
}
