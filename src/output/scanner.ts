import { closersOf, isQuote, isSpace } from './characters';
import { FENCE, LookAhead, type Opener } from './look-ahead';
import type { Repair, Work } from './repair';

/** Quotes that separate fields or items: a text that holds them has swallowed what came after it. */
const STRUCTURE = /["'],\s{0,64}["']|["']\s{0,64}:\s{0,64}["'[{\d]/;
const BARE_KEY = /[,{]\s{0,64}([\p{L}_][\p{L}\p{N}_]{0,63})\s{0,64}:/gu;
/** How much may stand after the last bracket for what came before it to be understood. */
const MAX_TAIL = 2_000;
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

export interface ReadString {
  value: string;
  /** False when the text ended inside the string. */
  closed: boolean;
}

/** A value that begins without a quote. `lostQuote`: it ended with one. */
export interface BareValue {
  text: string;
  lostQuote: boolean;
}

/** Reads strings, keys and bare words of a damaged object from `at` on; what was mended is added to `repairs`. */
export class Scanner extends LookAhead {
  at: number;
  /** Whether a string was closed, or left open, because the text ended. */
  cut = false;
  /** The first quote from the last bare value on, and the last place before it from which it cannot close a text. */
  #quoteAt = -1;
  #barrier = -1;

  constructor(
    text: string,
    start: number,
    keys: ReadonlySet<string>,
    work: Work,
    stack: readonly Opener[],
    private readonly repairs: Set<Repair>,
  ) {
    super(text, keys, work, stack);
    this.at = start;
  }

  /** A closing code fence counts as the end. */
  atEnd(): boolean {
    if (this.text.startsWith(FENCE, this.at)) this.end = Math.min(this.end, this.at);
    return this.at >= this.end;
  }

  atQuote(): boolean {
    return this.at < this.end && isQuote(this.code(this.at));
  }

  /** Skips blanks and comments. */
  skipBlank(): void {
    for (;;) {
      this.at = this.skipSpace(this.at);
      const c = this.text[this.at];
      if (c === '#' || (c === '/' && this.text[this.at + 1] === '/')) this.at = this.#indexOf('\n', this.at);
      else if (c === '/' && this.text[this.at + 1] === '*') {
        this.at = Math.min(this.end, this.#indexOf('*/', this.at + 2) + 2);
      } else return;
      this.repairs.add('comment');
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
    if (open !== '"' || triple) this.repairs.add('quotes');
    const closers = closersOf(open, isKey);
    const from = this.at + (triple ? 3 : 1);
    let value = '';
    let done = from;
    let inner = 0;
    let unclear = false;
    let last = 0;
    let i = from;
    for (; i < this.end; i++) {
      const code = text.charCodeAt(i);
      if (code === BACKSLASH) {
        const escaped = this.#readEscape(i);
        value += text.slice(done, i) + (escaped?.value ?? '');
        done = escaped?.next ?? this.end;
        i = done - 1;
      } else if (isQuote(code) && closers.includes(text[i] ?? '')) {
        const ending = this.#endsString(i, open, isKey, triple);
        if (ending === 'end') {
          this.work.steps += i - from;
          // In a list a single quote inside an item is rather the end of one and the start of the next.
          if (!isKey && (unclear || (inner % 2 === 1 && this.stack.at(-1) === '['))) return null;
          if (inner > 0 && this.#holdsBareKey(from, i)) return null;
          if (inner > 0) this.repairs.add('inner-quotes');
          this.#noteControls(from, i);
          this.at = i + (triple ? 3 : 1);
          return { value: value + text.slice(done, i), closed: true };
        }
        const lost = triple || isKey || inner % 2 === 1 ? null : this.lostClose(from, i);
        if (lost !== null) {
          this.work.steps += i - from;
          if (unclear || this.#holdsBareKey(from, lost)) return null;
          if (inner > 0) this.repairs.add('inner-quotes');
          this.#noteControls(from, lost);
          return this.#closeAt(lost, value + text.slice(done, lost));
        }
        if (ending === 'unclear') unclear = true;
        inner++;
        last = i;
      }
    }
    this.work.steps += i - from;
    // `Hello there." I hope that helps`: one quote too many, that closes and does not open, was the end.
    if (inner % 2 === 1 && isSpace(this.code(last + 1))) return null;
    if (this.#holdsBareKey(from, this.end)) return null;
    return this.#unclosed(from, value + text.slice(done, this.end), isKey, inner, unclear);
  }

  /** A key without quotes, or with one of them, up to its colon; null when there is none. */
  readBareKey(): string | null {
    const half = this.halfQuotedKey(this.at);
    if (half !== null) {
      this.repairs.add('missing-quote');
      this.at = half.end;
      return half.name;
    }
    const bare = this.bareKey(this.at);
    if (bare === null) {
      if (this.isCutKey(this.at)) this.at = this.end;
      return null;
    }
    this.at = bare.end;
    this.repairs.add('bare-key');
    this.bareKeys = true;
    return bare.name;
  }

  /** A number, a literal, a bare word or a text without its opening quote; null when it is not clear what it is. */
  readBare(): BareValue | null {
    const simple = this.#readSimple();
    if (simple !== null) return { text: simple, lostQuote: false };
    const inObject = this.stack.at(-1) === '{';
    const lost = inObject ? this.#readUnopened() : null;
    if (lost !== null) return { text: lost, lostQuote: true };
    const words = this.#readWords(inObject);
    // A quote in it belongs to something else; escapes to a string whose start is a guess.
    if (words === '' || /["\\]/.test(words.slice(0, -1)) || words.endsWith('\\')) return null;
    if (!words.endsWith('"')) return { text: words, lostQuote: false };
    return inObject ? null : { text: words.slice(0, -1), lostQuote: true };
  }

  /** Takes a `+` between two strings. */
  takePlus(): boolean {
    const plus = this.skipSpace(this.at);
    if (this.text[plus] !== '+') return false;
    const next = this.skipSpace(plus + 1);
    if (!isQuote(this.code(next))) return false;
    this.at = next;
    return true;
  }

  #endsString(i: number, open: string, isKey: boolean, triple: boolean) {
    if (triple) return this.text.startsWith(open.repeat(3), i) ? 'end' : 'inner';
    return isKey ? 'end' : this.endsAt(i, open);
  }

  /** Whether a text whose end is not certain runs over a key: one without quotes, in an object that has such keys. */
  #holdsBareKey(from: number, to: number): boolean {
    if (!this.bareKeys) return false;
    this.work.steps += to - from;
    for (const [, name] of this.text.slice(from, to).matchAll(BARE_KEY)) {
      if (this.isKnown(name ?? '')) return true;
    }
    return false;
  }

  /** Control characters in the source of a string: JSON has them escaped. */
  #noteControls(from: number, to: number): void {
    if (this.repairs.has('raw-newline')) return;
    this.work.steps += to - from;
    for (let i = from; i < to; i++) {
      if (this.code(i) < 0x20) {
        this.repairs.add('raw-newline');
        return;
      }
    }
  }

  /** A string ends at `at` though no quote stands there. */
  #closeAt(at: number, value: string): ReadString | null {
    // `["a", "]`: one quote too many is as likely.
    if (value.trim() === '') return null;
    this.repairs.add('missing-quote');
    this.at = at;
    return { value: value.trimEnd(), closed: true };
  }

  /** The text ended in a string: cut off, or only its closing quote is missing before the last brackets. */
  #unclosed(from: number, value: string, isKey: boolean, inner: number, unclear: boolean): ReadString | null {
    this.cut = true;
    // A key that runs over the next fields is none.
    if (isKey && /[:{}[\],"]/.test(value)) return null;
    if (unclear || (inner % 2 === 1 && this.stack.at(-1) === '[') || STRUCTURE.test(value)) return null;
    if (inner > 0) this.repairs.add('inner-quotes');
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
    const expected = this.stack.at(-1) === '{' ? '}' : ']';
    let depth = 0;
    let at = -1;
    for (let i = from; i < this.end && at < 0; i++) {
      const c = this.text[i];
      if (c === '{' || c === '[') depth++;
      else if ((c === '}' || c === ']') && --depth < 0) {
        if (c === expected) at = i;
        depth = 0;
      }
    }
    this.work.steps += (at < 0 ? this.end : at) - from;
    if (at < 0) return null;
    const wanted = this.stack.toReversed().map((open) => (open === '{' ? '}' : ']'));
    const rest = this.end - at > MAX_TAIL ? '' : this.text.slice(at, this.end).replace(/\s+/g, '');
    const brackets = rest.replace(/```[^\\]*$/, '');
    const close = wanted.join('');
    const whole = brackets.startsWith(close) && /^\]*$/.test(brackets.slice(close.length));
    while (at > from && this.text[at - 1]?.trim() === '') at--;
    return { at, whole };
  }

  /** A token that needs no quotes and is complete; null when more words follow it. */
  #readSimple(): string | null {
    SIMPLE_TOKEN.lastIndex = this.at;
    const simple = SIMPLE_TOKEN.exec(this.text)?.[0];
    if (simple === undefined) return null;
    this.work.steps += simple.length;
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
    const inObject = this.stack.at(-1) === '{';
    if (c === ',' || c === ';') return !inObject || this.#endsAtComma(next, SCALAR.test(simple));
    if (this.startsComment(next)) return next > after || SCALAR.test(simple);
    if (next === after) return false;
    if (!inObject) return '"\'[{-0123456789'.includes(c);
    return this.startsKey(next);
  }

  /** Whether the comma after a bare value of an object is a comma between entries: a text may have commas, too. */
  #endsAtComma(comma: number, isScalar: boolean): boolean {
    const next = this.skipSpace(comma + 1);
    const follows = this.followsComma(next, '"');
    return follows === 'end' || (isScalar && (follows === 'unclear' || isQuote(this.code(next))));
  }

  /**
   * The text at `at`, whose opening quote was lost, up to the first double quote: that one must end a string, and no
   * line break and no key of the schema may come before it. Null when it is none.
   */
  #readUnopened(): string | null {
    if (this.#quoteAt < this.at) this.#findQuote();
    const quote = this.#quoteAt;
    if (quote >= this.end || this.#barrier > this.at) return null;
    if (this.endsAt(quote, '"') !== 'end') {
      this.#barrier = quote;
      return null;
    }
    let value = '';
    let done = this.at;
    for (let i = this.at; i < quote; i++) {
      if (this.code(i) !== BACKSLASH) continue;
      const escaped = this.#readEscape(i);
      if (escaped === null) return null;
      value += this.text.slice(done, i) + escaped.value;
      done = escaped.next;
      i = done - 1;
    }
    this.work.steps += quote - this.at;
    this.at = quote + 1;
    return value + this.text.slice(done, quote);
  }

  /** Finds the first double quote from `at` on, and the last place before it that no text goes across. */
  #findQuote(): void {
    let i = this.at;
    for (; i < this.end && this.text[i] !== '"'; i++) {
      const c = this.text[i];
      if (c === '\\') i++;
      else if (c === '\n' || (c === ',' && this.#endsText(i))) this.#barrier = i;
    }
    this.work.steps += i - this.at;
    this.#quoteAt = Math.min(i, this.end);
  }

  #endsText(comma: number): boolean {
    const next = this.skipSpace(comma + 1);
    if (this.code(next) === 0x22) return false;
    return this.startsKey(next) || (this.bareKeys && this.followsComma(next, '"') === 'unclear');
  }

  #readWords(inObject: boolean): string {
    const from = this.at;
    for (let i = from; i < this.end; i++) {
      this.work.steps++;
      const c = this.text[i] ?? '';
      if (c === '{' || c === '[') return '';
      const fence = c === '`' && this.text.startsWith(FENCE, i);
      if (c === '\n' && !fence) {
        const next = this.skipSpace(i);
        const goesOn = next < this.end && !',}]'.includes(this.text[next] ?? '') && !this.startsKey(next);
        if (goesOn) return '';
      }
      let ends = fence || c === '\n' || c === '}' || c === ']' || (c === ',' && !inObject);
      if (c === ',' && inObject) {
        const follows = this.followsComma(this.skipSpace(i + 1), '"');
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
    this.repairs.add('escape');
    // An invalid escape is the character itself; a Windows path or `\u` without digits keeps its backslash.
    return { value: /[\p{L}\p{N}]/u.test(c) ? `\\${c}` : c, next: i + 2 };
  }

  #indexOf(what: string, from: number): number {
    const found = this.text.indexOf(what, from);
    const at = found < 0 ? this.end : found;
    this.work.steps += at - from;
    return at;
  }
}
