/** What can stand for a double quote, a single quote and a backtick. A closing quote is of the opening one's group. */
const DOUBLE = '"“”„‟«»＂';
const SINGLE = "'‘’‚‛";
const BACKTICK = '`';

/** A quote of any group, by its UTF-16 code. */
export function isQuote(code: number): boolean {
  if (code < 0x80) return code === 0x22 || code === 0x27 || code === 0x60;
  return (code >= 0x2018 && code <= 0x201f) || code === 0xab || code === 0xbb || code === 0xff02;
}

/**
 * The quotes that can close what `open` opened. Smart quotes and apostrophes are common inside a text in plain quotes,
 * so there only the same character closes; in a key none is expected.
 */
export function closersOf(open: string, isKey: boolean): string {
  if (open === BACKTICK) return BACKTICK;
  if (!isKey && (open === '"' || open === "'")) return open;
  return DOUBLE.includes(open) ? DOUBLE : SINGLE;
}

/** What may stand beside a key: blanks, comments, a stray backslash. A part of a pattern. */
export const FILLER = '(?:[\\s\\\\]|/\\*[^*]{0,80}\\*/|(?://|#)[^\\n]{0,80}\\n){0,64}';

/** White space as `trim` sees it. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code === 0xa0 || code === 0xfeff || code === 0x3000) return true;
  return code >= 0x1680 && code <= 0x205f && String.fromCharCode(code).trim() === '';
}

/** Characters that act on what shows a text: control characters but white space, and what turns its direction. */
const CONTROLS = /[^\P{Cc}\t\n\v\f\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text without characters that act on what shows it. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');
