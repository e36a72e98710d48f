import type { AgentContextEnvelope } from '../context/envelope';
import type { JsonObject } from '../contract/json';
import type { Brief } from '../contract/stage';

/**
 * The typed tasks of a scene: what the understudy works from. They carry the envelope that the prompt was rendered
 * from, so it knows exactly as much as a model would.
 */
export interface DirectorBrief extends Brief {
  task: 'director';
  pass: 1 | 2;
  envelope: AgentContextEnvelope;
}

export interface CharacterBrief extends Brief {
  task: 'character';
  /** Kinds the line may have; at least one. */
  mayEmit: string[];
  /** Values for the further fields of the profile: the understudy has no opinion of its own about them. */
  extra?: JsonObject;
  envelope: AgentContextEnvelope;
}

export type SceneBrief = DirectorBrief | CharacterBrief;
