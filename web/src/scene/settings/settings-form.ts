import type { StateField } from '../../../../src/contract/agents';
import type { ChangeScene } from '../../../../src/contract/change-scene';
import type { Notes } from '../../../../src/contract/create-scene';
import type { SceneBudgetsNow } from '../../../../src/contract/money';
import type { PaceRules } from '../../../../src/contract/pace';
import type { Scene } from '../../../../src/contract/scenes';
import { changedSettings, mapValues, type PlayDraft, toPlayDraft, toSettings } from './play-draft';

/** Represents the profile ID if none was chosen. */
export const BY_DEFAULT = 'default';

export interface FactRow {
  key: string;
  value: string;
}
export type CardDraft = { description: string } & Record<StateField, string>;
export interface PersonaDraft {
  id: string;
  name: string;
  description: string;
  secrets: string;
}
/** Settings of prompts; null: an empty field, which changes nothing. */
export interface ContextDraft {
  historyWindow: number | null;
  summarizeAfter: number | null;
  reconciles: boolean;
  worldAgent: boolean;
  thoughts: boolean;
  remembers: boolean;
  topK: number | null;
  halfLife: number | null;
}
/** The form's fields as typed: pace numbers are texts. */
export interface SettingsDraft {
  title: string;
  finished: boolean;
  scenario: string;
  notes: Notes;
  world: FactRow[];
  trackers: FactRow[];
  /** IDs of the present characters. */
  present: string[];
  turnMode: PaceRules['turnMode'];
  gatherSeconds: string;
  hideLines: boolean;
  /** Empty: the default of the mode. */
  holdForTyping: string;
  cast: Record<string, CardDraft>;
  /** Name of a character to add; empty: none. */
  newName: string;
  newDescription: string;
  newPersonality: string;
  /** Ids of library characters to add. */
  newCharacters: string[];
  personas: PersonaDraft[];
  /** Name of a persona to add; empty: none. */
  newPersona: string;
  newPersonas: string[];
  /** IDs of the scene's lorebooks and of the library's. */
  books: string[];
  /** Ids of library profiles by role, or {@link BY_DEFAULT}; a missing role stays as it is. */
  profiles: Record<string, string>;
  /** The same by id of a character. */
  characterProfiles: Record<string, string>;
  budgets: SceneBudgetsNow;
  context: ContextDraft;
  play: PlayDraft;
}

export type ProfilesDraft = Pick<SettingsDraft, 'profiles' | 'characterProfiles'>;

const toRows = (facts: Record<string, string>): FactRow[] =>
  Object.entries(facts).map(([key, value]) => ({ key, value }));

export const toDraft = (scene: Scene): SettingsDraft => ({
  title: scene.title,
  finished: scene.status === 'finished',
  scenario: scene.written.scenario,
  notes: { ...scene.written.notes },
  world: toRows(scene.world),
  trackers: toRows(scene.trackers),
  present: scene.cast.flatMap(({ id, active }) => (active ? [id] : [])),
  turnMode: scene.turnMode,
  gatherSeconds: String(scene.gatherSeconds),
  hideLines: scene.hideLines,
  holdForTyping: scene.holdForTyping === null ? '' : String(scene.holdForTyping),
  cast: Object.fromEntries(
    scene.cast.map(({ id, state }) => [id, { description: scene.written.cast[id] ?? '', ...state }]),
  ),
  ...{ newName: '', newDescription: '', newPersonality: '', newCharacters: [] },
  personas: scene.written.personas.map(({ id, name, description, secrets = '' }) => ({
    ...{ id, name, description, secrets },
  })),
  ...{ newPersona: '', newPersonas: [] },
  books: scene.lorebooks.map(({ id }) => id),
  profiles: {},
  characterProfiles: {},
  budgets: scene.budgets,
  context: {
    historyWindow: scene.historyWindow,
    summarizeAfter: scene.settings.summarizeAfter,
    reconciles: scene.settings.maxDirectorPasses > 1,
    worldAgent: scene.settings.worldAgent,
    thoughts: scene.settings.thoughts,
    remembers: scene.settings.memory.enabled,
    topK: scene.settings.memory.topK,
    halfLife: scene.settings.memory.halfLife,
  },
  play: toPlayDraft(scene.settings),
});

/**
 * Returns the form's changes since it was opened, so that untouched fields changed by others keep their values. null:
 * no change.
 */
export function listChanges(opened: SettingsDraft, draft: SettingsDraft): ChangeScene | null {
  const change = changedSettings(toBody(opened), toBody(draft)) as ChangeScene | undefined;
  const all = { ...change, ...additions(draft, change) };
  return Object.keys(all).length > 0 ? all : null;
}

/** The settings in API form. undefined leaves a field out. */
const toBody = (draft: SettingsDraft) => ({
  title: draft.title.trim(),
  status: draft.finished ? 'finished' : 'open',
  scenario: draft.scenario,
  notes: draft.notes,
  world: toFacts(draft.world),
  trackers: toFacts(draft.trackers),
  turnMode: draft.turnMode,
  gatherSeconds: Number(draft.gatherSeconds),
  hideLines: draft.hideLines,
  holdForTyping: draft.holdForTyping === '' ? null : Number(draft.holdForTyping),
  characters: {
    change: mapValues(draft.cast, (card, id) => ({ active: draft.present.includes(id), ...card })),
  },
  personas: {
    change: Object.fromEntries(
      draft.personas.map(({ id, ...persona }) => [id, { ...persona, name: persona.name.trim() }]),
    ),
  },
  lorebooks: draft.books,
  budgets: draft.budgets,
  historyWindow: draft.context.historyWindow ?? undefined,
  settings: {
    ...toSettings(draft.play),
    summarizeAfter: draft.context.summarizeAfter ?? undefined,
    maxDirectorPasses: draft.context.reconciles ? 2 : 1,
    worldAgent: draft.context.worldAgent,
    thoughts: draft.context.thoughts,
    memory: {
      enabled: draft.context.remembers,
      topK: draft.context.topK ?? undefined,
      halfLife: draft.context.halfLife ?? undefined,
    },
  },
});

/** Facts by name, without rows that lack a name or a value. */
const toFacts = (rows: readonly FactRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap(({ key, value }) => (key.trim() && value.trim() ? [[key.trim(), value.trim()]] : [])),
  );

/** Returns the form's additions to the scene, and the profiles chosen for them. */
function additions(draft: SettingsDraft, change: ChangeScene | undefined): ChangeScene {
  const { newName, newDescription, newPersonality, newPersona } = draft;
  const characters = [
    ...(newName.trim()
      ? [{ name: newName.trim(), description: newDescription, personality: newPersonality }]
      : []),
    ...draft.newCharacters.map((from) => ({ from })),
  ];
  const personas = [
    ...(newPersona.trim() ? [{ name: newPersona.trim(), description: '' }] : []),
    ...draft.newPersonas.map((from) => ({ from })),
  ];
  // Fields left out have their defaults.
  return {
    ...(characters.length > 0 && { characters: { ...change?.characters, add: characters } }),
    ...(personas.length > 0 && { personas: { ...change?.personas, add: personas } }),
    ...profileChanges(draft),
  } as ChangeScene;
}

/** Returns the chosen profiles as a change of the scene; null: none was chosen. */
export function profileChanges(draft: ProfilesDraft): Pick<ChangeScene, 'profiles'> | null {
  const ofCast = chosenProfiles(draft.characterProfiles);
  const profiles = {
    ...chosenProfiles(draft.profiles),
    ...(Object.keys(ofCast).length > 0 && { characters: ofCast }),
  };
  return Object.keys(profiles).length > 0 ? { profiles } : null;
}

const chosenProfiles = (byKey: Record<string, string>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(byKey)
      .filter(([, id]) => id !== '')
      .map(([key, id]) => [key, id === BY_DEFAULT ? null : id]),
  );
