import type { Exit, Trial } from '../../games/zmachine/types';
import type { Brief } from '../../room/step-context';
import type { AdventureState, Move } from './state-types';

/**
 * The typed tasks of an adventure. They hold what a player has: what the story shows, what was done and remembered.
 * Nothing of a particular story.
 */
interface AdventureBrief extends Brief {
  /** The run as it stood when the task was made. */
  state: AdventureState;
}

/** Asks for the next command. */
export interface AdventurerBrief extends AdventureBrief {
  task: 'adventurer';
  /** Commands of this turn that were rejected, and why, oldest first. */
  rejected: { command: string; reason: string }[];
  /** Suggestion of a person; null: none. */
  suggested: string | null;
  /** Words the story knows. */
  vocabulary: readonly string[];
  /** Plays commands from where the story stands and takes them back. */
  attempt: (commands: readonly string[]) => Trial;
  /** Ways out, tried and taken back. */
  exits: () => Exit[];
}

/** Asks for the score of a command. */
export interface CriticBrief extends AdventureBrief {
  task: 'critic';
  command: string;
  thinking: string;
  attempt: (commands: readonly string[]) => Trial;
}

/** Tasks after the command: what its text shows, what to remember of it, what it completes. */
export interface AfterBrief extends AdventureBrief {
  task: 'extractor' | 'chronicler' | 'completion';
  /** Moves of this turn, oldest first. */
  moves: Move[];
}

/** Tasks of every few turns. */
export interface PeriodicBrief extends AdventureBrief {
  task: 'discovery' | 'refinement' | 'scholar';
}
