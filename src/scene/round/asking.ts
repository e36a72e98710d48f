import type { EventDraft } from '../../contract/events';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Answer, Stage } from '../../contract/stage';
import type { SceneState } from '../state';
import type { Asking } from './agents';
import type { Recorder } from './record';

/** An answer, and the profile that gave it. */
export interface Asked<T> {
  answer: Answer<T>;
  profile: ResolvedProfile;
}

/**
 * Ask, and where the profile names a fallback, ask that one when there was no usable answer: with a prompt of its own,
 * as its window and its form may differ. Both are recorded.
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
): Promise<Asked<T>> {
  const { profile } = ask;
  const settleFirst = (answer: Answer<T>) => (answer.ok || !fallback ? settle(answer, profile) : []);
  const first = await stage.ask(step, ask, settleFirst, meanwhile);
  recorder.agent(step, agent, use, first);
  if (first.ok || !fallback) return { answer: first, profile };
  const next = fallback();
  const asked = await askThrough(stage, recorder, `${step}/fallback`, agent, next, settle);
  recorder.note(`${agent} was asked through its fallback profile`);
  return asked;
}
