import { jsonrepair } from 'jsonrepair';
import { findObjects } from './objects';
import { splitReasoning } from './reasoning';

/** What of an answer may be speech, and the private parts that stood beside it. */
export interface Speech {
  spoken: string;
  /** Thoughts and other fields that are never spoken. */
  aside: string[];
}

/** No example is longer. */
const MAX_EXAMPLE = 200;
/** Objects within the texts of objects are opened this deep. */
const MAX_DEPTH = 4;
/** Longer pieces are not handed to the repairer. */
const MAX_REPAIR = 65_536;
const OBJECT_START = /^\{\s*(?:["'“”‘’}]|\w+\s*:)/;
const KEYS = 'kind|text|content|message|thought|thinking|reasoning|mood|winner|scores';
/** A quoted field name: a piece of an object whose braces are lost. */
const FRAGMENT = new RegExp(
  `["'“”‘’](?:${KEYS})\\\\{0,7}["'“”‘’]\\s{0,8}(?::|,\\s{0,8}\\\\{0,7}["'“](?:${KEYS})\\\\{0,7}["'”])`,
  'i',
);
/** The same in a string that is encoded once more. */
const ESCAPED_FRAGMENT = new RegExp(`\\\\["'](?:${KEYS})\\\\{1,7}["']\\s{0,8}:`, 'i');
const TEXT_FRAGMENT = /["'“”‘’]text["'“”‘’]\s{0,8}:\s{0,8}(["'“‘])/gi;
const CLOSING: Readonly<Record<string, string>> = { '“': '”', '‘': '’' };
const LABEL =
  /^\s{0,8}["'*_]{0,4}(kind|text|thought|thinking|reasoning|mood|json)["'*_]{0,4}\s{0,8}:["'*_]{0,4}(.*)$/i;
const SPOKEN_KEYS = ['text', 'content', 'message'];
const PRIVATE_KEYS = ['thought', 'thinking', 'reasoning'];
/** `mood: dark` is a field; `Mood: sour, and it is only noon.` is something a character says. */
const MAX_FIELD_WORDS = 2;

/** The texts of our own examples and of those that models know by heart. */
const EXAMPLES = new Set([
  'a brief, evocative response',
  'your line',
  'your line here',
  'text here',
  'string',
]);

/** A short text without the quotes, dots and spaces at its ends; a long one as it is. */
export function stripEnds(text: string): string {
  if (text.length > MAX_EXAMPLE) return text;
  return text.replace(/^[\s."'“”‘’…]+/, '').replace(/[\s."'“”‘’…]+$/, '');
}

/** Whether a text is what an example says in place of an answer, or a placeholder. */
export function isExample(text: string): boolean {
  const bare = stripEnds(text).toLowerCase();
  return bare === '' || EXAMPLES.has(bare);
}

/** Whether a text is an object, the start or a piece of one, rather than something a character would say. */
export function looksLikeObject(text: string): boolean {
  const trimmed = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return OBJECT_START.test(trimmed) || /^\[\s*[{\]]/.test(trimmed) || FRAGMENT.test(trimmed);
}

/**
 * Takes what may be spoken out of an answer: the `text` of the last object that has one, of a piece of an object, of
 * labelled lines (`kind: …`, `text: …`), or else the prose around objects. Nothing of an object itself is ever speech.
 * Reasoning is removed first, and again at every level: a text may bring its own.
 */
export function takeSpeech(raw: string, depth = 0): Speech {
  const { answer, reasoning } = splitReasoning(raw);
  const encoded = readString(answer);
  if (encoded !== null && looksLikeObject(encoded)) return open(encoded, [reasoning], depth);
  const objects = takeObjects(answer.replace(/```[a-zA-Z0-9]*/g, ''));
  const aside = [reasoning, ...objects.aside];
  if (objects.text !== null) return open(objects.text, aside, depth);
  if (ESCAPED_FRAGMENT.test(objects.rest)) {
    return open(objects.rest.replace(/\\(["'\\])/g, '$1'), aside, depth);
  }
  if (FRAGMENT.test(objects.rest)) return open(readFragment(objects.rest), aside, depth);
  const labelled = takeLabels(objects.rest);
  return { spoken: labelled.spoken, aside: [...aside, ...labelled.aside] };
}

/** Takes the speech out of a text that stood inside another. */
function open(text: string, aside: readonly string[], depth: number): Speech {
  if (depth >= MAX_DEPTH) return { spoken: '', aside: [...aside] };
  const inner = takeSpeech(text, depth + 1);
  return { spoken: inner.spoken, aside: [...aside, ...inner.aside] };
}

/** The text without its objects, and the `text` of the last object that has one, null when none has. */
function takeObjects(text: string): { rest: string; text: string | null; aside: string[] } {
  const { balanced, open } = findObjects(text);
  const cut = open !== null && OBJECT_START.test(text.slice(open, open + 200)) ? open : text.length;
  const spans = balanced.filter((span) => span.start < cut);
  if (cut < text.length) spans.push({ start: cut, end: text.length });
  const aside: string[] = [];
  const rest: string[] = [];
  let from = 0;
  let spoken: string | null = null;
  for (const { start, end } of spans) {
    rest.push(text.slice(from, start));
    const object = readObject(text.slice(start, end));
    spoken = readText(object) ?? spoken;
    aside.push(...readPrivate(object));
    from = end;
  }
  rest.push(text.slice(from));
  return { rest: rest.join(' '), text: spoken, aside };
}

function readObject(text: string): unknown {
  for (const read of [(exact: string) => exact, jsonrepair]) {
    if (read === jsonrepair && text.length > MAX_REPAIR) return null;
    try {
      return JSON.parse(read(text));
    } catch {
      // Not JSON, or beyond repair: the next reader, or nothing.
    }
  }
  return null;
}

/** The value of an answer that is one JSON string. */
function readString(answer: string): string | null {
  if (!/^\s*"[\s\S]*"\s*$/.test(answer)) return null;
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** What an object says, itself or under its one key (`{"response": {…}}`). */
function readText(value: unknown, depth = 0): string | null {
  const entries = entriesOf(value);
  for (const wanted of SPOKEN_KEYS) {
    for (const [key, text] of entries) {
      if (key === wanted && typeof text === 'string' && !isExample(text)) return text;
    }
  }
  const [only] = entries;
  return entries.length === 1 && only !== undefined && depth < MAX_DEPTH
    ? readText(only[1], depth + 1)
    : null;
}

const readPrivate = (value: unknown): string[] =>
  entriesOf(value).flatMap(([key, text]) =>
    PRIVATE_KEYS.includes(key) && typeof text === 'string' ? [text] : [],
  );

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, inner]) => [key.trim().toLowerCase(), inner])
    : [];

/** The last `"text": "…"` of a piece of an object; `""` when there is none, or when it holds another field. */
function readFragment(piece: string): string {
  const last = [...piece.matchAll(TEXT_FRAGMENT)].at(-1);
  if (last === undefined) return '';
  const quote = last[1] ?? '"';
  const from = last.index + last[0].length;
  let end = from;
  while (end < piece.length && piece[end] !== (CLOSING[quote] ?? quote)) end += piece[end] === '\\' ? 2 : 1;
  const inner = piece.slice(from, end);
  const text = unquoteJson(inner);
  return looksLikeObject(text) ? '' : text;
}

function unquoteJson(inner: string): string {
  try {
    return String(JSON.parse(`"${inner.replace(/\\$/, '').replaceAll('\n', '\\n')}"`));
  } catch {
    return inner;
  }
}

/** Reads labelled lines. Without any the text is all speech; with a `text:` line only that is. */
function takeLabels(text: string): Speech {
  const rows = text.split('\n').map((row) => ({ row, match: LABEL.exec(row) }));
  const hasText = rows.some(({ match }) => match?.[1]?.toLowerCase() === 'text');
  const spoken: string[] = [];
  const aside: string[] = [];
  let into = hasText ? aside : spoken;
  for (const { row, match } of rows) {
    const label = match?.[1]?.toLowerCase();
    const value = (match?.[2] ?? '').trim();
    if (label === undefined) {
      // A thought goes on until a blank line, the text until the next label.
      if (!hasText && row.trim() === '') into = spoken;
      into.push(row);
    } else if (label === 'text') {
      spoken.length = 0;
      into = spoken;
      spoken.push(value);
    } else if (!hasText && (label === 'mood' || label === 'kind') && !isField(value)) {
      into = spoken;
      spoken.push(row);
    } else {
      into = PRIVATE_KEYS.includes(label) || hasText ? aside : spoken;
      aside.push(value);
    }
  }
  return { spoken: spoken.join('\n'), aside };
}

const isField = (value: string): boolean => value.split(/\s+/).length <= MAX_FIELD_WORDS;
