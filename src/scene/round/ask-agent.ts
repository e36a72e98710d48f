import type { ResolvedProfile } from '../../contract/profiles';
import {
  type Answer,
  type DecisionRule,
  didRespond,
  type ReceivedAnswer,
  RoundFailure,
  type StepContext,
} from '../../room/step-context';
import type { SceneState } from '../state';
import type { AgentRequest } from './agents';
import type { Recorder } from './record';

export interface AgentResult<T, A extends Answer<T> = ReceivedAnswer<T>> {
  answer: A;
  profile: ResolvedProfile;
}

/**
 * Asks an agent, and its fallback profile if there was no usable answer. The fallback gets a prompt of its
 * own, because its window and answer format may differ. Both calls are recorded. The agent counts as answered
 * if at least one of the two responded, even with an unusable answer.
 *
 * @param agent name in the record
 * @param rule decides on the final answer; `unreached` is the decision if no model responded. Unset: the
 * round fails. `gaveWay` is the decision if the call gave way to a player's line
 * @param before the unusable answer of the first profile, and its step
 * @throws RoundFailure if no model responded and `unreached` is unset
 */
export async function askAgent<T, D>(
  ctx: StepContext<SceneState>,
  recorder: Recorder,
  step: string,
  agent: string,
  { ask, use, fallback }: AgentRequest<T>,
  {
    during,
    early,
    ...rule
  }: DecisionRule<AgentResult<T>, D, RoundFailure> & {
    unreached?: D;
    gaveWay?: D | undefined;
  },
  before?: { answer: Answer<T>; step: string },
): Promise<D> {
  const { profile } = ask;
  const outcome = await ctx.ask(step, ask, {
    decide: (answer) => {
      const gaveWay = !answer.ok && answer.gaveWay;
      if (gaveWay && rule.gaveWay !== undefined) return { answer, decision: rule.gaveWay };
      if (!answer.ok && !gaveWay && fallback) return { answer, fallback };
      const counts = before && didRespond(before.answer) && !didRespond(answer) ? before.answer : answer;
      if (didRespond(counts)) return { answer, decision: rule.decide({ answer: counts, profile }) };
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
 * Waits for all requests of a group, so that each answer is stored even if others fail.
 *
 * @throws RoundFailure for all unreachable ones together, so that a retry asks only those again
 */
export async function awaitAll<T>(asked: Promise<T>[]): Promise<T[]> {
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
