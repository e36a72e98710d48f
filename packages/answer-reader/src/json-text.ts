import type { Json } from './json';

/** Counts characters looked at: the tests' proof that the work grows with the input, not faster. */
export interface Work {
  steps: number;
}

/**
 * Characters that stand for a double quote, a single quote and a backtick. A closing quote is of the opening one's
 * group.
 */
const DOUBLE = '"“”„‟«»＂';
const SINGLE = "'‘’‚‛";
const BACKTICK = '`´';

/** A quote of any group, by its UTF-16 code. */
export function isQuote(code: number): boolean {
  if (code < 0x80) return code === 0x22 || code === 0x27 || code === 0x60;
  if (code === 0xb4) return true;
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb || code === 0xff02;
}

/**
 * The quotes that can close what `open` opened. Smart quotes and apostrophes are common inside a text in plain quotes,
 * so there only the same character closes; in a key none is expected.
 */
export function closersOf(open: string, isKey: boolean): string {
  if (BACKTICK.includes(open)) return BACKTICK;
  if (!isKey && (open === '"' || open === "'")) return open;
  return DOUBLE.includes(open) ? DOUBLE : SINGLE;
}

/** Part of a pattern: blanks, comments and stray backslashes beside a key. */
export const FILLER = '(?:[\\s\\\\]|/\\*[^*]{0,80}\\*/|(?://|#)[^\\n]{0,80}\\n){0,64}';

/** White space as `trim` sees it, and what has no width. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code === 0xa0 || code === 0xfeff || code === 0x3000 || code === 0x180e || code === 0x200b) return true;
  return code >= 0x1680 && code <= 0x205f && String.fromCharCode(code).trim() === '';
}

/** Characters that act on what shows a text: control characters but white space, and what turns its direction. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text without characters that act on what shows it. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

const PLAIN = /^[a-z\d_]*$/;

/** A key without what models get wrong in it: case, accents, spaces, hyphens, underscores, quotes, a colon. */
export function plainKey(key: string): string {
  if (key.length > 100) return key;
  if (PLAIN.test(key)) return key.replaceAll('_', '');
  // In upper case ß is SS.
  const folded = key.normalize('NFKD').toUpperCase().toLowerCase();
  return folded.replace(/[\s_\-"'“”‘’`*:]+|[\u0300-\u036f]+/g, '');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SEPARATORS = ',:';
const OPENERS = '{[';
const CLOSERS = '}]';
const SCALAR = /true|false|null|-?\d[\d.eE+-]*/y;

/** The text looked at last, and whether it is exact JSON: an answer is asked about several times on its way. */
let last = { text: '', exact: false };

/** The value of exact JSON; undefined for anything else. */
export function parseExact(text: string): Json | undefined {
  if (text === last.text) return last.exact ? JSON.parse(text) : undefined;
  const value = mayBeExact(text) ? tryParse(text) : undefined;
  last = { text, exact: value !== undefined };
  return value;
}

export const isExact = (text: string): boolean =>
  text === last.text ? last.exact : parseExact(text) !== undefined;

/** Parses JSON; undefined for anything else. */
export function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Says whether strings, values and separators take turns and brackets come in pairs, as in JSON. The parser's error
 * would cost more than this look.
 */
function mayBeExact(text: string): boolean {
  let afterValue = false;
  let hasSeparator = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) continue;
    const c = text[i] ?? '';
    if (SEPARATORS.includes(c)) {
      if (!afterValue) return false;
      afterValue = false;
      hasSeparator = true;
      continue;
    }
    if (CLOSERS.includes(c)) {
      if (hasSeparator || --depth < 0) return false;
      afterValue = true;
      continue;
    }
    if (afterValue) return false;
    hasSeparator = false;
    if (OPENERS.includes(c)) {
      depth++;
      continue;
    }
    if (code === QUOTE) i = endOfString(text, i, true);
    else {
      SCALAR.lastIndex = i;
      if (!SCALAR.test(text)) return false;
      i = SCALAR.lastIndex - 1;
    }
    if (i < 0 || i === text.length) return false;
    afterValue = true;
  }
  return afterValue && depth === 0;
}

/**
 * Finds where the string ends that starts at `from`: its closing quote, or the end of a text that was cut. With `strict`,
 * -1 for a string that holds what JSON escapes.
 */
export function endOfString(text: string, from: number, strict: boolean): number {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
    else if (strict && code < 0x20) return -1;
  }
  return text.length;
}

/** The source of a JSON string with its raw control characters escaped; a backslash in front of one is dropped. */
export const escapeBreaks = (source: string): string =>
  source.replace(/\\?\p{Cc}|\\[\s\S]/gu, (found) =>
    CONTROL.test(found) ? JSON.stringify(found.slice(-1)).slice(1, -1) : found,
  );
const CONTROL = /\p{Cc}$/u;

/** A `{…}` in a text: where it starts and where it ends (exclusive). */
export interface Span {
  start: number;
  end: number;
}

export interface FoundObjects {
  /** Balanced objects that lie in no other balanced object, in order. */
  balanced: Span[];
  /** The first `{` that was never closed; null when all were. */
  open: number | null;
}

const OPEN = 123;
const CLOSE = 125;

/**
 * Finds every balanced object of a text in one pass. Braces inside strings don't count; quotes outside any object
 * are prose. A stray `{` in the prose hides nothing that follows it.
 */
export function findObjects(text: string, work?: { steps: number }): FoundObjects {
  if (work !== undefined) work.steps += text.length;
  const starts: number[] = [];
  const spans: Span[] = [];
  for (let i = text.indexOf('{'); i >= 0 && i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = endOfString(text, i, false);
    else if (c === OPEN) starts.push(i);
    else if (c === CLOSE) {
      const start = starts.pop() ?? i;
      while ((spans.at(-1)?.start ?? -1) > start) spans.pop();
      spans.push({ start, end: i + 1 });
      if (starts.length > 0) continue;
      // Outside of objects only the next one matters.
      const next = text.indexOf('{', i);
      i = next < 0 ? text.length : next - 1;
    }
  }
  return { balanced: spans, open: starts[0] ?? null };
}

const GOES_ON = /^"\s{0,8}(?:\}|,\s{0,8}["'“]?\w{1,40}["'”]?\s{0,8}:)/;
/** Characters behind an object that are searched for the rest of a text. */
const MAX_REST = 400;

/**
 * Says whether the text before `end`, an object's closing brace, goes on behind it: `"look "} here"}`. The same line
 * has words, then a quote and a brace or the next key.
 */
export function runsOver(text: string, end: number, work: { steps: number }): boolean {
  let at = end;
  const limit = Math.min(text.length, end + MAX_REST);
  while (at < limit && !'"{}\n'.includes(text.charAt(at))) at++;
  work.steps += at - end + 1;
  if (text.charAt(at) !== '"' || !/[\p{L}\p{N}]/u.test(text.slice(end, at))) return false;
  return GOES_ON.test(text.slice(at, at + 80)) && /"\s*\}$/.test(text.slice(Math.max(0, end - 8), end));
}
