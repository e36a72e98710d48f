/**
 * Objectives: goals of several turns that the adventurer, the keeper and people set. What is declared, done, dropped
 * and merged is decided here from the state, as payloads of events; `foldObjective` applies those.
 */
export {
  changeObjective,
  completeObjectives,
  dropObjective,
  type ObjectiveChange,
  reorderObjectives,
} from './objectives-change';
export {
  type Declaration,
  type DeclaredObjective,
  declareObjective,
  declareObjectives,
  findRepeated,
  MAX_ACTIVE,
  REPEAT_AFTER,
} from './objectives-declare';
export { countDeclared, findActive, foldObjective } from './objectives-fold';
export { type ListedObjective, listActive, writeObjectives } from './objectives-list';
export { findStale, type Refined, refineObjectives } from './objectives-refine';
export { type ObjectivesReport, reportObjectives } from './objectives-report';
export { isSameObjective } from './objectives-same';
