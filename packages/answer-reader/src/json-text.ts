import type { Json } from './json';

/** Counts characters read, so that tests can check that the work is linear. */
export interface StepCounter {
  steps: number;
}

/** Variants of the double quote, single quote and backtick. Quotes close only within their group. */
const DOUBLE = '"“”„‟«»＂';
const SINGLE = "'‘’‚‛";
const BACKTICK = '`´';

export function isQuote(code: number): boolean {
  if (code < 0x80) return code === 0x22 || code === 0x27 || code === 0x60;
  if (code === 0xb4) return true;
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb || code === 0xff02;
}

/**
 * The quotes that can close a string opened by `open`. Smart quotes and apostrophes are common in a text in plain
 * quotes, so only the same character closes it; a key contains none.
 */
export function closingQuotes(open: string, isKey: boolean): string {
  if (BACKTICK.includes(open)) return BACKTICK;
  if (!isKey && (open === '"' || open === "'")) return open;
  return DOUBLE.includes(open) ? DOUBLE : SINGLE;
}

/** Regex source: white space, comments and stray backslashes next to a key. */
export const FILLER = '(?:[\\s\\\\]|/\\*[^*]{0,80}\\*/|(?://|#)[^\\n]{0,80}\\n){0,64}';

/** White space as in `trim`, and zero-width characters. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code === 0xa0 || code === 0xfeff || code === 0x3000 || code === 0x180e || code === 0x200b) return true;
  return code >= 0x1680 && code <= 0x205f && String.fromCharCode(code).trim() === '';
}

/** Control characters (except white space) and text direction marks. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]|[\u202a-\u202e\u2066-\u2069]/gu;

export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

const PLAIN = /^[a-z\d_]*$/;

/** Normalizes a key: without case, accents, spaces, hyphens, underscores, quotes and colons. */
export function plainKey(key: string): string {
  if (key.length > 100) return key;
  if (PLAIN.test(key)) return key.replaceAll('_', '');
  // The upper case of ß is SS.
  const folded = key.normalize('NFKD').toUpperCase().toLowerCase();
  return folded.replace(/[\s_\-"'“”‘’`*:]+|[\u0300-\u036f]+/g, '');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SEPARATORS = ',:';
const OPENERS = '{[';
const CLOSERS = '}]';
const SCALAR = /true|false|null|-?\d[\d.eE+-]*/y;

/** The last text and its result: an answer is checked several times. */
let last = { text: '', exact: false };

export function parseExact(text: string): Json | undefined {
  if (text === last.text) return last.exact ? JSON.parse(text) : undefined;
  const value = canBeExact(text) ? tryParse(text) : undefined;
  last = { text, exact: value !== undefined };
  return value;
}

export const isExact = (text: string): boolean =>
  text === last.text ? last.exact : parseExact(text) !== undefined;

export function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if values and separators alternate and brackets pair, as in JSON. Cheaper than an exception of the parser. */
function canBeExact(text: string): boolean {
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
    if (code === QUOTE) i = stringEnd(text, i, true);
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
 * The closing quote of the string that starts at `from`, or the end of a truncated text. With `strict`, -1 if it
 * contains raw control characters.
 */
export function stringEnd(text: string, from: number, strict: boolean): number {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
    else if (strict && code < 0x20) return -1;
  }
  return text.length;
}

/** Escapes raw control characters in the source of a JSON string, dropping a backslash before them. */
export const escapeBreaks = (source: string): string =>
  source.replace(/\\?\p{Cc}|\\[\s\S]/gu, (found) =>
    CONTROL.test(found) ? JSON.stringify(found.slice(-1)).slice(1, -1) : found,
  );
const CONTROL = /\p{Cc}$/u;

export interface Span {
  start: number;
  end: number;
}

export interface FoundObjects {
  /** Outermost balanced objects, in order. */
  balanced: Span[];
  /** The first unclosed `{`; null if there is none. */
  open: number | null;
}

const OPEN = 123;
const CLOSE = 125;

/**
 * Finds every balanced object in one pass. Ignores braces inside strings; quotes outside objects are prose. A stray `{`
 * in the prose hides no later object.
 */
export function findObjects(text: string, work?: { steps: number }): FoundObjects {
  if (work !== undefined) work.steps += text.length;
  const starts: number[] = [];
  const spans: Span[] = [];
  for (let i = text.indexOf('{'); i >= 0 && i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = stringEnd(text, i, false);
    else if (c === OPEN) starts.push(i);
    else if (c === CLOSE) {
      const start = starts.pop() ?? i;
      while ((spans.at(-1)?.start ?? -1) > start) spans.pop();
      spans.push({ start, end: i + 1 });
      if (starts.length > 0) continue;
      const next = text.indexOf('{', i);
      i = next < 0 ? text.length : next - 1;
    }
  }
  return { balanced: spans, open: starts[0] ?? null };
}

const GOES_ON = /^"\s{0,8}(?:\}|,\s{0,8}["'“]?\w{1,40}["'”]?\s{0,8}:)/;
const MAX_REST = 400;

/**
 * True if the text continues after the closing brace at `end`: `"look "} here"}`. The same line then has words, a
 * quote, and a brace or the next key.
 */
export function runsOver(text: string, end: number, work: { steps: number }): boolean {
  let at = end;
  const limit = Math.min(text.length, end + MAX_REST);
  while (at < limit && !'"{}\n'.includes(text.charAt(at))) at++;
  work.steps += at - end + 1;
  if (text.charAt(at) !== '"' || !/[\p{L}\p{N}]/u.test(text.slice(end, at))) return false;
  return GOES_ON.test(text.slice(at, at + 80)) && /"\s*\}$/.test(text.slice(Math.max(0, end - 8), end));
}
