import type { ResolvedProfile } from '../../../api/profiles';
import type { EventDraft } from '../../../events/events';
import { type Answer, type Answered, RoundFailure, type Stage, wasReached } from '../../../room/step-context';
import type { SceneState } from '../state';
import type { Asking } from './agents';
import type { Recorder } from './record';

/** An answer, and the profile that gave it. */
export interface Asked<T, A extends Answer<T> = Answered<T>> {
  answer: A;
  profile: ResolvedProfile;
}

/**
 * Ask, and where the profile names a fallback, ask that one when there was no usable answer: with a prompt of its own,
 * as its window and its form may differ. Both are recorded. Where one of them answered, though not usably, and the
 * other was not reached, it counts as answered.
 *
 * @param agent as the record calls it
 * @param settle what is stored with the answer that counts
 * @param meanwhile see {@link Stage.ask}
 */
export async function askThrough<T>(
  stage: Stage<SceneState>,
  recorder: Recorder,
  step: string,
  agent: string,
  { ask, use, fallback }: Asking<T>,
  settle: (answer: Answer<T>, profile: ResolvedProfile) => EventDraft[] = () => [],
  meanwhile?: () => Promise<EventDraft[]>,
): Promise<Asked<T, Answer<T>>> {
  const { profile } = ask;
  const settleFirst = (answer: Answer<T>) => (answer.ok || !fallback ? settle(answer, profile) : []);
  const first = await stage.ask(step, ask, settleFirst, meanwhile);
  recorder.agent(step, agent, use, first);
  if (first.ok || !fallback) return { answer: first, profile };
  const next = fallback();
  const both = (answer: Answer<T>): Answer<T> => (wasReached(answer) || !first.answered ? answer : first);
  const asked = await askThrough(stage, recorder, `${step}/fallback`, agent, next, (answer, used) =>
    settle(both(answer), used),
  );
  recorder.note(`${agent} was asked through its fallback profile`);
  return { ...asked, answer: both(asked.answer) };
}

/**
 * The same for those without whom the round can't go on.
 *
 * @param settle what is stored with an answer, usable or not
 * @throws RoundFailure when no model was reached
 */
export async function askReached<T>(
  stage: Stage<SceneState>,
  recorder: Recorder,
  step: string,
  agent: string,
  asking: Asking<T>,
  settle: (answer: Answered<T>, profile: ResolvedProfile) => EventDraft[] = () => [],
  meanwhile?: () => Promise<EventDraft[]>,
): Promise<Asked<T>> {
  const settleReached = (answer: Answer<T>, profile: ResolvedProfile) =>
    wasReached(answer) ? settle(answer, profile) : [];
  const asked = await askThrough(stage, recorder, step, agent, asking, settleReached, meanwhile);
  const { answer, profile } = asked;
  if (!wasReached(answer)) throw new RoundFailure(answer.failure, step);
  return { answer, profile };
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
