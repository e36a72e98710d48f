import type { JsonObject } from '../../base/json';
import type { WishAnswer } from '../../contract/wishes';
import { type WishBrief, wishExample } from '../../grid/play/wish-prompts';

/** The understudy wishes for nothing of its own: in place of a model that fails it leaves the next actions to the planner. */
export const leaveToPlanner = (brief: WishBrief): WishAnswer & JsonObject => ({
  ...wishExample(brief),
  reasoning: 'The understudy wishes for nothing: the planner goes on by itself.',
  expectation: 'None.',
});
