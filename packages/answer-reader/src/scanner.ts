import type { Repair } from './errors';
import type { Work } from './json-text';
import { closersOf, FILLER, isQuote, isSpace, runsOver } from './json-text';

const FENCE = '```';
const MAX_KEY = 64;
const MAX_COMMENTS = 8;
/** Blanks looked at after a comment, and how much of one that never ends. */
const MAX_COMMENT = 256;
const WORD_ONLY = /^[\p{L}\p{N}_$]+$/u;
const LITERAL = /(?:true|false|null|none|undefined)(?![\p{L}\p{N}_])/iuy;
const WORD = /[A-Za-z_]\w{0,63}\s{0,64}:/y;
const WORD_CHARACTER = /[\p{L}\p{N}]/uy;
const SINGLE_WORD = /^[\p{L}\p{N}_-]{1,64}$/u;
/** An item of a list that lost its opening quote. */
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
/** A number or a literal: complete on its own, whatever prose may look like it. */
const SCALAR = /^(?:[+-]?[\d.][\d.eE+-]*|true|false|null|none|undefined)$/i;

/** A single quote that is no apostrophe. */
const HALF_QUOTED = /(?:^|[^\p{L}\p{N}])'|'$/u;
/** Quotes that separate fields or items: a text that holds them has swallowed what came after it. */
const STRUCTURE = /["'],\s{0,64}["']|["']\s{0,64}:\s{0,64}["'[{\d]/;
/** A key, behind a comma or brace. */
const KEY = new RegExp(`[,{]${FILLER}(["'“”‘’]?)([\\p{L}_][\\p{L}\\p{N}_]{0,63})["'“”‘’]?${FILLER}:`, 'gu');
/** The first character of a text without quotes. */
const STARTS_TEXT = /[\p{L}*_#>-]/u;
/** Longest text after the last bracket with which the part before it is still understood. */
const MAX_TAIL = 2_000;

export type Opener = '{' | '[';
/** Says whether a quote ends its string, belongs to it, or may do either. */
type Ending = 'end' | 'inner' | 'unclear';

/** A text that looks like a key: its name from `from` to `to`. */
interface Mark {
  at: number;
  from: number;
  to: number;
  /** The quotes it has. */
  quotes: 'both' | 'first' | 'last' | 'none';
  /** Index after the name and its closing quote. */
  end: number;
  follows: 'colon' | 'value' | 'nothing' | 'else';
}

/** A value that begins without a quote. `lostQuote`: it ended with one. */
interface BareValue {
  text: string;
  lostQuote: boolean;
}

interface ReadString {
  value: string;
  /** False when the text ended inside the string. */
  closed: boolean;
}

/**
 * Reads strings, keys and bare words of a damaged object from `at` on. It looks ahead to tell where keys start, which
 * quotes end strings and what closes what: a key of the schema (`keys`, in lower case) is believed when it lost a quote
 * or its colon, any other key only when it is whole. A look ahead is bounded, or runs over blanks once.
 */
export class Scanner {
  end: number;
  /** Says that a string was closed, or left open, because the text ended. */
  cut = false;
  /** Says that a key came without quotes: then any bare word before a colon may be one. */
  #bareKeys = false;
  #mark: Mark | null = null;
  readonly #found = { '\n': { from: 0, at: -1 }, '*/': { from: 0, at: -1 } };
  /** The first quote from the last bare value on, and the last place before it from which it cannot close a text. */
  #quoteAt = -1;
  #barrier = -1;
  readonly #keys: ReadonlySet<string>;
  readonly #work: Work;
  readonly #stack: readonly Opener[];
  readonly #repairs: Set<Repair>;

  constructor(
    readonly text: string,
    public at: number,
    keys: ReadonlySet<string>,
    work: Work,
    stack: readonly Opener[],
    /** Mends add their names to it. */
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

  /** Takes what a sticky pattern finds at `at`; gives its first group, or null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[1] ?? found[0];
  }

  /** The end of the `...` at `i`, when nothing but a comment, a comma or a bracket follows it; null when there is none. */
  ellipsisAt(i: number): number | null {
    const length = this.text[i] === '…' ? 1 : this.text.startsWith('...', i) ? 3 : 0;
    if (length === 0) return null;
    const next = this.#skipFiller(i + length);
    return next >= this.end || ',}]'.includes(this.text[next] ?? '') ? i + length : null;
  }

  atQuote(): boolean {
    return this.at < this.end && isQuote(this.#code(this.at));
  }

  /** Skips blanks and comments. */
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
   * Reads the string at `at`. A quote inside it ends it only when what follows can follow a string. Null when it is
   * not clear where the string ends.
   */
  readString(isKey: boolean): ReadString | null {
    const { text } = this;
    const open = text[this.at] ?? '';
    const triple = open !== '`' && text[this.at + 1] === open && text.startsWith(open.repeat(3), this.at);
    if (open !== '"' || triple) this.#repairs.add('fixed_quotes');
    const closers = closersOf(open, isKey);
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
          // In a list a single quote inside an item is rather the end of one and the start of the next, if a comma is near.
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
    // `Hello there." I hope that helps`: one quote too many, that closes and does not open, was the end.
    if (inner % 2 === 1 && isSpace(this.#code(last + 1))) return null;
    return this.#unclosed(from, value + text.slice(doneTo, this.end), isKey, inner, unclear);
  }

  /** A key without quotes, or with one of them, up to its colon; null when there is none. */
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

  /** Takes a `+` between two strings. */
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

  /**
   * Says whether a text whose end is not certain runs over a key of the schema; without quotes, if the object has such
   * keys.
   */
  #holdsKey(from: number, to: number): boolean {
    this.#work.steps += to - from;
    for (const [, quote, name] of this.text.slice(from, to).matchAll(KEY)) {
      if ((quote !== '' || this.#bareKeys) && this.isKnown(name ?? '')) return true;
    }
    return false;
  }

  /** Control characters in the source of a string: JSON has them escaped. */
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

  /** A string ends at `at` though no quote stands there. */
  #closeAt(at: number, value: string): ReadString | null {
    // `["a", "]`: one quote too many is as likely.
    if (value.trim() === '') return null;
    this.#repairs.add('added_quote');
    this.at = at;
    return { value: value.trimEnd(), closed: true };
  }

  /** The text ended in a string: cut off, or only its closing quote is missing before the last brackets. */
  #unclosed(from: number, value: string, isKey: boolean, inner: number, unclear: boolean): ReadString | null {
    this.cut = true;
    // A key that runs over the next fields is none.
    if (isKey && /[:{}[\],"]/.test(value)) return null;
    if (unclear || (inner % 2 === 1 && this.#stack.at(-1) === '[') || STRUCTURE.test(value)) return null;
    if (this.#holdsKey(from, this.end)) return null;
    if (inner > 0) this.#repairs.add('escaped_quotes');
    const closing = isKey ? null : this.#findClosing(from);
    if (closing !== null) {
      // One quote of a pair is the end that was missed, and which one is a guess.
      if (!closing.whole || inner % 2 === 1) return null;
      this.#noteControls(from, closing.at);
      return this.#closeAt(closing.at, value.slice(0, value.length - (this.end - closing.at)));
    }
    this.#noteControls(from, this.end);
    this.at = this.end;
    return { value: value.replace(/[\uD800-\uDBFF]$/, ''), closed: false };
  }

  /**
   * The first bracket from `from` on that closes nothing of the text itself but what the text stands in; `whole` when
   * all brackets that are open follow and nothing after them but a code fence or brackets of lists around the object. Null
   * when there is none: what looks like brackets belongs to the text.
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

  /** A number, a literal, a bare word or a text without its opening quote; null when it is not clear what it is. */
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
    // A quote in it belongs to something else; escapes to a string whose start is a guess.
    if (words === '' || /["\\]/.test(words.slice(0, -1)) || words.endsWith('\\')) return null;
    // `[>'a, b']`: commas may have been the text's own.
    if (!inObject && HALF_QUOTED.test(words)) return null;
    if (!words.endsWith('"')) return { text: words, lostQuote: false };
    return inObject ? null : { text: words.slice(0, -1), lostQuote: true };
  }

  /** Reads the escape at `i` and finds its end; null when the text ended in it. */
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

  /** A token that needs no quotes and is complete; null when more words follow it. */
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
    // A blank after the token shows that it was complete.
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

  /** Says whether the comma after a bare value of an object is a comma between entries: a text may have commas, too. */
  #endsAtComma(comma: number, isScalar: boolean): boolean {
    const next = this.skipSpace(comma + 1);
    const follows = this.#followsComma(next, '"');
    if (follows === 'end' || !isScalar) return follows === 'end';
    return follows === 'unclear' || isQuote(this.#code(next)) || this.#bareKey(next) !== null;
  }

  /**
   * The text at `at`, whose opening quote was lost, up to the first double quote: that one must end a string, and no
   * line break and no key of the schema may come before it. Null when it is none.
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

  /** Finds the first double quote from `at` on, and the last place before it that no text goes across. */
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
        // Words of a list may each stand on a line of their own.
        if (goesOn && (inObject || !SINGLE_WORD.test(this.text.slice(from, i).trim()))) return '';
      }
      let ends = fence || c === '\n' || c === '}' || c === ']' || (c === ',' && !inObject);
      if (c === ',' && inObject) {
        const follows = this.#followsComma(this.skipSpace(i + 1), '"');
        // `Yes, wait: listen`: a key nobody knows, or the rest of the text.
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
   * A text without quotes that runs over several lines, quotes of its own in it: from `from` up to a comma and a line that
   * begins with a key of the schema, or to a line that begins with the last brackets. Null when it is none, or runs over
   * a key.
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

  /** Says whether a key starts at `i`; where the text was cut, whether one may have started. */
  startsKey(i: number): boolean {
    const mark = this.#markAt(i);
    if (mark === null) return false;
    if (mark.follows === 'nothing') return mark.quotes !== 'none' || this.#mayBeKnown(this.#nameOf(mark));
    if (mark.quotes === 'both' && mark.follows === 'colon') return true;
    const certain = mark.quotes === 'both' ? 'value' : 'colon';
    return mark.follows === certain && this.isKnown(this.#nameOf(mark));
  }

  /** Says whether a quoted key of the schema and its colon start at `i`. */
  startsKnownKey(i: number): boolean {
    const mark = this.#markAt(i);
    return mark?.quotes === 'both' && mark.follows === 'colon' && this.isKnown(this.#nameOf(mark));
  }

  /** The name of a known key that lost one of its quotes, at `i`, and where it ends; null when there is none. */
  halfQuotedKey(i: number): { name: string; end: number } | null {
    const mark = this.#markAt(i);
    if (mark === null || mark.quotes === 'both' || mark.quotes === 'none' || mark.follows !== 'colon')
      return null;
    const name = this.#nameOf(mark).trim();
    if (!this.isKnown(name)) return null;
    if (mark.quotes === 'last') return { name, end: mark.end };
    // `"kind:": "say"` has both quotes and a colon too many.
    const next = this.skipSpace(this.skipSpace(mark.end) + 1);
    if (isQuote(this.#code(next)) && this.text[this.skipSpace(next + 1)] === ':') return null;
    return { name, end: mark.end };
  }

  /** A word without quotes before a colon, at `i`, and where it ends; null when there is none. */
  #bareKey(i: number): { name: string; end: number } | null {
    const mark = this.#markAt(i);
    if (mark?.quotes !== 'none' || (mark.follows !== 'colon' && mark.follows !== 'value')) return null;
    return { name: this.#nameOf(mark).trim(), end: mark.end };
  }

  /** Says whether the text was cut in a key without quotes, at `i`, or before its colon. */
  #isCutKey(i: number): boolean {
    const mark = this.#markAt(i);
    return mark?.quotes === 'none' && mark.follows === 'nothing';
  }

  isKnown(name: string): boolean {
    return this.#keys.has(name.trim().toLowerCase());
  }

  /** Says whether a value, no bare word, starts at `i`. */
  startsValue(i: number): boolean {
    const c = this.text[i] ?? '';
    if (isQuote(this.#code(i)) || c === '{' || c === '[' || (c !== '' && NUMBER_START.includes(c)))
      return true;
    LITERAL.lastIndex = i;
    return LITERAL.test(this.text);
  }

  /** Says whether the quote at `i` ends a string that `open` opened. */
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

  /** Says whether the text at `i`, after a comma, is the next entry rather than the rest of a text in `open` quotes. */
  #followsComma(i: number, open: string): Ending {
    const c = this.text[i] ?? '';
    if (i >= this.end || c === '}' || c === ']' || c === ',') return 'end';
    if (this.#startsComment(i)) return this.#judgeComment(i, open);
    if (this.#stack.at(-1) === '[') {
      HALF_ITEM.lastIndex = i;
      return c === '…' || this.startsValue(i) || HALF_ITEM.test(this.text) ? 'end' : 'inner';
    }
    if (this.startsKey(i) || this.ellipsisAt(i) !== null) return 'end';
    // The brace before this one was lost: `[{"id": "a", {"id": "b"}]`.
    if (c === '{' && this.#stack.at(-2) === '[' && this.startsKey(this.skipSpace(i + 1))) return 'end';
    if (isQuote(this.#code(i))) return closersOf(open, false).includes(c) ? this.#judgeQuote(i) : 'inner';
    WORD.lastIndex = i;
    if (!WORD.test(this.text)) return 'inner';
    if (this.#keys.size === 0 || this.startsValue(this.skipSpace(WORD.lastIndex))) return 'end';
    return this.#bareKeys ? 'unclear' : 'inner';
  }

  /**
   * Where the string from `from` ended, if its closing quote was lost and the quote at `i` opens what comes next: a key
   * of the schema, before which only what closes the string's place, a comma and at most a brace may stand; in a list
   * an item on a line of its own, or after a single word. Null otherwise.
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

  /** Says whether a comment starts at `i`, or one may have started where the text was cut. */
  #startsComment(i: number): boolean {
    const c = this.text[i];
    if (c !== '#' && c !== '/') return false;
    const next = i + 1 < this.end ? this.text[i + 1] : '';
    return next === '' || (c === '#' ? next === ' ' : next === '/' || next === '*');
  }

  /** The first place from `from` on that is not blank. */
  skipSpace(from: number): number {
    let i = from;
    while (i < this.end && isSpace(this.#code(i))) i++;
    this.#work.steps += i - from + 1;
    return i;
  }

  #code(i: number): number {
    return this.text.charCodeAt(i);
  }

  /** Says whether a key of the schema begins like that. */
  #mayBeKnown(begun: string): boolean {
    const name = begun.trim().toLowerCase();
    return this.#keys.size === 0 ? WORD_ONLY.test(name) : [...this.#keys].some((key) => key.startsWith(name));
  }

  #nameOf(mark: Mark): string {
    return this.text.slice(mark.from, mark.to);
  }

  /** The key at `i`; it is asked for more than once when it is looked ahead to, then read. */
  #markAt(i: number): Mark | null {
    if (this.#mark?.at !== i) this.#mark = this.#readMark(i);
    return this.#mark;
  }

  #readMark(at: number): Mark | null {
    const open = isQuote(this.#code(at)) ? (this.text[at] ?? '') : '';
    const closers = open === '' ? '' : closersOf(open, true);
    const from = open === '' ? at : at + 1;
    const limit = Math.min(this.end, from + MAX_KEY + 1);
    let to = from;
    for (; to < limit; to++) {
      const code = this.#code(to);
      if (endsName(code) || (open === '' && this.#startsComment(to))) break;
      if (isQuote(code) && (open === '' || closers.includes(this.text[to] ?? ''))) break;
    }
    this.#work.steps += to - at + 1;
    // Where the text was cut, what was read so far is right even if the string went on.
    if (to >= this.end) {
      return { at, from, to, quotes: open === '' ? 'none' : 'first', end: this.end, follows: 'nothing' };
    }
    if (to === from) return null;
    // `{mood 'sad'}`: the quote behind a bare word and a blank opens its value.
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

  /** Takes a text at `i`, after a quote, for a comment when the object goes on after it and no text ends in it. */
  #judgeComment(i: number, open: string): Ending {
    const block = this.text[i + 1] === '*';
    const stop = this.#find(block ? '*/' : '\n', i + 2);
    const closers = closersOf(open, false);
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

  /** Finds `what` from `from` on; searches once as long as the places asked for lie before it. */
  #find(what: '\n' | '*/', from: number): number {
    const nextPlace = this.#found[what];
    if (from >= nextPlace.from && from <= nextPlace.at) return nextPlace.at;
    const foundPlace = this.text.indexOf(what, from);
    const at = foundPlace < 0 ? this.end : foundPlace;
    this.#work.steps += at - from;
    this.#found[what] = { from, at };
    return at;
  }

  /** The first place from `from` on that is neither blank nor in a comment. */
  #skipFiller(from: number): number {
    let at = this.skipSpace(from);
    for (let n = 0; n < MAX_COMMENTS && this.#startsComment(at); n++) {
      const block = this.text[at + 1] === '*';
      at = this.skipSpace(Math.min(this.end, this.#find(block ? '*/' : '\n', at + 1) + (block ? 2 : 0)));
    }
    return at;
  }

  /** A quote after a quote and a comma: of a key that nobody knows and that is damaged, or of the same text. */
  #judgeQuote(i: number): Ending {
    const mark = this.#markAt(i);
    if (mark === null) return 'inner';
    if (mark.quotes !== 'both') return mark.follows === 'colon' ? 'unclear' : 'inner';
    return mark.follows === 'value' || this.isKnown(this.#nameOf(mark)) ? 'unclear' : 'inner';
  }

  /** Says whether the brackets at `i`, after a quote, close what is open. */
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
    // After the last bracket prose may follow, but hardly a quote: `use "}" here`.
    if (depth === 0 && isQuote(this.#code(j))) return apart ? 'unclear' : 'inner';
    if (depth === 0 && runsOver(this.text, last + 1, this.#work)) return 'unclear';
    if (depth === 0 || c === ',' || c === ';' || this.#startsComment(j)) return 'end';
    return apart && (c === '{' || c === '"') ? 'end' : 'inner';
  }
}

/** Lists characters that end the name of a key, quotes aside: `:={}[],` and a line break. */
function endsName(code: number): boolean {
  if (code > 0x7d) return false;
  if (code < 0x30) return code === 0x2c || code === 0x0a;
  return code === 0x3a || code === 0x3d || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;
}
