import type { StepContext } from '../room/step-context';
import type { Choice } from './choose';
import { readHistory } from './history';
import { fallbackAction, readOwnChoice } from './own-choice';
import { drawTest, pickTest } from './pick-test';
import { listBarred, listOffered } from './refusals';
import { currentMask, type RunState } from './state';
import { withWorld } from './world-code/check';

/** Steps planned ahead; each turn sends only one and plans again. */
const MAX_STEPS = 30;

/**
 * Chooses and stores the next action of a run with `explore: 'budget'` once every action is settled
 * (docs/runs.md#explore-until-the-budget): a step towards the test with the least certain outcome, otherwise
 * a random action.
 */
export async function surveyNext(ctx: StepContext<RunState>, mayRunCode: boolean): Promise<Choice> {
  await ctx.commit('suggest:survey', async () => {
    const { state, seed } = ctx;
    const offered = listOffered(state);
    const wanted = {
      history: readHistory(ctx),
      mask: currentMask(state),
      cells: state.game?.cells ?? '',
      offered,
      open: offered,
      barred: listBarred(state),
      maxSteps: MAX_STEPS,
    };
    const test = await withWorld(ctx, mayRunCode, (world) => pickTest(wanted, world));
    const action = test ? (test.steps[0] ?? test.target) : drawTest(wanted, seed);
    const reason = test?.reason ?? 'A random action: the learner finds no better test.';
    return [fallbackAction(state, action, reason, { survey: true })];
  });
  return readOwnChoice(ctx);
}
