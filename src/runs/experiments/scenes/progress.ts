import type { RunTally } from '../../../contract/experiments';
import type { SceneTrials } from '../../../contract/scene-trials';
import type { TrialState } from '../../../room/rpc';
import { explain } from '../explain';
import type { DesiredState } from '../steps';
import { NO_RESULTS } from '../table';
import { scoreScript } from './score';

/** The next input of a scene: a line of the script, from 0, or the request to its judge. */
export type TrialInput = { say: number } | 'judge';

/** True once the script has been said, so that the next decision needs the lines. */
export const needsLines = ({ lines }: Pick<SceneTrials, 'lines'>, tally: RunTally | null): boolean =>
  (tally?.turns ?? 0) >= lines.length;

/**
 * Decides on a checked scene: its results so far, and its next input. Rules are scored when the script has
 * been played, before the judge answers, so that the judge's cost does not count as the scene's.
 *
 * @param before results stored last; null: none. `turns` are the lines that the scene has accepted, so an input
 * whose answer was lost is sent again, with the same receipt
 * @param wish an idle scene gets its next input only for `run`
 */
export function settleTrial(
  { lines, rules, judge }: Pick<SceneTrials, 'lines' | 'rules' | 'judge'>,
  before: RunTally | null,
  state: TrialState,
  wish: DesiredState,
  hasPrices: boolean,
): { tally: RunTally; input: TrialInput | null } {
  const { spent, failed, answeredBy } = state;
  const said = before?.turns ?? 0;
  const results = {
    ...NO_RESULTS,
    ...{ turns: said, calls: spent.calls, tokens: spent.tokens, money: hasPrices ? spent.money : null },
    ...(before?.scores && { scores: before.scores }),
    answeredBy,
  };
  const settle = (
    status: RunTally['status'],
    more: Partial<RunTally> = {},
    input: TrialInput | null = null,
  ) => ({
    tally: { ...results, status, reason: null, isShort: false, ...more },
    input,
  });
  if (state.isFinished) return settle('finished', { reason: 'stopped' });
  if (state.isBusy) return settle('running');
  if (failed) {
    const isShort = failed.failure.code === 'budget_exhausted';
    return settle(isShort ? 'paused' : 'failed', { reason: explain(failed.failure), isShort });
  }
  const proceed = (input: TrialInput, more: Partial<RunTally> = {}) =>
    wish === 'run' ? settle('running', more, input) : settle('paused', more);
  if (said < lines.length) return proceed({ say: said });
  const scores = before?.scores ?? scoreScript(rules, state.lines, spent, hasPrices);
  if (!judge) return settle('finished', { scores });
  if (!before?.scores || state.scores === null) return proceed('judge', { scores });
  return settle('finished', { scores: { ...scores, ...state.scores } });
}
