import { findPrivate, liesIn } from '../thought/private';
import { closeCut } from './cut';
import { escapeBreaks } from './exact';
import type { Form } from './fit';
import { readUnbraced } from './key-lines';
import { type FoundObjects, findObjects, runsOver, type Span } from './objects';
import { type Mended, mend, type Repair, type Work } from './repair';
import { type Candidate, MAX_CANDIDATES, MAX_MENDED, parse, parseJson, swallows, unwrap } from './unwrap';

/** What is read of an answer: longer ones are a runaway, whose end is looked at for the answer. */
const MAX_ANSWER = 4_000_000;
/** Characters looked at in one stage before no further object is tried. */
const MAX_LOOKS = 8 * MAX_MENDED;
const MAX_STARTS = 6;
/** Braces looked at, from the end, for the start of an object. */
const MAX_BRACES = 2_000;
const OBJECT_START = /^\{\s*(?:["'“‘]|\w{1,64}\s*:)/;
const FENCES = /```[\w-]*/g;
/** A brace too early: `{"a":1}, "b":2}`. What comes after it was meant to be part of the object. */
const GOES_ON = /^\s{0,64},?\s{0,64}["'“‘]?[\w-]{1,64}["'”’]\s{0,8}:/;
/** Something was to come after the last bracket of an answer that was cut. */
const MORE = /[}\]]\s{0,64},[^{}[\]]*$/;

/** The objects an answer may mean, most trusted stage first; within a stage in order of appearance. */
export function* readCandidates(raw: string, form: Form<unknown>, work: Work): Generator<Candidate[]> {
  const answer = (raw.length > MAX_ANSWER ? raw.slice(-MAX_ANSWER) : raw).trim();
  if (answer === '') return;
  work.steps += answer.length;
  const exact = parseJson(answer);
  if (exact !== undefined) {
    yield unwrap(exact, [], form, work, null);
    return;
  }
  const first = findObjects(answer, work);
  const text = unescapeWhole(answer);
  const reader: Reader = {
    text,
    // A number at the very end is whole when white space came after it.
    ended: (raw.at(-1) ?? '').trim() === '',
    drafts: null,
    form,
    work,
    before: text === answer ? [] : ['double-encoded'],
    left: MAX_LOOKS,
  };
  yield* readObjects(reader, text === answer ? first : findObjects(text, work));
  const unbraced = text.length > MAX_MENDED ? null : readUnbraced(text, form, work);
  if (unbraced === null) return;
  yield [{ json: unbraced.json, repairs: [...reader.before, ...unbraced.repairs], end: null }];
}

interface Reader {
  text: string;
  ended: boolean;
  /** Where private values lie; null as long as nobody asked. */
  drafts: readonly Span[] | null;
  form: Form<unknown>;
  work: Work;
  before: readonly Repair[];
  /** How many characters may still be looked at in this stage. */
  left: number;
}

function* readObjects(reader: Reader, { balanced, open: first }: FoundObjects): Generator<Candidate[]> {
  const { text, form, work } = reader;
  const open = first === null || isPrivate(reader, first) ? null : first;
  const several = balanced.length > 1;
  const spans = balanced.slice(-MAX_CANDIDATES);
  // Objects inside one that was cut off are parts of it; when that cannot be read, they are looked at themselves.
  const within = open !== null && spans.some(({ start }) => start > open);
  const whole = within && OBJECT_START.test(text.slice(open, open + 100)) ? mendOne(reader, open) : null;
  if (whole !== null) yield whole.candidates;
  const end = whole === null || open === null ? text.length : open;

  const good: Candidate[] = [];
  const exact: Span[] = [];
  const damaged: Span[] = [];
  for (const span of spans) {
    if (span.end > end || isPrivate(reader, span.start)) continue;
    // `{"text":"use "}" here"}`: an object that ends in the middle of a string is none.
    const inString =
      text[span.end] === '"' && text[span.start - 1] !== '"' && text.slice(span.end + 1).trim() !== '';
    if (inString || runsOver(text, span.end, work)) damaged.push({ start: span.start, end: text.length });
    else {
      // The whole text was tried before.
      const tried = reader.before.length === 0 && span.start === 0 && span.end === text.length;
      const json = tried ? undefined : parseJson(text.slice(span.start, span.end));
      const early = goesOn(text, span.end);
      // A brace in a text, or one that came too early.
      if (json === undefined) damaged.push(early ? { start: span.start, end: text.length } : span);
      else if (!early) {
        exact.push(span);
        good.push(...unwrap(json, nameAll(reader, span.start, span.end, several), form, work, null));
      }
    }
  }
  if (good.length > 0) yield good;

  if (open !== null && whole === null) damaged.push({ start: open, end: text.length });
  if (damaged.length > 0) yield mendAll(reader, damaged);
  if (end === 0) return;
  const known = whole === null ? damaged : [...damaged, { start: end, end: text.length }];
  yield mendAll(reader, findAnchors(reader, known, exact, end));
  yield mendAll(reader, findStrings(reader, exact, end));
}

function mendAll(reader: Reader, spans: readonly Span[]): Candidate[] {
  const candidates: Candidate[] = [];
  reader.left = MAX_LOOKS;
  const inOrder = spans.toSorted((a, b) => a.start - b.start).slice(-MAX_CANDIDATES);
  let stop = 0;
  for (const { start, end } of inOrder) {
    // What lies in an object that was read is a part of it.
    if (start < stop || reader.left <= 0) continue;
    const steps = reader.work.steps;
    const mended = mendOne(reader, start, end, spans.length > 1);
    reader.left -= reader.work.steps - steps;
    if (mended === null) continue;
    candidates.push(...mended.candidates);
    stop = mended.stop;
  }
  return candidates;
}

/** What a damaged object or a string with one in it may mean, and where it ends; null when it is not understood. */
function mendOne(
  reader: Reader,
  start: number,
  end = reader.text.length,
  many = false,
): { candidates: Candidate[]; stop: number } | null {
  const { text, form, work } = reader;
  if (end - start > MAX_MENDED) return null;
  if (text[start] === '"') {
    const json = parseJson(text.slice(start, end));
    if (typeof json !== 'string') return null;
    return { candidates: unwrap(json, nameAll(reader, start, end, false), form, work, null), stop: end };
  }
  const cut = end === text.length ? closeCut(text, start, work, reader.ended) : null;
  if (cut !== null) {
    const repairs: Repair[] = [...nameAll(reader, start, end, many), 'truncated'];
    return { candidates: unwrap(cut.json, repairs, form, work, cut.end), stop: end };
  }
  const mended = mendSpan(reader, start, end);
  if (mended === null || goesOn(text, mended.end) || swallows(mended, form)) return null;
  const truncated = mended.repairs.includes('truncated');
  const more = truncated && MORE.test(text.slice(Math.max(start, mended.end - 200), mended.end));
  const cutEnd = more ? { path: [], begun: null, more, length: mended.end - start } : null;
  const repairs = [...nameAll(reader, start, mended.end, many), ...mended.repairs];
  return { candidates: unwrap(mended.json, repairs, form, work, cutEnd), stop: mended.end };
}

/** A balanced object was misjudged when it looks cut off within: a brace in a text. Then it is read to its own end. */
function mendSpan({ text, form, work }: Reader, start: number, end: number): Mended | null {
  if (end === text.length) return mend(text, start, form.keys, work);
  const mended = mend(text.slice(start, end), 0, form.keys, work);
  if (mended !== null && !mended.cut) {
    return { ...mended, end: start + mended.end };
  }
  return mend(text, start, form.keys, work);
}

/** Whether what starts at `start` is or lies in a private value: a draft. */
function isPrivate(reader: Reader, start: number): boolean {
  if (start === 0) return false;
  reader.drafts ??= findPrivate(reader.text, reader.work);
  return liesIn(reader.drafts, start);
}

const goesOn = (text: string, end: number): boolean =>
  end < text.length && GOES_ON.test(text.slice(end, end + 220));

/** What stands around an object: fences, prose, other objects, the brackets of an array. */
function nameAll({ text, before: above }: Reader, start: number, end: number, many: boolean): Repair[] {
  const before = text.slice(Math.max(0, start - 200), start).trim();
  const after = text.slice(end, end + 200).trim();
  const repairs: Repair[] = [...above];
  if (many || before !== '' || after !== '') {
    if (before.includes('```') || after.includes('```')) repairs.push('fence');
    if (many) return [...repairs, 'several-objects'];
    const head = before.replace(FENCES, '').trim();
    const tail = after.replace(FENCES, '').trim();
    if (head === '[' && /^,?\s*\]?$/.test(tail)) return [...repairs, 'wrapper'];
    if (head !== '' || tail !== '') repairs.push('surrounding-text');
  }
  return repairs;
}

/** Where an object with a known key starts before `limit`, whatever the braces around it look like. */
function findAnchors(reader: Reader, known: readonly Span[], exact: readonly Span[], limit: number): Span[] {
  const { text, form } = reader;
  const anchors: Span[] = [];
  const starts = new Set(known.map(({ start }) => start));
  let looked = 0;
  for (let at = text.lastIndexOf('{', limit - 1); at >= 0 && anchors.length < MAX_STARTS; ) {
    if (looked++ > MAX_BRACES) break;
    const key = /^\{\s{0,64}["'“‘`]?([^"'“”‘’`:{}]{1,64})/.exec(text.slice(at, at + 140))?.[1] ?? '';
    // What lies in an exact object is a part of it.
    const part = exact.some(({ start, end }) => start <= at && at < end);
    const known = !part && !starts.has(at) && form.keys.has(key.trim().toLowerCase());
    if (known && !isPrivate(reader, at)) anchors.push({ start: at, end: text.length });
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
 * An object whose every quote is escaped, as it comes out of a string without its quotes: `{\\"kind\\":…}`. What stands
 * behind it may have plain quotes.
 */
function unescapeWhole(text: string): string {
  if (!/\{\s{0,64}\\"/.test(text.slice(0, 1_000))) return text;
  const plainQuote = text.search(/(?<!\\)"/);
  const end = plainQuote < 0 ? text.length : Math.max(0, text.lastIndexOf('{', plainQuote));
  const head = text.slice(0, end);
  if (plainQuote >= 0 && !head.trimEnd().endsWith('}')) return text;
  const plain = parse(`"${escapeBreaks(head)}"`);
  return typeof plain === 'string' ? plain + text.slice(end) : text;
}
