import type { DirectorPlan } from '../contract/agents';
import type { Event, EventDraft } from '../contract/events/events';
import { fail, ok, type Result } from '../contract/problems';
import type { ApprovePlan } from '../contract/rounds';
import { checkPlan, type ResolvedPlan, resolvePlan } from './round/director';
import { NO_CALLS, type SceneState } from './state';

/** What an owner decides during a round: restored and replayed rounds repeat it. */
export const DECISIONS: readonly Event['kind'][] = ['plan.approved'];

/** The plan of the open round if it waits for the owner. Null once the setting is off: it is then played as proposed. */
export function readProposal(state: SceneState): { n: number; plan: DirectorPlan } | null {
  const { open, plan, settings } = state;
  // A restored attempt was approved when it was first played.
  if (!open || open.echo || !settings.approvePlans || plan.approved) return null;
  return plan.proposed && { n: open.n, plan: plan.proposed };
}

/** Approves the waiting plan of round `n`, with the owner's changes if there are any. */
export function approvePlan(state: SceneState, n: number, { plan }: ApprovePlan): Result<EventDraft[]> {
  const proposal = readProposal(state);
  if (proposal?.n !== n) {
    const detail = `round ${n} has no plan that waits for approval`;
    return fail({ code: 'conflict', detail, fix: 'See `proposal` of the scene for a plan that waits.' });
  }
  const approved = plan ?? proposal.plan;
  const errors = checkPlan(state, approved).map((error) => ({ ...error, pointer: `/plan${error.pointer}` }));
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const payload = { plan: approved };
  return ok([{ kind: 'plan.approved', actor: 'system', audience: ['owner'], round: n, payload }]);
}

/** The resolved plan as the director would have written it: complete, with the actors in order. */
export function toPlan(
  { groups, entered, exited, updates, world, trackers }: ResolvedPlan,
  openGuidance: string | null,
): DirectorPlan {
  const cues = new Map(groups.flat().map((cue) => [cue.id, cue]));
  return {
    openGuidance,
    actingCharacters: groups.flatMap((group, index) =>
      group.map(({ id, guidance }) => ({ id, order: index + 1, guidance, priority: null })),
    ),
    activations: entered.map((id) => ({ id, entryGuidance: cues.get(id)?.entry ?? '' })),
    deactivations: exited.map(({ id }) => ({ id, exitGuidance: cues.get(id)?.exit ?? '' })),
    stateUpdates: updates,
    worldUpdates: world,
    trackers,
  };
}

/** Resolves an approved plan. All its actors act: it overrides `maxActors`, addressees and the choice of speakers. */
export function resolveApproved(state: SceneState, plan: DirectorPlan): ResolvedPlan {
  const { settings } = state;
  const maxActors = Math.max(settings.maxActors, plan.actingCharacters?.length ?? 0);
  return resolvePlan({ ...state, calledNow: NO_CALLS, settings: { ...settings, maxActors } }, plan, []);
}
