import type { Repair } from './errors';
import { isExample } from './instruction';
import { escapeBreaks, findObjects, runsOver, type Span, tryParse, type Work } from './json-text';
import { mend } from './mend';
import {
  findPrivate,
  findPrivateField,
  followsPrivateLabel,
  hasPrivateKey,
  isPrivateKey,
  isThoughtPart,
  liesIn,
  PRIVATE_KEYS,
  PRIVATE_LABELS,
} from './private';
import { joinThoughts, splitReasoning } from './reasoning';

const OBJECT_START = /^\{\s*(?:["'“”‘’`}]|\w+["'”’]?\s*:)/;
const ARRAY_START = /^\[\s{0,64}[[{"\]]/;
/** Fields of a line as models name them. */
const FIELDS = [...'kind text content message mood winner scores'.split(' '), ...PRIVATE_KEYS];
const KEYS = FIELDS.join('|');
/** A key that closes a quote in front of its colon, with or without an opening one. */
const CLOSED_KEY = `(?<![\\p{L}\\p{N}])(?:${KEYS}|response)\\\\{0,7}["'“”‘’\`]\\s{0,8}:`;
/** A piece of an object whose braces are lost: a field's name with a quote and a colon, or what else no prose has. */
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
/** Two fields' names in a row: a colon became a comma. */
const NAMES = new RegExp(
  `["'“”‘’](?:${KEYS})\\\\{0,7}["'“”‘’]\\s{0,8},\\s{0,8}\\\\{0,7}["'“](?:${KEYS})\\\\{0,7}["'”]`,
  'iu',
);
/** The same in a string that is encoded once more. */
const ESCAPED_FRAGMENT = new RegExp(`\\\\["'](?:${KEYS})\\\\{1,7}["']\\s{0,8}:`, 'i');
/**
 * Matches the rest of an object whose first brace or quotes are gone: a key, its value, and the next key or a last
 * brace.
 */
const PIECE = new RegExp(
  [
    `^[^\\p{L}\\p{N}]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:[^\\n]{0,4000}?,\\s{0,8}["'“‘\\\\]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘][\\w-]{1,40}\\\\{0,7}["'”’]\\s{0,8}:\\s{0,8}(?:["“{[\\d\\\\]|-\\d|(?:null|true|false|none)\\b|$)`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘](?:response|output|result|answer|reply|data|arguments|error|type|properties|name)\\\\{0,7}["'”’]\\s{0,8}:`,
    `^[\\w-]{1,40}["'”]\\s{0,8}:\\s{0,8}(?:["'“”{[]|$)`,
  ].join('|'),
  'iu',
);
/** A last brace with something in front of it; behind a quote it is an object's even when there is a first one. */
const LAST_BRACE = /["'”’\]}\w.…!?:]\s{0,64}\}[\s"'”’`\]]{0,8}$/;
const LAST_QUOTE = /["”]\s{0,64}\}[\s"'”’`\]}]{0,8}$/;
/** The start of an object in the middle of a line, however its key is quoted; an empty one; a fence of JSON. */
const OBJECT_INSIDE =
  /\{\s{0,64}(?:\\{0,7}["'“”‘’`]|\\{0,7}[\p{L}_][\p{L}\p{N}_-]{0,40}\\{0,7}["'”’]?\s{0,8}:|\})|```\s{0,4}json/iu;
// Most texts have neither colons nor braces, and to look for these first costs least.

/** Says whether a field of an object whose braces are lost stands in a text. */
const hasField = (text: string): boolean => (text.includes(':') && FRAGMENT.test(text)) || NAMES.test(text);

/** The same, encoded once more. */
const hasEscapedField = (text: string): boolean => text.includes('\\') && ESCAPED_FRAGMENT.test(text);

/** Says whether a text is the rest of an object that lost its beginning, or holds a field of one. */
const isPiece = (text: string): boolean =>
  hasField(text) ||
  (text.includes(':') && PIECE.test(text)) ||
  (text.includes('}') && (LAST_QUOTE.test(text) || (LAST_BRACE.test(text) && !text.includes('{'))));

/** Says whether a text is an object, the start or a piece of one, rather than something a character would say. */
export function looksLikeObject(text: string): boolean {
  const trimmedText = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return OBJECT_START.test(trimmedText) || ARRAY_START.test(trimmedText) || isPiece(trimmedText);
}

/** Says whether a text is an object or has one, or the start of one, anywhere in it. */
export const holdsObject = (text: string): boolean =>
  looksLikeObject(text) || (/[{`]/.test(text) && OBJECT_INSIDE.test(text)) || hasEscapedField(text);

/** Characters that are nowhere seen and break the words that give an object, a thought or an error away. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text without invisible characters, and with U+FFFD for halves of characters. */
export const dropUnseen = (text: string): string => text.toWellFormed().replace(UNSEEN, '');

const LABEL = new RegExp(
  `^[\\s\\p{Cf}"'*_]{0,12}(kind|text|mood|json|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:["'*_]{0,4}([^]*)$`,
  'iu',
);
/** Labelled lines in a string that is no JSON any more. */
const ENCODED_LABEL = new RegExp(
  `\\\\n\\s{0,8}["'*_]{0,4}(?:kind|text|${PRIVATE_LABELS})["'*_]{0,4}\\s{0,8}:`,
  'i',
);
/** Labels that end private thought; after another label it goes on. */
const PUBLIC_LABELS = ['kind', 'mood', 'json'];
const OPEN_LABELS = [...PUBLIC_LABELS, 'text'];
/** `mood: dark` is a field; `Mood: sour, and it is only noon.` is something a character says. */
const MAX_FIELD_WORDS = 2;

/** A row that begins with a quote: in an object that has begun it is the object's. */
const QUOTED = /^\s*["'“”‘’]/;

/** Counts how many more braces open than close in a text. */
const countOpen = (text: string): number => text.split('{').length - text.split('}').length;

/**
 * Says whether a text has labelled lines whose line breaks are escapes. Behind a brace or a private key they are an
 * object's.
 */
function hasEncodedLabels(text: string): boolean {
  const label = ENCODED_LABEL.exec(text)?.index;
  if (label === undefined) return false;
  const before = text.slice(0, label);
  return !before.includes('{') && !hasPrivateKey(before);
}

/**
 * Takes the drafts out of labelled lines: a private line in which an object begins, with all rows up to the next label or
 * a blank row. A row that is an object from its start is none, unless it is all the thought there is. Lines behind another
 * brace are left alone: they may be an object's own.
 */
function takeDrafts(text: string): { rest: string; drafts: string[] } {
  if (findPrivateField(text) < 0) return { rest: text, drafts: [] };
  const rest: string[] = [];
  const drafts: string[] = [];
  let thoughtLines: string[] = [];
  /** Braces of it that are open. */
  let depth = 0;
  const close = (): void => {
    const into = thoughtLines.some((row) => row.includes('{') || hasField(row)) ? drafts : rest;
    for (const row of thoughtLines) into.push(row);
    thoughtLines = [];
    depth = 0;
    isQuoteOpen = false;
  };
  /** True in an open quote of it: then the text after it is still a part. */
  let isQuoteOpen = false;
  let mayBeObject = false;
  let begins = false;
  for (const row of text.split('\n')) {
    // In a draft the quoted rows are its own, in a field's text all others; a line's text ends with a blank row.
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

/** A row's label and what follows it; invisible characters in the label don't hide it. */
const readLabel = (row: string): RegExpExecArray | null => LABEL.exec(row) ?? LABEL.exec(dropUnseen(row));

/**
 * Reads labelled lines. Without any the text is all speech; with a `text:` line only that is, and nothing when there are
 * several beside a thought: one may be a draft.
 */
function takeLabels(text: string): Speech {
  if (!text.includes(':')) return { spoken: text, aside: [] };
  const rows = text.split('\n').map((row) => ({ row, match: readLabel(row) }));
  const labels = rows.map(({ match }) => match?.[1]?.toLowerCase());
  const hasText = labels.includes('text');
  const inline = hasText ? null : INLINE_TEXT.exec(text);
  // In a thought it is a draft.
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
      // A thought goes on until a blank line, the text until the next label.
      if (!hasText && row.trim() === '') into = spokenParts;
      into.push(row);
    } else if (label === 'text') {
      texts.add(value);
      spokenParts.length = 0;
      into = spokenParts;
      // YAML's sign of a block.
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

/** Fields in a row, of which the text is in quotes: `Mood: calm. Text: "Come in."`. */
const INLINE_TEXT =
  /(?:^|[\s*_])(?:kind|mood|emotion)["'*_]{0,4}\s{0,4}:[^\n]{0,400}?[\s.,;|*_]text["'*_]{0,4}\s{0,4}:[\s*_]{0,4}["“]([^"“”\n]{1,4000})["”]/iu;

const isField = (value: string): boolean => value.split(/\s+/).length <= MAX_FIELD_WORDS;

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
/** Keys of an endpoint's failure, which is told under the key or beside it as `message`. */
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
  const labels = takeLabels(rest);
  return { spoken: labels.spoken, aside: [...aside, ...labels.aside] };
}

/**
 * An answer without its reasoning, its fence and the drafts in its labelled lines, out of the JSON strings in which it may
 * be encoded; and what was taken off.
 */
export function takeAnswer(raw: string, work: Work): { answer: string; aside: string[] } {
  const aside: string[] = [];
  let text = readString(raw.trim(), work) ?? raw;
  for (let level = 0; level < MAX_DEPTH; level++) {
    const answerParts = splitReasoning(text, work);
    aside.push(answerParts.reasoning);
    const bare = answerParts.answer.replace(/^```[\w-]*\s*/, '').replace(/\s*```\s*$/, '');
    work.steps += 4 * bare.length;
    const decodedText = readString(bare, work) ?? (hasEncodedLabels(bare) ? decodeLabels(bare) : null);
    if (decodedText === null) {
      const { rest, drafts } = takeDrafts(bare);
      return { answer: rest, aside: [...aside, ...drafts] };
    }
    text = decodedText;
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
      return { rest: rest.join(' '), text: spokenText, aside };
    }
    if (inThought || followsPrivateLabel(text, start) || liesIn(drafts, start)) {
      aside.push(piece);
      continue;
    }
    const { value, isExact, isSure } = readObject(piece, work);
    // A thought may go on behind what looks like its end.
    inThought ||= !isSure && findPrivateField(piece) >= 0;
    const saidText = readSaid(piece, value, isExact, work);
    const hasKind = entriesOf(value).some(([key]) => key === 'kind');
    if (saidText !== null && (hasKind || !isLine)) {
      spokenText = saidText;
      isLine = hasKind;
    }
    aside.push(...readPrivate(value));
  }
  (inThought ? aside : rest).push(text.slice(from));
  return { rest: rest.join(' '), text: spokenText, aside };
}

/** The key of a line in quotes: an object without its colons. */
const KEY_INSIDE = new RegExp(`["'“‘](?:${FIELDS.join('|')})["'”’]`, 'i');

/** Says whether braces are prose's own (`It's {not} funny`) rather than an object's. */
function isBraced(text: string, { start, end }: Span): boolean {
  const inside = text.slice(start + 1, end - 1);
  return !/[:=]/.test(inside) && /\p{L}/u.test(inside) && !KEY_INSIDE.test(inside);
}

/** Returns the words of a piece that was read as `value`, which is null when it could not be. */
function readSaid(piece: string, value: unknown, isExact: boolean, work: Work): string | null {
  if (value === null) return readFragment(piece, work) || null;
  // A draft began in a thought, and its fields were taken for the object's own.
  if (!isExact && readPrivate(value).some((thought) => countOpen(thought) > 0)) return null;
  return readText(value);
}

/** Repairs that leave a doubt about where the object ended. */
const DOUBTS: readonly Repair[] = [
  'closed_truncated_json',
  'added_quote',
  'escaped_quotes',
  'fixed_brackets',
];

function readObject(text: string, work: Work): { value: unknown; isExact: boolean; isSure: boolean } {
  work.steps += text.length;
  const exact = text.endsWith('}') ? tryParse(text) : undefined;
  if (exact !== undefined) return { value: exact, isExact: true, isSure: true };
  const mendResult = text.length > MAX_MENDED ? null : mend(text, 0, KEY_SET, work);
  if (mendResult === null) return { value: null, isExact: false, isSure: false };
  return {
    value: mendResult.json,
    isExact: false,
    isSure: !DOUBTS.some((repair) => mendResult.repairs.includes(repair)),
  };
}

/** The value of an answer that is one JSON string. */
function readString(answer: string, work: Work): string | null {
  if (!answer.startsWith('"') || !answer.endsWith('"') || answer.length < 2) return null;
  work.steps += answer.length;
  const value = tryParse(answer);
  return typeof value !== 'string' || LABEL_INSIDE.test(value) ? null : value;
}

/** A sentence and a label behind it. In a quotation it names nobody who speaks; without the marks it would. */
export const LABEL_INSIDE = /[.!?…]\s+\p{Lu}[^\n.!?…:"“”]{0,60}:\s/u;

/**
 * Returns the words of an object, its own or those under a wrapper's key (`{"response": {…}}`); null for the report of
 * an error.
 */
function readText(value: unknown, depth = 0): string | null {
  if (isThoughtPart(value)) return null;
  const entries = entriesOf(value);
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

/**
 * Returns the words of a piece of an object, with its first brace put back or as its last `"text": "…"`; `""` when
 * nothing.
 */
function readFragment(piece: string, work: Work): string {
  const start = piece.replace(/^[^\p{L}\p{N}"'“‘]+/u, '');
  if (!piece.startsWith('{') && start.length <= MAX_MENDED) {
    const mendResult = mend(`{${start}`, 0, KEY_SET, work);
    const saidText = readText(mendResult?.json);
    if (saidText !== null && !holdsObject(saidText)) return saidText;
  }
  work.steps += piece.length;
  const last = [...piece.matchAll(TEXT_FRAGMENT)].at(-1);
  if (last === undefined) return '';
  // A draft in a thought looks the same.
  const thoughtAt = findPrivateField(piece);
  if (thoughtAt >= 0 && thoughtAt < last.index) return '';
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

const unquoteJson = (inner: string): string =>
  String(tryParse(`"${escapeBreaks(inner.replace(/\\$/, ''))}"`) ?? inner);

/** Parts of an answer that may be speech, and the private parts beside them. */
interface Speech {
  spoken: string;
  /** Thoughts and other fields that are never spoken. */
  aside: string[];
}
