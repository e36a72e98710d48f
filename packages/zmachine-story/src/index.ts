/**
 * Reads story files and the text that stories print. Running a story is in `zmachine-story/play`, so that programs that
 * only read files don't load the machine.
 */
export type { StoryLabel } from './blorb';
export { readHeading } from './look-text';
export { readStory, readStoryFile } from './read-story';
export { readScoreText } from './score-text';
export { parseStatus } from './status-line';
export type { StoryFailure, StoryResult } from './support';
export { listCarried } from './things';
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
export { isEnterPrompt, looksDeadly } from './words';
