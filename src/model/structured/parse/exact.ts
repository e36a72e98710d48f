import type { Json } from '../../../base/json';
import { isSpace } from './characters';

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

/** Whether a text is exact JSON. */
export const isExact = (text: string): boolean =>
  text === last.text ? last.exact : parseExact(text) !== undefined;

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether strings, values and separators take turns and brackets come in pairs, as in JSON. The parser's error would cost more than this look. */
function mayBeExact(text: string): boolean {
  let afterValue = false;
  let separated = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isSpace(code)) continue;
    const c = text[i] ?? '';
    if (SEPARATORS.includes(c)) {
      if (!afterValue) return false;
      afterValue = false;
      separated = true;
      continue;
    }
    if (CLOSERS.includes(c)) {
      if (separated || --depth < 0) return false;
      afterValue = true;
      continue;
    }
    if (afterValue) return false;
    separated = false;
    if (OPENERS.includes(c)) {
      depth++;
      continue;
    }
    if (code === QUOTE) i = endOfString(text, i);
    else {
      SCALAR.lastIndex = i;
      if (!SCALAR.test(text)) return false;
      i = SCALAR.lastIndex - 1;
    }
    if (i < 0) return false;
    afterValue = true;
  }
  return afterValue && depth === 0;
}

/** Where the string that starts at `from` ends; -1 when it does not, or holds what must be escaped. */
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
    else if (code < 0x20) return -1;
  }
  return -1;
}

/** The source of a JSON string with its raw control characters escaped; a backslash in front of one is dropped. */
export const escapeBreaks = (source: string): string =>
  source.replace(/\\?\p{Cc}|\\[\s\S]/gu, (found) =>
    CONTROL.test(found) ? JSON.stringify(found.slice(-1)).slice(1, -1) : found,
  );
const CONTROL = /\p{Cc}$/u;
