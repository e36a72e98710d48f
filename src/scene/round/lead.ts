import { isSmall } from '../../base/answerer';
import { agentProfile, listCast, type SceneState } from '../state';

/** A pass of the director, with the long or the short form of its answer; null: no such pass. */
type PassForm = 'full' | 'light' | null;

/** How a round is led. `first`: before the lines, `second`: after them. */
export interface Lead {
  first: PassForm;
  second: PassForm;
}

/**
 * Resolves the scene's director for one round (docs/direct.md#who-leads). In `auto`, a single character answers a
 * single player without a plan, unless plans wait for approval.
 *
 * @param state at the start of the round
 */
export function resolveLead(state: SceneState): Lead {
  const { director, maxDirectorPasses, approvePlans } = state.settings;
  // A small model returns only ids, so it cannot reconcile.
  const hasSecond = maxDirectorPasses > 1 && !isSmall(agentProfile(state, 'director'));
  if (director === 'off') return { first: null, second: null };
  if (director === 'auto' && !approvePlans && isDialogue(state))
    return { first: null, second: hasSecond ? readNeed(state) : null };
  const form = director === 'light' ? 'light' : 'full';
  return { first: form, second: hasSecond ? form : null };
}

const isDialogue = (state: SceneState): boolean =>
  state.personas.length === 1 && listCast(state).filter(({ active }) => active).length === 1;

/** Only the long form can bring in absent characters. Without them or a tracked state there is nothing to update. */
function readNeed(state: SceneState): PassForm {
  const cast = listCast(state);
  if (cast.some(({ active }) => !active)) return 'full';
  const values = cast.flatMap((member) => Object.values(member.state));
  const facts = [state.world, state.trackers].flatMap((map) => Object.keys(map));
  return facts.length > 0 || values.some((value) => value !== '') ? 'light' : null;
}
