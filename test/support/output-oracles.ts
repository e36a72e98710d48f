/** Oracles of the property tests, written independently of the code under test, and simpler. */

const SECRET =
  /(?<![\p{Script=Latin}\p{N}])(?:coffee|tea|ice ?cream)(?:s|'s|’s)?(?![\p{Script=Latin}\p{N}])|(?<![\p{Script=Latin}\p{N}])(?:c o f f e e|t e a|i c e c r e a m)(?![\p{Script=Latin}\p{N}])/u;
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b]/gu, '')
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('3', 'e');

/** True if a text contains one of `SECRETS` as a word: plain, inflected, spelled out, or in leet. */
export const saysSecret = (text: string): boolean =>
  SECRET.test(plain(text)) || SECRET.test(plain(text).replaceAll('-', ''));

const FIELDS = 'kind|text|content|message|thought|thinking|reasoning|mood|winner|scores|note|response';
/**
 * A brace or bracket before a quoted key, a field name with its quote and colon, or the bare start of an
 * object.
 */
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
/** True if a text is an object, its start, or a fragment with a field name. */
export const showsObject = (text: string): boolean => OBJECT.test(text);

/** Collapses white space and control characters to one blank, and replaces lone surrogates with U+FFFD. */
const collapse = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Characters before which an unknown escape keeps its backslash: letters and digits, none, or all. */
const KEPT = [/[\p{L}\p{N}]/u, /(?!)/, /[\s\S]/];
const unescapeOnce = (text: string, kept: RegExp): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, hex: string | undefined, c = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if ('bft'.includes(c)) return ' ';
    if ('nr'.includes(c)) return '\n';
    return kept.test(c) && !'"\\/'.includes(c) ? whole : c;
  });

/** The input, and with its escapes undone up to four times. */
function* readings(raw: string): Generator<string> {
  if (!raw.includes('\\')) {
    yield raw;
    return;
  }
  // If the quotes around a string are lost, quotes and backslashes are unescaped first, or the line breaks.
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
 * True if a text is in the input as one piece, letter by letter, including punctuation. Normalized are: JSON
 * escapes (undone up to four times), white space and control characters (collapsed to one blank), and `" + "`
 * (joined strings).
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

/** True at the boundary of a sentence, a line or a marked piece: the text after it may have been removed. */
const mayCutAt = (input: string, at: number): boolean =>
  at === 0 ||
  /[.!?…]["'”’)*]?$/.test(input.slice(Math.max(0, at - 3), at)) ||
  /^\s*(?:[<[{◁◇]|&lt;|```)/.test(input.slice(at, at + 12)) ||
  /^\s*\n/.test(input.slice(at, at + 12));

const withoutControls = (text: string): string =>
  text.replace(/(?![\t\n\v\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '');

/**
 * The same for a spoken line. The only allowed change is the removal of sentences, lines, tags, fences and
 * objects: the rest must be in the input in order, in pieces that end at such boundaries.
 */
export function isTakenFrom(text: string, raw: string): boolean {
  if (standsIn(text, raw) || standsIn(text, withoutControls(raw))) return true;
  const wanted = collapse(text);
  for (const level of readings(raw))
    if (isCutOf(wanted, tidy(level)) || isCutOf(wanted, tidy(withoutControls(level)))) return true;
  return false;
}

/** Like `collapse`, but keeps line breaks. */
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
 * Like `standsIn`, for the strings, numbers and literals of a value; also for keys, ignoring case, blanks and
 * punctuation. If the input has tags, a string may continue after a tagged part.
 */
export function holdsValue(raw: string, value: unknown): boolean {
  if (typeof value === 'string') return standsIn(value, raw) || (TAG.test(raw) && isTakenFrom(value, raw));
  if (typeof value === 'number') return readNumbers(raw).has(value);
  // A truncated literal is recognized by its first letter.
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

/** The text after every `"text":"`, decoded up to the next unescaped quote. */
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
/** The letters of a text, with leet undone: once with 1 as i, once as l. */
export const lettersOf = (text: string): string[] =>
  ['i', 'l'].map((one) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[0-9@$]/g, (sign) => (sign === '1' ? one : (DIGITS[sign] ?? '')))
      .replace(/[^a-z]+/g, ''),
  );
