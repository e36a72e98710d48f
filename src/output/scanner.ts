import type { Repair, Work } from './repair';

const DOUBLE = '"“”„‟«»＂';
const SINGLE = "'‘’‚‛";
const FENCE = '```';
const MAX_KEY = 64;
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
/** Quotes that separate fields or items: a text that holds them has swallowed what came after it. */
const STRUCTURE = /["'],\s{0,64}["']|["']\s{0,64}:\s{0,64}["'[{\d]/;
const SIMPLE_TOKEN = /[+-]?[\d.][\d.eE+-]*|[A-Za-z]+/y;

export interface ReadString {
  value: string;
  /** False when the text ended inside the string. */
  closed: boolean;
  repairs: Repair[];
}

/** Reads strings, keys and bare words of a damaged object. Every look ahead is bounded or runs over blanks once. */
export class Scanner {
  at: number;
  end: number;

  constructor(
    readonly text: string,
    start: number,
    private readonly keys: ReadonlySet<string>,
    private readonly work: Work,
    private readonly stack: readonly ('{' | '[')[],
  ) {
    this.at = start;
    this.end = text.length;
  }

  /** A closing code fence counts as the end. */
  atEnd(): boolean {
    if (this.text.startsWith(FENCE, this.at)) this.end = Math.min(this.end, this.at);
    return this.at >= this.end;
  }

  isQuote(c: string): boolean {
    return c !== '' && (DOUBLE.includes(c) || SINGLE.includes(c) || c === '`');
  }

  /** Skips blanks and comments; true when there was a comment. */
  skipBlank(): boolean {
    let comment = false;
    for (;;) {
      this.at = this.#skipSpace(this.at);
      const two = this.text.slice(this.at, this.at + 2);
      if (two === '//' || two[0] === '#') this.at = this.#indexOf('\n', this.at);
      else if (two === '/*') this.at = Math.min(this.end, this.#indexOf('*/', this.at + 2) + 2);
      else return comment;
      comment = true;
    }
  }

  /**
   * Reads the string at `at`. A quote inside it ends it only when what follows can follow a string. Null when it is
   * not clear where the string ends.
   */
  readString(isKey: boolean): ReadString | null {
    const { text } = this;
    const open = text[this.at] ?? '';
    const repairs = new Set<Repair>();
    if (open !== '"') repairs.add('quotes');
    const triple = text.startsWith(open.repeat(3), this.at) && open !== '`';
    if (triple) repairs.add('quotes');
    const from = this.at + (triple ? 3 : 1);
    let value = '';
    let inner = 0;
    let i = from;
    while (i < this.end) {
      this.work.steps++;
      const c = text[i] ?? '';
      if (c === '\\') {
        const read = this.#readEscape(i, repairs);
        if (read === null) break;
        value += read.value;
        i = read.next;
      } else if (this.#matches(open, c, isKey)) {
        if (triple ? text.startsWith(open.repeat(3), i) : isKey || this.#endsAt(i)) {
          // In a list a single quote inside an item is rather the end of one and the start of the next.
          if (!isKey && inner % 2 === 1 && this.stack.at(-1) === '[') return null;
          this.at = i + (triple ? 3 : 1);
          return { value, closed: true, repairs: [...repairs] };
        }
        const missing = this.#missingEnd(i, value);
        if (missing !== null) {
          this.at = i;
          return { value: missing, closed: true, repairs: [...repairs, 'missing-quote', 'missing-comma'] };
        }
        repairs.add('inner-quotes');
        inner++;
        value += c;
        i++;
      } else {
        if (c < ' ') repairs.add('raw-newline');
        value += c;
        i++;
      }
    }
    return this.#unclosed(value, isKey, repairs, inner);
  }

  /** A key without quotes, up to its colon; null when there is none. */
  readBareKey(): string | null {
    let i = this.at;
    while (i < this.end && i - this.at <= MAX_KEY && !':={}[],"\n'.includes(this.text[i] ?? '')) i++;
    this.work.steps += i - this.at;
    const c = this.text[i] ?? '';
    if (i >= this.end) this.at = this.end;
    if (i >= this.end || (c !== ':' && c !== '=')) return null;
    const key = this.text.slice(this.at, i).trim();
    this.at = i;
    return key;
  }

  /** A number, a literal or a bare word, trimmed; `""` when what follows is not clear. */
  readBare(inObject: boolean): string {
    SIMPLE_TOKEN.lastIndex = this.at;
    const simple = SIMPLE_TOKEN.exec(this.text)?.[0] ?? '';
    this.work.steps += simple.length;
    if (simple !== '') {
      const after = this.at + simple.length;
      if (after >= this.end) {
        this.at = this.end;
        return simple;
      }
      const next = this.#skipSpace(after);
      const c = this.text[next] ?? '';
      const listed = !inObject && next > after && /[\d"'[{-]/.test(c);
      if (next >= this.end || ',;]}'.includes(c) ? !this.#proseComma(next, inObject) : listed) {
        // A blank after the token shows that it was complete.
        this.at = Math.min(next, this.end - 1);
        if (next >= this.end) this.at = after;
        return simple;
      }
      if (inObject && next > after && (this.startsKey(next) || this.#startsComment(next))) {
        this.at = next;
        return simple;
      }
    }
    return this.#readWords(inObject);
  }

  /** Takes a `+` between two strings. */
  takePlus(): boolean {
    const plus = this.#skipSpace(this.at);
    if (this.text[plus] !== '+') return false;
    const next = this.#skipSpace(plus + 1);
    if (!this.isQuote(this.text[next] ?? '')) return false;
    this.at = next;
    return true;
  }

  /** Whether a key and its colon start at `i`: any quoted one; a bare one only when the schema knows it. */
  startsKey(i: number): boolean {
    const quote = this.text[i] ?? '';
    const quoted = this.isQuote(quote);
    let j = quoted ? i + 1 : i;
    const from = j;
    while (j < this.end && j - from <= MAX_KEY) {
      const c = this.text[j] ?? '';
      if (quoted ? this.#matches(quote, c, true) || c === '\n' : !/[\p{L}\p{N}_$]/u.test(c)) break;
      j++;
    }
    this.work.steps += j - i;
    const key = this.text.slice(from, j);
    // Where the text was cut, what was read so far is right even if the string went on.
    if (j >= this.end) return quoted || key !== '';
    if (j === from || (quoted && !this.#matches(quote, this.text[j] ?? '', true))) return false;
    const next = this.#skipSpace(quoted ? j + 1 : j);
    if (next >= this.end) return quoted;
    if (this.text[next] !== ':' && this.text[next] !== '=') return false;
    return quoted || this.keys.has(key.toLowerCase());
  }

  /** `, then left` after a bare word of an object is part of the text; `, "kind":` is not. */
  #proseComma(comma: number, inObject: boolean): boolean {
    if (!inObject || !',;'.includes(this.text[comma] ?? '')) return false;
    const next = this.#skipSpace(comma + 1);
    return !(next >= this.end || '}],'.includes(this.text[next] ?? '') || this.#mayStart(next, inObject));
  }

  #mayStart(i: number, inObject: boolean): boolean {
    if (this.#startsComment(i)) return true;
    if (inObject) return this.startsKey(i) || /^[A-Za-z_]\w*\s*:/.test(this.text.slice(i, i + MAX_KEY));
    return /["'“‘{[\d.…-]|[tfnTFN]/.test(this.text[i] ?? '');
  }

  #readWords(inObject: boolean): string {
    const from = this.at;
    for (let i = from; i < this.end; i++) {
      this.work.steps++;
      const c = this.text[i] ?? '';
      if (c === '{' || c === '[') return '';
      const blank = c === '\n' || this.text.startsWith(FENCE, i);
      if (blank) {
        const next = this.#skipSpace(i);
        const goesOn = next < this.end && !',}]'.includes(this.text[next] ?? '') && !this.startsKey(next);
        if (goesOn && !this.text.startsWith(FENCE, i)) return '';
      }
      if (blank || c === '}' || c === ']' || (c === ',' && (!inObject || !this.#proseComma(i, true)))) {
        this.at = i;
        return this.text.slice(from, i).trim();
      }
    }
    this.at = this.end;
    return this.text.slice(from, this.end).trim();
  }

  #matches(open: string, c: string, isKey: boolean): boolean {
    if (open === '"' && !isKey) return c === '"';
    if (DOUBLE.includes(open)) return DOUBLE.includes(c);
    if (open === '`') return c === '`';
    return open === "'" && !isKey ? c === "'" : SINGLE.includes(c);
  }

  #endsAt(i: number): boolean {
    const next = this.#skipSpace(i + 1);
    const c = this.text[next] ?? '';
    if (next >= this.end || this.text.startsWith(FENCE, next)) return true;
    const inObject = this.stack.at(-1) === '{';
    if (c === ',' || c === ';') {
      const after = this.#skipSpace(next + 1);
      if (after >= this.end || '}],'.includes(this.text[after] ?? '')) return true;
      return this.#mayStart(after, inObject);
    }
    if (c === '}' || c === ']') return this.#closesAt(next);
    if (c === '+') return this.isQuote(this.text[this.#skipSpace(next + 1)] ?? '');
    if (next === i + 1) return false;
    if (this.#startsComment(next)) return true;
    return inObject ? this.startsKey(next) : '"{['.includes(c);
  }

  /** Whether the brackets at `i` can close what is open. */
  #closesAt(i: number): boolean {
    let depth = this.stack.length;
    let j = i;
    let last = i;
    while (j < this.end && depth > 0 && '}]'.includes(this.text[j] ?? '')) {
      depth--;
      last = j;
      j = this.#skipSpace(j + 1);
    }
    if (j >= this.end || this.text.startsWith(FENCE, j)) return true;
    const c = this.text[j] ?? '';
    // After the last bracket prose may follow, but not at once a quote: `use "}" here`.
    if (depth === 0) return !(j === last + 1 && this.isQuote(c));
    return c === ',' || c === ';' || this.#startsComment(j) || (j > last + 1 && (c === '{' || c === '"'));
  }

  /** The value of a string whose closing quote is missing before `, "known":` at the quote `i`; null otherwise. */
  #missingEnd(i: number, value: string): string | null {
    if (this.stack.at(-1) !== '{') return null;
    // The source is looked at first: to touch `value` at every quote would copy it every time.
    if (
      !this.text
        .slice(Math.max(0, i - 16), i)
        .trimEnd()
        .endsWith(',') ||
      !this.startsKey(i)
    )
      return null;
    const key = /^.([^"“”'‘’]*)/.exec(this.text.slice(i, i + MAX_KEY))?.[1] ?? '';
    return this.keys.has(key.trim().toLowerCase()) ? value.trimEnd().slice(0, -1).trimEnd() : null;
  }

  /** The text ended in a string: cut off, or only its closing quote is missing before the last brackets. */
  #unclosed(value: string, isKey: boolean, repairs: Set<Repair>, inner: number): ReadString | null {
    this.at = this.end;
    const closers = /(?:[}\]]\s*){1,64}$/.exec(value.slice(-256))?.[0] ?? '';
    const wanted = [...this.stack].reverse().map((open) => (open === '{' ? '}' : ']'));
    // A key that runs over the next fields is none.
    if (isKey && /[:{}[\],"]/.test(value)) return null;
    if (inner % 2 === 1 && this.stack.at(-1) === '[') return null;
    const kept = value.slice(0, value.length - closers.length);
    // `a {b}` is a whole text: its last bracket closes one of its own.
    const own = (kept.match(/[{[]/g)?.length ?? 0) > (kept.match(/[}\]]/g)?.length ?? 0);
    if (!isKey && !own && closers !== '' && closers.replace(/\s+/g, '') === wanted.join('')) {
      // One quote of a pair is the end that was missed, and which one is a guess.
      if (inner % 2 === 1 || STRUCTURE.test(kept)) return null;
      this.at = this.end - closers.length;
      return { value: kept.trimEnd(), closed: true, repairs: [...repairs, 'missing-quote'] };
    }
    const whole = value.replace(/[\uD800-\uDBFF]$/, '');
    return { value: whole, closed: false, repairs: [...repairs] };
  }

  #readEscape(i: number, repairs: Set<Repair>): { value: string; next: number } | null {
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
    repairs.add('escape');
    // An invalid escape is the character itself; a Windows path or `\u` without digits keeps its backslash.
    return { value: /[\p{L}\p{N}]/u.test(c) ? `\\${c}` : c, next: i + 2 };
  }

  #startsComment(i: number): boolean {
    return ['//', '/*', '# '].includes(this.text.slice(i, i + 2));
  }

  #skipSpace(from: number): number {
    let i = from;
    while (i < this.end && (this.text[i] ?? '').trim() === '') i++;
    this.work.steps += i - from + 1;
    return i;
  }

  #indexOf(what: string, from: number): number {
    const found = this.text.indexOf(what, from);
    const at = found < 0 ? this.end : found;
    this.work.steps += at - from;
    return at;
  }
}
