import type { StateField } from '../contract/agents';
import type { Json, JsonObject } from '../contract/json';
import type { CharacterInput, Notes, PersonaInput } from '../contract/scenes';
import type { SceneProfiles } from './state';

/** Payloads of the events a scene writes and folds again. Type aliases, so that they fit a JSON object. */

export type SceneCreated = {
  id: string;
  title: string;
  template: string | null;
  scenario: string;
  notes: Notes;
  seed: string;
  historyWindow: number;
  profiles: SceneProfiles;
  characters: (CharacterInput & { id: string })[];
  personas: (PersonaInput & { id: string })[];
  world: Record<string, string>;
};

export type SceneChanged = { title?: string; status?: 'open' | 'finished' };

/** Of `player.spoke` and `round.requested`; a continuation has no text and may have no persona. */
export type QueuedPayload = {
  type: 'user' | 'continuation';
  personaId?: string;
  name?: string;
  text?: string;
  to: string[];
};

export type StateUpdated = { pass: number; updates: { id: string; field: StateField; value: string }[] };

export type FactChange = { key: string; value: string | null };
export type WorldUpdated = { world: FactChange[]; trackers: FactChange[] };

/** `leaving`: one more line to come; `left`: gone without another word. */
export type CastExited = { name: string; pass: number; status: 'leaving' | 'left' };

/** Of `director.completed`, which only the owner sees: it holds the guidance of every character. */
export type DirectorCompleted = {
  pass: number;
  plan: Json;
  provider: string;
  rung: string;
  audited: string[];
};

export type CharacterSpoke = {
  pass: number;
  kind: string;
  text: string;
  name: string;
  provider: string;
  rung: string;
  /** True for the last line of a character that leaves. */
  exit: boolean;
  /** The further fields of its profile (`outputExtraFields`, `jsonSchema`, `jsonExample`); absent when there are none. */
  extra?: JsonObject;
};

export type CharacterSkipped = {
  pass: number;
  name: string;
  reason: string;
  provider: string;
  /** Always `none`: no rung of the ladder gave a line. */
  rung: string;
};
