import type { ActionId, GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import { nodeKey } from './config';
import { PlayMemory } from './memory';
import { type Plan, planApproach, planPlay } from './plan';

/** Weight of a cell between like things against an action of the way. */
const LIKENESS_WEIGHT = 0.5;
/** Each plan of this number goes by the way alone: what brings like things together is only a guess. */
const PLAIN_PLAN = 3;

/** Plays a game by what it has seen of it: plans, follows its plan until something is otherwise, and plans anew. */
export class Player {
  readonly memory = new PlayMemory();
  #plan: Plan | null = null;
  #plans = 0;
  #lives = 0;
  /** Name of the state that the next action of the plan is for. */
  #expected: string | null = null;

  /** Takes note of a transition, in the order in which they were. */
  see(transition: Transition, mask: Mask): void {
    this.memory.see(transition, mask);
    const { lives, cutShort } = this.memory;
    if (lives === this.#lives) return;
    this.#lives = lives;
    const goal = this.#plan?.goal;
    this.#plan = null;
    if (goal !== undefined) cutShort.set(goal, (cutShort.get(goal) ?? 0) + 1);
  }

  /**
   * Chooses the next action.
   *
   * @param cells packed board that the game shows
   * @param available actions on offer, at least one
   */
  choose(cells: string, available: readonly ActionId[]): { action: GameAction; reason: string } {
    const node = this.memory.locate(cells);
    if (this.#plan?.actions.length === 0 || nodeKey(node) !== this.#expected) this.#plan = null;
    if (!this.#plan) {
      this.#plans++;
      const weight = this.#plans % PLAIN_PLAN === 0 ? 0 : LIKENESS_WEIGHT;
      this.#plan =
        (this.#plans % PLAIN_PLAN === 1 ? planApproach(this.memory, node, available) : null) ??
        planPlay(this.memory, node, available, weight);
    }
    const [action, ...rest] = this.#plan?.actions ?? [];
    if (!action || !this.#plan || !available.includes(action.id)) {
      this.#plan = null;
      this.memory.forgetTests();
      const id = available[this.#plans % available.length] ?? 'ACTION1';
      return {
        action: this.memory.anywhere(node, id, this.#plans),
        reason: 'Everything within reach was tried.',
      };
    }
    this.#plan = { ...this.#plan, actions: rest };
    const to = this.memory.lead(node, action);
    this.#expected = to && nodeKey(to);
    return { action, reason: this.#plan.reason };
  }
}
