import type { DirectorPlan } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import { isRepeat } from '../../room/room-state';
import { type ReceivedAnswer, Waiting } from '../../room/step-context';
import { readProposal, resolveApproved, toPlan } from '../approval';
import type { SceneState } from '../state';
import type { Pass } from './acting';
import { askAgent } from './ask-agent';
import { askCharacter } from './ask-character';
import { askDirector } from './ask-director';
import { type AnyPlan, passEvents, type ResolvedPlan } from './director';
import { EarlySpeaker } from './early-speaker';
import { readRecalled } from './memories';
import type { RoundProgress } from './round-progress';

/**
 * Asks for one pass of the director and applies its decision. With `settings.approvePlans`, the first pass then waits
 * for the owner.
 *
 * @param more.during runs while the director answers
 * @param more.gaveWay returned if the call gave way to a player's line
 */
export async function direct<G extends null = never>(
  round: RoundProgress,
  pass: 1 | 2,
  resolve: (state: SceneState, plan: AnyPlan | null) => ResolvedPlan,
  more: { during?: () => Promise<EventDraft[]>; earlySpeaker?: EarlySpeaker | null; gaveWay?: G },
): Promise<Pass | G> {
  const { during, earlySpeaker, gaveWay } = more;
  const { state } = round.ctx;
  const redactor = round.redactor();
  // A restored attempt plays the plan that was approved, even if the setting is off now.
  const isRestored = state.open !== null && isRepeat(state.open) && round.ctx.live().plan.approved !== null;
  const waits = pass === 1 && (state.settings.approvePlans || isRestored);
  const isLight = round.lead[pass === 1 ? 'first' : 'second'] === 'light';
  const request = askDirector(round.listInputs(), pass, isLight, round.tools);
  type Decided = { answer: ReceivedAnswer<AnyPlan>; plan: AnyPlan | null } & ReturnType<
    EarlySpeaker['follow']
  >;
  const answer = askAgent<AnyPlan, Decided | G>(
    round.ctx,
    round.recorder,
    `director.${pass}`,
    'director',
    request,
    {
      decide: ({ answer }) => {
        const withheld: string[] = [];
        const plan = answer.ok ? redactor.plan(answer.value, withheld) : null;
        const outcome = resolve(state, plan);
        const whole = { ...outcome, audited: [...outcome.audited, ...withheld] };
        const starting = whole.groups[0] ?? [];
        return { answer, plan, ...(earlySpeaker?.follow(whole) ?? { all: whole, rest: whole, starting }) };
      },
      // Announce the actors in the director's commit, to save a row.
      events: (decided) => {
        if (!decided) return [];
        const { answer, plan, all, rest, starting } = decided;
        if (waits) return [proposal(round, toPlan(all, plan?.openGuidance ?? null))];
        const announced = round.announce(pass, starting);
        return [
          ...passEvents(state, pass, round.n, answer, rest),
          ...(pass === 1 ? announced : round.follow(announced)),
        ];
      },
      during,
      early: earlySpeaker?.rule(),
      gaveWay,
    },
  );
  const decided = await answer.catch(
    (failure: unknown) => earlySpeaker?.end(failure, round.recorder) ?? Promise.reject(failure),
  );
  if (!decided) return decided;
  if (waits) return awaitApproval(round, decided.answer);
  const { plan, all, rest } = decided;
  round.world.push(...rest.world);
  round.trackers.push(...rest.trackers);
  round.recorder.pass(pass, plan, all);
  return { plan, resolvedPlan: all };
}

const proposal = (round: RoundProgress, plan: DirectorPlan): EventDraft => ({
  kind: 'plan.proposed',
  actor: 'director',
  audience: ['owner'],
  round: round.n,
  payload: { plan },
});

/**
 * Stores the approved plan as the answer of the first pass.
 *
 * @throws Waiting until the owner approves it
 */
async function awaitApproval(round: RoundProgress, answer: ReceivedAnswer<AnyPlan>): Promise<Pass> {
  const { ctx } = round;
  const { state } = ctx;
  await ctx.commit('approval', async () => {
    const live = ctx.live();
    const plan = readProposal(live) ? null : (live.plan.approved ?? live.plan.proposed);
    if (!plan) throw new Waiting('approval of the plan');
    const resolvedPlan = resolveApproved(state, plan);
    return [
      ...passEvents(state, 1, round.n, answer, resolvedPlan, plan),
      ...round.announce(1, resolvedPlan.groups[0]),
    ];
  });
  const stored = ctx.played().findLast((event) => event.kind === 'director.completed');
  const plan = stored?.payload.plan as DirectorPlan;
  const resolvedPlan = resolveApproved(state, plan);
  round.world.push(...resolvedPlan.world);
  round.trackers.push(...resolvedPlan.trackers);
  round.recorder.pass(1, plan, resolvedPlan);
  return { plan, resolvedPlan };
}

export function makeEarlySpeaker(round: RoundProgress, addressees: string[]): EarlySpeaker {
  return new EarlySpeaker({
    ctx: round.ctx,
    round: round.n,
    redactor: round.redactor(),
    addressees,
    announce: ({ groups: [first] }) => round.announce(1, first),
    begin: ({ cue, openGuidance, world, trackers }) => {
      round.memories = new Map(Object.entries(readRecalled(round.ctx.played()).memories));
      round.world.push(...world);
      round.trackers.push(...trackers);
      const request = askCharacter(round.listInputs(cue.id), 1, openGuidance, cue, round.tools);
      return { turn: round.turn(1, cue), request };
    },
  });
}
