import type { AdventureRole, AnswerBehind, MemoryCategory, Priority } from '../../api/adventure-agents';
import type { Rung, Usage } from '../../api/calls';
import type { Exit, StoryStep } from '../../games/zmachine/types';
import type { EpisodeEnd, Note, Objective, ObjectiveSource } from './state-types';

/** What the events of an adventure carry: enough to rebuild its state from the ledger alone. */

/** The story where it stands, as every event that moves it carries it whole. */
export type Standing = Omit<StoryStep, 'instructions'>;

/** Payload of `episode.started`: the story from its beginning, and what earlier play teaches about it. */
export interface EpisodeStartedPayload {
  n: number;
  seed: string;
  story: Standing;
  exits: Exit[] | null;
  /** Notes of other runs of the story, and what is known of it; empty and null when nothing is shared. */
  notes: Note[];
  knowledge: string | null;
}

/** Payload of `episode.completed`. */
export interface EpisodeCompletedPayload {
  n: number;
  end: EpisodeEnd;
  turns: number;
  deaths: number;
  score: number | null;
  best: number | null;
}

/** Payload of `command.proposed`: an answer of the adventurer, and what was made of it. */
export interface ProposedPayload {
  /** Step that asked: `adventurer:0`, then `:1`… after a rejection. */
  step: string;
  thinking: string;
  /** The action as it was answered, and the commands it was cleaned to. */
  action: string;
  commands: string[];
  /** What was changed or left out on the way; empty as a rule. */
  cleaned: string[];
  newObjective: { text: string; priority: Priority; parent: string | null } | null;
  completeObjective: string | null;
  /** What in the fields of objectives was left out or taken otherwise, and why; proposals of before have none. */
  faults?: string[];
  /** Nothing usable was answered: `commands` is `["look"]`. */
  fallback: boolean;
  provider: string;
  rung: Rung;
  calls: number;
  usage: Usage;
}

/** Payload of `critic.rejected` and `critic.accepted`. */
export interface RuledPayload {
  step: string;
  command: string;
  by: 'machine' | 'critic';
  /** Of the critic's answer, −1…1; null where the machine ruled, or nothing usable was answered. */
  score: number | null;
  reason: string;
  /** Accepted although the score says no: why. */
  override: 'stuck' | 'out_of_tries' | 'no_answer' | null;
  provider: string | null;
  rung: Rung | null;
  calls: number;
  usage: Usage;
}

/** Payload of `command.executed`: one command, and everything that came of it. */
export interface ExecutedCommandPayload {
  episode: number;
  command: string;
  by: 'adventurer' | 'player';
  /** Seq of the `command.given` this answers; null for the adventurer's own. */
  given: number | null;
  thinking: string | null;
  from: number | null;
  to: number | null;
  effect: boolean;
  moved: boolean;
  /** The player died of it, whether or not the story brought it back. */
  died: boolean;
  story: Standing;
  exits: Exit[] | null;
}

/** Payload of `agent.answered`: an agent behind the adventurer answered; what follows of it has events of its own. */
export interface AgentAnsweredPayload {
  step: string;
  role: AdventureRole;
  answer: AnswerBehind;
  provider: string;
  rung: Rung;
  calls: number;
  usage: Usage;
}

/** Payload of `memory.written` in a run. */
export interface NotePayload {
  /** Hash of the story whose other runs may use it; null: it stays in this run. */
  story: string | null;
  placeName: string | null;
  id: string;
  place: number | null;
  category: MemoryCategory;
  text: string;
  episode: number;
  /** Notes it corrects. */
  supersedes: string[];
}

/** Payload of `objective.added`. */
export interface ObjectiveAddedPayload {
  id: string;
  text: string;
  source: ObjectiveSource;
  priority: Priority;
  parent: string | null;
  place: string | null;
}

/** Payload of `objective.completed` and `objective.dropped`. */
export interface ObjectiveEndedPayload {
  id: string;
  by: NonNullable<Objective['ended']>['by'];
  why: string;
}

/** Payload of `objective.merged`. */
export interface ObjectiveMergedPayload {
  into: string;
  from: string[];
  /** The new wording; null: it stays. */
  text: string | null;
  why: string;
}

/** Payload of `objective.changed`: by a person. */
export interface ObjectiveChangedPayload {
  id: string;
  text: string | null;
  priority: Priority | null;
  /** Undefined: it stays; null: a part of nothing any more. */
  parent?: string | null;
  /** Ids of all active objectives in their new order; null: it stays. */
  order: string[] | null;
}

/** Payload of `objective.refused`: declared or named, and not taken. */
export interface ObjectiveRefusedPayload {
  source: ObjectiveSource;
  text: string;
  why: 'empty' | 'too_long' | 'vague' | 'duplicate' | 'too_many' | 'unknown' | 'no_parent';
  /** The objective it repeats; null for others. */
  of: string | null;
}

/** Payload of `stuck.warned`. */
export interface StuckPayload {
  kind: 'oscillation' | 'camping' | 'no_progress';
  /** For how many turns. */
  turns: number;
  message: string;
}

/** Payload of `knowledge.written`. */
export interface KnowledgeWrittenPayload {
  text: string;
  reason: 'interval' | 'episode';
  episode: number;
  /** Hash of the story whose other runs may use it; null: it stays in this run. */
  story: string | null;
}

/** Payload of `command.given`: a person's. */
export interface CommandGivenPayload {
  command: string;
  mode: 'suggest' | 'take';
}
