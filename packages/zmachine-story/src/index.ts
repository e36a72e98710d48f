/**
 * Reads story files and the text that stories print. Running a story is in `zmachine-story/play`, so that programs that
 * only read files don't load the machine.
 */
export type { StoryLabel } from './blorb';
export { readHeading } from './look-text';
export { readStory, readStoryFile } from './read-story';
export {
  dropFirstSentence,
  firstSentence,
  isDeath,
  isOnlyRefusal,
  isRefusal,
  isUnderstood,
  readEnding,
} from './replies';
export { readScoreText } from './score-text';
export { parseStatus } from './status-line';
export type { StoryFailure, StoryResult } from './support';
export { listCarried, listThings } from './things';
export { tryBudget } from './try-budget';
export type {
  Exit,
  SlicedPlayer,
  Story,
  StoryPlayer,
  StoryReading,
  StorySnapshot,
  StoryStep,
  Thing,
  Trial,
} from './types';
export {
  compareWays,
  DIRECTIONS,
  findDirection,
  isMovement,
  oppositeDirection,
  plainCommand,
  readWay,
} from './walking';
export { isEnterPrompt, type KnownWords, loadKnownWords, looksDeadly } from './words';
