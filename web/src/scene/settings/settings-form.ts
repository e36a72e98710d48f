import type { StateField } from '../../../../src/api/agents';
import type { ChangeScene } from '../../../../src/api/change-scene';
import type { Notes } from '../../../../src/api/create-scene';
import type { SceneBudgetsNow } from '../../../../src/api/money';
import type { PaceRules } from '../../../../src/api/pace';
import type { Scene } from '../../../../src/api/scenes';

/** In place of a profile's id: as if none had been given. */
export const BY_DEFAULT = 'default';

/** A fact or tracker as it is being edited. */
export interface FactRow {
  key: string;
  value: string;
}
/** Who a character is, and how it is now. */
export type CardDraft = { description: string } & Record<StateField, string>;
/** Whom somebody plays. */
export interface PersonaDraft {
  id: string;
  name: string;
  description: string;
  secrets: string;
}
/** What goes into prompts; null: an empty field, which changes nothing. */
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
/** What of a scene can be changed in the form, as it is typed: numbers of the pace are texts. */
export interface SettingsDraft {
  title: string;
  finished: boolean;
  scenario: string;
  notes: Notes;
  world: FactRow[];
  trackers: FactRow[];
  /** Ids of characters who are there. */
  present: string[];
  turnMode: PaceRules['turnMode'];
  gatherSeconds: string;
  hideLines: boolean;
  /** Empty: the default of the mode. */
  holdForTyping: string;
  /** By id of a character. */
  cast: Record<string, CardDraft>;
  /** A character to add; without a name there is none. */
  newName: string;
  newDescription: string;
  newPersonality: string;
  /** Ids of characters of the library, to add. */
  newCharacters: string[];
  personas: PersonaDraft[];
  /** Name of a persona to add; empty: none. */
  newPersona: string;
  newPersonas: string[];
  /** Ids of the books: the scene's own, and of the library. */
  books: string[];
  /** By role: id of a profile of the library, or {@link BY_DEFAULT}; nothing: as it is. */
  profiles: Record<string, string>;
  /** The same by id of a character. */
  characterProfiles: Record<string, string>;
  budgets: SceneBudgetsNow;
  context: ContextDraft;
}

const rowsOf = (facts: Record<string, string>): FactRow[] =>
  Object.entries(facts).map(([key, value]) => ({ key, value }));

/** The form as the scene is now. */
export const draftOf = (scene: Scene): SettingsDraft => ({
  title: scene.title,
  finished: scene.status === 'finished',
  scenario: scene.scenario,
  notes: { ...scene.notes },
  world: rowsOf(scene.world),
  trackers: rowsOf(scene.trackers),
  present: scene.cast.flatMap(({ id, active }) => (active ? [id] : [])),
  turnMode: scene.turnMode,
  gatherSeconds: String(scene.gatherSeconds),
  hideLines: scene.hideLines,
  holdForTyping: scene.holdForTyping === null ? '' : String(scene.holdForTyping),
  cast: Object.fromEntries(scene.cast.map(({ id, description, state }) => [id, { description, ...state }])),
  ...{ newName: '', newDescription: '', newPersonality: '', newCharacters: [] },
  personas: scene.personas.map(({ id, name, description, secrets = '' }) => ({
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
});

/**
 * What the form changes, compared with the form as it was opened: what somebody else changed meanwhile, and was not
 * touched here, stays. Null: nothing.
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
  Object.assign(change, changedContext(opened.context, draft.context));
  return Object.keys(change).length > 0 ? change : null;
}

function changed<T extends object>(before: T | undefined, now: T): Partial<T> | null {
  const list = Object.entries(now).filter(([key, value]) => before?.[key as keyof T] !== value);
  return list.length > 0 ? (Object.fromEntries(list) as Partial<T>) : null;
}

/** By key; null clears what is in no row any more, or whose row is empty. */
function changedFacts(before: FactRow[], now: FactRow[]): Record<string, string | null> | null {
  const read = (rows: FactRow[]) =>
    new Map(
      rows.flatMap(({ key, value }): [string, string][] =>
        key.trim() && value.trim() ? [[key.trim(), value.trim()]] : [],
      ),
    );
  const [old, kept] = [read(before), read(now)];
  const changes = new Map<string, string | null>();
  for (const [key, value] of kept) if (old.get(key) !== value) changes.set(key, value);
  for (const key of old.keys()) if (!kept.has(key)) changes.set(key, null);
  return changes.size > 0 ? Object.fromEntries(changes) : null;
}

type CastChange = NonNullable<ChangeScene['characters']>;

function changedCast(opened: SettingsDraft, draft: SettingsDraft): CastChange | null {
  const ids = Object.keys(draft.cast);
  const change = ids.flatMap((id) => {
    const there = draft.present.includes(id);
    const moved = there !== opened.present.includes(id) ? { active: there } : null;
    const card = changed(opened.cast[id], draft.cast[id] ?? {});
    return moved || card ? [[id, { ...moved, ...card }] as const] : [];
  });
  const name = draft.newName.trim();
  // Fields that are left out have their defaults.
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
  const chosen = (byKey: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(byKey)
        .filter(([, id]) => id !== '')
        .map(([key, id]) => [key, id === BY_DEFAULT ? null : id]),
    );
  const characters = somethingOf(chosen(characterProfiles));
  return somethingOf({ ...chosen(profiles), ...(characters && { characters }) });
}

function changedBudgets(before: SceneBudgetsNow, now: SceneBudgetsNow): ChangeScene['budgets'] | null {
  const { perSeat: seatBefore, ...roomBefore } = before;
  const { perSeat: seatNow, ...roomNow } = now;
  const perSeat = changed(seatBefore, seatNow);
  return somethingOf({ ...changed(roomBefore, roomNow), ...(perSeat && { perSeat }) });
}

/** An empty number says nothing. */
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

/** The same, or null when nothing is in it. */
const somethingOf = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);
