import type { StateField } from '../../../../src/contract/agents';
import type { ChangeScene } from '../../../../src/contract/change-scene';
import type { Notes } from '../../../../src/contract/create-scene';
import type { SceneBudgetsNow } from '../../../../src/contract/money';
import type { PaceRules } from '../../../../src/contract/pace';
import type { Scene } from '../../../../src/contract/scenes';
import { changedPlay, type PlayDraft, playOf } from './play-draft';

/** Stands for the id of a profile where none was chosen. */
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
/** The form's fields as they are typed: numbers of the pace are texts. */
export interface SettingsDraft {
  title: string;
  finished: boolean;
  scenario: string;
  notes: Notes;
  world: FactRow[];
  trackers: FactRow[];
  /** Ids of the characters who are there. */
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
  /** Ids of the books: the scene's own, and those of the library. */
  books: string[];
  /** Ids of library profiles by role, or {@link BY_DEFAULT}; a missing role stays as it is. */
  profiles: Record<string, string>;
  /** The same by id of a character. */
  characterProfiles: Record<string, string>;
  budgets: SceneBudgetsNow;
  context: ContextDraft;
  play: PlayDraft;
}

const rowsOf = (facts: Record<string, string>): FactRow[] =>
  Object.entries(facts).map(([key, value]) => ({ key, value }));

export const draftOf = (scene: Scene): SettingsDraft => ({
  title: scene.title,
  finished: scene.status === 'finished',
  scenario: scene.written.scenario,
  notes: { ...scene.written.notes },
  world: rowsOf(scene.world),
  trackers: rowsOf(scene.trackers),
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
  play: playOf(scene.settings),
});

/**
 * Returns the form's changes since it was opened, so that untouched fields which somebody else changed meanwhile
 * stay. Null: no change.
 */
export function changesIn(opened: SettingsDraft, draft: SettingsDraft): ChangeScene | null {
  const change: ChangeScene = {};
  if (draft.title.trim() !== opened.title) change.title = draft.title.trim();
  if (draft.finished !== opened.finished) change.status = draft.finished ? 'finished' : 'open';
  if (draft.scenario !== opened.scenario) change.scenario = draft.scenario;
  const notes = changed(opened.notes, draft.notes);
  if (notes) change.notes = notes;
  const world = changedFacts(opened.world, draft.world);
  if (world) change.world = world;
  const trackers = changedFacts(opened.trackers, draft.trackers);
  if (trackers) change.trackers = trackers;
  if (draft.turnMode !== opened.turnMode) change.turnMode = draft.turnMode;
  if (draft.gatherSeconds !== opened.gatherSeconds) change.gatherSeconds = Number(draft.gatherSeconds);
  if (draft.hideLines !== opened.hideLines) change.hideLines = draft.hideLines;
  if (draft.holdForTyping !== opened.holdForTyping)
    change.holdForTyping = draft.holdForTyping === '' ? null : Number(draft.holdForTyping);
  const characters = changedCast(opened, draft);
  if (characters) change.characters = characters;
  const personas = changedPersonas(opened, draft);
  if (personas) change.personas = personas;
  if (draft.books.join(' ') !== opened.books.join(' ')) change.lorebooks = draft.books;
  const profiles = chosenProfiles(draft);
  if (profiles) change.profiles = profiles;
  const budgets = changedBudgets(opened.budgets, draft.budgets);
  if (budgets) change.budgets = budgets;
  const context = changedContext(opened.context, draft.context);
  const settings = somethingOf({ ...context.settings, ...changedPlay(opened.play, draft.play) });
  Object.assign(change, context, settings && { settings });
  return Object.keys(change).length > 0 ? change : null;
}

function changed<T extends object>(before: T | undefined, now: T): Partial<T> | null {
  const list = Object.entries(now).filter(([key, value]) => before?.[key as keyof T] !== value);
  return list.length > 0 ? (Object.fromEntries(list) as Partial<T>) : null;
}

/** Returns the changed facts by key; null clears a fact whose row is gone or empty. */
function changedFacts(before: FactRow[], now: FactRow[]): Record<string, string | null> | null {
  const readRows = (rows: FactRow[]) =>
    new Map(
      rows.flatMap(({ key, value }): [string, string][] =>
        key.trim() && value.trim() ? [[key.trim(), value.trim()]] : [],
      ),
    );
  const [old, current] = [readRows(before), readRows(now)];
  const changes = new Map<string, string | null>();
  for (const [key, value] of current) if (old.get(key) !== value) changes.set(key, value);
  for (const key of old.keys()) if (!current.has(key)) changes.set(key, null);
  return changes.size > 0 ? Object.fromEntries(changes) : null;
}

type CastChange = NonNullable<ChangeScene['characters']>;

function changedCast(opened: SettingsDraft, draft: SettingsDraft): CastChange | null {
  const ids = Object.keys(draft.cast);
  const change = ids.flatMap((id) => {
    const there = draft.present.includes(id);
    const presence = there !== opened.present.includes(id) ? { active: there } : null;
    const card = changed(opened.cast[id], draft.cast[id] ?? {});
    return presence || card ? [[id, { ...presence, ...card }] as const] : [];
  });
  const name = draft.newName.trim();
  // Fields left out have their defaults.
  const add = [
    ...(name ? [{ name, description: draft.newDescription, personality: draft.newPersonality }] : []),
    ...draft.newCharacters.map((from) => ({ from })),
  ] as NonNullable<CastChange['add']>;
  return somethingOf<CastChange>({
    ...(change.length > 0 && { change: Object.fromEntries(change) }),
    ...(add.length > 0 && { add }),
  });
}

type PersonaChange = NonNullable<ChangeScene['personas']>;

function changedPersonas(opened: SettingsDraft, draft: SettingsDraft): PersonaChange | null {
  const change = draft.personas.flatMap(({ id, ...now }) => {
    const { id: _same, ...before } = opened.personas.find((one) => one.id === id) ?? { id };
    const fields = changed<Partial<typeof now>>(before, { ...now, name: now.name.trim() });
    return fields ? [[id, fields] as const] : [];
  });
  const name = draft.newPersona.trim();
  const add = [...(name ? [{ name, description: '' }] : []), ...draft.newPersonas.map((from) => ({ from }))];
  return somethingOf<PersonaChange>({
    ...(change.length > 0 && { change: Object.fromEntries(change) }),
    ...(add.length > 0 && { add }),
  });
}

function chosenProfiles({ profiles, characterProfiles }: SettingsDraft): ChangeScene['profiles'] | null {
  const resolveProfiles = (byKey: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(byKey)
        .filter(([, id]) => id !== '')
        .map(([key, id]) => [key, id === BY_DEFAULT ? null : id]),
    );
  const characters = somethingOf(resolveProfiles(characterProfiles));
  return somethingOf({ ...resolveProfiles(profiles), ...(characters && { characters }) });
}

function changedBudgets(before: SceneBudgetsNow, now: SceneBudgetsNow): ChangeScene['budgets'] | null {
  const { perSeat: seatBefore, ...roomBefore } = before;
  const { perSeat: seatNow, ...roomNow } = now;
  const perSeat = changed(seatBefore, seatNow);
  return somethingOf({ ...changed(roomBefore, roomNow), ...(perSeat && { perSeat }) });
}

/** An empty number changes nothing. */
function changedContext(
  before: ContextDraft,
  now: ContextDraft,
): Pick<ChangeScene, 'historyWindow' | 'settings'> {
  const isOther = (key: keyof ContextDraft) => now[key] !== null && now[key] !== before[key];
  const memory = {
    ...(isOther('remembers') && { enabled: now.remembers }),
    ...(isOther('topK') && { topK: now.topK ?? 0 }),
    ...(isOther('halfLife') && { halfLife: now.halfLife ?? 0 }),
  };
  const settings = somethingOf<NonNullable<ChangeScene['settings']>>({
    ...(isOther('summarizeAfter') && { summarizeAfter: now.summarizeAfter ?? 0 }),
    ...(isOther('reconciles') && { maxDirectorPasses: now.reconciles ? 2 : 1 }),
    ...(isOther('worldAgent') && { worldAgent: now.worldAgent }),
    ...(isOther('thoughts') && { thoughts: now.thoughts }),
    ...(somethingOf(memory) && { memory }),
  });
  return {
    ...(isOther('historyWindow') && { historyWindow: now.historyWindow ?? 0 }),
    ...(settings && { settings }),
  };
}

const somethingOf = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);
