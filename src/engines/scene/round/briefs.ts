import type { JsonObject } from '../../../base/json';
import type { Brief } from '../../../room/step-context';
import type { AgentContextEnvelope, Line } from '../prompt/envelope';
import type { Player } from '../table/state';

/**
 * The typed tasks of a scene: what the understudy works from. They carry the envelope that the prompt was rendered
 * from, so it knows exactly as much as a model would.
 */
export interface DirectorBrief extends Brief {
  task: 'director';
  pass: 1 | 2;
  envelope: AgentContextEnvelope;
}

/** A character's line, or the narrator's. */
export interface CharacterBrief extends Brief {
  task: 'character' | 'narrator';
  /** Kinds the line may have; at least one. */
  mayEmit: string[];
  /** Values for the further fields of the profile: the understudy has no opinion of its own about them. */
  extra?: JsonObject;
  envelope: AgentContextEnvelope;
}

export interface WorldBrief extends Brief {
  task: 'world';
  envelope: AgentContextEnvelope;
}

export interface SummaryBrief extends Brief {
  task: 'summary';
  /** Oldest first. */
  messages: Line[];
  envelope: AgentContextEnvelope;
}

/** A player's clue in a table game. */
export interface ClueBrief extends Brief {
  task: 'clue';
  /** The word it was dealt. */
  word: string;
  /** `clue`. */
  mayEmit: string[];
  extra?: JsonObject;
  envelope: AgentContextEnvelope;
}

/** The judge of a table game. */
export interface JudgeBrief extends Brief {
  task: 'judge';
  /** Players in the order in which they play. */
  players: Player[];
  /** Everybody's word, and the odd one out's. */
  words: [string, string];
  /** Id of the odd one out. */
  odd: string;
  /** No round comes after this one: a winner is to be named. */
  isLast: boolean;
  envelope: AgentContextEnvelope;
}

export type SceneBrief = DirectorBrief | CharacterBrief | WorldBrief | SummaryBrief | ClueBrief | JudgeBrief;
