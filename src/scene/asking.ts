import type { EventDraft } from '../contract/events';
import type { Answer, Stage } from '../contract/stage';
import type { Asking } from './agents';
import type { Recorder } from './record';
import type { SceneState } from './state';

/**
 * Ask, and where the profile names a fallback, ask that one when there was no usable answer. Both are recorded.
 *
 * @param agent as the record calls it
 * @param settle what is stored with the answer that counts
 */
export async function askThrough<T>(
  stage: Stage<SceneState>,
  recorder: Recorder,
  step: string,
  agent: string,
  { ask, use }: Asking<T>,
  settle: (answer: Answer<T>) => EventDraft[] = () => [],
): Promise<Answer<T>> {
  const { fallback } = ask.profile;
  if (!fallback) {
    const answer = await stage.ask(step, ask, settle);
    recorder.agent(step, agent, use, answer);
    return answer;
  }
  const first = await stage.ask(step, ask, (answer) => (answer.ok ? settle(answer) : []));
  recorder.agent(step, agent, use, first);
  if (first.ok) return first;
  const second = await stage.ask(`${step}/fallback`, { ...ask, profile: fallback }, settle);
  recorder.agent(`${step}/fallback`, agent, use, second);
  recorder.note(`${agent} was asked through its fallback profile`);
  return second;
}
