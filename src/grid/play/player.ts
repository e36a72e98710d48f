import type { ActionId, GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import type { Transition } from '../transition';
import { nodeKey } from './config';
import { PlayMemory } from './memory';
import { type Plan, planApproach, planPlay } from './plan';

/** Cost of one cell between similar objects, compared with one action of the way. */
const LIKENESS_WEIGHT = 0.5;
/** Every nth plan ignores similar objects, because they are only a guess about the goal. */
const PLAIN_PLAN = 3;

/** Follows a plan based on earlier transitions, and replans after an unexpected result. */
export class Player {
  readonly memory = new PlayMemory();
  #plan: Plan | null = null;
  #plans = 0;
  #lives = 0;
  /** Key of the state in which the plan continues. */
  #expected: string | null = null;

  /** Records a transition. Call in order. */
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
