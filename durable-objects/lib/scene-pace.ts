import type { EventDraft } from '../../src/contract/events';
import { oweEnd, requestRound } from '../../src/scene/autonomy';
import { type Plan, planNext } from '../../src/scene/pace';
import type { SceneState } from '../../src/scene/state';

/** How long somebody counts as typing after the last word of it: clients say so again while it goes on. */
export const TYPING_LASTS_MS = 10_000;

/**
 * When the rounds of one scene begin: src/scene/pace.ts decides, here is the clock and who is typing. Nothing of this is
 * stored: a room that was cut off takes nobody for typing, and begins what it held back.
 */
export class ScenePace {
  /** Until when somebody counts as typing, by actor. */
  readonly #typing = new Map<string, number>();
  /** Since when the round after so many is held back. */
  #held: { since: number; rounds: number } | null = null;

  /** Somebody types, or has stopped. @param actor `persona:…` */
  typing(actor: string, on: boolean, now: number): void {
    if (on) this.#typing.set(actor, now + TYPING_LASTS_MS);
    else this.#typing.delete(actor);
  }

  /** Seqs of the inputs of a round that begins now; null: none does. */
  next(state: SceneState): number[] | null {
    return this.#plan(state).seqs;
  }

  /** What the scene says of itself at this moment, once: its end as a scene that goes on by itself, or its next request. */
  due(state: SceneState): EventDraft[] {
    return [...oweEnd(state), ...(this.#plan(state).goesOn ? [requestRound()] : [])];
  }

  /** When to look again; null: when something comes. */
  nextAt(state: SceneState, now: number): number | null {
    return this.#plan(state, now).at;
  }

  #plan(state: SceneState, now = Date.now()): Plan {
    for (const [actor, until] of this.#typing) if (until <= now) this.#typing.delete(actor);
    const held = this.#held?.rounds === state.rounds ? this.#held : null;
    const typists = [...this.#typing].map(([actor, until]) => ({ actor, until }));
    const plan = planNext(state, { now, typists, heldSince: held?.since ?? null });
    if (plan.isHeld) this.#held = held ?? { since: now, rounds: state.rounds };
    return plan;
  }
}
