import type { ChangeScene } from '../../src/contract/change-scene';
import type { Notes } from '../../src/contract/create-scene';
import type { PaceRules } from '../../src/contract/pace';
import type { Scene } from '../../src/contract/scenes';

/** A fact or tracker as it is being edited. */
export interface FactRow {
  key: string;
  value: string;
}
/** What of a scene can be changed in the form, as it is typed: numbers are texts. */
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
  historyWindow: string;
  /** A character to add; without a name there is none. */
  newName: string;
  newDescription: string;
  newPersonality: string;
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
  historyWindow: String(scene.historyWindow),
  newName: '',
  newDescription: '',
  newPersonality: '',
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
  if (draft.historyWindow !== opened.historyWindow) change.historyWindow = Number(draft.historyWindow);
  const characters = changedCast(opened, draft);
  if (characters) change.characters = characters;
  return Object.keys(change).length > 0 ? change : null;
}

function changed<T extends Record<string, string>>(before: T, now: T): Partial<T> | null {
  const list = Object.entries(now).filter(([key, value]) => before[key] !== value);
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

function changedCast(opened: SettingsDraft, draft: SettingsDraft): ChangeScene['characters'] | null {
  const moved = [
    ...draft.present.filter((id) => !opened.present.includes(id)).map((id) => [id, { active: true }]),
    ...opened.present.filter((id) => !draft.present.includes(id)).map((id) => [id, { active: false }]),
  ];
  const characters: ChangeScene['characters'] = {};
  if (moved.length > 0) characters.change = Object.fromEntries(moved);
  if (draft.newName.trim())
    characters.add = [
      {
        name: draft.newName.trim(),
        description: draft.newDescription,
        personality: draft.newPersonality,
      } as NonNullable<NonNullable<ChangeScene['characters']>['add']>[number],
    ];
  return Object.keys(characters).length > 0 ? characters : null;
}
