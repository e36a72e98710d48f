import type { JsonObject } from '../../base/json';
import type { Brief } from '../../room/step-context';
import type { AgentContextEnvelope } from '../prompt/envelope';
import type { CardField, Line } from '../state';
import type { Player } from '../table/state';

/**
 * The typed task of a scene's agent, which the understudy works from. It carries the envelope that the prompt was
 * rendered from, so the understudy knows exactly as much as a model would.
 */
interface SceneTask<Task extends string> extends Brief {
  task: Task;
  envelope: AgentContextEnvelope;
}

export interface DirectorBrief extends SceneTask<'director'> {
  pass: 1 | 2;
  /** It answers with ids and a cue alone. */
  isLight?: true;
}

/** A line of somebody who speaks. */
interface SpeechBrief<Task extends string> extends SceneTask<Task> {
  /** Kinds the line may have; at least one. */
  mayEmit: string[];
  /** The wordings that a line has which is said anew. */
  notAgain?: string[];
  /** Values for the further fields of the profile: the understudy has no opinion of its own about them. */
  extra?: JsonObject;
}

export type CharacterBrief = SpeechBrief<'character' | 'narrator' | 'draft'>;
export type WorldBrief = SceneTask<'world'>;

export interface SummaryBrief extends SceneTask<'summary'> {
  /** Oldest first. */
  messages: Line[];
}

/** Texts of a card that are to be shortened, by field. */
export interface CardBrief extends Brief {
  task: 'card';
  texts: Partial<Record<CardField, string>>;
}

/** A player's clue in a table game. */
export interface ClueBrief extends SpeechBrief<'clue'> {
  /** The word it was dealt. */
  word: string;
}

/** The judge of a table game. */
export interface JudgeBrief extends SceneTask<'judge'> {
  /** Players in the order in which they play. */
  players: Player[];
  /** Everybody's word, and the odd one out's. */
  words: [string, string];
  /** Id of the odd one out. */
  odd: string;
  /** No round comes after this one: a winner is to be named. */
  isLast: boolean;
}

export type SceneBrief = DirectorBrief | CharacterBrief | WorldBrief | SummaryBrief | ClueBrief | JudgeBrief;
