import { type Defined, dropUndefined } from '../../base/drop-undefined';
import { STATE_FIELDS, type StateField } from '../../contract/agents';
import type { ChangeCharacter, SceneChange } from '../../contract/change-scene';
import { changeSettings } from '../../contract/change-settings';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import type { ProfilesReset } from '../../model/profiles';
import {
  applyChanges,
  type FactChange,
  findMember,
  listCast,
  type SceneReset,
  type SceneState,
  unknownCharacter,
  unknownPersona,
} from '../state';
import { guardWords } from '../table/state';
import {
  addScenarios,
  lastNumber,
  listOwnBooks,
  listTalkativeness,
  nameBook,
  stripCardParts,
} from './card-parts';
import { Names } from './names';
import {
  changeBudgets,
  checkBookSize,
  checkBooks,
  checkSettings,
  noSuchCharacter,
  readPace,
  type SetupIssue,
} from './shared';

const MAX_PEOPLE = 50;
/** Applies to facts and to trackers: all of them are in every prompt. */
const MAX_FACTS = 1000;
const MAX_BOOKS = 80;

type Books = SceneState['lorebooks'];

/**
 * Returns an owner's changes of a running scene as events: one for everyone with title, status and pace, one
 * for the owner with the rest. A current round, or one that resumes after a failure, keeps the state as of
 * its start. Empty for an empty request.
 *
 * @param profiles those in the body, with all defaults applied
 * @returns `invalid` for values that creation would reject, and for unknown ids; `conflict` for changes of a
 * cast that was dealt words; `too_large`
 */
export function changeEvents(
  state: SceneState,
  body: SceneChange,
  profiles: ProfilesReset = {},
): Result<EventDraft[]> {
  const { title, status } = body;
  const touchesGame = body.characters ?? body.lorebooks;
  if (state.table && touchesGame) {
    const detail = 'the words of this game were already dealt, so its characters and lorebooks cannot change';
    const fix = 'Remove `characters` and `lorebooks`, or create a new scene.';
    return fail({ code: 'conflict', detail, fix });
  }
  const errors: SetupIssue[] = [];
  const { newMembers, ...people } = changePeople(state, body, errors);
  const lorebooks = changeBooks(state, body, newMembers, errors);
  const castIds = [...state.castOrder, ...newMembers.map(({ id }) => id)];
  errors.push(
    ...checkProfileNames(profiles, castIds),
    ...checkSettings(body.settings ?? {}, castIds),
    ...checkTableStarted(state, body),
  );
  const facts = {
    ...(body.world && { world: changeFacts('world', state.world, body.world, errors) }),
    ...(body.trackers && { trackers: changeFacts('trackers', state.trackers, body.trackers, errors) }),
  };
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const tooMuch = lorebooks && checkBookSize(lorebooks);
  if (tooMuch) return fail(tooMuch);

  const ownNotes = { ...state.notes, ...dropUndefined(body.notes ?? {}) };
  const own = { scenario: body.scenario ?? state.scenario, note: ownNotes.scene };
  const { scenario, note } = addScenarios(own, newMembers);
  const settings = withTalkativeness(body.settings, listTalkativeness(newMembers));
  const reset: SceneReset = {
    ...((body.scenario !== undefined || scenario !== own.scenario) && { scenario }),
    ...((body.notes || note !== own.note) && { notes: { ...ownNotes, scene: note } }),
    ...facts,
    ...(lorebooks && { lorebooks }),
    ...(settings && { settings: changeSettings(state.settings, settings) }),
    ...(body.historyWindow !== undefined && { historyWindow: body.historyWindow }),
    ...(body.budgets && { budgets: changeBudgets(state.budgets, body.budgets) }),
    ...(Object.keys(profiles).length > 0 && { profiles }),
    ...people,
  };
  const pace = readPace(body);
  const publicChange: PayloadOf<'scene.changed'> = {
    ...(title !== undefined && { title }),
    ...(status && { status }),
    ...(Object.keys(pace).length > 0 && { pace: { ...state.pace, ...pace } }),
  };
  return ok([
    ...draft(publicChange, ['*']),
    // It may contain goals and secrets.
    ...draft(reset, ['owner']),
  ]);
}

function draft(payload: PayloadOf<'scene.changed'>, audience: string[]): EventDraft[] {
  if (Object.keys(payload).length === 0) return [];
  return [{ kind: 'scene.changed', actor: 'system', audience, payload }];
}

function changePeople(state: SceneState, { characters, personas }: SceneChange, errors: SetupIssue[]) {
  const personaChanges = personas?.change ?? {};
  const characterChanges = characters?.change ?? {};
  const renamedIds = new Set(Object.entries(personaChanges).flatMap(([id, { name }]) => (name ? [id] : [])));
  const cast = listCast(state);
  const names = new Names({
    character: cast,
    persona: state.personas.filter(({ id }) => !renamedIds.has(id)),
  });
  for (const id of Object.keys(characterChanges)) {
    if (findMember(state, id)) continue;
    errors.push({ pointer: `/characters/change/${id}`, message: unknownCharacter(state, id) });
  }
  for (const [id, { name }] of Object.entries(personaChanges)) {
    const pointer = `/personas/change/${id}`;
    if (!state.personas.some((persona) => persona.id === id))
      errors.push({ pointer, message: unknownPersona(state, id) });
    else if (name !== undefined) names.claim(name, pointer);
  }
  const newMembers = names.give('character', '/characters/add', characters?.add, cast);
  const players = names.give('persona', '/personas/add', personas?.add, state.personas);
  errors.push(
    ...names.errors,
    ...countPeople('characters', cast.length, newMembers.length),
    ...countPeople('personas', state.personas.length, players.length),
  );
  const changedPersonas = state.personas.map((persona) => ({
    ...persona,
    ...(Object.hasOwn(personaChanges, persona.id) && dropUndefined(personaChanges[persona.id] ?? {})),
  }));
  const people: Pick<SceneReset, 'added' | 'cast' | 'personas'> = {
    ...(newMembers.length > 0 && {
      added: newMembers.map(stripCardParts),
    }),
    ...(Object.keys(characterChanges).length > 0 && { cast: characterChanges }),
    ...(personas &&
      (players.length > 0 || personas.change) && { personas: [...changedPersonas, ...players] }),
  };
  return { ...people, newMembers };
}

function countPeople(what: 'characters' | 'personas', there: number, more: number): SetupIssue[] {
  if (more === 0 || there + more <= MAX_PEOPLE) return [];
  return [
    { pointer: `/${what}/add`, message: `a scene can have at most ${MAX_PEOPLE}; this one has ${there}` },
  ];
}

/** null if the books do not change. */
function changeBooks(
  state: SceneState,
  { lorebooks }: SceneChange,
  newMembers: Parameters<typeof listOwnBooks>[0],
  errors: SetupIssue[],
): Books | null {
  if (!lorebooks && newMembers.every((one) => !one.lorebook)) return null;
  const entries = lorebooks?.map((one, index) => ({ one, pointer: `/lorebooks/${index}` })) ?? [];
  const fresh = entries.flatMap(({ one, pointer }) => ('book' in one ? { pointer, book: one.book } : []));
  let last = lastNumber(state.lorebooks);
  const newBooks = entries.flatMap(({ one, pointer }): Books => {
    if ('book' in one) {
      if (one.id !== null) return [{ id: one.id, book: one.book }];
      last += 1;
      return [{ id: nameBook(last), book: one.book }];
    }
    const currentBook = state.lorebooks.find(({ id }) => id === one.id);
    if (currentBook) return [currentBook];
    const idList = state.lorebooks.map(({ id }) => id).join(', ') || 'none';
    errors.push({ pointer, message: `the scene has no lorebook "${one.id}"; it has ${idList}` });
    return [];
  });
  const kept = lorebooks ? [...new Map(newBooks.map((one) => [one.id, one])).values()] : state.lorebooks;
  const own = listOwnBooks(newMembers, [...state.lorebooks, ...kept]);
  errors.push(...checkBooks([...fresh, ...own.map(({ book }) => ({ pointer: '/characters/add', book }))]));
  const unique = [...kept, ...own];
  if (unique.length > MAX_BOOKS) {
    errors.push({ pointer: '/lorebooks', message: `a scene can have at most ${MAX_BOOKS}` });
  }
  return unique;
}

function checkProfileNames({ characters = {} }: ProfilesReset, castIds: readonly string[]): SetupIssue[] {
  return Object.keys(characters)
    .filter((id) => !castIds.includes(id))
    .map((id) => noSuchCharacter(id));
}

/** Rejects public texts that contain a dealt word. */
function checkTableStarted(
  { table }: SceneState,
  { title, scenario, notes, world, trackers, personas }: SceneChange,
): SetupIssue[] {
  if (!table) return [];
  const guard = guardWords(table);
  const texts = { title, scenario, notes, world, trackers, personas };
  return Object.entries(texts).flatMap(([field, value]) =>
    value !== undefined && guard.leaks(formatChange(value))
      ? [{ pointer: `/${field}`, message: 'contains a dealt word' }]
      : [],
  );
}

/** Collects every key and text in a value, one per line. */
function formatChange(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => `${key}\n${formatChange(inner)}`)
    .join('\n');
}

function changeFacts(
  field: 'world' | 'trackers',
  facts: Record<string, string>,
  changes: Record<string, string | null>,
  errors: SetupIssue[],
): FactChange[] {
  const changeList = Object.entries(changes).map(([key, value]) => ({ key, value }));
  const after = Object.keys(applyChanges(facts, changeList)).length;
  if (after > MAX_FACTS && after > Object.keys(facts).length) {
    errors.push({ pointer: `/${field}`, message: `at most ${MAX_FACTS} entries` });
  }
  return changeList;
}

/** Adds the talkativeness of cards to changed settings; explicit values win. */
function withTalkativeness(
  settings: SceneChange['settings'],
  ofCards: Record<string, number>,
): SceneChange['settings'] {
  if (Object.keys(ofCards).length === 0) return settings;
  return { ...settings, talkativeness: { ...ofCards, ...settings?.talkativeness } };
}

export function splitChange(change: ChangeCharacter): {
  card: Partial<Defined<Omit<ChangeCharacter, StateField | 'active'>>>;
  state: Partial<Record<StateField, string>>;
  active: boolean | undefined;
} {
  const { location, mood, clothing, activity, intentions, active, ...card } = change;
  const fields: Record<StateField, string | undefined> = { location, mood, clothing, activity, intentions };
  const stateChanges = STATE_FIELDS.flatMap((field) => {
    const value = fields[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { card: dropUndefined(card), state: Object.fromEntries(stateChanges), active };
}
