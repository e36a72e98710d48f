/** Plays text adventures. The player's memory is in `story-player/memory`, for programs that keep one without playing. */
export { findGoals, type Goal, isReached, isSameObstacle } from './goals';
export { noteTurn } from './note-turn';
export { type PlayedTurn, playStory } from './play-story';
export { type Decision, playTurn } from './play-turn';
export type { Memory, Turn } from './types';
