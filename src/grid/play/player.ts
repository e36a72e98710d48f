import type { Model } from 'rule-learner';
import type { ActionId, GameAction } from '../../contract/agents';
import { PlayMemory } from './memory';
import { type Plan, planPlay } from './plan';

/** Follows a plan based on earlier transitions, and replans after an unexpected result. */
export class Player {
  readonly memory = new PlayMemory();
  #plan: Plan | null = null;
  #plans = 0;
  #lives = 0;
  /** Key of the state in which the plan continues. */
  #expected: string | null = null;

  /**
   * Chooses the next action.
   *
   * @param cells packed board that the game shows
   * @param available actions on offer, at least one
   * @param learn learns from the transitions so far
   */
  choose(
    cells: string,
    available: readonly ActionId[],
    learn: () => Model,
  ): { action: GameAction; reason: string } {
    const { memory } = this;
    memory.catchUp(learn);
    if (memory.lives !== this.#lives && this.#plan)
      memory.cutShort.set(this.#plan.goal, (memory.cutShort.get(this.#plan.goal) ?? 0) + 1);
    const node = memory.locate(cells);
    const isOff = memory.lives !== this.#lives || node.key !== this.#expected;
    if (isOff || this.#plan?.actions.length === 0) this.#plan = null;
    this.#lives = memory.lives;
    if (!this.#plan) {
      this.#plans++;
      this.#plan = planPlay(memory, node, available);
    }
    const [action, ...rest] = this.#plan?.actions ?? [];
    if (!action || !this.#plan || !available.includes(action.id)) {
      this.#plan = null;
      const id = available[this.#plans % available.length] ?? 'ACTION1';
      return {
        action: memory.anywhere(node, id, this.#plans),
        reason: 'Everything within reach was tried.',
      };
    }
    this.#plan = { ...this.#plan, actions: rest };
    this.#expected = memory.lead(node, action)?.key ?? null;
    return { action, reason: this.#plan.reason };
  }
}
