import type { WishAnswer } from '../../api/wishes';
import type { JsonObject } from '../../base/json';
import { type WishBrief, wishExample } from '../../engines/grid/play/wish-prompts';

/** The understudy wishes for nothing of its own: in place of a model that fails it leaves the next actions to the planner. */
export const leaveToPlanner = (brief: WishBrief): WishAnswer & JsonObject => ({
  ...wishExample(brief),
  reasoning: 'The understudy wishes for nothing: the planner goes on by itself.',
  expectation: 'None.',
});
