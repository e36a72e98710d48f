import type { Move } from 'story-player/memory';
import type { Exit, Trial } from 'zmachine-story';
import type { JsonObject } from '../base/json';
import type { Brief } from '../room/step-context';
import type { AdventureState } from './state-types';
import type { ValidAction } from './valid-actions';

/** Typed tasks of an adventure. They contain only a player's knowledge, and nothing specific to a story. */
interface AdventureBrief extends Brief {
  /** The run when the task was created. */
  state: AdventureState;
}

export interface AdventurerBrief extends AdventureBrief {
  task: 'adventurer';
  /** Rejected commands of this turn, oldest first. */
  rejected: { command: string; reason: string }[];
  /** A person's suggestion, or null. */
  suggested: string | null;
  /** The story's vocabulary; empty in a fair run. */
  vocabulary: readonly string[];
  /** Commands that change the world here, if the run's options allow hints. */
  hints: readonly ValidAction[];
  /**
   * Plays commands from the current state and reverts them. Throws in a fair run, and when a result is not available
   * yet: the task then runs again.
   */
  attempt: (commands: readonly string[]) => Trial;
  /** Probed ways out; empty in a fair run. */
  exits: () => Exit[];
}

export interface CriticBrief extends AdventureBrief {
  task: 'critic';
  command: string;
  thinking: string;
  attempt: (commands: readonly string[]) => Trial;
}

/** Tasks after a command: extract its facts, take notes, detect completed objectives. */
export interface AfterBrief extends AdventureBrief {
  task: 'extractor' | 'chronicler' | 'completion';
  /** Moves of this turn, oldest first. */
  moves: Move[];
}

/** Tasks that run every few turns. */
export interface PeriodicBrief extends AdventureBrief {
  task: 'discovery' | 'refinement' | 'scholar';
}

/** Initial knowledge, until the scholar's first summary. */
export const NOTHING_KNOWN = 'Nothing is known of this story yet.';

/** Example answers by task. Fields that are usually null are null; the others are true in any turn. */
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

/** Undefined if the task has no example. */
export function exampleFor(brief: Brief): JsonObject | undefined {
  if (brief.task !== 'adventurer') return EXAMPLES[brief.task];
  const isKey = (brief as AdventurerBrief).state.story?.awaits === 'key';
  return {
    thinking: isKey ? 'The story waits for a key before it goes on.' : 'I look around first.',
    action: isKey ? 'enter' : 'look',
    new_objective: null,
    complete_objective: null,
  };
}
