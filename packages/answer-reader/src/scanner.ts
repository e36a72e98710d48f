import type { Repair } from './errors';
import type { StepCounter } from './json-text';
import { closingQuotes, FILLER, isQuote, isSpace, runsOver } from './json-text';

const FENCE = '```';
const MAX_KEY = 64;
const MAX_COMMENTS = 8;
const MAX_COMMENT = 256;
const WORD_ONLY = /^[\p{L}\p{N}_$]+$/u;
const LITERAL = /(?:true|false|null|none|undefined)(?![\p{L}\p{N}_])/iuy;
const WORD = /[A-Za-z_]\w{0,63}\s{0,64}:/y;
const WORD_CHARACTER = /[\p{L}\p{N}]/uy;
const SINGLE_WORD = /^[\p{L}\p{N}_-]{1,64}$/u;
const HALF_ITEM = /[\p{L}\p{N}_-]{1,64}"\s{0,64}[,\]]/uy;
const NUMBER_START = '-.0123456789';
const BACKSLASH = 0x5c;
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const SIMPLE_TOKEN = /[+-]?[\d.][\d.eE+-]*|[A-Za-z]+/y;
/** A complete number or literal. */
const SCALAR = /^(?:[+-]?[\d.][\d.eE+-]*|true|false|null|none|undefined)$/i;

const HALF_QUOTED = /(?:^|[^\p{L}\p{N}])'|'$/u;
/** Quotes that separate fields or items: a text that contains them includes the next field. */
const STRUCTURE = /["'],\s{0,64}["']|["']\s{0,64}:\s{0,64}["'[{\d]/;
const KEY = new RegExp(`[,{]${FILLER}(["'“”‘’]?)([\\p{L}_][\\p{L}\\p{N}_]{0,63})["'“”‘’]?${FILLER}:`, 'gu');
const STARTS_TEXT = /[\p{L}*_#>-]/u;
/** Longest text after the last bracket; with more, the object is not read. */
const MAX_TAIL = 2_000;

export type Opener = '{' | '[';
/** Role of a quote: the end of its string, part of it, or unclear. */
type Ending = 'end' | 'inner' | 'unclear';

/** A possible key; its name is from `from` to `to`. */
interface Mark {
  at: number;
  from: number;
  to: number;
  quotes: 'both' | 'first' | 'last' | 'none';
  /** Index after the name and its closing quote. */
  end: number;
  follows: 'colon' | 'value' | 'nothing' | 'else';
}

/** An unquoted value. `lostQuote`: it ended with a quote. */
interface BareValue {
  text: string;
  lostQuote: boolean;
}

interface ReadString {
  value: string;
  /** False if the text ended inside the string. */
  closed: boolean;
}

/**
 * Reads strings, keys and bare words of a damaged object from `at`. Looks ahead to decide where keys start, which
 * quotes end strings and which bracket closes which. Accepts a schema key (`keys`, in lower case) even without a quote
 * or its colon, other keys only if complete. Lookahead is bounded or skips each blank once.
 */
export class Scanner {
  end: number;
  cut = false;
  /** True after an unquoted key: then any bare word before a colon may be a key. */
  #bareKeys = false;
  #mark: Mark | null = null;
  readonly #found = { '\n': { from: 0, at: -1 }, '*/': { from: 0, at: -1 } };
  /** The first quote after the last bare value, and the last position before it from which it cannot close a text. */
  #quoteAt = -1;
  #barrier = -1;
  readonly #keys: ReadonlySet<string>;
  readonly #work: StepCounter;
  readonly #stack: readonly Opener[];
  readonly #repairs: Set<Repair>;

  constructor(
    readonly text: string,
    public at: number,
    keys: ReadonlySet<string>,
    work: StepCounter,
    stack: readonly Opener[],
    repairs: Set<Repair>,
  ) {
    this.end = text.length;
    this.#keys = keys;
    this.#work = work;
    this.#stack = stack;
    this.#repairs = repairs;
  }

  /** A closing code fence counts as the end. */
  atEnd(): boolean {
    if (this.text.startsWith(FENCE, this.at)) this.end = Math.min(this.end, this.at);
    return this.at >= this.end;
  }

  /** Matches a sticky pattern at `at` and advances; returns its first group, or null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[1] ?? found[0];
  }

  /** The end of `...` at `i` if only a comment, a comma or a bracket follows, else null. */
  ellipsisAt(i: number): number | null {
    const length = this.text[i] === '…' ? 1 : this.text.startsWith('...', i) ? 3 : 0;
    if (length === 0) return null;
    const next = this.#skipFiller(i + length);
    return next >= this.end || ',}]'.includes(this.text[next] ?? '') ? i + length : null;
  }

  atQuote(): boolean {
    return this.at < this.end && isQuote(this.#code(this.at));
  }

  skipBlank(): void {
    for (;;) {
      this.at = this.skipSpace(this.at);
      const c = this.text[this.at];
      if (c === '#' || (c === '/' && this.text[this.at + 1] === '/')) this.at = this.#find('\n', this.at);
      else if (c === '/' && this.text[this.at + 1] === '*') {
        this.at = Math.min(this.end, this.#find('*/', this.at + 2) + 2);
      } else return;
      this.#repairs.add('removed_comment');
    }
  }

  /**
   * Reads the string at `at`. An inner quote ends it only if the next token can follow a string. Null if its end is
   * unclear.
   */
  readString(isKey: boolean): ReadString | null {
    const { text } = this;
    const open = text[this.at] ?? '';
    const triple = open !== '`' && text[this.at + 1] === open && text.startsWith(open.repeat(3), this.at);
    if (open !== '"' || triple) this.#repairs.add('fixed_quotes');
    const closers = closingQuotes(open, isKey);
    const from = this.at + (triple ? 3 : 1);
    let value = '';
    let doneTo = from;
    let inner = 0;
    let unclear = false;
    let last = 0;
    let i = from;
    for (; i < this.end; i++) {
      const code = text.charCodeAt(i);
      if (code === BACKSLASH) {
        const escapeRead = this.#readEscape(i);
        value += text.slice(doneTo, i) + (escapeRead?.value ?? '');
        doneTo = escapeRead?.next ?? this.end;
        i = doneTo - 1;
      } else if (isQuote(code) && closers.includes(text[i] ?? '')) {
        const ending = this.#endsString(i, open, isKey, triple);
        if (ending === 'end') {
          this.#work.steps += i - from;
          // In a list, a single inner quote near a comma is probably the end of one item and the start of the next.
          const mayBeTwo = inner % 2 === 1 && this.#stack.at(-1) === '[' && text.slice(from, i).includes(',');
          if (!isKey && (unclear || mayBeTwo)) return null;
          if (inner > 0 && this.#holdsKey(from, i)) return null;
          if (inner > 0) this.#repairs.add('escaped_quotes');
          this.#noteControls(from, i);
          this.at = i + (triple ? 3 : 1);
          return { value: value + text.slice(doneTo, i), closed: true };
        }
        const missingClose = triple || isKey || inner % 2 === 1 ? null : this.#lostClose(from, i);
        if (missingClose !== null) {
          this.#work.steps += i - from;
          if (unclear || this.#holdsKey(from, missingClose)) return null;
          if (inner > 0) this.#repairs.add('escaped_quotes');
          this.#noteControls(from, missingClose);
          return this.#closeAt(missingClose, value + text.slice(doneTo, missingClose));
        }
        if (ending === 'unclear') unclear = true;
        inner++;
        last = i;
      }
    }
    this.#work.steps += i - from;
    // `Hello there." I hope that helps`: an extra closing quote was the end.
    if (inner % 2 === 1 && isSpace(this.#code(last + 1))) return null;
    return this.#unclosed(from, value + text.slice(doneTo, this.end), isKey, inner, unclear);
  }

  /** A key without quotes, or with one of them, up to its colon; null if there is none. */
  readBareKey(): string | null {
    const half = this.halfQuotedKey(this.at);
    if (half !== null) {
      this.#repairs.add('added_quote');
      this.at = half.end;
      return half.name;
    }
    const bare = this.#bareKey(this.at);
    if (bare === null) {
      if (this.#isCutKey(this.at)) this.at = this.end;
      return null;
    }
    this.at = bare.end;
    this.#repairs.add('quoted_key');
    this.#bareKeys = true;
    return bare.name;
  }

  takePlus(): boolean {
    const plus = this.skipSpace(this.at);
    if (this.text[plus] !== '+') return false;
    const next = this.skipSpace(plus + 1);
    if (!isQuote(this.#code(next))) return false;
    this.at = next;
    return true;
  }

  #endsString(i: number, open: string, isKey: boolean, triple: boolean) {
    if (triple) return this.text.startsWith(open.repeat(3), i) ? 'end' : 'inner';
    return isKey ? 'end' : this.#endsAt(i, open);
  }

  /** True if a text with an uncertain end spans a schema key; also an unquoted key, if the object has such keys. */
  #holdsKey(from: number, to: number): boolean {
    this.#work.steps += to - from;
    for (const [, quote, name] of this.text.slice(from, to).matchAll(KEY)) {
      if ((quote !== '' || this.#bareKeys) && this.isKnown(name ?? '')) return true;
    }
    return false;
  }

  /** Records raw control characters in a string; JSON must escape them. */
  #noteControls(from: number, to: number): void {
    if (this.#repairs.has('escaped_newline')) return;
    this.#work.steps += to - from;
    for (let i = from; i < to; i++) {
      if (this.#code(i) < 0x20) {
        this.#repairs.add('escaped_newline');
        return;
      }
    }
  }

  /** Ends a string at `at` without a quote. */
  #closeAt(at: number, value: string): ReadString | null {
    // `["a", "]`: may also be an extra quote.
    if (value.trim() === '') return null;
    this.#repairs.add('added_quote');
    this.at = at;
    return { value: value.trimEnd(), closed: true };
  }

  /** The text ended in a string: truncated, or the closing quote is missing before the last brackets. */
  #unclosed(from: number, value: string, isKey: boolean, inner: number, unclear: boolean): ReadString | null {
    this.cut = true;
    // A key cannot span several fields.
    if (isKey && /[:{}[\],"]/.test(value)) return null;
    if (unclear || (inner % 2 === 1 && this.#stack.at(-1) === '[') || STRUCTURE.test(value)) return null;
    if (this.#holdsKey(from, this.end)) return null;
    if (inner > 0) this.#repairs.add('escaped_quotes');
    const closing = isKey ? null : this.#findClosing(from);
    if (closing !== null) {
      // One quote of a pair is the missing end, but it is unclear which.
      if (!closing.whole || inner % 2 === 1) return null;
      this.#noteControls(from, closing.at);
      return this.#closeAt(closing.at, value.slice(0, value.length - (this.end - closing.at)));
    }
    this.#noteControls(from, this.end);
    this.at = this.end;
    return { value: value.replace(/[\uD800-\uDBFF]$/, ''), closed: false };
  }

  /**
   * The first bracket after `from` that closes the container of the text. `whole` if all open brackets follow, and
   * after them only a code fence or brackets of surrounding lists. Null if there is none: then all brackets are part of
   * the text.
   */
  #findClosing(from: number): { at: number; whole: boolean } | null {
    const closer = this.#stack.at(-1) === '{' ? '}' : ']';
    let depth = 0;
    let at = -1;
    for (let i = from; i < this.end && at < 0; i++) {
      const c = this.text[i];
      if (c === '{' || c === '[') depth++;
      else if ((c === '}' || c === ']') && --depth < 0) {
        if (c === closer) at = i;
        depth = 0;
      }
    }
    this.#work.steps += (at < 0 ? this.end : at) - from;
    if (at < 0) return null;
    const wantedClosers = this.#stack.toReversed().map((open) => (open === '{' ? '}' : ']'));
    const rest = this.end - at > MAX_TAIL ? '' : this.text.slice(at, this.end).replace(/\s+/g, '');
    const brackets = rest.replace(/```[^\\]*$/, '');
    const close = wantedClosers.join('');
    const whole = brackets.startsWith(close) && /^\]*$/.test(brackets.slice(close.length));
    while (at > from && this.text[at - 1]?.trim() === '') at--;
    return { at, whole };
  }

  /** A number, literal, bare word or text without its opening quote; null if unclear. */
  readBare(): BareValue | null {
    const simple = this.#readSimple();
    if (simple !== null) return { text: simple, lostQuote: false };
    const inObject = this.#stack.at(-1) === '{';
    const unopenedKey = inObject ? this.#readUnopened() : null;
    if (unopenedKey !== null) return { text: unopenedKey, lostQuote: true };
    const start = this.at;
    const words = this.#readWords(inObject);
    const lines = inObject && (words === '' || words.includes('"')) ? this.#readLines(start) : null;
    if (lines !== null) return { text: lines, lostQuote: false };
    // An inner quote belongs to something else; escapes belong to a string with an unknown start.
    if (words === '' || /["\\]/.test(words.slice(0, -1)) || words.endsWith('\\')) return null;
    // `[>'a, b']`: commas may be part of the text.
    if (!inObject && HALF_QUOTED.test(words)) return null;
    if (!words.endsWith('"')) return { text: words, lostQuote: false };
    return inObject ? null : { text: words.slice(0, -1), lostQuote: true };
  }

  /** Reads the escape at `i` and its end; null if truncated. */
  #readEscape(i: number): { value: string; next: number } | null {
    const c = this.text[i + 1];
    if (c === undefined || i + 1 >= this.end) return null;
    if (c === 'u') {
      const hex = this.text.slice(i + 2, Math.min(i + 6, this.end));
      if (/^[\dA-Fa-f]{4}$/.test(hex)) {
        return { value: String.fromCharCode(Number.parseInt(hex, 16)), next: i + 6 };
      }
      if (i + 2 + hex.length >= this.end && /^[\dA-Fa-f]*$/.test(hex)) return null;
    }
    const value = ESCAPES[c];
    if (value !== undefined) return { value, next: i + 2 };
    this.#repairs.add('fixed_escape');
    // An invalid escape is the character itself; a Windows path or `\u` without digits keeps its backslash.
    return { value: /[\p{L}\p{N}]/u.test(c) ? `\\${c}` : c, next: i + 2 };
  }

  /** A complete token that needs no quotes; null if more words follow. */
  #readSimple(): string | null {
    SIMPLE_TOKEN.lastIndex = this.at;
    const simple = SIMPLE_TOKEN.exec(this.text)?.[0];
    if (simple === undefined) return null;
    this.#work.steps += simple.length;
    const after = this.at + simple.length;
    if (after >= this.end) {
      this.at = this.end;
      return simple;
    }
    const next = this.skipSpace(after);
    if (!this.#endsSimple(simple, after, next)) return null;
    // White space after the token shows that it is complete.
    this.at = next >= this.end ? after : next;
    return simple;
  }

  #endsSimple(simple: string, after: number, next: number): boolean {
    const c = this.text[next] ?? '';
    if (next >= this.end || c === '}' || c === ']') return true;
    const inObject = this.#stack.at(-1) === '{';
    if (c === ',' || c === ';') return !inObject || this.#endsAtComma(next, SCALAR.test(simple));
    if (this.#startsComment(next)) return next > after || SCALAR.test(simple);
    if (next === after) return false;
    if (!inObject) return '"\'[{-0123456789'.includes(c);
    return this.startsKey(next);
  }

  /** True if the comma after a bare value separates entries, and is not part of a text. */
  #endsAtComma(comma: number, isScalar: boolean): boolean {
    const next = this.skipSpace(comma + 1);
    const follows = this.#followsComma(next, '"');
    if (follows === 'end' || !isScalar) return follows === 'end';
    return follows === 'unclear' || isQuote(this.#code(next)) || this.#bareKey(next) !== null;
  }

  /**
   * Reads a string whose opening quote is missing, up to the next `"`, which must end a string. Null if a line break or
   * a schema key comes first.
   */
  #readUnopened(): string | null {
    if (this.#quoteAt < this.at) this.#findQuote();
    const quote = this.#quoteAt;
    if (quote >= this.end || this.#barrier > this.at) return null;
    if (this.#endsAt(quote, '"') !== 'end') {
      this.#barrier = quote;
      return null;
    }
    let value = '';
    let doneTo = this.at;
    for (let i = this.at; i < quote; i++) {
      if (this.#code(i) !== BACKSLASH) continue;
      const escapeRead = this.#readEscape(i);
      if (escapeRead === null) return null;
      value += this.text.slice(doneTo, i) + escapeRead.value;
      doneTo = escapeRead.next;
      i = doneTo - 1;
    }
    this.#work.steps += quote - this.at;
    this.at = quote + 1;
    return value + this.text.slice(doneTo, quote);
  }

  /** Finds the next double quote, and the last position before it that no text can span. */
  #findQuote(): void {
    let i = this.at;
    for (; i < this.end && this.text[i] !== '"'; i++) {
      const c = this.text[i];
      if (c === '\\') i++;
      else if (c === '\n' || (c === ',' && this.#endsText(i))) this.#barrier = i;
    }
    this.#work.steps += i - this.at;
    this.#quoteAt = Math.min(i, this.end);
  }

  #endsText(comma: number): boolean {
    const next = this.skipSpace(comma + 1);
    if (this.#code(next) === 0x22) return false;
    return this.startsKey(next) || (this.#bareKeys && this.#followsComma(next, '"') === 'unclear');
  }

  #readWords(inObject: boolean): string {
    const from = this.at;
    for (let i = from; i < this.end; i++) {
      this.#work.steps++;
      const c = this.text[i] ?? '';
      if (c === '{' || c === '[') return '';
      const fence = c === '`' && this.text.startsWith(FENCE, i);
      if (c === '\n' && !fence) {
        const next = this.skipSpace(i);
        const goesOn = next < this.end && !',}]'.includes(this.text[next] ?? '') && !this.startsKey(next);
        // Single words of a list may be on separate lines.
        if (goesOn && (inObject || !SINGLE_WORD.test(this.text.slice(from, i).trim()))) return '';
      }
      let ends = fence || c === '\n' || c === '}' || c === ']' || (c === ',' && !inObject);
      if (c === ',' && inObject) {
        const follows = this.#followsComma(this.skipSpace(i + 1), '"');
        // `Yes, wait: listen`: an unknown key, or the rest of the text.
        if (follows === 'unclear') return '';
        ends = follows === 'end';
      }
      if (ends) {
        this.at = i;
        return this.text.slice(from, i).trim();
      }
    }
    this.at = this.end;
    return this.text.slice(from, this.end).trim();
  }

  /**
   * An unquoted text of several lines that may contain quotes: from `from` to a comma before a line with a schema key,
   * or to a line with the last brackets. Null if there is none or it spans a key.
   */
  #readLines(from: number): string | null {
    if (!STARTS_TEXT.test(this.text[from] ?? '')) return null;
    let at = this.#find('\n', from);
    for (; at < this.end; at = this.#find('\n', at + 1)) {
      const next = this.skipSpace(at);
      const c = this.text[next];
      if (c === '}' && this.#closesAt(next) === 'end') break;
      if (this.text[at - 1] === ',' && this.startsKey(next)) break;
    }
    if (at >= this.end) return null;
    const end = this.text[at - 1] === ',' ? at - 1 : at;
    const text = this.text.slice(from, end);
    if (!text.includes('\n') || this.#holdsKey(from, end) || /[{}[\]\\]/.test(text)) return null;
    this.#repairs.add('escaped_newline');
    this.at = end;
    return text.trim();
  }

  startsKey(i: number): boolean {
    const mark = this.#markAt(i);
    if (mark === null) return false;
    if (mark.follows === 'nothing') return mark.quotes !== 'none' || this.#mayBeKnown(this.#nameOf(mark));
    if (mark.quotes === 'both' && mark.follows === 'colon') return true;
    const certain = mark.quotes === 'both' ? 'value' : 'colon';
    return mark.follows === certain && this.isKnown(this.#nameOf(mark));
  }

  startsKnownKey(i: number): boolean {
    const mark = this.#markAt(i);
    return mark?.quotes === 'both' && mark.follows === 'colon' && this.isKnown(this.#nameOf(mark));
  }

  /** Name and end of a known key with one missing quote at `i`; null if there is none. */
  halfQuotedKey(i: number): { name: string; end: number } | null {
    const mark = this.#markAt(i);
    if (mark === null || mark.quotes === 'both' || mark.quotes === 'none' || mark.follows !== 'colon')
      return null;
    const name = this.#nameOf(mark).trim();
    if (!this.isKnown(name)) return null;
    if (mark.quotes === 'last') return { name, end: mark.end };
    // `"kind:": "say"` has both quotes and an extra colon.
    const next = this.skipSpace(this.skipSpace(mark.end) + 1);
    if (isQuote(this.#code(next)) && this.text[this.skipSpace(next + 1)] === ':') return null;
    return { name, end: mark.end };
  }

  /** Name and end of an unquoted word before a colon at `i`; null if there is none. */
  #bareKey(i: number): { name: string; end: number } | null {
    const mark = this.#markAt(i);
    if (mark?.quotes !== 'none' || (mark.follows !== 'colon' && mark.follows !== 'value')) return null;
    return { name: this.#nameOf(mark).trim(), end: mark.end };
  }

  /** True if the text was truncated in an unquoted key at `i`, or before its colon. */
  #isCutKey(i: number): boolean {
    const mark = this.#markAt(i);
    return mark?.quotes === 'none' && mark.follows === 'nothing';
  }

  isKnown(name: string): boolean {
    return this.#keys.has(name.trim().toLowerCase());
  }

  startsValue(i: number): boolean {
    const c = this.text[i] ?? '';
    if (isQuote(this.#code(i)) || c === '{' || c === '[' || (c !== '' && NUMBER_START.includes(c)))
      return true;
    LITERAL.lastIndex = i;
    return LITERAL.test(this.text);
  }

  /** Decides if the quote at `i` ends a string opened with `open`. */
  #endsAt(i: number, open: string): Ending {
    const next = this.skipSpace(i + 1);
    const c = this.text[next] ?? '';
    if (next >= this.end || this.text.startsWith(FENCE, next)) return 'end';
    const inObject = this.#stack.at(-1) === '{';
    if (c === ',' || c === ';') return this.#followsComma(this.skipSpace(next + 1), open);
    if (c === '}' || c === ']') return this.#closesAt(next);
    if (c === '+') return isQuote(this.#code(this.skipSpace(next + 1))) ? 'end' : 'inner';
    if (c === ':') return this.startsValue(this.skipSpace(next + 1)) ? 'unclear' : 'inner';
    if (this.#startsComment(next)) return this.#judgeComment(next, open);
    if (next === i + 1) return 'inner';
    return (inObject ? this.startsKey(next) : c === open || c === '{' || c === '[') ? 'end' : 'inner';
  }

  /** Decides if the text at `i`, after a comma, is the next entry or the rest of a text in `open` quotes. */
  #followsComma(i: number, open: string): Ending {
    const c = this.text[i] ?? '';
    if (i >= this.end || c === '}' || c === ']' || c === ',') return 'end';
    if (this.#startsComment(i)) return this.#judgeComment(i, open);
    if (this.#stack.at(-1) === '[') {
      HALF_ITEM.lastIndex = i;
      return c === '…' || this.startsValue(i) || HALF_ITEM.test(this.text) ? 'end' : 'inner';
    }
    if (this.startsKey(i) || this.ellipsisAt(i) !== null) return 'end';
    // The previous closing brace is missing: `[{"id": "a", {"id": "b"}]`.
    if (c === '{' && this.#stack.at(-2) === '[' && this.startsKey(this.skipSpace(i + 1))) return 'end';
    if (isQuote(this.#code(i))) return closingQuotes(open, false).includes(c) ? this.#judgeQuote(i) : 'inner';
    WORD.lastIndex = i;
    if (!WORD.test(this.text)) return 'inner';
    if (this.#keys.size === 0 || this.startsValue(this.skipSpace(WORD.lastIndex))) return 'end';
    return this.#bareKeys ? 'unclear' : 'inner';
  }

  /**
   * The end of the string from `from` if its closing quote is missing and the quote at `i` opens the next token: a
   * schema key, preceded only by brackets that close the string's container, a comma and at most one brace; or in a
   * list an item on its own line or after a single word. Else null.
   */
  #lostClose(from: number, i: number): number | null {
    let at = i;
    while (at > from && (isSpace(this.#code(at - 1)) || '{}[],'.includes(this.text[at - 1] ?? ''))) at--;
    this.#work.steps += i - at;
    const tail = this.text.slice(at, i);
    const [, closers, brace] = /^([}\]]{0,64}),(\{?)$/.exec(tail.replace(/\s+/g, '')) ?? [];
    if (closers === undefined) return null;
    let depth = this.#stack.length;
    for (const c of closers) if (this.#stack[--depth] !== (c === '}' ? '{' : '[')) return null;
    if (this.#stack[depth - 1] === '{') return brace === '' && this.startsKnownKey(i) ? at : null;
    if (brace !== '') return this.startsKnownKey(i) ? at : null;
    WORD_CHARACTER.lastIndex = i + 1;
    if (closers !== '' || !WORD_CHARACTER.test(this.text)) return null;
    return tail.includes('\n') || (tail !== ',' && SINGLE_WORD.test(this.text.slice(from, at))) ? at : null;
  }

  #startsComment(i: number): boolean {
    const c = this.text[i];
    if (c !== '#' && c !== '/') return false;
    const next = i + 1 < this.end ? this.text[i + 1] : '';
    return next === '' || (c === '#' ? next === ' ' : next === '/' || next === '*');
  }

  skipSpace(from: number): number {
    let i = from;
    while (i < this.end && isSpace(this.#code(i))) i++;
    this.#work.steps += i - from + 1;
    return i;
  }

  #code(i: number): number {
    return this.text.charCodeAt(i);
  }

  #mayBeKnown(begun: string): boolean {
    const name = begun.trim().toLowerCase();
    return this.#keys.size === 0 ? WORD_ONLY.test(name) : [...this.#keys].some((key) => key.startsWith(name));
  }

  #nameOf(mark: Mark): string {
    return this.text.slice(mark.from, mark.to);
  }

  /** Caches the key at `i`: lookahead reads it first, then the parser. */
  #markAt(i: number): Mark | null {
    if (this.#mark?.at !== i) this.#mark = this.#readMark(i);
    return this.#mark;
  }

  #readMark(at: number): Mark | null {
    const open = isQuote(this.#code(at)) ? (this.text[at] ?? '') : '';
    const closers = open === '' ? '' : closingQuotes(open, true);
    const from = open === '' ? at : at + 1;
    const limit = Math.min(this.end, from + MAX_KEY + 1);
    let to = from;
    for (; to < limit; to++) {
      const code = this.#code(to);
      if (endsName(code) || (open === '' && this.#startsComment(to))) break;
      if (isQuote(code) && (open === '' || closers.includes(this.text[to] ?? ''))) break;
    }
    this.#work.steps += to - at + 1;
    // In a truncated text, the part read so far is right even if the string continues.
    if (to >= this.end) {
      return { at, from, to, quotes: open === '' ? 'none' : 'first', end: this.end, follows: 'nothing' };
    }
    if (to === from) return null;
    // `{mood 'sad'}`: the quote after a bare word and a space opens its value.
    const isValue =
      open === '' &&
      /^[\p{L}\p{N}_]+\s+$/u.test(this.text.slice(from, to)) &&
      this.isKnown(this.text.slice(from, to)) &&
      this.text[this.skipSpace(to + 1)] !== ':';
    const last = !isValue && isQuote(this.#code(to));
    const end = last ? to + 1 : to;
    const quotes = open === '' ? (last ? 'last' : 'none') : last ? 'both' : 'first';
    const next = this.#skipFiller(end);
    const c = this.text[next];
    let follows: Mark['follows'] = 'else';
    if (next >= this.end) follows = quotes === 'both' || quotes === 'none' ? 'nothing' : 'else';
    else if (c === ':' || c === '=') follows = 'colon';
    else if (quotes === 'both' && next > end && this.startsValue(next)) follows = 'value';
    else if (isValue) follows = 'value';
    return { at, from, to, quotes, end, follows };
  }

  /** Treats the text at `i`, after a quote, as a comment if the object continues after it and no text ends in it. */
  #judgeComment(i: number, open: string): Ending {
    const block = this.text[i + 1] === '*';
    const stop = this.#find(block ? '*/' : '\n', i + 2);
    const closers = closingQuotes(open, false);
    if (stop >= this.end) {
      const rest = this.text.slice(i, Math.min(this.end, i + MAX_COMMENT + 1));
      const isQuoted = rest.length > MAX_COMMENT || [...rest].some((c) => closers.includes(c));
      return isQuoted ? 'unclear' : 'end';
    }
    const last = this.text.slice(Math.max(i, stop - 8), stop).trimEnd();
    if (!block && closers.includes(last.replace(/\s*,$/, '').slice(-1) || ' ')) return 'unclear';
    let next = block ? stop + 2 : stop;
    while (next < this.end && next - stop < MAX_COMMENT && isSpace(this.#code(next))) next++;
    this.#work.steps += next - stop;
    if (next >= this.end || '}],'.includes(this.text[next] ?? '') || this.#stack.at(-1) === '[') return 'end';
    return this.#startsComment(next) || this.startsKey(next) ? 'end' : 'unclear';
  }

  /** Finds `what` after `from`; caches the result for positions before it. */
  #find(what: '\n' | '*/', from: number): number {
    const nextPlace = this.#found[what];
    if (from >= nextPlace.from && from <= nextPlace.at) return nextPlace.at;
    const foundPlace = this.text.indexOf(what, from);
    const at = foundPlace < 0 ? this.end : foundPlace;
    this.#work.steps += at - from;
    this.#found[what] = { from, at };
    return at;
  }

  #skipFiller(from: number): number {
    let at = this.skipSpace(from);
    for (let n = 0; n < MAX_COMMENTS && this.#startsComment(at); n++) {
      const block = this.text[at + 1] === '*';
      at = this.skipSpace(Math.min(this.end, this.#find(block ? '*/' : '\n', at + 1) + (block ? 2 : 0)));
    }
    return at;
  }

  /** A quote after a quote and a comma: an unknown damaged key, or part of the same text. */
  #judgeQuote(i: number): Ending {
    const mark = this.#markAt(i);
    if (mark === null) return 'inner';
    if (mark.quotes !== 'both') return mark.follows === 'colon' ? 'unclear' : 'inner';
    return mark.follows === 'value' || this.isKnown(this.#nameOf(mark)) ? 'unclear' : 'inner';
  }

  /** Decides if the brackets at `i`, after a quote, close the open containers. */
  #closesAt(i: number): Ending {
    let depth = this.#stack.length;
    let j = i;
    let last = i;
    while (j < this.end && depth > 0 && (this.text[j] === '}' || this.text[j] === ']')) {
      depth--;
      last = j;
      j = this.skipSpace(j + 1);
    }
    if (j >= this.end || this.text.startsWith(FENCE, j)) return 'end';
    const c = this.text[j] ?? '';
    const apart = j > last + 1;
    // Prose may follow the last bracket, but rarely a quote: `use "}" here`.
    if (depth === 0 && isQuote(this.#code(j))) return apart ? 'unclear' : 'inner';
    if (depth === 0 && runsOver(this.text, last + 1, this.#work)) return 'unclear';
    if (depth === 0 || c === ',' || c === ';' || this.#startsComment(j)) return 'end';
    return apart && (c === '{' || c === '"') ? 'end' : 'inner';
  }
}

/** `:={}[],` and a line break; quotes also end a key name. */
function endsName(code: number): boolean {
  if (code > 0x7d) return false;
  if (code < 0x30) return code === 0x2c || code === 0x0a;
  return code === 0x3a || code === 0x3d || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;
}
