import type { ResolvedProfile } from '../../../api/profiles';
import {
  type Answer,
  type Answered,
  type DecisionRule,
  RoundFailure,
  type StepContext,
  wasReached,
} from '../../../room/step-context';
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
  { during, ...rule }: DecisionRule<AgentResult<T>, D, RoundFailure> & { unreached?: D },
  before?: { answer: Answer<T>; step: string },
): Promise<D> {
  const { profile } = ask;
  const made = await ctx.ask(step, ask, {
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
  });
  const { answer } = made;
  recorder.agent(step, agent, use, answer);
  if (before) recorder.note(`${agent} was asked through its fallback profile`);
  if (made.fallback)
    return askAgent(ctx, recorder, `${step}/fallback`, agent, made.fallback(), rule, { answer, step });
  if (made.decision instanceof RoundFailure) throw made.decision;
  return made.decision;
}

/**
 * What is asked at the same time, once all of it is over: what was answered is stored then, whatever became of the rest.
 *
 * @throws RoundFailure for all that were not reached, so that a retry asks each of them once more, and nobody else
 */
export async function allReached<T>(asked: Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(asked);
  const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const [first] = errors;
  if (first === undefined) return ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
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
