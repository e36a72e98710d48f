import type { EventDraft } from '../../contract/events/events';
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
 * Asks for one pass of the director and applies its decision.
 *
 * @param during runs while the director answers
 */
export async function direct(
  round: RoundProgress,
  pass: 1 | 2,
  resolve: (state: SceneState, plan: AnyPlan | null) => ResolvedPlan,
  during?: () => Promise<EventDraft[]>,
  earlySpeaker: EarlySpeaker | null = null,
): Promise<Pass> {
  const { state } = round.ctx;
  const redactor = round.redactor();
  const request = askDirector(round.listInputs(), pass, round.tools);
  const answer = askAgent(round.ctx, round.recorder, `director.${pass}`, 'director', request, {
    decide: ({ answer }) => {
      const withheld: string[] = [];
      const plan = answer.ok ? redactor.plan(answer.value, withheld) : null;
      const outcome = resolve(state, plan);
      const whole = { ...outcome, audited: [...outcome.audited, ...withheld] };
      return { answer, plan, ...(earlySpeaker?.follow(whole) ?? { all: whole, rest: whole }) };
    },
    // Announce the actors in the director's commit, to save a row.
    events: ({ answer, rest }) => [
      ...passEvents(state, pass, round.n, answer, rest),
      ...(earlySpeaker?.hasBegun ? [] : round.announce(pass, rest.groups[0])),
    ],
    during,
    early: earlySpeaker?.rule(),
  });
  const { plan, all, rest } = await answer.catch(
    (failure: unknown) => earlySpeaker?.end(failure, round.recorder) ?? Promise.reject(failure),
  );
  round.world.push(...rest.world);
  round.trackers.push(...rest.trackers);
  round.recorder.pass(pass, plan, all);
  return { plan, resolvedPlan: all };
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
