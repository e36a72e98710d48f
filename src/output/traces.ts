/** No example is longer. */
const MAX_EXAMPLE = 200;
export const OBJECT_START = /^\{\s*(?:["'“”‘’`}]|\w+["'”’]?\s*:)/;
const ARRAY_START = /^\[\s{0,64}[[{"\]]/;
/** Fields of a line as models name them. */
export const FIELDS = 'kind text content message thought thinking reasoning mood winner scores'.split(' ');
const KEYS = FIELDS.join('|');
/** A quoted field name: a piece of an object whose braces are lost. */
export const FRAGMENT = new RegExp(
  `["'“”‘’](?:${KEYS})\\\\{0,7}["'“”‘’]\\s{0,8}(?::|,\\s{0,8}\\\\{0,7}["'“](?:${KEYS})\\\\{0,7}["'”])|\\b(?:${KEYS})\\\\{0,7}["'”’]\\s{0,8}:\\s{0,8}\\\\{0,7}["'“”‘’{[\\d]|["“”][\\w -]{1,40}["“”]\\s{0,8}:\\s{0,8}["“]|\\w\\\\{0,7}["“”]\\s{0,8}:\\s{0,8}(?:(?:null|true|false)\\b|[{[]|$)|["'”’]\\s{0,8},?\\s{0,8}(?:${KEYS})\\s{0,8}:\\s{0,8}["'“‘]|["'”’]\\s{0,8},\\s{0,8}(?:(?:${KEYS})|\\\\{0,7}["'“”]\\w{1,40}\\\\{0,7}["'”])\\s{0,8}:\\s{0,8}\\\\{0,7}["'“”‘{[]`,
  'i',
);
/** The same in a string that is encoded once more. */
export const ESCAPED_FRAGMENT = new RegExp(`\\\\["'](?:${KEYS})\\\\{1,7}["']\\s{0,8}:`, 'i');
/** What is left of an object whose first brace or quotes are gone: a key, its value, and the next key or a last brace. */
const PIECE = new RegExp(
  [
    `^[^\\p{L}\\p{N}]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:[^\\n]{0,4000}?,\\s{0,8}["'“‘\\\\]{0,8}(?:${KEYS})["'”’\\\\]{0,8}\\s{0,8}:`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘][\\w-]{1,40}\\\\{0,7}["'”’]\\s{0,8}:\\s{0,8}(?:["“{[\\d\\\\]|-\\d|(?:null|true|false|none)\\b|$)`,
    `^[^\\p{L}\\p{N}\\s]{0,8}["'“‘](?:response|output|result|answer|reply|data|arguments|error|type|properties|name)\\\\{0,7}["'”’]\\s{0,8}:`,
    `^(?:${KEYS})\\\\{0,7}["”’]\\s{0,8}:`,
    `^[\\w-]{1,40}["'”]\\s{0,8}:\\s{0,8}(?:["'“”{[]|$)`,
  ].join('|'),
  'iu',
);
/** A last brace with something in front of it; behind a quote it is an object's even when there is a first one. */
const LAST_BRACE = /["'”’\]}\w.…!?:]\s{0,64}\}[\s"'”’`\]]{0,8}$/;
const LAST_QUOTE = /["”]\s{0,64}\}[\s"'”’`\]}]{0,8}$/;
/** The start of an object in the middle of a line, however its key is quoted; an empty one; a fence of JSON. */
const OBJECT_INSIDE =
  /\{\s{0,64}(?:\\{0,7}["'“”‘’`]|[\p{L}_][\p{L}\p{N}_-]{0,40}["'”’]?\s{0,8}:|\})|```\s{0,4}json/iu;
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

/** Whether a text is what is left of an object that lost its beginning. */
export const isPiece = (text: string): boolean =>
  PIECE.test(text) || LAST_QUOTE.test(text) || (LAST_BRACE.test(text) && !text.includes('{'));

/** Whether a text is an object, the start or a piece of one, rather than something a character would say. */
export function looksLikeObject(text: string): boolean {
  const trimmed = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return (
    OBJECT_START.test(trimmed) || ARRAY_START.test(trimmed) || FRAGMENT.test(trimmed) || isPiece(trimmed)
  );
}

/** Whether a text is an object or has one, or the start of one, anywhere in it. */
export const holdsObject = (text: string): boolean =>
  looksLikeObject(text) || OBJECT_INSIDE.test(text) || ESCAPED_FRAGMENT.test(text);

/** Characters that are nowhere seen and break the words that give an object, a thought or an error away. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text without invisible characters, and with U+FFFD for halves of characters. */
export const dropUnseen = (text: string): string => text.toWellFormed().replace(UNSEEN, '');
