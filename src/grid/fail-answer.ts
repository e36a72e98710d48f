import { answererOf } from '../base/answerer';
import { type Answer, RoundFailure } from '../room/step-context';
import type { RunState } from './state';

/** The failure of a turn whose model did not answer. What its calls cost is stored with it. */
export function failAnswer(
  state: RunState,
  step: string,
  answer: Extract<Answer<unknown>, { ok: false }>,
): RoundFailure {
  const failure = new RoundFailure(answer.failure, step);
  const payload = { step, ...answererOf(answer), calls: answer.calls };
  failure.also = [{ kind: 'answer.failed', actor: 'system', turn: state.rounds, payload }];
  return failure;
}
