import type { JsonObject } from '../../base/json';
import type { WishAnswer } from '../../contract/wishes';
import { type WishBrief, wishExample } from '../../grid/play/wish-prompts';

/** The understudy has no wishes of its own: as a fallback it lets the planner choose the next actions. */
export const leaveToPlanner = (brief: WishBrief): WishAnswer & JsonObject => ({
  ...wishExample(brief),
  reasoning: 'The understudy wishes for nothing: the planner goes on by itself.',
  expectation: 'None.',
});
