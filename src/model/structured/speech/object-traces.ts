import { PRIVATE_KEYS } from '../thought/private';

export const OBJECT_START = /^\{\s*(?:["'“”‘’`}]|\w+["'”’]?\s*:)/;
const ARRAY_START = /^\[\s{0,64}[[{"\]]/;
/** Fields of a line as models name them. */
export const FIELDS = [...'kind text content message mood winner scores'.split(' '), ...PRIVATE_KEYS];
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
/** What is left of an object whose first brace or quotes are gone: a key, its value, and the next key or a last brace. */
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

/** Whether a field of an object whose braces are lost stands in a text. */
export const hasField = (text: string): boolean =>
  (text.includes(':') && FRAGMENT.test(text)) || NAMES.test(text);

/** The same, encoded once more. */
export const hasEscapedField = (text: string): boolean => text.includes('\\') && ESCAPED_FRAGMENT.test(text);

/** Whether a text is what is left of an object that lost its beginning, or holds a field of one. */
export const isPiece = (text: string): boolean =>
  hasField(text) ||
  (text.includes(':') && PIECE.test(text)) ||
  (text.includes('}') && (LAST_QUOTE.test(text) || (LAST_BRACE.test(text) && !text.includes('{'))));

/** Whether a text is an object, the start or a piece of one, rather than something a character would say. */
export function looksLikeObject(text: string): boolean {
  const trimmed = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return OBJECT_START.test(trimmed) || ARRAY_START.test(trimmed) || isPiece(trimmed);
}

/** Whether a text is an object or has one, or the start of one, anywhere in it. */
export const holdsObject = (text: string): boolean =>
  looksLikeObject(text) || (/[{`]/.test(text) && OBJECT_INSIDE.test(text)) || hasEscapedField(text);

/** Characters that are nowhere seen and break the words that give an object, a thought or an error away. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/** A text without invisible characters, and with U+FFFD for halves of characters. */
export const dropUnseen = (text: string): string => text.toWellFormed().replace(UNSEEN, '');
