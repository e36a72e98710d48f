import type { Json } from './json';

/**
 * Quotes foreign text in prompts: people's messages, cards, books, names, hook payloads and model output.
 * There are two forms, and text cannot escape from either: short text is a JSON string on one line ({@link
 * quote}), long text has `| ` before every line ({@link quoteBlock}).
 */

/** All line ends: none may start an unquoted line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Invisible code points: controls and bidirectional marks. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The same, and line ends, as far as JSON does not escape them. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Characters that start chat template tokens (`<|im_end|>`, `</s>`, `[/INST]`). Many servers match these
 * anywhere in a prompt, even inside quotes.
 */
const TEMPLATE_MARK = /<(?=[|｜]|\/?s>|(?:start|end)_of_turn>)|\[(?=\/?INST\])/g;

const escapeMark = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A JSON string on one line.
 *
 * @example
 * ```ts
 * quote('says "hi"\nand leaves'); // "says \"hi\"\nand leaves"
 * quoteBlock('one\ntwo'); // `| ` before every line
 * ```
 */
export const quote = (text: string): string => quoteJson(text);

export const quoteJson = (value: Json): string =>
  JSON.stringify(value).replace(UNESCAPED, escapeMark).replace(TEMPLATE_MARK, escapeMark);

/** Lines of a text without template tokens, invisible characters and trailing empty lines. */
export function cleanRows(text: string): string[] {
  const rows = text.split(LINE_END).map((line) =>
    line
      .replaceAll('\t', ' ')
      .replace(UNSEEN, '')
      .replace(TEMPLATE_MARK, (mark) => `${mark} `)
      .trimEnd(),
  );
  while (rows.length > 0 && rows.at(-1) === '') rows.pop();
  return rows;
}

/**
 * Puts `| ` before every line, so that the text cannot be mistaken for a part of the prompt; `''` for empty
 * text.
 */
export const quoteBlock = (text: string): string =>
  cleanRows(text)
    .map((line) => (line === '' ? '|' : `| ${line}`))
    .join('\n');

/**
 * Writes a speaker's label and text; further lines start with `| `, so that none can be mistaken for another
 * speaker's.
 *
 * @param label trusted, on one line: see {@link quoteName}
 */
export function labelText(label: string, text: string): string {
  const [first = '', ...others] = cleanRows(text.trim());
  return [`${label}: ${first}`, ...others.map((row) => (row === '' ? '|' : `| ${row}`))].join('\n');
}

/** Foreign text on one line without invisible characters. */
export const oneLine = (text: string): string => cleanRows(text).join(' ').replace(/\s+/g, ' ').trim();

/** Plain words, without characters that could end a name in a sentence. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,&-]{0,99}$/u;
/** Words that start our own prompt lines, and role names that models know. */
const OURS =
  /^(?:you|your|only|there|the last|people play|characters|scenario|budget|being|round|turn|used|action\d|error|note|what to do|try again|objectives?|remembered|carried|system|assistant|user|human|ai|model|tool|developer|instructions?)\b/i;

/** A name in a sentence: unchanged if it cannot be mistaken for anything else, otherwise a JSON string. */
export const quoteName = (name: string): string =>
  WORDS.test(name) && !OURS.test(name) && !name.includes('  ') ? name : quote(name.trim());

/** Appends a mark to a truncated part of a prompt and closes a truncated JSON string. */
export function closeCut(text: string, mark: string): string {
  const whole = text.replace(/[\uD800-\uDBFF]$/, '');
  return isWithinString(whole.slice(whole.lastIndexOf('\n') + 1))
    ? `${dropHalfEscape(whole).trimEnd()}${mark}"`
    : `${whole.trimEnd()}${mark}`;
}

/**
 * True if a truncated line ends inside a JSON string. A block line never does, even if it contains quotes.
 */
function isWithinString(line: string): boolean {
  if (line.startsWith('|')) return false;
  let within = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') within = !within;
    else if (within && line[at] === '\\') at += 1;
  }
  return within;
}

/** Removes an incomplete JSON escape (`\`, `\u00`) at the end. */
function dropHalfEscape(text: string): string {
  const digits = /u[0-9a-f]{0,3}$/.exec(text.slice(-4))?.[0] ?? '';
  const body = text.slice(0, text.length - digits.length);
  let slashes = 0;
  while (body.at(-1 - slashes) === '\\') slashes += 1;
  return slashes % 2 === 1 ? body.slice(0, -1) : text;
}
