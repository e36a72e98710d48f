import { isQuote } from './characters';
import { FENCE, LookAhead, type Opener } from './look-ahead';
import type { Repair, Work } from './repair';

export const BACKSLASH = 0x5c;
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

/** A value that begins without a quote. `lostQuote`: it ended with one. */
export interface BareValue {
  text: string;
  lostQuote: boolean;
}

/** Reads what stands without quotes in a damaged object, from `at` on; what was mended is added to `repairs`. */
export class BareWords extends LookAhead {
  at: number;
  /** The first quote from the last bare value on, and the last place before it from which it cannot close a text. */
  #quoteAt = -1;
  #barrier = -1;

  constructor(
    text: string,
    start: number,
    keys: ReadonlySet<string>,
    work: Work,
    stack: readonly Opener[],
    protected readonly repairs: Set<Repair>,
  ) {
    super(text, keys, work, stack);
    this.at = start;
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
    // `[>'a, b']`: commas may have been the text's own.
    if (!inObject && HALF_QUOTED.test(words)) return null;
    if (!words.endsWith('"')) return { text: words, lostQuote: false };
    return inObject ? null : { text: words.slice(0, -1), lostQuote: true };
  }

  /** What the escape at `i` stands for and where it ends; null when the text ended in it. */
  protected readEscape(i: number): { value: string; next: number } | null {
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
      const escaped = this.readEscape(i);
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
}
