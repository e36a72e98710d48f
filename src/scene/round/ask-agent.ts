import type { ResolvedProfile } from '../../contract/profiles';
import {
  type Answer,
  type Answered,
  type DecisionRule,
  RoundFailure,
  type StepContext,
  wasReached,
} from '../../room/step-context';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import type { Recorder } from './record';

/** An answer, and the profile that gave it. */
export interface AgentResult<T, A extends Answer<T> = Answered<T>> {
  answer: A;
  profile: ResolvedProfile;
}

/**
 * Asks an agent, and where its profile names a fallback, asks that one when there was no usable answer: with a prompt of
 * its own, as its window and its form may differ. Both are recorded. Where one of them answered, though not usably, and
 * the other was not reached, it counts as answered.
 *
 * @param agent as the record calls it
 * @param rule is for the answer that counts; `unreached` is decided when no model was reached. Unset: the round fails
 * @param before answer of the profile whose fallback is asked, and its step
 * @throws RoundFailure when that is the decision
 */
export async function askAgent<T, D>(
  ctx: StepContext<SceneState>,
  recorder: Recorder,
  step: string,
  agent: string,
  { ask, use, fallback }: AgentRequest<T>,
  { during, early, ...rule }: DecisionRule<AgentResult<T>, D, RoundFailure> & { unreached?: D },
  before?: { answer: Answer<T>; step: string },
): Promise<D> {
  const { profile } = ask;
  const outcome = await ctx.ask(step, ask, {
    decide: (answer) => {
      if (!answer.ok && fallback) return { answer, fallback };
      const counts = before && wasReached(before.answer) && !wasReached(answer) ? before.answer : answer;
      if (wasReached(counts)) return { answer, decision: rule.decide({ answer: counts, profile }) };
      const { unreached = new RoundFailure(counts.failure, before?.step ?? step) } = rule;
      return { answer, decision: unreached };
    },
    events: ({ decision }) =>
      decision === undefined || decision instanceof RoundFailure ? [] : (rule.events?.(decision) ?? []),
    during,
    early,
  });
  const { answer } = outcome;
  recorder.agent(step, agent, use, answer);
  if (before) recorder.note(`${agent} was asked through its fallback profile`);
  if (outcome.fallback)
    return askAgent(ctx, recorder, `${step}/fallback`, agent, outcome.fallback(), rule, { answer, step });
  if (outcome.decision instanceof RoundFailure) throw outcome.decision;
  return outcome.decision;
}

/**
 * Waits until every question of a group is over, so that answers are stored whatever became of the others.
 *
 * @throws RoundFailure for all that were not reached, so that a retry asks each of them once more, and nobody else
 */
export async function allReached<T>(asked: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(asked);
  const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const [first] = errors;
  if (first === undefined) return results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = errors.filter((error) => error instanceof RoundFailure);
  if (!(first instanceof RoundFailure) || failures.length < 2) throw first;
  const all = new RoundFailure(
    first.failure,
    failures.flatMap(({ steps }) => steps),
    failures.some(({ retry }) => retry === 'restart') ? 'restart' : 'resume',
  );
  all.also = first.also;
  throw all;
}
