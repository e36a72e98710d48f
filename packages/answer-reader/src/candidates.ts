import { type CutEnd, closeCut } from './cut';
import type { Repair } from './errors';
import { type Form, findProperty } from './form';
import type { Json, JsonObject } from './json';
import {
  escapeBreaks,
  type FoundObjects,
  findObjects,
  parseExact,
  plainKey,
  runsOver,
  type Span,
  type StepCounter,
  stringEnd,
} from './json-text';
import { MAX_DEPTH, nextKey, type Reading, type RepairedJson, repairJson } from './mend';
import { findPrivate, isPrivateKey, isWithin } from './private';
import { splitReasoning } from './reasoning';
import { readUnbraced } from './unbraced';

/** In characters. A longer answer is runaway output with the answer at its end. */
const MAX_ANSWER = 4_000_000;
const MAX_REPAIRED = 400_000;
const MAX_CANDIDATES = 48;
/** Budget of a stage in characters; then no further objects are tried. */
const MAX_SCANS = 8 * MAX_REPAIRED;
const MAX_STARTS = 6;
const MAX_BRACES = 2_000;
const OBJECT_START = /^\{\s*(?:["'“‘]|\w{1,64}\s*:)/;
const FENCES = /```[\w-]*/g;
/** A brace too early: `{"a":1}, "b":2}`. The rest was meant to be part of the object. */
const CONTINUES = /^\s{0,64},?\s{0,64}["'“‘]?[\w-]{1,64}["'”’]\s{0,8}:/;
/** A comma after the last bracket of a truncated answer. */
const MORE = /[}\]]\s{0,64},[^{}[\]]*$/;

/** The objects that may be the answer, most trusted stage first; within a stage in order of appearance. */
export function* readCandidates(raw: string, form: Form<unknown>, work: StepCounter): Generator<Candidate[]> {
  const answer = (raw.length > MAX_ANSWER ? raw.slice(-MAX_ANSWER) : raw).trim();
  if (answer === '') return;
  work.steps += answer.length;
  const exact = parseJson(answer);
  if (exact !== undefined) {
    yield unwrap(exact, [], form, work, null);
    return;
  }
  const only = readScalar(answer, form);
  if (only !== null) {
    yield [{ json: only, repairs: ['removed_wrapper'], end: null }];
    return;
  }
  const first = findObjects(answer, work);
  const text = unescapeWhole(answer);
  const reader: Reader = {
    text,
    isDoubtful: false,
    // A number at the very end is complete if white space follows it.
    ended: (raw.at(-1) ?? '').trim() === '',
    drafts: null,
    form,
    work,
    before: text === answer ? [] : ['decoded_string'],
    left: MAX_SCANS,
  };
  yield* readObjects(reader, text === answer ? first : findObjects(text, work));
  const unbracedReading = text.length > MAX_REPAIRED ? null : readUnbraced(text, form, work);
  if (unbracedReading === null) return;
  yield [{ json: unbracedReading.json, repairs: [...reader.before, ...unbracedReading.repairs], end: null }];
}

/** Accepts a bare number or boolean for a schema with one key. Null for anything else. */
function readScalar(answer: string, form: Form<unknown>): JsonObject | null {
  const [key, ...others] = Object.keys(form.properties);
  if (key === undefined || others.length > 0) return null;
  return SCALAR.test(answer) ? { [key]: JSON.parse(answer) } : null;
}
const SCALAR = /^(?:true|false|-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?)$/;

interface Reader {
  text: string;
  /** True after an object that could not be read or whose brackets did not pair, so other readings are possible. */
  isDoubtful: boolean;
  ended: boolean;
  /** Ranges of private values; null until needed. */
  drafts: readonly Span[] | null;
  form: Form<unknown>;
  work: StepCounter;
  before: readonly Repair[];
  left: number;
}

function* readObjects(reader: Reader, { balanced, open: first }: FoundObjects): Generator<Candidate[]> {
  const { text, form, work } = reader;
  const open = first === null || isPrivate(reader, first) ? null : first;
  const several = balanced.length > 1;
  const spans = balanced.slice(-MAX_CANDIDATES);
  // Objects inside a truncated one are its parts, unless it cannot be read.
  const within = open !== null && spans.some(({ start }) => start > open);
  const whole = within && OBJECT_START.test(text.slice(open, open + 100)) ? repairOne(reader, open) : null;
  if (whole !== null) yield whole.candidates;
  const end = whole === null || open === null ? text.length : open;

  const good: Candidate[] = [];
  const exact: Span[] = [];
  const damagedSpans: Span[] = [];
  for (const span of spans) {
    if (span.end > end || isPrivate(reader, span.start)) continue;
    // `{"text":"use "}" here"}`: an object cannot end inside a string.
    const inString =
      text[span.end] === '"' && text[span.start - 1] !== '"' && text.slice(span.end + 1).trim() !== '';
    if (inString || runsOver(text, span.end, work))
      damagedSpans.push({ start: span.start, end: text.length });
    else {
      // The whole text was already tried.
      const isWholeTried = reader.before.length === 0 && span.start === 0 && span.end === text.length;
      const json = isWholeTried ? undefined : parseJson(text.slice(span.start, span.end));
      const early = isContinued(text, span.end);
      // A brace within a text, or one that came too early.
      if (json === undefined) damagedSpans.push(early ? { start: span.start, end: text.length } : span);
      else if (!early) {
        exact.push(span);
        good.push(...unwrap(json, nameAll(reader, span.start, span.end, several), form, work, null));
      }
    }
  }
  if (good.length > 0) yield good;

  if (open !== null && whole === null) damagedSpans.push({ start: open, end: text.length });
  if (damagedSpans.length > 0) yield repairAll(reader, damagedSpans);
  if (reader.isDoubtful) {
    const starts = [
      ...damagedSpans.map(({ start }) => start),
      ...(open === null || whole === null ? [] : [open]),
    ];
    const toEnd = starts.map((start) => ({ start, end: text.length }));
    for (const reading of OTHER_READINGS) yield repairAll(reader, toEnd, reading);
  }
  if (end === 0) return;
  const damagedBefore = whole === null ? damagedSpans : [...damagedSpans, { start: end, end: text.length }];
  yield repairAll(reader, findAnchors(reader, damagedBefore, exact, end));
  yield repairAll(reader, findStrings(reader, exact, end));
}

const OTHER_READINGS: readonly Reading[] = ['stray', 'unopened'];

function repairAll(reader: Reader, spans: readonly Span[], reading: Reading = 'plain'): Candidate[] {
  const candidates: Candidate[] = [];
  reader.left = MAX_SCANS;
  const inOrder = spans.toSorted((a, b) => a.start - b.start).slice(-MAX_CANDIDATES);
  let stop = 0;
  for (const { start, end } of inOrder) {
    if (start < stop || reader.left <= 0) continue;
    const steps = reader.work.steps;
    const mendResult = repairOne(reader, start, end, spans.length > 1, reading);
    reader.left -= reader.work.steps - steps;
    if (mendResult === null) continue;
    candidates.push(...mendResult.candidates);
    stop = mendResult.stop;
  }
  return candidates;
}

/** Repairs a damaged object, or a string that contains one, and finds its end; null if it cannot be read. */
function repairOne(
  reader: Reader,
  start: number,
  end = reader.text.length,
  many = false,
  reading: Reading = 'plain',
): { candidates: Candidate[]; stop: number } | null {
  const { text, form, work } = reader;
  if (end - start > MAX_REPAIRED) return null;
  if (text[start] === '"') {
    if (reading !== 'plain') return null;
    const json = parseJson(text.slice(start, end));
    if (typeof json !== 'string') return null;
    return { candidates: unwrap(json, nameAll(reader, start, end, false), form, work, null), stop: end };
  }
  const mayBeCut = end === text.length && reading === 'plain';
  const cutResult = mayBeCut ? closeCut(text, start, work, reader.ended) : null;
  if (cutResult !== null) {
    const repairs: Repair[] = [...nameAll(reader, start, end, many), 'closed_truncated_json'];
    return { candidates: unwrap(cutResult.json, repairs, form, work, cutResult.end), stop: end };
  }
  const mendResult = repairSpan(reader, start, end, reading);
  if (mendResult === null || mendResult.repairs.includes('fixed_brackets')) reader.isDoubtful = true;
  if (mendResult === null || swallows(mendResult, form)) return null;
  const outside = findOutside(reader, start, mendResult);
  if (outside !== null) {
    reader.isDoubtful = true;
    const { json, repairs } = mendResult;
    return { candidates: [{ json, repairs, end: null, outside }], stop: start };
  }
  if (isContinued(text, mendResult.end)) return null;
  const isTruncated = mendResult.repairs.includes('closed_truncated_json');
  const more = isTruncated && MORE.test(text.slice(Math.max(start, mendResult.end - 200), mendResult.end));
  const cutEnd = more ? { path: [], begun: null, more, length: mendResult.end - start } : null;
  const repairs = [...nameAll(reader, start, mendResult.end, many), ...mendResult.repairs];
  return { candidates: unwrap(mendResult.json, repairs, form, work, cutEnd), stop: mendResult.end };
}

/** A balanced object that seems truncated inside contains a brace in a text, so read on to its own end. */
function repairSpan(
  { text, form, work }: Reader,
  start: number,
  end: number,
  reading: Reading,
): RepairedJson | null {
  if (end === text.length) return repairJson(text, start, form.keys, work, reading);
  const mendResult = repairJson(text.slice(start, end), 0, form.keys, work);
  if (mendResult !== null && !mendResult.cut) {
    return { ...mendResult, end: start + mendResult.end };
  }
  return repairJson(text, start, form.keys, work);
}

const MAX_OUTSIDE = 20_000;
const COLON_NEXT = /^["'”’`]?\s{0,8}:/;
const NEXT_ITEM = /^[\s\]}]{0,64}[,;]\s{0,64}["[\d]/;
const NEXT_OBJECT = /^[\s\]},;[]{0,64}\{\s{0,64}["'“‘`]?([\w-]{1,64})["'”’`]?\s{0,8}:/;

/**
 * Finds content that bracket repair left outside the object: a schema key in no other object, or a list item. Null if
 * there is none.
 */
function findOutside(
  { text, form, work }: Reader,
  start: number,
  { end, repairs }: RepairedJson,
): string | null {
  const next = nextKey(text, end, form.keys);
  if (next !== null || !repairs.includes('fixed_brackets')) return next === null ? null : quoteKey(next);
  const rest = text.slice(end, end + 300);
  if (NEXT_ITEM.test(rest)) return 'a list item';
  const first = NEXT_OBJECT.exec(rest)?.[1];
  // An object with a top-level key is a separate answer.
  if (first !== undefined && form.keys.has(first.toLowerCase()) && findProperty(first, form) === null) {
    return quoteKey(first);
  }
  const from = Math.max(0, start - MAX_OUTSIDE);
  const key =
    walkKeys(text, from, start, form, work).open[0] ??
    walkKeys(text, end, Math.min(text.length, end + MAX_OUTSIDE), form, work).bare[0];
  return key === undefined ? null : quoteKey(key);
}

const quoteKey = (key: string): string => `"${key}"`;

/** Schema keys in a range of the text: those outside any object, and those in objects still open at its end. */
function walkKeys(
  text: string,
  from: number,
  to: number,
  form: Form<unknown>,
  work: StepCounter,
): { bare: string[]; open: string[] } {
  work.steps += to - from;
  const bare: string[] = [];
  const stack: string[][] = [];
  for (let at = from; at < to; at++) {
    const c = text[at];
    if (c === '{') stack.push([]);
    else if (c === '}') stack.pop();
    else if (c === '"') {
      const first = at + 1;
      at = stringEnd(text, at, false);
      const key = at - first > 64 ? '' : text.slice(first, at);
      if (form.keys.has(key.toLowerCase()) && COLON_NEXT.test(text.slice(at, at + 12))) {
        (stack.at(-1) ?? bare).push(key);
      }
    }
  }
  return { bare, open: stack.flat() };
}

/** True if the position is inside a private value, so that an object there is a draft. */
function isPrivate(reader: Reader, start: number): boolean {
  if (start === 0) return false;
  reader.drafts ??= findPrivate(reader.text, reader.work);
  return isWithin(reader.drafts, start);
}

const isContinued = (text: string, end: number): boolean =>
  end < text.length && CONTINUES.test(text.slice(end, end + 220));

/** Names the text around an object: fences, prose, other objects, the brackets of an array. */
function nameAll({ text, before: above }: Reader, start: number, end: number, many: boolean): Repair[] {
  const before = text.slice(Math.max(0, start - 200), start).trim();
  const after = text.slice(end, end + 200).trim();
  const repairs: Repair[] = [...above];
  if (many || before !== '' || after !== '') {
    if (before.includes('```') || after.includes('```')) repairs.push('removed_code_fence');
    if (many) return [...repairs, 'picked_object'];
    const head = before.replace(FENCES, '').trim();
    const tail = after.replace(FENCES, '').trim();
    if (head === '[' && /^,?\s*\]?$/.test(tail)) return [...repairs, 'removed_wrapper'];
    if (head !== '' || tail !== '') repairs.push('removed_surrounding_text');
  }
  return repairs;
}

/** Finds objects that start with a known key before `limit`, regardless of the braces around them. */
function findAnchors(reader: Reader, known: readonly Span[], exact: readonly Span[], limit: number): Span[] {
  const { text, form } = reader;
  const anchors: Span[] = [];
  const starts = new Set(known.map(({ start }) => start));
  let looks = 0;
  for (let at = text.lastIndexOf('{', limit - 1); at >= 0 && anchors.length < MAX_STARTS; ) {
    if (looks++ > MAX_BRACES) break;
    const key = /^\{\s{0,64}["'“‘`]?([^"'“”‘’`:{}]{1,64})/.exec(text.slice(at, at + 140))?.[1] ?? '';
    // Part of an exact object.
    const part = exact.some(({ start, end }) => start <= at && at < end);
    const isKnownKey = !part && !starts.has(at) && form.keys.has(key.trim().toLowerCase());
    if (isKnownKey && !isPrivate(reader, at)) anchors.push({ start: at, end: text.length });
    at = at === 0 ? -1 : text.lastIndexOf('{', at - 1);
  }
  return anchors;
}

/** A double-encoded object in prose: `Here: "{\"kind\":…}"`. */
function findStrings(reader: Reader, exact: readonly Span[], limit: number): Span[] {
  const text = reader.text.slice(0, limit);
  const start = text.search(/"\s{0,8}\{\s{0,8}\\"/);
  if (start < 0 || isPrivate(reader, start + 1)) return [];
  if (exact.some((span) => span.start <= start && start < span.end)) return [];
  const end = text.lastIndexOf('"') + 1;
  return end > start + 1 ? [{ start, end }] : [];
}

/**
 * Unescapes an object whose quotes are all escaped, as in a string without its quotes: `{\\"kind\\":…}`. The text after
 * it may have plain quotes.
 */
function unescapeWhole(text: string): string {
  if (!/\{\s{0,64}\\"/.test(text.slice(0, 1_000))) return text;
  const plainQuote = text.search(/(?<!\\)"/);
  const end = plainQuote < 0 ? text.length : Math.max(0, text.lastIndexOf('{', plainQuote));
  const head = text.slice(0, end);
  if (plainQuote >= 0 && !head.trimEnd().endsWith('}')) return text;
  const escaped = escapeBreaks(head);
  // In a nested text, one backslash is missing before the quotes: `{\\"text\\": \\"He said \\\\"no\\\\"\\"}`.
  const plain = parseExact(`"${escaped}"`) ?? parseExact(`"${escaped.replace(/\\\\(?=")/g, '\\\\\\')}"`);
  return typeof plain === 'string' ? plain + text.slice(end) : text;
}

export interface Candidate {
  json: JsonObject;
  repairs: Repair[];
  /** The cut if the object is truncated but otherwise exact; null if it is complete or this is unknown. */
  end: CutEnd | null;
  /** Names content outside the object that belongs to it; the object is then not the whole answer. */
  outside?: string;
}

/** Keys under which models nest their answer. */
const WRAPPERS = new Set(
  'response output result answer data json arguments args parameters input content message value object final payload reply properties tool_input function'
    .split(' ')
    .map(plainKey),
);
const MAX_UNWRAPPED = 4;
const ABOUT_QUOTES: ReadonlySet<Repair> = new Set(['escaped_quotes', 'added_quote', 'fixed_quotes']);
const FIELD = /([\p{L}_][\p{L}\p{N}_]{0,63})["'”’]\s{0,8}:\s{0,8}["'“‘{[\d]/gu;

/** The object, and the one nested in it that the schema describes: in an array, under a wrapper key, in a string. */
function unwrap(
  json: Json,
  repairs: readonly Repair[],
  form: Form<unknown>,
  work: StepCounter,
  end: CutEnd | null,
  level = 0,
): Candidate[] {
  if (level > MAX_UNWRAPPED || (level === 0 && tooDeep(json, MAX_DEPTH))) return [];
  const inner = (child: Json, key: string | number | null, repair: Repair) => {
    const allNames = repairs.includes(repair) ? repairs : [...repairs, repair];
    const within = end !== null && key !== null && end.path[0] === key;
    return unwrap(
      child,
      allNames,
      form,
      work,
      within ? { ...end, path: end.path.slice(1) } : null,
      level + 1,
    );
  };
  if (typeof json === 'string') return unwrapString(json.trim(), repairs, form, work, level, inner);
  if (Array.isArray(json)) {
    const [only] = json;
    if (json.length === 1 && only !== undefined) return inner(only, 0, 'removed_wrapper');
    if (level > 0) return [];
    return json.slice(-MAX_CANDIDATES).flatMap((item) => inner(item, null, 'picked_object'));
  }
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  // An unknown key is a wrapper only if it is the only key, which is uncertain in a truncated object.
  const alone = keys.length === 1 && !(end?.more === true && end.path.length === 0);
  const wrapperKeys = keys.filter(
    (key) => holdsObject(json[key]) && (alone || WRAPPERS.has(plainKey(key))) && canWrap(form, key),
  );
  const [key, ...others] = wrapperKeys;
  const child = key === undefined || others.length > 0 ? undefined : json[key];
  const within = key === undefined || child === undefined ? [] : inner(child, key, 'removed_wrapper');
  return [...within, { json, repairs: [...repairs], end }];
}

function unwrapString(
  text: string,
  repairs: readonly Repair[],
  form: Form<unknown>,
  work: StepCounter,
  level: number,
  inner: (child: Json, key: null, repair: Repair) => Candidate[],
): Candidate[] {
  if (!/[{[]/.test(text) || text.length > MAX_REPAIRED) return [];
  work.steps += text.length;
  const exactValue = parseJson(text);
  if (exactValue !== undefined)
    return tooDeep(exactValue, MAX_DEPTH) ? [] : inner(exactValue, null, 'decoded_string');
  const { answer } = splitReasoning(text, work);
  const before: Repair[] = [
    ...repairs,
    'decoded_string',
    ...(answer === text ? [] : ['removed_reasoning' as const]),
  ];
  const exact = parseJson(answer);
  if (exact !== undefined) {
    return tooDeep(exact, MAX_DEPTH) ? [] : unwrap(exact, before, form, work, null, level + 1);
  }
  if (!answer.startsWith('{')) return [];
  const cutResult = closeCut(answer, 0, work);
  const mendResult = cutResult === null ? repairJson(answer, 0, form.keys, work) : null;
  const json = cutResult?.json ?? mendResult?.json;
  if (json === undefined || (mendResult !== null && swallows(mendResult, form))) return [];
  const how: readonly Repair[] = mendResult?.repairs ?? ['closed_truncated_json'];
  return unwrap(json, [...before, ...how], form, work, cutResult?.end ?? null, level + 1);
}

const holdsObject = (value: Json | undefined): boolean =>
  typeof value === 'object' ? value !== null : typeof value === 'string' && /^\s*[{[]/.test(value);

/** A schema key is a wrapper only if it should be a string and contains an object. */
function canWrap(form: Form<unknown>, key: string): boolean {
  if (isPrivateKey(key)) return false;
  const name = form.names.get(plainKey(key));
  if (name === undefined) return true;
  const node = name === null ? null : form.properties[name];
  return typeof node === 'object' && node !== null && !Array.isArray(node) && node.type === 'string';
}

/** True if a text in a repaired object contains the next fields: `Hello." text":"…`. */
function swallows({ json, repairs }: RepairedJson, form: Form<unknown>): boolean {
  if (!repairs.some((repair) => ABOUT_QUOTES.has(repair))) return false;
  const walk = (value: Json): boolean => {
    if (typeof value === 'object') return value !== null && Object.values(value).some(walk);
    if (typeof value !== 'string' || /^\s*[{[]/.test(value)) return false;
    for (const [, key = ''] of value.matchAll(FIELD)) if (form.keys.has(key.toLowerCase())) return true;
    return false;
  };
  return walk(json);
}

/** Skips the parser if the delimiters don't match: a throw is expensive. */
function parseJson(text: string): Json | undefined {
  const c = text[0];
  const closer = c === '{' ? '}' : c === '[' ? ']' : c === '"' ? '"' : '';
  return text.endsWith(closer) && closer !== '' ? parseExact(text) : undefined;
}

function tooDeep(json: Json, left: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (left === 0) return true;
  return Object.values(json).some((child) => tooDeep(child, left - 1));
}
