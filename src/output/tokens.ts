import type { Repair, Work } from './repair';
import { Scanner } from './scanner';

/** Deeper than any answer; keeps every recursion over the value shallow. */
export const MAX_DEPTH = 64;
const MAX_FLAWS = 2_000;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LOOSE_NUMBER = /^[+-]?(?:\d+\.|\.\d+|(?:0|[1-9]\d*)(?:\.\d+)?)$/;
const LITERALS = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['undefined', 'null'],
]);
const BARE_KEY = /^[\p{L}_$][\p{L}\p{N}_$. -]*$/u;

type Expect = 'key' | 'colon' | 'value' | 'comma';

/**
 * The tokens of one damaged object: valid JSON tokens in `parts`, each string replaced by its index in `strings`.
 * Missing and superfluous commas, colons and brackets are named in `repairs` but (mostly) left in the parts.
 */
export class Tokens {
  readonly parts: string[] = [];
  readonly strings: string[] = [];
  readonly repairs = new Set<Repair>();
  flaws = 0;
  readonly #scan: Scanner;
  readonly #stack: ('{' | '[')[] = [];
  #expect: Expect = 'value';
  /** How many parts there were before the last key: what is dropped when its value never came. */
  #beforeKey = 0;
  #afterComma = false;

  constructor(text: string, start: number, keys: ReadonlySet<string>, work: Work) {
    this.#scan = new Scanner(text, start, keys, work, this.#stack);
  }

  get position(): number {
    return this.#scan.at;
  }

  /** Reads one object to its closing brace or to the end of the text; false when it is not understood. */
  read(): boolean {
    const scan = this.#scan;
    for (;;) {
      const comment = scan.skipBlank();
      if (comment) this.repairs.add('comment');
      if (scan.atEnd()) return this.#cut();
      if (!this.#step(scan.text[scan.at] ?? '') || this.flaws > MAX_FLAWS) return false;
      if (this.#stack.length === 0) return true;
    }
  }

  #step(c: string): boolean {
    if (c === '{' || c === '[') return this.#open(c);
    if (c === '}' || c === ']') return this.#close(c);
    if (c === ',' || c === ';') return this.#comma(c);
    if (c === ':' || c === '=') return this.#colon(c);
    if (this.#expect === 'colon') {
      // `"kind" "say"`: a quoted value can follow its key without a colon, anything else is a riddle.
      if (!this.#scan.isQuote(c)) return false;
      this.#flaw('missing-colon');
      this.#expect = 'value';
    }
    if (this.#expect === 'comma') {
      if (this.#inObject() && !this.#scan.startsKey(this.#scan.at)) return false;
      this.#flaw('missing-comma');
      this.#expect = this.#inObject() ? 'key' : 'value';
    }
    if (this.#expect === 'key') return this.#key(c);
    return this.#scan.isQuote(c) ? this.#string() : this.#bare();
  }

  #open(c: '{' | '['): boolean {
    if (this.#stack.length >= MAX_DEPTH || this.#expect === 'key' || this.#expect === 'colon') return false;
    if (this.#expect === 'comma') {
      if (this.#inObject()) return false;
      this.#flaw('missing-comma');
    }
    this.#stack.push(c);
    this.#emit(c);
    this.#expect = c === '{' ? 'key' : 'value';
    return true;
  }

  #close(c: '}' | ']'): boolean {
    if (this.#expect === 'colon' || (this.#expect === 'value' && this.#inObject())) return false;
    if (this.#afterComma) this.#dropComma();
    this.#scan.at++;
    const opener = c === '}' ? '{' : '[';
    if (this.#stack.at(-1) !== opener) {
      this.#flaw('bracket');
      // A closing bracket of nothing: left out.
      if (!this.#stack.includes(opener)) return true;
    }
    while (this.#stack.length > 0) {
      const closed = this.#stack.pop();
      this.parts.push(closed === '{' ? '}' : ']');
      if (closed === opener) break;
    }
    this.#expect = 'comma';
    return true;
  }

  #comma(c: string): boolean {
    this.#scan.at++;
    if (c === ';') this.#flaw('missing-comma');
    if (this.#expect !== 'comma') {
      this.#flaw('extra-comma');
      return this.#expect !== 'colon' && !(this.#expect === 'value' && this.#inObject());
    }
    this.parts.push(',');
    this.#afterComma = true;
    this.#expect = this.#inObject() ? 'key' : 'value';
    return true;
  }

  #colon(c: string): boolean {
    if (this.#expect !== 'colon') return false;
    this.#scan.at++;
    if (c === '=') {
      this.#flaw('missing-colon');
      if (this.#scan.text[this.#scan.at] === '>') this.#scan.at++;
    }
    this.parts.push(':');
    this.#expect = 'value';
    return true;
  }

  #key(c: string): boolean {
    this.#beforeKey = this.parts.length;
    const scan = this.#scan;
    if (scan.isQuote(c)) {
      const read = scan.readString(true);
      if (read === null) return false;
      for (const repair of read.repairs) this.repairs.add(repair);
      if (!read.closed) return this.#cut();
      this.#push(read.value);
    } else {
      const key = scan.readBareKey();
      if (key === null) return scan.atEnd() ? this.#cut() : false;
      if (!BARE_KEY.test(key)) return false;
      this.repairs.add('bare-key');
      this.#push(key);
    }
    this.#expect = 'colon';
    return true;
  }

  #string(): boolean {
    const scan = this.#scan;
    let value = '';
    for (;;) {
      const read = scan.readString(false);
      if (read === null) return false;
      for (const repair of read.repairs) this.repairs.add(repair);
      value += read.value;
      if (!read.closed) this.repairs.add('truncated');
      if (!scan.takePlus()) break;
      this.repairs.add('concatenation');
    }
    this.#push(value);
    this.#expect = 'comma';
    return true;
  }

  #bare(): boolean {
    const token = this.#scan.readBare(this.#inObject());
    if (token === '' || token === '...' || token === '…') return false;
    const cut = this.#scan.atEnd();
    const literal = LITERALS.get(token.toLowerCase());
    if (NUMBER.test(token) || LOOSE_NUMBER.test(token)) {
      // `1` may have been `10`: a number at the very end of a cut text is not known.
      if (cut) return this.#cut();
      if (!NUMBER.test(token)) this.repairs.add('number');
      this.#emitValue(NUMBER.test(token) ? token : String(Number(token)));
    } else if (literal !== undefined) {
      if (literal !== token) this.repairs.add('literal');
      this.#emitValue(literal);
    } else if (cut) {
      const begun = ['true', 'false', 'null'].find((word) => word.startsWith(token));
      if (begun === undefined) return this.#cut();
      this.repairs.add('truncated');
      this.#emitValue(begun);
    } else {
      // Escapes belong to a string that lost its quote; where it began is a guess.
      if (token.includes('\\') || (token.includes('"') && !this.#inObject())) return false;
      if (token.endsWith('"')) this.repairs.add('missing-quote');
      else this.repairs.add('bare-value');
      this.#push(token.endsWith('"') ? token.slice(0, -1) : token);
      this.#expect = 'comma';
    }
    return true;
  }

  /** The text ended too early: what is incomplete is dropped; jsonrepair closes what is open. */
  #cut(): boolean {
    this.repairs.add('truncated');
    this.#scan.at = this.#scan.end;
    if (this.#inObject() && (this.#expect === 'colon' || this.#expect === 'value')) {
      this.parts.length = this.#beforeKey;
    }
    if (this.parts.at(-1) === ',') this.parts.pop();
    this.flaws += this.#stack.length;
    this.#stack.length = 0;
    return this.parts.length > 0;
  }

  #dropComma(): void {
    this.parts.pop();
    this.#afterComma = false;
    this.#flaw('extra-comma');
  }

  #flaw(repair: Repair): void {
    this.flaws++;
    this.repairs.add(repair);
  }

  #inObject(): boolean {
    return this.#stack.at(-1) === '{';
  }

  #push(value: string): void {
    this.strings.push(value);
    this.parts.push(`"${this.strings.length - 1}"`);
    // Two tokens in a row are told apart by a blank once the comma between them is missing.
    this.parts.push(' ');
    this.#afterComma = false;
  }

  #emitValue(token: string): void {
    this.parts.push(token, ' ');
    this.#afterComma = false;
    this.#expect = 'comma';
  }

  #emit(c: string): void {
    this.#scan.at++;
    this.parts.push(c);
    this.#afterComma = false;
  }
}
