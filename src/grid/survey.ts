import type { StepContext } from '../room/step-context';
import type { Choice } from './choose';
import { readHistory } from './history';
import { draftOwnChoice, readOwnChoice } from './own-choice';
import { drawTest, pickTest } from './pick-test';
import { listBarred, listOffered } from './refusals';
import { maskOf, type RunState } from './state';

/** Steps that a survey plans ahead; each turn sends one and plans again. */
const MAX_STEPS = 30;

/**
 * Chooses and stores the next action of a run that explores until its budget is spent, once every action is settled
 * (docs/runs.md#explore-until-the-budget): the way to the test whose outcome is known least, or an action drawn at random.
 */
export async function surveyNext(ctx: StepContext<RunState>): Promise<Choice> {
  await ctx.commit('suggest:survey', async () => {
    const { state, seed } = ctx;
    const offered = listOffered(state);
    const wanted = {
      history: readHistory(ctx),
      mask: maskOf(state),
      cells: state.game?.cells ?? '',
      offered,
      open: offered,
      barred: listBarred(state),
      maxSteps: MAX_STEPS,
    };
    const test = pickTest(wanted);
    const action = test ? (test.steps[0] ?? test.target) : drawTest(wanted, seed);
    const reason = test?.reason ?? 'Drawn at random: no test is known to tell more.';
    return [draftOwnChoice(state, action, reason, { survey: true })];
  });
  return readOwnChoice(ctx);
}
