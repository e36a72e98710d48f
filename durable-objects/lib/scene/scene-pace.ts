import type { EventDraft } from '../../../src/contract/events/events';
import { oweEnd, requestRound } from '../../../src/scene/autonomy';
import { type Plan, planNext } from '../../../src/scene/pace';
import type { SceneState } from '../../../src/scene/state';
import type { Typists } from '../seats/typists';

/**
 * When the rounds of one scene begin: src/scene/pace.ts decides, here is the clock. Nothing of this is stored: a room that
 * was cut off begins what it held back.
 */
export class ScenePace {
  readonly #typists: Typists;
  /** Time since which the round after so many is held back. */
  #held: { since: number; rounds: number } | null = null;

  constructor(typists: Typists) {
    this.#typists = typists;
  }

  /** Seqs of the inputs of a round that begins now; null: none does. */
  next(state: SceneState): number[] | null {
    return this.#plan(state).seqs;
  }

  /** Returns what is due once: the end of going on by itself, or its next request. */
  due(state: SceneState): EventDraft[] {
    return [...oweEnd(state), ...(this.#plan(state).goesOn ? [requestRound()] : [])];
  }

  /** When to look again; null: when something comes. */
  nextAt(state: SceneState, now: number): number | null {
    return this.#plan(state, now).at;
  }

  #plan(state: SceneState, now = Date.now()): Plan {
    const heldBack = this.#held?.rounds === state.rounds ? this.#held : null;
    const plan = planNext(state, { now, typists: this.#typists.at(now), heldSince: heldBack?.since ?? null });
    if (plan.isHeld) this.#held = heldBack ?? { since: now, rounds: state.rounds };
    return plan;
  }
}
