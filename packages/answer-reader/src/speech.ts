import type { Repair } from './errors';
import { isExample } from './instruction';
import { escapeBreaks, findObjects, runsOver, type Span, type StepCounter, tryParse } from './json-text';
import { repairJson } from './mend';
import {
  findPrivate,
  findPrivateField,
  followsPrivateLabel,
  hasPrivateKey,
  isPrivateKey,
  isThoughtPart,
  isWithin,
  PRIVATE_KEYS,
  PRIVATE_LABELS,
} from './private';
import { joinThoughts, splitReasoning } from './reasoning';

const OBJECT_START = /^\{\s*(?:["'“”‘’`}]|\w+["'”’]?\s*:)/;
const ARRAY_START = /^\[\s{0,64}[[{"\]]/;
const FIELDS = [...'kind text content message mood winner scores'.split(' '), ...PRIVATE_KEYS];
const KEYS = FIELDS.join('|');
/** A key with a quote before its colon, with or without an opening quote. */
const CLOSED_KEY = `(?<![\\p{L}\\p{N}])(?:${KEYS}|response)\\\\{0,7}["'“”‘’\`]\\s{0,8}:`;
/**
 * A fragment of an object without braces: a field name with a quote and a colon, or other syntax that prose never has.
 */
const FRAGMENT = new RegExp(
  [
    CLOSED_KEY,
    `[{,]\\s{0,8}[\\\\"'“”‘’\`]{1,8}(?:${KEYS})["'“”‘’\`\\\\]{0,8}\\s{0,8}:`,
    `["“”][\\w -]{1,40}["“”]\\s{0,8}:\\s{0,8}["“]`,
    `\\w\\\\{0,7}["“”]\\s{0,8}:\\s{0,8}(?:(?:null|true|false)\\b|[{[]|$)`,
    `["'”’]\\s{0,8},?\\s{0,8}(?:${KEYS})\\s{0,8}:\\s{0,8}(?:["'“‘]|(?:null|true|false)\\b)`,
    `["'”’]\\s{0,8},\\s{0,8}\\\\{0,7}["'“”]\\w{1,40}\\\\{0,7}["'”]\\s{0,8}:`,
    `["'”’]\\s{0,8},\\s{0,8}(?:${KEYS})\\s{0,8}:\\s{0,8}\\\\{0,7}["'“”‘{[]`,
  ].join('|'),
  'iu',
);
/** Two field names in a row: a colon became a comma. */
const NAMES = new RegExp(
  `["'“”‘’](?:${KEYS})\\\\{0,7}["'“”‘’]\\s{0,8},\\s{0,8}\\\\{0,7}["'“](?:${KEYS})\\\\{0,7}["'”]`,
  'iu',
);
const ESCAPED_FRAGMENT = new RegExp(`\\\\["'](?:${KEYS})\\\\{1,7}["']\\s{0,8}:`, 'i');
/** The rest of an object without its first brace or quotes: a key, its value, and the next key or a last brace. */
const PIECE = new RegExp(
  [
    `^[^\\p{L}\\p{N}]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:[^\\n]{0,4000}?,\\s{0,8}["'“‘\\\\]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘][\\w-]{1,40}\\\\{0,7}["'”’]\\s{0,8}:\\s{0,8}(?:["“{[\\d\\\\]|-\\d|(?:null|true|false|none)\\b|$)`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘](?:response|output|result|answer|reply|data|arguments|error|type|properties|name)\\\\{0,7}["'”’]\\s{0,8}:`,
    `^[\\w-]{1,40}["'”]\\s{0,8}:\\s{0,8}(?:["'“”{[]|$)`,
  ].join('|'),
  'iu',
);
/** A last brace after some text; after a quote it ends an object even if there is an opening brace. */
const LAST_BRACE = /["'”’\]}\w.…!?:]\s{0,64}\}[\s"'”’`\]]{0,8}$/;
const LAST_QUOTE = /["”]\s{0,64}\}[\s"'”’`\]}]{0,8}$/;
/** The start of an object within a line, however its key is quoted; an empty object; a JSON fence. */
const OBJECT_INSIDE =
  /\{\s{0,64}(?:\\{0,7}["'“”‘’`]|\\{0,7}[\p{L}_][\p{L}\p{N}_-]{0,40}\\{0,7}["'”’]?\s{0,8}:|\})|```\s{0,4}json/iu;
// Test for colons and braces first: it is cheap, and most texts have neither.

const hasField = (text: string): boolean => (text.includes(':') && FRAGMENT.test(text)) || NAMES.test(text);

const hasEscapedField = (text: string): boolean => text.includes('\\') && ESCAPED_FRAGMENT.test(text);

const isPiece = (text: string): boolean =>
  hasField(text) ||
  (text.includes(':') && PIECE.test(text)) ||
  (text.includes('}') && (LAST_QUOTE.test(text) || (LAST_BRACE.test(text) && !text.includes('{'))));

/** True if a text is an object, or the start or a fragment of one, and not a line. */
export function looksLikeObject(text: string): boolean {
  const trimmedText = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return OBJECT_START.test(trimmedText) || ARRAY_START.test(trimmedText) || isPiece(trimmedText);
}

/** True if a text contains an object or the start of one. */
export const holdsObject = (text: string): boolean =>
  looksLikeObject(text) || (/[{`]/.test(text) && OBJECT_INSIDE.test(text)) || hasEscapedField(text);

/** Invisible characters that would hide the words that reveal an object, a thought or an error. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** Removes invisible characters and replaces lone surrogates by U+FFFD. */
export const dropUnseen = (text: string): string => text.toWellFormed().replace(UNSEEN, '');

const LABEL = new RegExp(
  `^[\\s\\p{Cf}"'*_]{0,12}(kind|text|mood|json|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:["'*_]{0,4}([^]*)$`,
  'iu',
);
const ENCODED_LABEL = new RegExp(
  `\\\\n\\s{0,8}["'*_]{0,4}(?:kind|text|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:`,
  'i',
);
/** Labels that end private thought; other labels continue it. */
const PUBLIC_LABELS = ['kind', 'mood', 'json'];
const OPEN_LABELS = [...PUBLIC_LABELS, 'text'];
/** `mood: dark` is a field; `Mood: sour, and it is only noon.` is speech. */
const MAX_FIELD_WORDS = 2;

/** A row that begins with a quote; inside an object it belongs to it. */
const QUOTED = /^\s*["'“”‘’]/;

const countOpen = (text: string): number => text.split('{').length - text.split('}').length;

/**
 * True if a text has labelled lines with escaped line breaks. After a brace or private key they belong to an object.
 */
function hasEncodedLabels(text: string): boolean {
  const label = ENCODED_LABEL.exec(text)?.index;
  if (label === undefined) return false;
  const before = text.slice(0, label);
  return !before.includes('{') && !hasPrivateKey(before);
}

/**
 * Removes drafts from labelled lines: a private line in which an object begins, with all rows up to the next label or
 * blank row. A row that begins with an object is not a draft, unless it is the whole thought. Skips lines after another
 * brace, which may belong to an object.
 */
function removeDraftLines(text: string): { rest: string; drafts: string[] } {
  if (findPrivateField(text) < 0) return { rest: text, drafts: [] };
  const rest: string[] = [];
  const drafts: string[] = [];
  let thoughtLines: string[] = [];
  let depth = 0;
  const close = (): void => {
    const into = thoughtLines.some((row) => row.includes('{') || hasField(row)) ? drafts : rest;
    for (const row of thoughtLines) into.push(row);
    thoughtLines = [];
    depth = 0;
    isQuoteOpen = false;
  };
  /** True inside an open quote, so that the next row still belongs to it. */
  let isQuoteOpen = false;
  let mayBeObject = false;
  let begins = false;
  for (const row of text.split('\n')) {
    // In a draft, quoted rows belong to it; in the text of a field, all other rows do; the text of a line ends with a
    // blank row.
    const inField = QUOTED.test(thoughtLines[0] ?? '');
    const isInside = QUOTED.test(row) ? depth > 0 : inField;
    const match = mayBeObject || isInside ? null : readLabel(row);
    const isObject = row.trimStart().startsWith('{') && !begins && !(inField && isQuoteOpen);
    if (match !== null || (row.trim() === '' && !inField) || isObject) close();
    if (match !== null && !OPEN_LABELS.includes(match[1]?.toLowerCase() ?? '')) {
      begins = match[2]?.trim() === '';
      thoughtLines.push(row);
    } else if (thoughtLines.length > 0) {
      begins = false;
      thoughtLines.push(row);
    } else {
      rest.push(row);
      mayBeObject ||= row.includes('{');
    }
    if (thoughtLines.length === 0) isQuoteOpen = false;
    else {
      depth += countOpen(row);
      if (row.split('"').length % 2 === 0) isQuoteOpen = !isQuoteOpen;
    }
  }
  close();
  return { rest: rest.join('\n'), drafts };
}

/** Ignores invisible characters in the label. */
const readLabel = (row: string): RegExpExecArray | null => LABEL.exec(row) ?? LABEL.exec(dropUnseen(row));

/**
 * Reads labelled lines. Without labels the whole text is speech; with a `text:` line only that line is, and nothing if
 * there are several and a thought, because one may be a draft.
 */
function removeLabels(text: string): Speech {
  if (!text.includes(':')) return { spoken: text, aside: [] };
  const rows = text.split('\n').map((row) => ({ row, match: readLabel(row) }));
  const labels = rows.map(({ match }) => match?.[1]?.toLowerCase());
  const hasText = labels.includes('text');
  const inline = hasText ? null : INLINE_TEXT.exec(text);
  // Inside a thought it is a draft.
  if (inline !== null && findPrivateField(text.slice(0, inline.index + inline[0].length)) < 0)
    return { spoken: inline[1] ?? '', aside: [inline[0]] };
  const spokenParts: string[] = [];
  const aside: string[] = [];
  const texts = new Set<string>();
  let into = hasText ? aside : spokenParts;
  for (const [index, { row, match }] of rows.entries()) {
    const label = labels[index];
    const value = (match?.[2] ?? '').trim();
    if (label === undefined) {
      // A thought extends to a blank line, the text to the next label.
      if (!hasText && row.trim() === '') into = spokenParts;
      into.push(row);
    } else if (label === 'text') {
      texts.add(value);
      spokenParts.length = 0;
      into = spokenParts;
      // YAML block marker.
      spokenParts.push(/^[|>][+-]?$/.test(value) ? '' : value);
    } else if (!hasText && (label === 'mood' || label === 'kind') && !isField(value)) {
      into = spokenParts;
      spokenParts.push(row);
    } else {
      into = PUBLIC_LABELS.includes(label) && !hasText ? spokenParts : aside;
      aside.push(value);
    }
  }
  const isDraft =
    texts.size > 1 && labels.some((label) => label !== undefined && !OPEN_LABELS.includes(label));
  return isDraft
    ? { spoken: '', aside: [...aside, ...spokenParts] }
    : { spoken: spokenParts.join('\n'), aside };
}

/** Fields in one row, with the text in quotes: `Mood: calm. Text: "Come in."`. */
const INLINE_TEXT =
  /(?:^|[\s*_])(?:kind|mood|emotion)["'*_]{0,4}\s{0,4}:[^\n]{0,400}?[\s.,;|*_]text["'*_]{0,4}\s{0,4}:[\s*_]{0,4}["“]([^"“”\n]{1,4000})["”]/iu;

const isField = (value: string): boolean => value.split(/\s+/).length <= MAX_FIELD_WORDS;

const KEY_SET: ReadonlySet<string> = new Set(FIELDS);

const MAX_DEPTH = 4;
const MAX_MENDED = 65_536;
const MAX_OBJECTS = 64;
const TEXT_FRAGMENT = /["'“”‘’]text["'“”‘’]\s{0,8}:\s{0,8}(["'“‘])/gi;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’' };
const SPOKEN_KEYS = ['text', 'content', 'message'];
/** Keys of an endpoint's error; its text is below the key, or next to it as `message`. */
export const ERROR_KEYS = ['error', 'errors', 'exception'];
/** Keys under which models nest their answer, including tool arguments. */
const WRAPPER_KEYS =
  'response output answer result reply data arguments args parameters input function'.split(' ');
const KEY_BEFORE = /[\p{L}\p{N}_-]\\{0,7}["'“”‘’`]\s{0,8}:\s{0,8}$/u;
/** Tags around an answer or a pretended tool call. */
const WRAPPER =
  /<\s{0,4}(\/?)\s{0,4}(tool_calls?|function_calls?|(?:final_)?answer|response|output|reply|result|final)(?:\s[^<>]{0,200})?>/gi;
/**
 * Extracts the spoken text of an answer from, in this order: answer tags; the `text` of the object with a `kind` (else
 * the last one with a text); a fragment of an object; labelled lines (`kind: …`, `text: …`); prose around objects. An
 * object itself is never spoken. Removes reasoning first, and again at each level, because a text may contain
 * reasoning.
 */
export function extractSpeech(raw: string, work: StepCounter, depth = 0): Speech {
  const bare = extractAnswer(raw, work);
  const { answer, outside } = unwrapFields(bare.answer);
  const objects = extractObjects(answer, work);
  const aside = [...bare.aside, outside, ...objects.aside];
  if (objects.text !== null) return open(objects.text, aside, work, depth);
  const rest = objects.rest.replace(/```[a-zA-Z0-9]*/g, '');
  work.steps += 4 * rest.length;
  if (hasEscapedField(rest)) return open(rest.replace(/\\(["'\\])/g, '$1'), aside, work, depth);
  if (isPiece(rest.trim())) return open(readFragment(rest, work), aside, work, depth);
  const labels = removeLabels(rest);
  return { spoken: labels.spoken, aside: [...aside, ...labels.aside] };
}

/** Removes reasoning, fences and drafts, and decodes JSON strings around the answer. Also returns the removed parts. */
export function extractAnswer(raw: string, work: StepCounter): { answer: string; aside: string[] } {
  const aside: string[] = [];
  let text = readString(raw.trim(), work) ?? raw;
  for (let level = 0; level < MAX_DEPTH; level++) {
    const answerParts = splitReasoning(text, work);
    aside.push(answerParts.reasoning);
    const bare = answerParts.answer.replace(/^```[\w-]*\s*/, '').replace(/\s*```\s*$/, '');
    work.steps += 4 * bare.length;
    const decodedText = readString(bare, work) ?? (hasEncodedLabels(bare) ? decodeLabels(bare) : null);
    if (decodedText === null) {
      const { rest, drafts } = removeDraftLines(bare);
      return { answer: rest, aside: [...aside, ...drafts] };
    }
    text = decodedText;
  }
  return { answer: '', aside };
}

const decodeLabels = (text: string): string =>
  text.replace(/\\([nrt"'\\])/g, (_, c: string) => BLANKS[c] ?? c);
const BLANKS: Record<string, string> = { n: '\n', r: '\n', t: '\t' };

/** Extracts the speech from a nested text. */
function open(text: string, aside: readonly string[], work: StepCounter, depth: number): Speech {
  if (depth >= MAX_DEPTH) return { spoken: '', aside: [...aside] };
  const inner = extractSpeech(text, work, depth + 1);
  return { spoken: inner.spoken, aside: [...aside, ...inner.aside] };
}

/**
 * The last text in answer tags (`<answer>…</answer>`, truncated or not), and the text outside; the whole text if the
 * tags are empty or absent. Ignores tags after a brace, which belong to an object.
 */
function unwrapFields(text: string): { answer: string; outside: string } {
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

/** The text without its objects, and their spoken text; null if they have none. */
function extractObjects(
  text: string,
  work: StepCounter,
): { rest: string; text: string | null; aside: string[] } {
  if (!text.includes('{')) return { rest: text, text: null, aside: [] };
  const { balanced, open } = findObjects(text, work);
  const cutAt = open !== null && OBJECT_START.test(text.slice(open, open + 200)) ? open : text.length;
  const spans = balanced.filter((span) => span.start < cutAt && !isBraced(text, span));
  if (cutAt < text.length) spans.push({ start: cutAt, end: text.length });
  const drafts = findPrivateField(text) < 0 ? [] : findPrivate(text, work);
  const aside: string[] = [];
  const rest: string[] = [];
  let from = 0;
  let spokenText: string | null = null;
  let isLine = false;
  let inThought = false;
  for (const [index, { start, end }] of spans.entries()) {
    if (start > from) {
      const between = text.slice(from, start);
      // An object after a key is part of another object, whose rest is a fragment.
      (inThought ? aside : rest).push(KEY_BEFORE.test(between) ? `${between}{}` : between);
      inThought ||= hasPrivateKey(between);
    }
    from = end;
    if (index < spans.length - MAX_OBJECTS) continue;
    const piece = text.slice(start, end);
    // The end of its text is unclear: speak neither it nor anything after it.
    if (runsOver(text, end, work)) {
      aside.push(text.slice(start));
      return { rest: rest.join(' '), text: spokenText, aside };
    }
    if (inThought || followsPrivateLabel(text, start) || isWithin(drafts, start)) {
      aside.push(piece);
      continue;
    }
    const { value, isExact, isSure } = readObject(piece, work);
    // A thought may continue after its apparent end.
    inThought ||= !isSure && findPrivateField(piece) >= 0;
    const saidText = readSpokenField(piece, value, isExact, work);
    const hasKind = listEntries(value).some(([key]) => key === 'kind');
    if (saidText !== null && (hasKind || !isLine)) {
      spokenText = saidText;
      isLine = hasKind;
    }
    aside.push(...readPrivate(value));
  }
  (inThought ? aside : rest).push(text.slice(from));
  return { rest: rest.join(' '), text: spokenText, aside };
}

/** A quoted field name: an object without its colons. */
const KEY_INSIDE = new RegExp(`["'“‘](?:${FIELDS.join('|')})["'”’]`, 'i');

/** True if braces are part of the prose (`It's {not} funny`). */
function isBraced(text: string, { start, end }: Span): boolean {
  const inside = text.slice(start + 1, end - 1);
  return !/[:=]/.test(inside) && /\p{L}/u.test(inside) && !KEY_INSIDE.test(inside);
}

/** The spoken text of a fragment parsed as `value`; null if it could not be parsed. */
function readSpokenField(piece: string, value: unknown, isExact: boolean, work: StepCounter): string | null {
  if (value === null) return readFragment(piece, work) || null;
  // A draft in a thought, whose fields look like the object's own.
  if (!isExact && readPrivate(value).some((thought) => countOpen(thought) > 0)) return null;
  return readText(value);
}

/** Repairs after which the object's end is uncertain. */
const DOUBTS: readonly Repair[] = [
  'closed_truncated_json',
  'added_quote',
  'escaped_quotes',
  'fixed_brackets',
];

function readObject(text: string, work: StepCounter): { value: unknown; isExact: boolean; isSure: boolean } {
  work.steps += text.length;
  const exact = text.endsWith('}') ? tryParse(text) : undefined;
  if (exact !== undefined) return { value: exact, isExact: true, isSure: true };
  const mendResult = text.length > MAX_MENDED ? null : repairJson(text, 0, KEY_SET, work);
  if (mendResult === null) return { value: null, isExact: false, isSure: false };
  return {
    value: mendResult.json,
    isExact: false,
    isSure: !DOUBTS.some((repair) => mendResult.repairs.includes(repair)),
  };
}

function readString(answer: string, work: StepCounter): string | null {
  if (!answer.startsWith('"') || !answer.endsWith('"') || answer.length < 2) return null;
  work.steps += answer.length;
  const value = tryParse(answer);
  return typeof value !== 'string' || LABEL_INSIDE.test(value) ? null : value;
}

/**
 * A sentence followed by a label. Inside a quotation the label does not name a speaker; without the quotation marks it
 * would.
 */
export const LABEL_INSIDE = /[.!?…]\s+\p{Lu}[^\n.!?…:"“”]{0,60}:\s/u;

/** The spoken text of an object, also below a wrapper key (`{"response": {…}}`); null for an error report. */
function readText(value: unknown, depth = 0): string | null {
  if (isThoughtPart(value)) return null;
  const entries = listEntries(value);
  const isFailure = entries.some(
    ([key, inner]) => ERROR_KEYS.includes(key) && inner !== null && inner !== false,
  );
  for (const wanted of isFailure ? ['text'] : SPOKEN_KEYS) {
    for (const [key, text] of entries) {
      if (key === wanted && typeof text === 'string' && !isExample(text)) return text;
    }
  }
  if (isFailure || depth >= MAX_DEPTH) return null;
  for (const [key, inner] of entries) {
    if (isPrivateKey(key) || (entries.length > 1 && !WRAPPER_KEYS.includes(key))) continue;
    // Doubly encoded, as arguments of a tool call are.
    const text =
      typeof inner === 'string' ? (looksLikeObject(inner) ? inner : null) : readText(inner, depth + 1);
    if (text !== null) return text;
  }
  return null;
}

const readPrivate = (value: unknown): string[] =>
  listEntries(value).flatMap(([key, text]) => (isPrivateKey(key) && typeof text === 'string' ? [text] : []));

const listEntries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, inner]) => [key.trim().toLowerCase(), inner])
    : [];

/** The spoken text of a fragment, read with its first brace restored or from its last `"text": "…"`; `""` if none. */
function readFragment(piece: string, work: StepCounter): string {
  const start = piece.replace(/^[^\p{L}\p{N}"'“‘]+/u, '');
  if (!piece.startsWith('{') && start.length <= MAX_MENDED) {
    const mendResult = repairJson(`{${start}`, 0, KEY_SET, work);
    const saidText = readText(mendResult?.json);
    if (saidText !== null && !holdsObject(saidText)) return saidText;
  }
  work.steps += piece.length;
  const last = [...piece.matchAll(TEXT_FRAGMENT)].at(-1);
  if (last === undefined) return '';
  // May be a draft in a thought.
  const thoughtAt = findPrivateField(piece);
  if (thoughtAt >= 0 && thoughtAt < last.index) return '';
  const quote = last[1] ?? '"';
  const from = last.index + last[0].length;
  let end = from;
  while (end < piece.length && piece[end] !== (CLOSING[quote] ?? quote)) end += piece[end] === '\\' ? 2 : 1;
  // A quote inside the text, whose end is unclear.
  if (/^[\p{L}\p{N}]/u.test(piece.slice(end + 1, end + 3))) return '';
  const inner = piece.slice(from, end);
  const text = unquoteJson(inner);
  return looksLikeObject(text) ? '' : text;
}

const unquoteJson = (inner: string): string =>
  String(tryParse(`"${escapeBreaks(inner.replace(/\\$/, ''))}"`) ?? inner);

interface Speech {
  spoken: string;
  /** Thoughts and other fields that are never spoken. */
  aside: string[];
}
