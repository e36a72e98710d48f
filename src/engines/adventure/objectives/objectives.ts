/**
 * Manages objectives: goals of several turns that the adventurer, the keeper and people set. This folder decides from the
 * state what is declared, done, dropped and merged, as payloads of events; `foldObjective` applies those.
 */
export {
  changeObjective,
  completeObjectives,
  dropObjective,
  type ObjectiveChange,
  reorderObjectives,
} from './change';
export {
  type Declaration,
  type DeclaredObjective,
  declareObjective,
  declareObjectives,
  findRepeated,
  MAX_ACTIVE,
  REPEAT_AFTER,
} from './declare';
export { countDeclared, findActive, foldObjective } from './fold';
export { type ListedObjective, listActive, writeObjectives } from './list';
export { findNamed } from './named';
export { type ObjectiveFields, readObjectiveFields } from './read-fields';
export { findStale, type Refined, refineObjectives } from './refine';
export { isSameObjective } from './same';
export { isSameGoal } from './same-goal';
export { type ObjectivesReport, reportObjectives } from './use-report';
