import type { Mask } from '../../contract/frame';
import type { Seen } from '../../grid/claims/check';
import type { Claim } from '../../grid/claims/claim';
import type { ClaimContext } from '../../grid/claims/scope';
import type { Transition } from '../../grid/transition';
import type { Motion } from './motion/types';

/** Everything of a run that claims are inferred from. */
export interface Evidence {
  mask: Mask;
  history: readonly Transition[];
  /** All usable transitions, oldest first. */
  seens: readonly Seen[];
  motions: readonly Motion[];
  /** All clicks, where clicks on different things are taken for actions of their own. */
  clicks?: readonly Case[];
}

/** A transition with what came before it. */
export interface Case {
  seen: Seen;
  ctx: ClaimContext;
}

/** What was made of an action. */
export interface Inferred {
  /** Empty when nothing was found that foretells anything and is never contradicted. */
  claims: Claim[];
  /** Transitions with effect, and how many of them the claims foretell. */
  effects: number;
  foretold: number;
  /** Another kind of claim foretells all the same: going on in the same way would never tell them apart. */
  rival: Claim[] | null;
  /** Claims about clicks that were not seen to come true often enough, each on its own. */
  unproven?: Claim[];
}

/** Claims that may be right. The lower their cost, the sooner they are believed. */
export interface Proposal {
  claims: Claim[];
  cost: number;
  /**
   * Of claims that only list what was seen: the effects that had been listed before they came. They count instead of
   * all that fit, or lists would win over rules.
   */
  foretold?: number;
}

/** Lists the usable transitions of an action, each with what came before it. */
export function casesOf(id: string, { seens, history, mask }: Evidence): Case[] {
  const at = new Map(history.map((transition, i) => [transition, i]));
  return seens
    .filter(({ transition }) => transition.action.id === id)
    .map((seen) => {
      const past = () => history.slice(0, at.get(seen.transition) ?? 0);
      let earlierSteps: readonly Transition[] | null = null;
      const ctx: ClaimContext = {
        mask,
        get history() {
          earlierSteps ??= past();
          return earlierSteps;
        },
      };
      return { seen, ctx };
    });
}
