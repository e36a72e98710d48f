import type { JsonObject } from '../../base/json';
import type { Brief } from '../../room/step-context';
import type { AgentContextEnvelope } from '../prompt/envelope';
import type { CardField, Line } from '../state';
import type { Player } from '../table/state';

/**
 * The typed task of a scene's agent, for the understudy. It carries the envelope that the prompt was rendered
 * from, so the understudy has exactly the knowledge of a model.
 */
interface SceneTask<Task extends string> extends Brief {
  task: Task;
  envelope: AgentContextEnvelope;
}

export interface DirectorBrief extends SceneTask<'director'> {
  pass: 1 | 2;
  /** The answer has only ids and a cue. */
  isLight?: true;
}

interface SpeechBrief<Task extends string> extends SceneTask<Task> {
  /** Allowed kinds of line; at least one. */
  mayEmit: string[];
  /** Earlier wordings of a line that is being rewritten. */
  notAgain?: string[];
  /** Values for the profile's extra fields, which the understudy cannot make up. */
  extra?: JsonObject;
}

export type CharacterBrief = SpeechBrief<'character' | 'narrator' | 'draft'>;
export type WorldBrief = SceneTask<'world'>;

export interface SummaryBrief extends SceneTask<'summary'> {
  messages: Line[];
}

export interface CardBrief extends Brief {
  task: 'card';
  texts: Partial<Record<CardField, string>>;
}

export interface ClueBrief extends SpeechBrief<'clue'> {
  word: string;
}

export interface JudgeBrief extends SceneTask<'judge'> {
  players: Player[];
  /** The common word, then the odd one out's. */
  words: [string, string];
  odd: string;
  /** True in the last round: the judge must name a winner. */
  isLast: boolean;
}

export type SceneBrief = DirectorBrief | CharacterBrief | WorldBrief | SummaryBrief | ClueBrief | JudgeBrief;
