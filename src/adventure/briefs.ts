import type { Exit, Trial } from 'zmachine-story';
import type { JsonObject } from '../base/json';
import type { Brief } from '../room/step-context';
import type { AdventureState, Move } from './state-types';
import type { ValidAction } from './valid-actions';

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
  /** Words the story knows; none in a fair run. */
  vocabulary: readonly string[];
  /** Commands that change the world here, where the run gives its adventurer such hints. */
  hints: readonly ValidAction[];
  /**
   * Plays commands from where the story stands and takes them back. Throws in a fair run, and, to be run again, when the
   * answer takes a while.
   */
  attempt: (commands: readonly string[]) => Trial;
  /** Ways out, tried and taken back; none in a fair run. */
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

/** Knowledge before the first summary; the scholar's text replaces it. */
export const NOTHING_KNOWN = 'Nothing is known of this story yet.';

/** Example answers by task: fields that are null on most turns are null, and the others are true of any turn. */
const EXAMPLES: Readonly<Record<string, JsonObject>> = {
  critic: { score: 0, reason: 'It is safe, and may or may not help.', suggestion: null },
  extractor: {
    objects: null,
    exits: null,
    characters: null,
    danger: null,
    summary: 'The story answered the command.',
  },
  chronicler: { keep: false, category: null, text: null, corrects: null },
  completion: { completed: null },
  discovery: { objectives: null },
  refinement: { merge: null, drop: null },
  scholar: { knowledge: NOTHING_KNOWN },
};

/** Returns an example answer to a task; undefined for a task that has none. */
export function exampleFor(brief: Brief): JsonObject | undefined {
  if (brief.task !== 'adventurer') return EXAMPLES[brief.task];
  const isKey = (brief as AdventurerBrief).state.story?.awaits === 'key';
  return {
    thinking: isKey ? 'The story waits for a key before it goes on.' : 'First I look at what is here.',
    action: isKey ? 'enter' : 'look',
    new_objective: null,
    complete_objective: null,
  };
}
