/**
 * Learns the rules of grid games from recorded transitions.
 *
 * @module
 */
export { chooseTest, type Test, type Want } from './choose-test';
export { compare } from './forecast';
export type { ModelData } from './knowledge';
export { learn } from './learn';
export type { Site } from './look';
export { Model } from './model';
export { type Problem, readRules } from './read-rules';
export type {
  Action,
  Board,
  Condition,
  Effect,
  Feature,
  Forecast,
  Mask,
  Outcome,
  Rule,
  Transition,
  Vec,
} from './types';
export { RULE_WORDS } from './words';
