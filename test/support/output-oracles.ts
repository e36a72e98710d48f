/** What the property tests go by, written apart from the code under test, and simpler. */

const SECRET =
  /(?<![\p{Script=Latin}\p{N}])(?:coffee|tea|ice ?cream)(?:s|'s|’s)?(?![\p{Script=Latin}\p{N}])|(?<![\p{Script=Latin}\p{N}])(?:c o f f e e|t e a|i c e c r e a m)(?![\p{Script=Latin}\p{N}])/u;
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b]/gu, '')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('3', 'e');

/** Whether one of `SECRETS` stands in the text as a word of its own: as dealt, inflected, spelled out, in leet. */
export const saysSecret = (text: string): boolean =>
  SECRET.test(plain(text)) || SECRET.test(plain(text).replaceAll('-', ''));

const FIELDS = 'kind|text|content|message|thought|thinking|reasoning|mood|winner|scores|note|response';
/** A brace or bracket with a quoted key behind it, a field's name with its quote and colon, an object's bare start. */
const OBJECT = new RegExp(
  [
    `\\{\\s*["'“”‘’\`\\\\]+[^"'“”‘’\`]{0,40}["'“”‘’\`\\\\]+\\s*:`,
    `(?<![\\p{L}\\p{N}])(?:${FIELDS})["'“”‘’\`\\\\]+\\s*:`,
    `[{,]\\s*["'“”‘’\`\\\\]+(?:${FIELDS})["'“”‘’\`\\\\]*\\s*:`,
    `\\{\\s*(?:${FIELDS})\\s*:`,
    '^\\s*(?:\\[\\s*)*\\{\\s*["“”]',
    '["”]\\s*\\}\\s*\\]?\\s*$',
    '```json',
  ].join('|'),
  'iu',
);
/** Whether a text is an object, the start of one, or a piece of one with a field's name. */
export const showsObject = (text: string): boolean => OBJECT.test(text);

/** White space of any length, and control characters, become one blank; half a character becomes U+FFFD. No more. */
const collapse = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What an escape that JSON does not know may be read as: its character, or (for some or all characters) as it stands. */
const KEPT = [/[\p{L}\p{N}]/u, /(?!)/, /[\s\S]/];
/** Undoes JSON's escapes once. */
const unescapeOnce = (text: string, kept: RegExp): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, hex: string | undefined, c = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if ('bft'.includes(c)) return ' ';
    if ('nr'.includes(c)) return '\n';
    return kept.test(c) && !'"\\/'.includes(c) ? whole : c;
  });

/** The input as it is, and with its escapes undone up to four times. */
function* readings(raw: string): Generator<string> {
  if (!raw.includes('\\')) {
    yield raw;
    return;
  }
  // Where the quotes around a string are lost, quotes and backslashes are unescaped first, or the line breaks.
  for (const start of [raw, raw.replace(/\\(["'\\])/g, '$1'), raw.replaceAll('\\n', '\n')]) {
    yield start;
    for (const kept of KEPT) {
      let level = start;
      for (let depth = 0; depth < 4 && level.includes('\\'); depth++) {
        level = unescapeOnce(level, kept);
        yield level;
      }
    }
  }
}

/**
 * Whether a text stands in the input letter by letter, punctuation included, in one piece. Normalized are: JSON escapes
 * (undone up to four times), white space and control characters (collapsed to one blank), and `" + "` (strings that
 * were joined).
 */
export function standsIn(text: string, raw: string): boolean {
  const wanted = collapse(text);
  for (const level of readings(raw)) {
    if (collapse(level).includes(wanted)) return true;
    if (level.includes('+') && collapse(level.replace(/["'“”‘’`]\s*\+\s*["'“”‘’`]/g, '')).includes(wanted)) {
      return true;
    }
  }
  return false;
}

/** Where a sentence, a line or a marked piece ends or begins: what lies behind may have been taken out. */
const mayCutAt = (input: string, at: number): boolean =>
  at === 0 ||
  /[.!?…]["'”’)*]?$/.test(input.slice(Math.max(0, at - 3), at)) ||
  /^\s*(?:[<[{◁◇]|&lt;|```)/.test(input.slice(at, at + 12)) ||
  /^\s*\n/.test(input.slice(at, at + 12));

/** Control characters, and marks that turn the direction of what follows, are left out of what is said. */
const withoutControls = (text: string): string =>
  text.replace(/(?![\t\n\v\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '');

/**
 * The same for a spoken line, from which sentences, lines, tags, fences and objects may have been taken out, nothing
 * else: what is left stands in the input in order, in pieces that end where one of these begins or ends.
 */
export function isTakenFrom(text: string, raw: string): boolean {
  if (standsIn(text, raw) || standsIn(text, withoutControls(raw))) return true;
  const wanted = collapse(text);
  for (const level of readings(raw))
    if (isCutOf(wanted, tidy(level)) || isCutOf(wanted, tidy(withoutControls(level)))) return true;
  return false;
}

/** As `collapse`, with the line breaks left. */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, (blank) => (/[\n\u2028]/.test(blank) ? '\n' : ' '))
    .trim();

function isCutOf(text: string, input: string): boolean {
  let ends = new Set<number>();
  for (let i = 0; i < input.length; i++) if (input[i] === text[0]) ends.add(i + 1);
  for (const c of text.slice(1).split('')) {
    const next = new Set<number>();
    let earliest = Number.POSITIVE_INFINITY;
    for (const end of ends) {
      const here = input[end];
      if (here === c || (c === ' ' && here === '\n')) next.add(end + 1);
      if (!mayCutAt(input, end)) continue;
      earliest = Math.min(earliest, end);
      if (c === ' ') next.add(end);
    }
    for (let i = earliest + 1; i < input.length; i++) if (input[i] === c) next.add(i + 1);
    if (next.size === 0) return false;
    ends = next;
  }
  return true;
}

const TAG = /[<[]\s*\/?\s*(?:think|thought|reason|analysis|scratchpad|monologue)|<\|/i;

/**
 * As `standsIn`, for the strings, numbers and literals of a value; keys too, but for their case, blanks and signs. Where
 * tags stand in the input, a string may go on behind what they mark.
 */
export function holdsValue(raw: string, value: unknown): boolean {
  if (typeof value === 'string') return standsIn(value, raw) || (TAG.test(raw) && isTakenFrom(value, raw));
  if (typeof value === 'number') return readNumbers(raw).has(value);
  // What was cut off in the middle of a literal is known by its first letter.
  if (value === null) return /n(?:$|u|o|[<[])|undefined/i.test(raw);
  if (typeof value === 'boolean') return (value ? /t(?:$|r|[<[])/i : /f(?:$|a|[<[])/i).test(raw);
  if (Array.isArray(value)) return value.every((item) => holdsValue(raw, item));
  return Object.entries(value as object).every(
    ([key, inner]) => holdsName(raw, key) && holdsValue(raw, inner),
  );
}

const readNumbers = (raw: string): Set<number> =>
  new Set((raw.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g) ?? []).map(Number));

const plainName = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const holdsName = (raw: string, key: string): boolean =>
  TAG.test(raw) || [...readings(raw)].some((level) => plainName(level).includes(plainName(key)));

/** What stands behind every `"text":"`, decoded up to the next quote that is not escaped. */
export function decodeTexts(raw: string): string[] {
  return [...raw.matchAll(/"text"\s*:\s*"((?:[^"\\]|\\.)*)/gs)].map(([, inner = '']) =>
    inner.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex: string | undefined, c: string | undefined) =>
      hex === undefined ? (CONTROL[c ?? ''] ?? c ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
}
const CONTROL: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const DIGITS: Record<string, string> = {
  0: 'o',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  6: 'g',
  9: 'g',
  7: 't',
  8: 'b',
};
/** Nothing but the letters of a text, leet undone: once with 1 read as i, once as l. */
export const lettersOf = (text: string): string[] =>
  ['i', 'l'].map((one) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[0-9@$]/g, (sign) => (sign === '1' ? one : (DIGITS[sign] ?? '')))
      .replace(/[^a-z]+/g, ''),
  );
