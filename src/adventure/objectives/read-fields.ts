import { isObject } from '../../base/json';
import { MAX_OBJECTIVE, PRIORITIES, type Priority } from '../../contract/adventure-agents';
import type { PayloadOf } from '../../contract/events/events';
import { shorten } from '../lines';
import type { Objective } from '../state-types';
import { isSameObjective } from './same';
import { cleanObjective } from './words';

/** An id in a model's formatting: `A1`, `a1.`, `[A1]`, `**A1**`, `objective A1: …`. */
const LABEL = /^[\s"'`([{*#-]*(?:(?:objective|goal|id)\s*[:#]?\s*)?([adp]\d{1,6})(?![\p{L}\p{N}])(.*)$/isu;
/** Punctuation between an id and a text, or after an id. */
const MARKS = /^[\s"'`)\]}.*:;,–—-]+/u;
/** Parts of a prompt's line around the text: priority, author, first turn. */
const PRIORITY = /^\[(?:high|normal|low)\]\s*/i;
const REMARKS = /(?:\s*\((?:since turn \d+|asked by the player)\))+$/i;

/** Splits an id off the beginning of a model's text; null if there is none. */
export function readLabel(raw: string): { id: string; rest: string; isMarked: boolean } | null {
  const [, id, after = ''] = LABEL.exec(raw.slice(0, 1_000)) ?? [];
  if (id === undefined) return null;
  const marks = MARKS.exec(after)?.[0] ?? '';
  const rest = after.slice(marks.length).replace(PRIORITY, '').replace(REMARKS, '').trim();
  return { id: id.toUpperCase(), rest, isMarked: /\S/.test(marks) || PRIORITY.test(after.trim()) };
}

/** A list of ids: `A1, A2 and D3`. */
const IDS = /^[\s[(]*[adp]\d+[\s\])]*(?:(?:,|;|&|\band\b)+[\s[(]*[adp]\d+[\s\])]*)*\.?\s*$/i;

/**
 * Finds the objectives that a model names: by one or several ids in any formatting, or by text (ignoring case, spacing
 * and punctuation). An id followed by contradicting words names none.
 */
export function findNamed(objectives: readonly Objective[], raw: string): Objective[] {
  const byId = (id: string): Objective[] => objectives.filter((one) => one.id === id);
  if (IDS.test(raw)) {
    const ids = [...raw.matchAll(/[adp]\d+/gi)].map(([id]) => id.toUpperCase());
    return [...new Set(ids)].flatMap(byId);
  }
  const text = cleanObjective(raw);
  const sameText = objectives.find((one) => text !== '' && isSameObjective(one.text, text));
  if (sameText) return [sameText];
  const label = readLabel(raw);
  if (!label) return [];
  const [byLabel] = byId(label.id);
  if (!byLabel || label.rest === '' || isSaid(byLabel, label.rest)) return byLabel ? [byLabel] : [];
  const isAnother = objectives.some((one) => one !== byLabel && isSaid(one, label.rest));
  return label.isMarked && !isAnother ? [byLabel] : [];
}

const isSaid = ({ text, wordings }: Objective, said: string): boolean =>
  [text, ...wordings.map((wording) => wording.text)].some((one) => isSameObjective(one, said));

/** Usable fields of an answer, and faults to report to the agent. */
type ObjectiveFields = Pick<
  Required<PayloadOf<'command.proposed'>>,
  'newObjective' | 'completeObjective' | 'faults'
>;

/** Models' words for null. */
const NOTHING =
  /^[^\p{L}\p{N}]*(?:null|none|nil|n\W?a|no|not? (?:new )?(?:objective|goal)s?|nothing|false|undefined|empty)?[^\p{L}\p{N}]*$/iu;
/** Keys that models use for an objective's text. */
const TEXT_KEYS = ['text', 'objective', 'new_objective', 'goal', 'description', 'title', 'name'];
const OTHER_PRIORITIES: ReadonlyMap<string, Priority> = new Map([
  ['medium', 'normal'],
  ['critical', 'high'],
  ['urgent', 'high'],
]);
const FORM = 'give null, a text, or {"text", "priority", "parent"}';

/**
 * Reads an answer's objective fields. Faults never reject the command: a value in another form is converted if its
 * meaning is clear, else dropped.
 */
export function readObjectiveFields(declared: unknown, completed: unknown): ObjectiveFields {
  const faults: string[] = [];
  const newObjective = readDeclared(declared, faults);
  const completeObjective = readCompleted(completed, faults);
  return { newObjective, completeObjective, faults };
}

function readDeclared(raw: unknown, faults: string[]): ObjectiveFields['newObjective'] {
  const value = unwrap(raw);
  if (isNothing(value)) return null;
  if (Array.isArray(value)) {
    const [first, ...more] = value.filter((one) => !isNothing(one));
    if (more.length > 0) faults.push('`new_objective` was a list: only its first entry was used');
    return readDeclared(first, faults);
  }
  if (typeof value === 'string') return { text: withoutLabel(value), priority: 'normal', parent: null };
  if (!isObject(value)) return leave(faults, '`new_objective`', value, FORM);
  const text = readText(value);
  if (text === null) return leave(faults, '`new_objective`', value, FORM);
  return {
    text: withoutLabel(text),
    priority: readPriority(value.priority, faults),
    parent: readParent(value.parent, faults),
  };
}

function readPriority(value: unknown, faults: string[]): Priority {
  if (isNothing(value)) return 'normal';
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const priority = PRIORITIES.find((one) => one === word) ?? OTHER_PRIORITIES.get(word);
  if (priority === undefined)
    leave(faults, '`priority`', value, `it counts as normal; give ${PRIORITIES.join(', ')}`);
  return priority ?? 'normal';
}

function readParent(raw: unknown, faults: string[]): string | null {
  const value = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
  if (isNothing(value)) return null;
  if (typeof value === 'string') return shorten(value, MAX_OBJECTIVE);
  const parentName = isObject(value) ? (value.id ?? readText(value)) : null;
  if (typeof parentName === 'string' && !isNothing(parentName)) return shorten(parentName, MAX_OBJECTIVE);
  return leave(faults, '`parent`', value, 'give the id of an active objective, or null');
}

function readCompleted(raw: unknown, faults: string[]): string | null {
  const value = unwrap(raw);
  if (isNothing(value)) return null;
  if (Array.isArray(value)) {
    const names = value.flatMap((one) => readCompleted(one, faults) ?? []);
    return names.length > 0 ? shorten(names.join(', '), MAX_NAMED) : null;
  }
  if (typeof value === 'string') return shorten(cleanObjective(value) || value.trim(), MAX_NAMED);
  const doneName = isObject(value) ? (value.id ?? readText(value)) : null;
  if (typeof doneName === 'string' && !isNothing(doneName))
    return shorten(cleanObjective(doneName), MAX_NAMED);
  return leave(
    faults,
    '`complete_objective`',
    value,
    'give the id of an active objective, e.g. "A2", or null',
  );
}

/** In characters: a text with an id. */
const MAX_NAMED = MAX_OBJECTIVE + 40;

function leave(faults: string[], field: string, value: unknown, instead: string): null {
  faults.push(`${field} was ${describe(value)}, which was ignored: ${instead}`);
  return null;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object without a text';
  return typeof value === 'string' ? 'another word' : `a ${typeof value}`;
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.length <= MAX_NAMED && NOTHING.test(value)) ||
  (Array.isArray(value) && value.every(isNothing)) ||
  (isObject(value) && Object.values(value).every(isNothing));

function readText(value: Record<string, unknown>): string | null {
  for (const key of TEXT_KEYS) {
    const text = Object.hasOwn(value, key) ? value[key] : null;
    if (typeof text === 'string' && !isNothing(text)) return text;
  }
  return null;
}

/** Parses an object or list in a string. */
function unwrap(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]["{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Removes an id before the text of a new objective; only the service assigns ids. */
function withoutLabel(text: string): string {
  const label = readLabel(text);
  return label?.isMarked && label.rest !== '' ? label.rest : text;
}
