import type { CallCheck } from '../contract/calls';
import type { CallResult } from '../room/step-context';

const MAX_CHECKS = 12;
const MAX_PROBLEMS = 12;
const MAX_MESSAGE = 200;

/**
 * Appends the findings of one call. An answer used unchanged adds nothing. Uses only stored results, whose problems
 * contain no secrets.
 * @param call its number in the request, from 1
 */
export function addCheck(before: readonly CallCheck[], call: number, result: CallResult): CallCheck[] {
  const { status, rung, repairs = [], cut = [] } = result;
  const asItCame = status === 'answered' && rung !== 'unusable' && repairs.length === 0 && cut.length === 0;
  if (asItCame || before.length >= MAX_CHECKS) return [...before];
  const problemsLeft = MAX_PROBLEMS - before.reduce((sum, { problems }) => sum + problems.length, 0);
  const problems = result.problems
    .slice(0, problemsLeft)
    .map(({ pointer, message }) => ({ pointer: shorten(pointer), message: shorten(message) }));
  return [...before, { call, status, rung, problems, repairs, cut }];
}

const shorten = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE - 1).toWellFormed()}…` : text;
