import { BACKSLASH, BareWords } from './bare-words';
import { closersOf, FILLER, isQuote, isSpace } from './characters';
import { FENCE } from './look-ahead';

/** Quotes that separate fields or items: a text that holds them has swallowed what came after it. */
const STRUCTURE = /["'],\s{0,64}["']|["']\s{0,64}:\s{0,64}["'[{\d]/;
/** A key, behind a comma or brace. */
const KEY = new RegExp(`[,{]${FILLER}(["'“”‘’]?)([\\p{L}_][\\p{L}\\p{N}_]{0,63})["'“”‘’]?${FILLER}:`, 'gu');
/** How much may stand after the last bracket for what came before it to be understood. */
const MAX_TAIL = 2_000;
export interface ReadString {
  value: string;
  /** False when the text ended inside the string. */
  closed: boolean;
}

/** Reads strings, keys and bare words of a damaged object from `at` on; what was mended is added to `repairs`. */
export class Scanner extends BareWords {
  /** Whether a string was closed, or left open, because the text ended. */
  cut = false;

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
        const escaped = this.readEscape(i);
        value += text.slice(done, i) + (escaped?.value ?? '');
        done = escaped?.next ?? this.end;
        i = done - 1;
      } else if (isQuote(code) && closers.includes(text[i] ?? '')) {
        const ending = this.#endsString(i, open, isKey, triple);
        if (ending === 'end') {
          this.work.steps += i - from;
          // In a list a single quote inside an item is rather the end of one and the start of the next.
          if (!isKey && (unclear || (inner % 2 === 1 && this.stack.at(-1) === '['))) return null;
          if (inner > 0 && this.#holdsKey(from, i)) return null;
          if (inner > 0) this.repairs.add('inner-quotes');
          this.#noteControls(from, i);
          this.at = i + (triple ? 3 : 1);
          return { value: value + text.slice(done, i), closed: true };
        }
        const lost = triple || isKey || inner % 2 === 1 ? null : this.lostClose(from, i);
        if (lost !== null) {
          this.work.steps += i - from;
          if (unclear || this.#holdsKey(from, lost)) return null;
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

  /** Whether a text whose end is not certain runs over a key of the schema; without quotes, if the object has such keys. */
  #holdsKey(from: number, to: number): boolean {
    this.work.steps += to - from;
    for (const [, quote, name] of this.text.slice(from, to).matchAll(KEY)) {
      if ((quote !== '' || this.bareKeys) && this.isKnown(name ?? '')) return true;
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
    if (this.#holdsKey(from, this.end)) return null;
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

  #indexOf(what: string, from: number): number {
    const found = this.text.indexOf(what, from);
    const at = found < 0 ? this.end : found;
    this.work.steps += at - from;
    return at;
  }
}
