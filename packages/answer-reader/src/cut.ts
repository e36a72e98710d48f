import type { Json, JsonObject } from './json';
import { type StepCounter, stringEnd, tryParse } from './json-text';
import { MAX_DEPTH } from './mend';

/** The point at which an object was truncated. */
export interface CutEnd {
  /** Keys and indexes from the object to the innermost open list or object. */
  path: (string | number)[];
  /** Key or index of an unfinished text or number; null if there is none. Unfinished numbers are dropped. */
  begun: string | number | null;
  /** True if a comma follows the last complete entry. */
  more: boolean;
  length: number;
}

interface CutObject {
  json: JsonObject;
  end: CutEnd;
}

interface Level {
  list: boolean;
  keyStart: number;
  keyEnd: number;
  index: number;
  keys: number;
}

type Expect = 'first' | 'key' | 'colon' | 'value' | 'comma';

const WORDS = ['true', 'false', 'null'];
const MAX_KEY = 64;
/** A truncated key never contains these: such a string spans several fields. */
const NO_KEY = /[:{}[\],"]/;
/** Attempts per answer: an entry of a list, the list, its parent, and so on. */
const MAX_TRIES = 12;

/**
 * Reads the object at `start` if it is truncated at the end of the text but otherwise valid JSON. Drops incomplete
 * entries and keeps a truncated text. Null for an object that is closed, damaged or ambiguous at its end, which `mend`
 * handles.
 * @param ended white space follows the text, so a number at its end is complete
 */
export function closeCut(text: string, start: number, work: StepCounter, ended = false): CutObject | null {
  const levels: Level[] = [];
  let expect: Expect = 'value';
  /** Up to here only closing brackets are missing. */
  let whole = start;
  let tail = '';
  let begunToken: string | number | null = null;
  // Scanned, copied and parsed.
  work.steps += 3 * (text.length - start);
  let i = start;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || c === 10 || c === 13 || c === 9) continue;
    const level = levels.at(-1);
    const opens: boolean = expect === 'value' || (expect === 'first' && level?.list === true);
    if (c === 123 || c === 91) {
      if (!opens || levels.length >= MAX_DEPTH) return null;
      levels.push({ list: c === 91, keyStart: 0, keyEnd: 0, index: 0, keys: 0 });
      expect = 'first';
      whole = i + 1;
    } else if (c === 125 || c === 93) {
      if (level?.list !== (c === 93) || (expect !== 'first' && expect !== 'comma')) return null;
      levels.pop();
      if (levels.length === 0) return null;
      expect = 'comma';
      whole = i + 1;
    } else if (c === 44) {
      if (expect !== 'comma' || level === undefined) return null;
      level.index++;
      expect = level.list ? 'value' : 'key';
    } else if (c === 58) {
      if (expect !== 'colon' || level === undefined) return null;
      level.keys++;
      expect = 'value';
    } else if (c === 34) {
      if (level === undefined || expect === 'comma' || expect === 'colon') return null;
      const isKey: boolean = !opens;
      const end = stringEnd(text, i, true);
      if (end < 0) return null;
      if (end < text.length) {
        if (isKey) {
          level.keyStart = i;
          level.keyEnd = end + 1;
        } else whole = end + 1;
        expect = isKey ? 'colon' : 'comma';
        i = end;
        continue;
      }
      const quotedText = text.slice(i + 1);
      if (isKey) {
        if (quotedText.length > MAX_KEY || NO_KEY.test(quotedText)) return null;
        break;
      }
      // Brackets at the end may be part of the text or close the object, which `mend` decides.
      if (/[}\]]\s*$/.test(quotedText.slice(-100))) return null;
      const decodedText = decodePartial(quotedText);
      if (decodedText === null) return null;
      tail = text.slice(whole, i) + JSON.stringify(decodedText);
      begunToken = memoKey(text, level);
      break;
    } else {
      if (!opens) return null;
      const end = wordEnd(text, i);
      if (end === i) return null;
      if (end < text.length) {
        whole = end;
        expect = 'comma';
        i = end - 1;
        continue;
      }
      const token = text.slice(i);
      const word = WORDS.find((each) => each.startsWith(token));
      if (word !== undefined) tail = text.slice(whole, i) + word;
      else if (!/^-?[\d.eE+-]*$/.test(token) || level === undefined) return null;
      else if (ended) tail = text.slice(whole);
      else begunToken = memoKey(text, level);
      break;
    }
  }
  if (levels.length === 0) return null;
  const closers = levels.map(({ list }) => (list ? ']' : '}')).reverse();
  const json = tryParse(text.slice(start, whole) + tail + closers.join(''));
  const last = levels.at(-1);
  if (json === undefined || last === undefined) return null;
  // A key without a value was dropped.
  if (!last.list && expect === 'value' && tail === '') last.keys--;
  if (hasRepeats(json, levels, text)) return null;
  const path = levels.slice(0, -1).map((level) => memoKey(text, level));
  return {
    json: json as JsonObject,
    end: {
      path,
      begun: begunToken,
      more: begunToken === null && tail === '' && hasMore(text, whole),
      length: text.length - start,
    },
  };
}

/** The key or index of the last entry; `""` for a damaged key, which makes the object unreadable. */
function memoKey(text: string, { list, index, keyStart, keyEnd }: Level): string | number {
  return list ? index : String(tryParse(text.slice(keyStart, keyEnd)) ?? '');
}

/** True if an open object has a duplicate key: the unfinished value may be the one that was overwritten. */
function hasRepeats(json: Json, levels: readonly Level[], text: string): boolean {
  let node: Json | undefined = json;
  for (const level of levels) {
    if (typeof node !== 'object' || node === null) return true;
    if (!level.list && Object.keys(node).length !== level.keys) return true;
    node = level === levels.at(-1) ? node : valueAt(node, [memoKey(text, level)]);
  }
  return false;
}

function hasMore(text: string, whole: number): boolean {
  let i = whole;
  while (i < text.length && text.charCodeAt(i) <= 32) i++;
  return text.charCodeAt(i) === 44;
}

function wordEnd(text: string, from: number): number {
  let i = from;
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const letter =
      (c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 45 || c === 46 || c === 43 || c === 69;
    if (!letter) break;
  }
  return i;
}

/** A truncated string without a partial escape or surrogate at its end; null if damaged. */
function decodePartial(begun: string): string | null {
  const wholeText = tryParse(`"${begun}"`) ?? tryParse(`"${begun.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')}"`);
  return typeof wholeText === 'string' ? wholeText.replace(/[\uD800-\uDBFF]$/, '') : null;
}

interface ShortenedText {
  json: JsonObject;
  /** Path of a dropped text or number; no default may replace it. */
  gone: (string | number)[] | null;
}

/**
 * Yields readings of a truncated object, best first: as read, then without the unfinished text or number, the
 * unfinished entry, its parent, and so on. A list or object without complete entries is dropped instead of left empty,
 * because it was not meant to be empty. Never drops complete entries, and never yields an empty object.
 */
export function* withoutUnfinished(json: JsonObject, { path, begun }: CutEnd): Generator<ShortenedText> {
  const leaf = begun === null ? null : [...path, begun];
  let hollow: JsonObject[] = [];
  let remainder = json;
  if (leaf !== null && valueAt(json, leaf) !== undefined) {
    yield { json, gone: null };
    remainder = without(json, leaf) as JsonObject;
  }
  // A list item may be missing, but an object's key is known to exist.
  let goneLeaf = typeof begun === 'string' ? leaf : null;
  for (let depth = path.length, tries = 0; depth >= 0 && tries < MAX_TRIES; depth--) {
    if (depth < path.length) {
      remainder = without(json, path.slice(0, depth + 1)) as JsonObject;
      goneLeaf = null;
    }
    const holder = valueAt(remainder, path.slice(0, depth));
    if (isEmpty(holder)) {
      if (depth === 0) return;
      if (goneLeaf === null) hollow.push(remainder);
      continue;
    }
    tries += 1 + hollow.length;
    yield { json: remainder, gone: goneLeaf };
    for (const each of hollow.reverse()) yield { json: each, gone: null };
    hollow = [];
    // Dropping the list would drop its complete items.
    if (Array.isArray(holder)) return;
  }
}

const isEmpty = (json: Json | undefined): boolean =>
  typeof json === 'object' && json !== null && Object.keys(json).length === 0;

export function valueAt(json: Json, path: readonly (string | number)[]): Json | undefined {
  let node: Json | undefined = json;
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = Array.isArray(node) ? node[Number(key)] : node[key];
  }
  return node;
}

/** A copy without the value at `path`; shares everything else. */
function without(json: Json, path: readonly (string | number)[]): Json {
  const [key, ...rest] = path;
  if (key === undefined || typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const before = json.slice(0, -1);
    const last = json.at(-1);
    return rest.length === 0 || last === undefined ? before : [...before, without(last, rest)];
  }
  const entries = Object.entries(json).flatMap(([name, value]): [string, Json][] => {
    if (name !== key) return [[name, value]];
    return rest.length === 0 ? [] : [[name, without(value, rest)]];
  });
  return Object.fromEntries(entries);
}
