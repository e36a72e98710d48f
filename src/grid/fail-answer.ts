import { answererKind } from '../base/answerer';
import { type Answer, RoundFailure } from '../room/step-context';
import type { RunState } from './state';

/** Fails a turn whose model gave no answer. The cost of the calls is stored with it. */
export function failAnswer(
  state: RunState,
  step: string,
  answer: Extract<Answer<unknown>, { ok: false }>,
): RoundFailure {
  const failure = new RoundFailure(answer.failure, step);
  const payload = { step, ...answererKind(answer), calls: answer.calls };
  failure.also = [{ kind: 'answer.failed', actor: 'system', turn: state.rounds, payload }];
  return failure;
}
