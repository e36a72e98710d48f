import { escapeBreaks } from '../parse/exact';
import { findObjects, runsOver, type Span } from '../parse/objects';
import { mend, type Repair, type Work } from '../parse/repair';
import {
  findPrivate,
  findPrivateField,
  followsPrivateLabel,
  hasPrivateKey,
  isPrivateKey,
  isThoughtPart,
  liesIn,
} from '../thought/private';
import { joinThoughts, splitReasoning } from '../thought/reasoning';
import { isExample } from './examples';
import { countOpen, hasEncodedLabels, type Speech, takeDrafts, takeLabels } from './labels';
import {
  FIELDS,
  hasEscapedField,
  holdsObject,
  isPiece,
  looksLikeObject,
  OBJECT_START,
} from './object-traces';

const KEY_SET: ReadonlySet<string> = new Set(FIELDS);

/** Objects within the texts of objects are opened this deep. */
const MAX_DEPTH = 4;
/** Longer pieces are not mended. */
const MAX_MENDED = 65_536;
/** Objects that are read, from the end of the answer; those before them are cut out unread. */
const MAX_OBJECTS = 64;
const TEXT_FRAGMENT = /["'“”‘’]text["'“”‘’]\s{0,8}:\s{0,8}(["'“‘])/gi;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’' };
const SPOKEN_KEYS = ['text', 'content', 'message'];
/** What an object under such a key says is an endpoint's failure, and so is what stands beside it as `message`. */
export const ERROR_KEYS = ['error', 'errors', 'exception'];
/** Keys under which models put their answer, a tool's arguments among them. */
const WRAPPER_KEYS =
  'response output answer result reply data arguments args parameters input function'.split(' ');
/** A key in front of an object. */
const KEY_BEFORE = /[\p{L}\p{N}_-]\\{0,7}["'“”‘’`]\s{0,8}:\s{0,8}$/u;
/** Tags that models put around their answer, or around the call of a tool that is none. */
const WRAPPER =
  /<\s{0,4}(\/?)\s{0,4}(tool_calls?|function_calls?|(?:final_)?answer|response|output|reply|result|final)(?:\s[^<>]{0,200})?>/gi;
/**
 * Takes what may be spoken out of an answer: the inside of answer tags, the `text` of the object that has a `kind`
 * beside it (or else of the last one with a text), of a piece of an object, of labelled lines (`kind: …`, `text: …`), or
 * else the prose around objects. Nothing of an object itself is ever speech. Reasoning is removed first, and again at
 * every level: a text may bring its own.
 */
export function takeSpeech(raw: string, work: Work, depth = 0): Speech {
  const bare = takeAnswer(raw, work);
  const { answer, outside } = takeWrapped(bare.answer);
  const objects = takeObjects(answer, work);
  const aside = [...bare.aside, outside, ...objects.aside];
  if (objects.text !== null) return open(objects.text, aside, work, depth);
  const rest = objects.rest.replace(/```[a-zA-Z0-9]*/g, '');
  work.steps += 4 * rest.length;
  if (hasEscapedField(rest)) return open(rest.replace(/\\(["'\\])/g, '$1'), aside, work, depth);
  if (isPiece(rest.trim())) return open(readFragment(rest, work), aside, work, depth);
  const labelled = takeLabels(rest);
  return { spoken: labelled.spoken, aside: [...aside, ...labelled.aside] };
}

/**
 * An answer without its reasoning, its fence and the drafts in its labelled lines, out of the JSON strings in which it may
 * be encoded; and what was taken off.
 */
export function takeAnswer(raw: string, work: Work): { answer: string; aside: string[] } {
  const aside: string[] = [];
  let text = readString(raw.trim(), work) ?? raw;
  for (let level = 0; level < MAX_DEPTH; level++) {
    const split = splitReasoning(text, work);
    aside.push(split.reasoning);
    const bare = split.answer.replace(/^```[\w-]*\s*/, '').replace(/\s*```\s*$/, '');
    work.steps += 4 * bare.length;
    const decoded = readString(bare, work) ?? (hasEncodedLabels(bare) ? decodeLabels(bare) : null);
    if (decoded === null) {
      const { rest, drafts } = takeDrafts(bare);
      return { answer: rest, aside: [...aside, ...drafts] };
    }
    text = decoded;
  }
  return { answer: '', aside };
}

const decodeLabels = (text: string): string =>
  text.replace(/\\([nrt"'\\])/g, (_, c: string) => BLANKS[c] ?? c);
const BLANKS: Record<string, string> = { n: '\n', r: '\n', t: '\t' };

/** Takes the speech out of a text that stood inside another. */
function open(text: string, aside: readonly string[], work: Work, depth: number): Speech {
  if (depth >= MAX_DEPTH) return { spoken: '', aside: [...aside] };
  const inner = takeSpeech(text, work, depth + 1);
  return { spoken: inner.spoken, aside: [...aside, ...inner.aside] };
}

/**
 * The last text in answer tags (`<answer>…</answer>`, cut off or not), and what stood outside; the text without such tags
 * when nothing is in them. Tags behind a brace are left alone: they belong to an object.
 */
function takeWrapped(text: string): { answer: string; outside: string } {
  const brace = text.indexOf('{');
  const tags = text.search(WRAPPER);
  if (tags < 0 || (brace >= 0 && brace < tags)) return { answer: text, outside: '' };
  const outside: string[] = [];
  let answer = '';
  let from = 0;
  let inside = false;
  const take = (piece: string): void => {
    if (piece.trim() === '') return;
    if (!inside) outside.push(piece);
    else {
      if (answer !== '') outside.push(answer);
      answer = piece;
    }
  };
  for (const tag of text.matchAll(WRAPPER)) {
    take(text.slice(from, tag.index));
    from = tag.index + tag[0].length;
    inside = tag[1] === '';
  }
  take(text.slice(from));
  return answer === ''
    ? { answer: outside.join(' '), outside: '' }
    : { answer, outside: joinThoughts(outside) };
}

/** The text without its objects, and what they say; null when none says anything. */
function takeObjects(text: string, work: Work): { rest: string; text: string | null; aside: string[] } {
  if (!text.includes('{')) return { rest: text, text: null, aside: [] };
  const { balanced, open } = findObjects(text, work);
  const cut = open !== null && OBJECT_START.test(text.slice(open, open + 200)) ? open : text.length;
  const spans = balanced.filter((span) => span.start < cut && !isBraced(text, span));
  if (cut < text.length) spans.push({ start: cut, end: text.length });
  const drafts = findPrivateField(text) < 0 ? [] : findPrivate(text, work);
  const aside: string[] = [];
  const rest: string[] = [];
  let from = 0;
  let spoken: string | null = null;
  let isLine = false;
  let inThought = false;
  for (const [index, { start, end }] of spans.entries()) {
    if (start > from) {
      const between = text.slice(from, start);
      // Behind its key an object is a part of another: what is left of that one is a piece.
      (inThought ? aside : rest).push(KEY_BEFORE.test(between) ? `${between}{}` : between);
      inThought ||= hasPrivateKey(between);
    }
    from = end;
    if (index < spans.length - MAX_OBJECTS) continue;
    const piece = text.slice(start, end);
    // Where its text ends is a guess: nothing of it is said, nor of what comes after.
    if (runsOver(text, end, work)) {
      aside.push(text.slice(start));
      return { rest: rest.join(' '), text: spoken, aside };
    }
    if (inThought || followsPrivateLabel(text, start) || liesIn(drafts, start)) {
      aside.push(piece);
      continue;
    }
    const { value, isExact, isSure } = readObject(piece, work);
    // A thought may go on behind what looks like its end.
    inThought ||= !isSure && findPrivateField(piece) >= 0;
    const said = readSaid(piece, value, isExact, work);
    const hasKind = entriesOf(value).some(([key]) => key === 'kind');
    if (said !== null && (hasKind || !isLine)) {
      spoken = said;
      isLine = hasKind;
    }
    aside.push(...readPrivate(value));
  }
  (inThought ? aside : rest).push(text.slice(from));
  return { rest: rest.join(' '), text: spoken, aside };
}

/** The key of a line in quotes: an object without its colons. */
const KEY_INSIDE = new RegExp(`["'“‘](?:${FIELDS.join('|')})["'”’]`, 'i');

/** Whether braces are prose's own (`It's {not} funny`) rather than an object's. */
function isBraced(text: string, { start, end }: Span): boolean {
  const inside = text.slice(start + 1, end - 1);
  return !/[:=]/.test(inside) && /\p{L}/u.test(inside) && !KEY_INSIDE.test(inside);
}

/** What a piece says that was read as `value`, which is null when it could not be. */
function readSaid(piece: string, value: unknown, isExact: boolean, work: Work): string | null {
  if (value === null) return readFragment(piece, work) || null;
  // A draft began in a thought, and its fields were taken for the object's own.
  if (!isExact && readPrivate(value).some((thought) => countOpen(thought) > 0)) return null;
  return readText(value);
}

/** Repairs that leave a doubt about where the object ended. */
const DOUBTS: readonly Repair[] = ['truncated', 'missing-quote', 'inner-quotes', 'bracket'];

function readObject(text: string, work: Work): { value: unknown; isExact: boolean; isSure: boolean } {
  work.steps += text.length;
  if (text.endsWith('}')) {
    try {
      return { value: JSON.parse(text), isExact: true, isSure: true };
    } catch {
      // Not JSON as it stands.
    }
  }
  const mended = text.length > MAX_MENDED ? null : mend(text, 0, KEY_SET, work);
  if (mended === null) return { value: null, isExact: false, isSure: false };
  return {
    value: mended.json,
    isExact: false,
    isSure: !DOUBTS.some((repair) => mended.repairs.includes(repair)),
  };
}

/** The value of an answer that is one JSON string. */
function readString(answer: string, work: Work): string | null {
  if (!answer.startsWith('"') || !answer.endsWith('"') || answer.length < 2) return null;
  work.steps += answer.length;
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** What an object says, itself or under a wrapper's key (`{"response": {…}}`); null for the report of an error. */
function readText(value: unknown, depth = 0): string | null {
  if (isThoughtPart(value)) return null;
  const entries = entriesOf(value);
  const failed = entries.some(
    ([key, inner]) => ERROR_KEYS.includes(key) && inner !== null && inner !== false,
  );
  for (const wanted of failed ? ['text'] : SPOKEN_KEYS) {
    for (const [key, text] of entries) {
      if (key === wanted && typeof text === 'string' && !isExample(text)) return text;
    }
  }
  if (failed || depth >= MAX_DEPTH) return null;
  for (const [key, inner] of entries) {
    if (isPrivateKey(key) || (entries.length > 1 && !WRAPPER_KEYS.includes(key))) continue;
    // Encoded once more, as the arguments of a tool's call are.
    const text =
      typeof inner === 'string' ? (looksLikeObject(inner) ? inner : null) : readText(inner, depth + 1);
    if (text !== null) return text;
  }
  return null;
}

const readPrivate = (value: unknown): string[] =>
  entriesOf(value).flatMap(([key, text]) => (isPrivateKey(key) && typeof text === 'string' ? [text] : []));

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, inner]) => [key.trim().toLowerCase(), inner])
    : [];

/** What a piece of an object says, with its first brace put back or as its last `"text": "…"`; `""` when nothing. */
function readFragment(piece: string, work: Work): string {
  const start = piece.replace(/^[^\p{L}\p{N}"'“‘]+/u, '');
  if (!piece.startsWith('{') && start.length <= MAX_MENDED) {
    const mended = mend(`{${start}`, 0, KEY_SET, work);
    const said = readText(mended?.json);
    if (said !== null && !holdsObject(said)) return said;
  }
  work.steps += piece.length;
  const last = [...piece.matchAll(TEXT_FRAGMENT)].at(-1);
  if (last === undefined) return '';
  // A draft in a thought looks the same.
  const thought = findPrivateField(piece);
  if (thought >= 0 && thought < last.index) return '';
  const quote = last[1] ?? '"';
  const from = last.index + last[0].length;
  let end = from;
  while (end < piece.length && piece[end] !== (CLOSING[quote] ?? quote)) end += piece[end] === '\\' ? 2 : 1;
  // A quote of the text itself, which ends who knows where.
  if (/^[\p{L}\p{N}]/u.test(piece.slice(end + 1, end + 3))) return '';
  const inner = piece.slice(from, end);
  const text = unquoteJson(inner);
  return looksLikeObject(text) ? '' : text;
}

function unquoteJson(inner: string): string {
  try {
    return String(JSON.parse(`"${escapeBreaks(inner.replace(/\\$/, ''))}"`));
  } catch {
    return inner;
  }
}
