import type { Json } from './json';

/**
 * Quotes foreign text in a prompt: people's words, cards, books, names, hooks, and the answers of models. There are two
 * forms, and a text can leave neither of them: a short one is a JSON string on one line ({@link quote}), a long one has
 * every line of it behind `| ` ({@link quoteBlock}).
 */

/** Line ends of every kind: none of them may begin a line that is not quoted. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Code points that show nothing: controls, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The same, and line ends, as far as JSON leaves them as they are. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * First characters of marks by which chat templates begin and end messages (`<|im_end|>`, `</s>`, `[/INST]`). Many
 * servers look for them in the whole text of a prompt, whatever it is quoted in.
 */
const TEMPLATE_MARK = /<(?=[|｜]|\/?s>|(?:start|end)_of_turn>)|\[(?=\/?INST\])/g;

const escapeMark = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes a text as a JSON string, on one line.
 *
 * @example
 * ```ts
 * quote('says "hi"\nand leaves'); // "says \"hi\"\nand leaves"
 * quoteBlock('one\ntwo'); // every line behind a bar
 * ```
 */
export const quote = (text: string): string => quoteJson(text);

/** Writes a value as JSON, on one line. */
export const quoteJson = (value: Json): string =>
  JSON.stringify(value).replace(UNESCAPED, escapeMark).replace(TEMPLATE_MARK, escapeMark);

/** The rows of a text without marks of templates and what shows nothing, and without empty rows at the end. */
export function plainRows(text: string): string[] {
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

/** Puts every line of a text behind `| `, so that nothing in it can be taken for a part of the prompt; `''` for no text. */
export const quoteBlock = (text: string): string =>
  plainRows(text)
    .map((line) => (line === '' ? '|' : `| ${line}`))
    .join('\n');

/**
 * Writes words under the label of their speaker: each further row is behind `| `, so that no row of them can be taken for
 * another line.
 *
 * @param label of our own making, on one line: see {@link quoteName}
 */
export function labelText(label: string, text: string): string {
  const [first = '', ...others] = plainRows(text.trim());
  return [`${label}: ${first}`, ...others.map((row) => (row === '' ? '|' : `| ${row}`))].join('\n');
}

/** Foreign text in a sentence of ours: on one line, nothing in it that shows nothing. */
export const oneLine = (text: string): string => plainRows(text).join(' ').replace(/\s+/g, ' ').trim();

/** Words, and little else: nothing that ends a name in our sentences. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’.,&-]{0,99}$/u;
/** First words of our own rows, and names by which models know the sides of a conversation. */
const OURS =
  /^(?:you|your|only|there|the last|people play|characters|scenario|budget|being|round|turn|used|action\d|error|note|what to do|try again|objectives?|remembered|carried|system|assistant|user|human|ai|model|tool|developer|instructions?)\b/i;

/** A name or title in a sentence of ours: as it is when it can be nothing but a name, else as a JSON string. */
export const quoteName = (name: string): string =>
  WORDS.test(name) && !OURS.test(name) && !name.includes('  ') ? name : quote(name.trim());

/** A part of a prompt that was cut off anywhere, ended by a mark; a JSON string it was cut in is closed. */
export function endCut(text: string, mark: string): string {
  const whole = text.replace(/[\uD800-\uDBFF]$/, '');
  return isWithinString(whole.slice(whole.lastIndexOf('\n') + 1))
    ? `${dropHalfEscape(whole).trimEnd()}${mark}"`
    : `${whole.trimEnd()}${mark}`;
}

/** Says whether a line that was cut off ends within a JSON string. A line of a block never does, whatever marks are in it. */
function isWithinString(line: string): boolean {
  if (line.startsWith('|')) return false;
  let within = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') within = !within;
    else if (within && line[at] === '\\') at += 1;
  }
  return within;
}

/** The text without the first part of an escape of JSON (`\`, `\u00`) at its end. */
function dropHalfEscape(text: string): string {
  const digits = /u[0-9a-f]{0,3}$/.exec(text.slice(-4))?.[0] ?? '';
  const body = text.slice(0, text.length - digits.length);
  let slashes = 0;
  while (body.at(-1 - slashes) === '\\') slashes += 1;
  return slashes % 2 === 1 ? body.slice(0, -1) : text;
}
