import type { Seen } from '../../engines/grid/claims/check';
import type { ClaimContext } from '../../engines/grid/claims/claim';
import type { Mask } from '../../engines/grid/frame/frame';
import type { Transition } from '../../engines/grid/transition';
import type { Gait } from './gait';

/** Everything of a run that claims are inferred from. */
export interface Evidence {
  mask: Mask;
  history: readonly Transition[];
  /** All usable transitions, oldest first. */
  seens: readonly Seen[];
  gaits: readonly Gait[];
}

/** A transition with what came before it. */
export interface Case {
  seen: Seen;
  ctx: ClaimContext;
}

/** Lists the usable transitions of an action, each with what came before it. */
export function casesOf(id: string, { seens, history, mask }: Evidence): Case[] {
  const at = new Map(history.map((transition, i) => [transition, i]));
  return seens
    .filter(({ transition }) => transition.action.id === id)
    .map((seen) => {
      const past = () => history.slice(0, at.get(seen.transition) ?? 0);
      let kept: readonly Transition[] | null = null;
      const ctx: ClaimContext = {
        mask,
        get history() {
          kept ??= past();
          return kept;
        },
      };
      return { seen, ctx };
    });
}
