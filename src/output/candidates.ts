import type { Json, JsonObject } from '../contract/json';
import { plainKey } from './coerce';
import type { Form } from './fit';
import { findObjects } from './objects';
import { mend, type Repair, type Work } from './repair';
import { MAX_DEPTH } from './tokens';

/** An object the answer may mean. */
export interface Candidate {
  json: JsonObject;
  repairs: Repair[];
}

/** What is read of an answer: longer ones are a runaway, whose end is looked at for the answer. */
const MAX_ANSWER = 4_000_000;
/** Longer texts are not mended: no answer is that long, and mending costs more than reading. */
const MAX_MENDED = 400_000;
const MAX_CANDIDATES = 48;
const MAX_STARTS = 6;
/** Braces looked at, from the end, for the start of an object. */
const MAX_BRACES = 2_000;
/** Keys under which models put their answer. */
const WRAPPERS = new Set(
  'response output result answer data json arguments args parameters input content message value object final payload reply properties tool_input function'
    .split(' ')
    .map(plainKey),
);
const MAX_UNWRAPPED = 4;
const OBJECT_START = /^\{\s*(?:["'“‘]|\w{1,64}\s*:)/;
/** An opening brace with a key behind it, however its quotes were damaged. */
const BROKEN_OBJECT = /\{\s{0,64}["'“‘]?[\p{L}_][\p{L}\p{N}_ -]{0,63}["'”’]?\s{0,8}:/u;
const FENCES = /```[\w-]*/g;

/** The objects an answer may mean, most trusted stage first; within a stage in order of appearance. */
export function* readCandidates(raw: string, form: Form<unknown>, work: Work): Generator<Candidate[]> {
  const answer = (raw.length > MAX_ANSWER ? raw.slice(-MAX_ANSWER) : raw).replace(/^\uFEFF/, '').trim();
  if (answer === '') return;
  work.steps += answer.length;
  const exact = parseJson(answer);
  if (exact !== undefined) {
    yield unwrap(exact, [], form, work);
    return;
  }
  const text = unescapeWhole(answer);
  const before: Repair[] = text === answer ? [] : ['double-encoded'];
  const found = findObjects(text, work);
  const spans = found.balanced.slice(-MAX_CANDIDATES);
  const several = found.balanced.length > 1;
  const name = (start: number, end: number, many: boolean): Repair[] => [
    ...before,
    ...nameSurroundings(text, start, end, many),
  ];
  const good: Candidate[] = [];
  const damaged: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const json = parseJson(text.slice(start, end));
    // `{"text":"use "}" here"}`: an object that ends in the middle of a string is none.
    const inString = text[end] === '"' && text[start - 1] !== '"';
    if (inString) damaged.push({ start, end: text.length });
    else if (closedEarly(text, end)) continue;
    else if (json === undefined) damaged.push({ start, end });
    else good.push(...unwrap(json, name(start, end, several), form, work));
  }
  // Objects inside one that was cut off are parts of it: taken for the answer only when the whole does not fit.
  const { open } = found;
  const inside =
    open !== null &&
    spans.some(({ start }) => start > open) &&
    OBJECT_START.test(text.slice(open, open + 100));
  if (open !== null && inside) yield mendAll(text, [[open, text.length]], form, work, name);
  yield good;

  const starts = new Map<number, number>();
  for (const { start, end } of damaged) starts.set(start, end);
  if (open !== null && !inside) starts.set(open, text.length);
  yield mendAll(text, [...starts], form, work, name);
  yield mendAll(text, findAnchors(text, form, starts), form, work, name);
  yield mendAll(text, findStrings(text), form, work, name);
  yield readUnbraced(text, form, work, before);
}

function mendAll(
  text: string,
  starts: readonly (readonly [number, number])[],
  form: Form<unknown>,
  work: Work,
  name: (start: number, end: number, many: boolean) => Repair[],
): Candidate[] {
  const candidates: Candidate[] = [];
  let left = MAX_MENDED;
  for (const [start, end] of [...starts].sort(([a], [b]) => a - b).slice(-MAX_CANDIDATES)) {
    if (end - start > left) continue;
    left -= end - start;
    const piece = text.slice(start, end);
    if (piece.startsWith('"')) {
      const json = parseJson(piece);
      if (typeof json === 'string') candidates.push(...unwrap(json, name(start, end, false), form, work));
      continue;
    }
    // A balanced object may be misjudged when its quotes are damaged: it is read to its own end.
    const mended = mend(end < text.length ? piece : text, end < text.length ? 0 : start, form.keys, work);
    if (mended === null) continue;
    const stop = end < text.length ? start + mended.end : mended.end;
    if (closedEarly(text, stop)) continue;
    const repairs = [...name(start, stop, starts.length > 1), ...mended.repairs];
    candidates.push(...unwrap(mended.json, repairs, form, work));
  }
  return candidates;
}

/** The object itself, and the one in it that the schema means: in an array, under a wrapper's key, in a string. */
function unwrap(
  json: Json,
  repairs: readonly Repair[],
  form: Form<unknown>,
  work: Work,
  level = 0,
): Candidate[] {
  if (level > MAX_UNWRAPPED || tooDeep(json, MAX_DEPTH)) return [];
  const inner = (child: Json, repair: Repair) =>
    unwrap(child, repairs.includes(repair) ? repairs : [...repairs, repair], form, work, level + 1);
  if (typeof json === 'string') {
    const text = json.trim();
    if (!/^[{["]/.test(text) || text.length > MAX_MENDED) return [];
    work.steps += text.length;
    const read = parseJson(text);
    if (read !== undefined) return inner(read, 'double-encoded');
    const mended = text.startsWith('{') ? mend(text, 0, form.keys, work) : null;
    if (mended === null) return [];
    return unwrap(mended.json, [...repairs, 'double-encoded', ...mended.repairs], form, work, level + 1);
  }
  if (Array.isArray(json)) {
    const [only] = json;
    if (json.length === 1 && only !== undefined) return inner(only, 'wrapper');
    return level === 0 ? json.slice(-MAX_CANDIDATES).flatMap((item) => inner(item, 'several-objects')) : [];
  }
  if (typeof json !== 'object' || json === null) return [];
  const entries = Object.entries(json);
  const wrapped = entries.filter(
    ([key, value]) =>
      (typeof value === 'object' ? value !== null : typeof value === 'string' && /^\s*[{[]/.test(value)) &&
      (entries.length === 1 || WRAPPERS.has(plainKey(key))) &&
      mayWrap(form, key),
  );
  const [child, ...others] = wrapped;
  const within = child !== undefined && others.length === 0 ? inner(child[1], 'wrapper') : [];
  return [...within, { json, repairs: [...repairs] }];
}

/** A key of the schema holds its own value, unless it should be a string and holds an object. */
function mayWrap(form: Form<unknown>, key: string): boolean {
  if (!Object.hasOwn(form.properties, key)) return true;
  const node = form.properties[key];
  return typeof node === 'object' && node !== null && !Array.isArray(node) && node.type === 'string';
}

/** A brace too early: `{"a":1}, "b":2}`. What comes after it was meant to be part of the object. */
const closedEarly = (text: string, end: number): boolean =>
  /^\s{0,64},?\s{0,64}["'“‘]?[\w-]{1,64}["'”’]\s{0,8}:/.test(text.slice(end, end + 220));

/** What stands around an object: fences, prose, other objects, the brackets of an array. */
function nameSurroundings(text: string, start: number, end: number, many: boolean): Repair[] {
  const before = text.slice(Math.max(0, start - 200), start);
  const after = text.slice(end, end + 200);
  const repairs: Repair[] = [];
  if (/```/.test(before) || /```/.test(after)) repairs.push('fence');
  if (many) return [...repairs, 'several-objects'];
  const head = before.replace(FENCES, '').trim();
  const tail = after.replace(FENCES, '').trim();
  if (head === '[' && /^,?\s*\]?$/.test(tail)) return [...repairs, 'wrapper'];
  if (head !== '' || tail !== '') repairs.push('surrounding-text');
  return repairs;
}

/** Where an object with a known key starts, whatever the braces around it look like. */
function findAnchors(
  text: string,
  form: Form<unknown>,
  known: ReadonlyMap<number, number>,
): [number, number][] {
  const anchors: [number, number][] = [];
  let looked = 0;
  for (let at = text.lastIndexOf('{'); at >= 0 && anchors.length < MAX_STARTS; ) {
    if (looked++ > MAX_BRACES) break;
    const key = /^\{\s{0,64}["'“‘`]?([^"'“”‘’`:{}]{1,64})/.exec(text.slice(at, at + 140))?.[1] ?? '';
    if (!known.has(at) && form.keys.has(key.trim().toLowerCase())) anchors.push([at, text.length]);
    at = at === 0 ? -1 : text.lastIndexOf('{', at - 1);
  }
  return anchors;
}

/** A double-encoded object in prose: `Here: "{\"kind\":…}"`. */
function findStrings(text: string): [number, number][] {
  const start = text.search(/"\s{0,8}\{\s{0,8}\\"/);
  if (start < 0) return [];
  const end = text.lastIndexOf('"') + 1;
  return end > start + 1 ? [[start, end]] : [];
}

/** An object without its opening brace, or plain `key: value` lines. */
function readUnbraced(text: string, form: Form<unknown>, work: Work, before: readonly Repair[]): Candidate[] {
  if (text.length > MAX_MENDED || form.keys.size === 0) return [];
  const bare = text.replace(/^```[\w-]*\s*/, '').replace(/\s*```$/, '');
  const fence: Repair[] = bare === text ? [...before] : [...before, 'fence'];
  const first = /^(["'“‘]?)([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'”’]?\s{0,8}:/u.exec(bare.slice(0, 100));
  if (first !== null && first[1] !== '' && isTopKey(first[2] ?? '', form)) {
    const mended = mend(`{${bare}`, 0, form.keys, work);
    // Without the last brace the object was not cut off, it never had any.
    if (mended !== null && mended.end > bare.length) {
      const repairs = bare.endsWith('}') ? mended.repairs : mended.repairs.filter((r) => r !== 'truncated');
      return [{ json: mended.json, repairs: [...fence, 'bracket', ...repairs] }];
    }
  }
  // Lines of a broken object look like `key: value` too, and would make speech of its syntax.
  if (BROKEN_OBJECT.test(bare)) return [];
  const lines = readKeyLines(bare, form, work);
  return lines === null ? [] : [{ json: lines, repairs: [...fence, 'key-lines'] }];
}

/** `kind: say` / `text: Hello.` lines. A value goes on over the next lines until a blank line or the next key. */
function readKeyLines(text: string, form: Form<unknown>, work: Work): JsonObject | null {
  const found = new Map<string, string>();
  let key: string | null = null;
  for (const row of text.split('\n')) {
    work.steps += row.length + 1;
    const match =
      /^[\s*_#>-]{0,16}["'`]?([\p{L}_][\p{L}\p{N}_ -]{0,63}?)["'`*_]{0,4}\s{0,4}[:=][*_]{0,2}(.*)$/u.exec(
        row.slice(0, 4_000),
      );
    const next = match === null ? null : topKey(match[1] ?? '', form);
    if (match !== null && next !== null) {
      if (found.has(next)) return null;
      found.set(next, (match[2] ?? '').trim());
      key = next;
    } else if (row.trim() === '') key = null;
    else if (key !== null) found.set(key, `${found.get(key) ?? ''} ${row.trim()}`.trim());
  }
  if (found.size === 0) return null;
  return Object.fromEntries([...found].map(([name, value]) => [name, readLineValue(value)]));
}

function readLineValue(value: string): Json {
  const text = value.replace(/,$/, '');
  const json = parseJson(text);
  if (json !== undefined) return json;
  return /^'(?:[^']|'(?=\w))*'$/.test(text) || /^“[^”]*”$/.test(text) ? text.slice(1, -1) : value;
}

const isTopKey = (key: string, form: Form<unknown>): boolean => topKey(key, form) !== null;

function topKey(key: string, form: Form<unknown>): string | null {
  const plain = plainKey(key);
  return Object.keys(form.properties).find((name) => plainKey(name) === plain) ?? null;
}

/** An object whose every quote is escaped, as it comes out of a string without its quotes: `{\"kind\":…}`. */
function unescapeWhole(text: string): string {
  if (!/\{\s{0,64}\\"/.test(text.slice(0, 1_000)) || /(^|[^\\])"/.test(text)) return text;
  const plain = parseJson(`"${text.replaceAll('\n', '\\n').replaceAll('\r', '')}"`);
  return typeof plain === 'string' ? plain : text;
}

/** What does not even end like JSON is not handed to the parser, which is slow on a million open brackets. */
function parseJson(text: string): Json | undefined {
  const end = { '{': '}', '[': ']', '"': '"' }[text[0] ?? ''];
  if (end !== undefined && !text.trimEnd().endsWith(end)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tooDeep(json: Json, left: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (left === 0) return true;
  return Object.values(json).some((child) => tooDeep(child, left - 1));
}
