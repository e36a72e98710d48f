import { jsonrepair } from 'jsonrepair';
import type { Repair } from './errors';
import { isObject, type Json, type JsonObject } from './json';
import { tryParse, type Work } from './json-text';
import { type Opener, Scanner } from './scanner';

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
/** One value in brackets, as a shell or a language writes it: `ObjectId("1")`, `(2)`. */
const CALL =
  /(?:[A-Za-z_]\w{0,63})?\(\s{0,8}("(?:[^"\\\n]|\\.){0,500}"|'[^'\\\n]{0,500}'|[+-]?\d{1,20}(?:\.\d{1,20})?|true|false|null)\s{0,8}\)(?=\s{0,64}[,}\]])/y;
const BARE_KEY = /^(?:[\p{L}_$][\p{L}\p{N}_$. -]*|\d+)$/u;

type Expect = 'key' | 'colon' | 'value' | 'comma';

/**
 * The meaning of brackets that do not pair. `plain`: one that closes too much says that others were lost before it.
 * `stray`: one that fits nothing is one too many. `unopened`: one that closes nothing, or an item that has no list, says
 * that the opening bracket was lost.
 */
export type Reading = 'plain' | 'stray' | 'unopened';
/** Opening brackets put in, each of which moves all the tokens behind it. */
const MAX_OPENED = 32;
/** A known key behind brackets and blanks. */
const NEXT_KEY = /^[\s\]},;]{0,64}["'“‘`]?([\w-]{1,64})["'”’`]\s{0,8}:/;

/** The key of the schema that a text goes on with, brackets, commas and blanks aside; null when there is none. */
export function nextKey(text: string, at: number, keys: ReadonlySet<string>): string | null {
  const key = NEXT_KEY.exec(text.slice(at, at + 220))?.[1];
  return key !== undefined && keys.has(key.toLowerCase()) ? key : null;
}

/**
 * The tokens of one damaged object: valid JSON tokens in `parts`, each string replaced by its index in `strings`.
 * Missing and superfluous commas, colons and brackets are named in `repairs` but (mostly) left in the parts.
 */
class Tokens {
  readonly parts: string[] = [];
  readonly strings: string[] = [];
  readonly repairs = new Set<Repair>();
  flaws = 0;
  readonly #scan: Scanner;
  readonly #keys: ReadonlySet<string>;
  readonly #reading: Reading;
  readonly #stack: Opener[] = [];
  /** Where in `parts` the last value of each open container begins. */
  readonly #values: number[] = [];
  #openedCount = 0;
  #expect: Expect = 'value';
  /** Number of parts before the last key; later ones are dropped when its value never came. */
  #beforeKey = 0;
  #afterComma = false;
  /** True when the last value was a bare word: then a comma after it may have been part of a longer text. */
  #afterWords = false;

  constructor(text: string, start: number, keys: ReadonlySet<string>, work: Work, reading: Reading) {
    this.#keys = keys;
    this.#reading = reading;
    this.#scan = new Scanner(text, start, keys, work, this.#stack, this.repairs);
  }

  get position(): number {
    return this.#scan.at;
  }

  /** True when the end of the text was taken for the end of the object, or of a string in it. */
  get cut(): boolean {
    return this.#scan.cut;
  }

  /** Reads one object to its closing brace or to the end of the text; false when it is not understood. */
  read(): boolean {
    const scan = this.#scan;
    for (;;) {
      scan.skipBlank();
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
    if (this.#takeEllipsis()) return true;
    if (this.#expect === 'colon' && !this.#takeMissingColon()) return false;
    if (this.#expect === 'comma') {
      if (this.#inObject() && !this.#scan.startsKey(this.#scan.at)) return false;
      this.#flaw('added_comma');
      this.#expect = this.#inObject() ? 'key' : 'value';
    }
    if (this.#expect === 'key') return this.#key();
    this.#values[this.#stack.length - 1] = this.parts.length;
    if (!this.#scan.atQuote()) return this.#bare();
    if (this.#inObject() || this.#stack.at(-2) !== '{') return this.#string();
    if (!this.#scan.startsKnownKey(this.#scan.at)) return this.#string();
    if (this.#reading === 'unopened') {
      // A key in a list: `[{"id": 1}, "id": 2}]`. The brace before it was lost.
      this.#begin('{');
      this.#flaw('fixed_brackets');
      return this.#key();
    }
    // A key in a list: `["a", "b", "next": …}`. The list was to end before it.
    this.#closeLost();
    return this.#key();
  }

  /** `[1, 2, ...]`: the model left something out, and says so. */
  #takeEllipsis(): boolean {
    const scan = this.#scan;
    const isItem = this.#expect !== 'colon' && !(this.#expect === 'value' && this.#inObject());
    const end = isItem ? scan.ellipsisAt(scan.at) : null;
    if (end === null) return false;
    scan.at = end;
    this.repairs.add('removed_comment');
    return true;
  }

  /** `"kind" "say"`: what can only be a value follows its key; after a key nobody knows that must be a text. */
  #takeMissingColon(): boolean {
    const scan = this.#scan;
    const key = this.strings.at(-1) ?? '';
    if (!(scan.isKnown(key) ? scan.startsValue(scan.at) : scan.atQuote())) return false;
    this.#flaw('added_colon');
    this.parts.push(':');
    this.#expect = 'value';
    return true;
  }

  #open(c: Opener): boolean {
    if (this.#stack.length >= MAX_DEPTH) return false;
    if (this.#reading === 'stray' && this.#isDoubled(c)) return this.#leaveOut();
    if (this.#expect === 'colon' && !this.#takeMissingColon()) return false;
    if (this.#expect === 'key' && this.#mayOpenList()) this.#openLost();
    if (this.#expect === 'key') {
      // `[{"id": 1, {"id": 2}]`: the brace before this one was lost.
      if (c !== '{' || !this.#afterComma || this.#stack.at(-2) !== '[') return false;
      this.#closeLost();
    }
    if (this.#expect === 'comma') {
      if (this.#inObject()) return false;
      this.#flaw('added_comma');
    }
    this.#begin(c);
    this.#scan.at++;
    return true;
  }

  #begin(c: Opener): void {
    if (this.#stack.length > 0) this.#values[this.#stack.length - 1] = this.parts.length;
    this.#stack.push(c);
    this.parts.push(c);
    this.#afterComma = false;
    this.#afterWords = false;
    this.#expect = c === '{' ? 'key' : 'value';
  }

  /** `[{{"id": 1}]`, `[[{"id": 1}]`: the same opening bracket once more. What stands before the object is no part of it. */
  #isDoubled(c: Opener): boolean {
    return this.#stack.length > 1 && this.parts.at(-1) === c;
  }

  /** `"a": [{"b": 1}}],`, `"a": {"b": 1}},`: a bracket that closes nothing; the last one, doubled before the next key. */
  #isStray(opener: Opener): boolean {
    if (this.#stack.at(-1) !== opener) return true;
    const { text, at } = this.#scan;
    const before = this.parts.at(-1);
    if (before !== '}' && before !== ']') return false;
    return this.#stack.length === 1 && nextKey(text, at + 1, this.#keys) !== null;
  }

  #leaveOut(): boolean {
    this.#scan.at++;
    this.#flaw('fixed_brackets');
    return true;
  }

  /** Says whether the last value of this object may be the first item of a list whose bracket was lost. */
  #mayOpenList(): boolean {
    if (this.#reading !== 'unopened' || !this.#inObject() || this.#openedCount >= MAX_OPENED) return false;
    return this.#values[this.#stack.length - 1] !== undefined;
  }

  /** Puts the lost bracket before the last value of this object, which becomes an item. */
  #openLost(): void {
    this.#openedCount++;
    this.parts.splice(this.#values[this.#stack.length - 1] ?? 0, 0, '[');
    this.#beforeKey++;
    this.#stack.push('[');
    this.#flaw('fixed_brackets');
    if (this.#expect === 'key') this.#expect = 'value';
  }

  #close(c: '}' | ']'): boolean {
    if (this.#expect === 'colon' || (this.#expect === 'value' && this.#inObject())) return false;
    const opener = c === '}' ? '{' : '[';
    if (this.#reading === 'stray' && this.#isStray(opener)) return this.#leaveOut();
    if (this.#afterComma) this.#dropComma();
    if (c === ']' && this.#expect === 'comma' && this.#mayOpenList()) {
      // Texts without their list were read as one: `"a": "b", "c"]`.
      if (this.repairs.has('escaped_quotes')) return false;
      this.#openLost();
    }
    this.#scan.at++;
    if (this.#stack.at(-1) !== opener) {
      this.#flaw('fixed_brackets');
      // A closing bracket of nothing: left out.
      if (!this.#stack.includes(opener)) return true;
    }
    while (this.#stack.length > 0) {
      const opening = this.#pop();
      this.parts.push(opening === '{' ? '}' : ']');
      if (opening === opener) break;
    }
    this.#afterWords = false;
    this.#expect = 'comma';
    return true;
  }

  /** Closes what should have been closed before the last comma, and stays after that comma. */
  #closeLost(): void {
    const comma = this.#afterComma;
    if (comma) this.parts.pop();
    this.parts.push(this.#pop() === '{' ? '}' : ']', ',');
    this.#flaw('fixed_brackets');
    this.#afterComma = true;
    this.#afterWords = false;
    this.#expect = this.#inObject() ? 'key' : 'value';
  }

  #pop(): Opener | undefined {
    this.#values.length = Math.min(this.#values.length, this.#stack.length - 1);
    return this.#stack.pop();
  }

  #comma(c: string): boolean {
    if (!this.#fillValue()) return false;
    this.#scan.at++;
    if (c === ';') this.#flaw('added_comma');
    if (this.#expect !== 'comma') {
      this.#flaw('removed_comma');
      return this.#expect !== 'colon';
    }
    this.parts.push(',');
    this.#afterComma = true;
    this.#expect = this.#inObject() ? 'key' : 'value';
    return true;
  }

  /** `"mood": , "text"`: a key without a value has none; whether that may be is for the schema to say. */
  #fillValue(): boolean {
    if (this.#expect !== 'value' || !this.#inObject()) return true;
    // Twice a colon, or a value that was not understood.
    if (this.parts.at(-1) !== ':') return false;
    this.repairs.add('fixed_literal');
    this.#emitValue('null');
    return true;
  }

  #colon(c: string): boolean {
    const scan = this.#scan;
    if (this.#expect === 'value' && c === ':' && this.parts.at(-1) === ':') {
      scan.at++;
      this.repairs.add('removed_colon');
      return true;
    }
    if (this.#expect !== 'colon') return false;
    scan.at++;
    if (c === '=') {
      this.#flaw('added_colon');
      if (scan.text[scan.at] === '>') scan.at++;
    }
    this.parts.push(':');
    this.#expect = 'value';
    return true;
  }

  #key(): boolean {
    this.#beforeKey = this.parts.length;
    const scan = this.#scan;
    if (scan.atQuote() && scan.halfQuotedKey(scan.at) === null) {
      const stringRead = scan.readString(true);
      if (stringRead === null) return false;
      if (!stringRead.closed) return this.#cut();
      if (this.#afterComma && this.#isStrayItem(stringRead.value)) this.#closeLost();
      else if (this.#afterComma && this.#endsItem() && this.#mayOpenList()) this.#openLost();
      this.#push(stringRead.value);
      this.#expect = this.#inObject() ? 'colon' : 'comma';
      return true;
    }
    const key = scan.readBareKey();
    if (key === null) return scan.atEnd() ? this.#cut() : false;
    if (!BARE_KEY.test(key)) return false;
    this.#push(key);
    this.#expect = 'colon';
    return true;
  }

  /** `[{"id": 1, "two"]`: a text in the place of a key that belongs to the list around the object. */
  #isStrayItem(text: string): boolean {
    const scan = this.#scan;
    const next = scan.text[scan.skipSpace(scan.at)];
    return next === ']' && this.#stack.at(-2) === '[' && !scan.isKnown(text);
  }

  /** A text that is followed by a comma or the end of a list is no key. */
  #endsItem(): boolean {
    const scan = this.#scan;
    const next = scan.text[scan.skipSpace(scan.at)];
    return next === ',' || next === ']';
  }

  #string(): boolean {
    const scan = this.#scan;
    let value = '';
    for (;;) {
      const stringRead = scan.readString(false);
      if (stringRead === null) return false;
      value += stringRead.value;
      if (!stringRead.closed) this.repairs.add('closed_truncated_json');
      if (!scan.takePlus()) break;
      this.repairs.add('joined_strings');
    }
    this.#push(value);
    this.#afterWords = false;
    this.#expect = 'comma';
    return true;
  }

  #bare(): boolean {
    const call = this.#scan.match(CALL);
    if (call !== null) {
      this.repairs.add('quoted_value');
      if (/^['"]/.test(call)) this.#push(readQuoted(call));
      else this.#emitValue(call);
      this.#expect = 'comma';
      return true;
    }
    const bareRead = this.#scan.readBare();
    if (bareRead === null || bareRead.text === '...' || bareRead.text === '…') return false;
    const { text, lostQuote } = bareRead;
    if (lostQuote) return this.#unopened(text);
    const isCut = this.#scan.atEnd();
    const literal = LITERALS.get(text) ?? LITERALS.get(text.toLowerCase());
    const exact = NUMBER.test(text);
    if (exact || LOOSE_NUMBER.test(text)) {
      // `1` may have been `10`: a number at the very end of a cut text is not known.
      if (isCut) return this.#cut();
      if (!exact) this.repairs.add('fixed_number');
      this.#emitValue(exact ? text : String(Number(text)));
    } else if (literal !== undefined) {
      if (literal !== text) this.repairs.add('fixed_literal');
      this.#emitValue(literal);
    } else if (isCut) {
      const literal = ['true', 'false', 'null'].find((word) => word.startsWith(text));
      // `N` may have been `None`.
      if (literal === undefined && (!/^\p{L}/u.test(text) || beginsLiteral(text))) return this.#cut();
      this.repairs.add('closed_truncated_json');
      if (literal !== undefined) this.#emitValue(literal);
      else {
        // A text counts as far as it goes.
        this.#push(text);
        this.#expect = 'comma';
      }
    } else {
      this.repairs.add('quoted_value');
      this.#push(text);
      this.#expect = 'comma';
    }
    this.#afterWords = true;
    return true;
  }

  /** A text without its opening quote. In a list it may have begun before the last comma, if that item was bare, too. */
  #unopened(text: string): boolean {
    if (this.#afterWords && !this.#inObject()) return false;
    this.repairs.add('added_quote');
    this.#push(text);
    this.#afterWords = false;
    this.#expect = 'comma';
    return true;
  }

  /** The text ended too early: what is incomplete is dropped; jsonrepair closes what is open. */
  #cut(): boolean {
    this.repairs.add('closed_truncated_json');
    this.#scan.cut = true;
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
    this.#flaw('removed_comma');
  }

  #flaw(repair: Repair): void {
    this.flaws++;
    this.repairs.add(repair);
  }

  #inObject(): boolean {
    return this.#stack.at(-1) === '{';
  }

  #push(value: string): void {
    // Two tokens in a row are told apart by a blank once the comma between them is missing.
    this.parts.push(`"${this.strings.length}" `);
    this.strings.push(value);
    this.#afterComma = false;
  }

  #emitValue(token: string): void {
    this.parts.push(`${token} `);
    this.#afterComma = false;
    this.#expect = 'comma';
  }
}

export interface Mended {
  json: JsonObject;
  repairs: Repair[];
  /** End of the object (exclusive). */
  end: number;
  /** True as in {@link Mender.cut}. */
  cut: boolean;
}

/** jsonrepair copies its output at every comma and bracket it adds: flaws times length is bounded. */
const MAX_COPIED = 4_000_000;

/**
 * Reads the damaged object that starts at `start`. Strings, literals and the cut end are read here, with what the
 * schema's `keys` tell about where a string ends; commas, colons and brackets are left to `jsonrepair`, which sees
 * a placeholder for every string and so cannot misread what is in them. Null when the damage is not understood.
 */
export function mend(
  text: string,
  start: number,
  keys: ReadonlySet<string>,
  work: Work,
  reading: Reading = 'plain',
): Mended | null {
  const tokens = new Tokens(text, start, keys, work, reading);
  return tokens.read() ? finish(tokens) : null;
}

function finish(tokens: Tokens): Mended | null {
  const source = tokens.parts.join('');
  const json = tokens.flaws === 0 ? parse(source) : parse(fixStructure(source, tokens.flaws));
  if (json === undefined) return null;
  const restoredJson = restore(json, tokens.strings);
  if (restoredJson === undefined) return null;
  return {
    json: restoredJson as JsonObject,
    repairs: [...tokens.repairs],
    end: tokens.position,
    cut: tokens.cut,
  };
}

const beginsLiteral = (text: string): boolean =>
  [...LITERALS.keys()].some((word) => word.startsWith(text.toLowerCase()));

const readQuoted = (text: string): string => {
  const value = text.startsWith('"') ? tryParse(text) : undefined;
  return typeof value === 'string' ? value : text.slice(1, -1);
};

function fixStructure(source: string, flaws: number): string {
  if ((flaws + 1) * source.length > MAX_COPIED) return '';
  try {
    return jsonrepair(source);
  } catch {
    return '';
  }
}

function parse(source: string): JsonObject | undefined {
  const json = tryParse(source);
  return isObject(json) ? json : undefined;
}

/** The value with its texts; undefined when a key comes twice with different values: which one was meant is a guess. */
function restore(json: Json, strings: readonly string[]): Json | undefined {
  if (typeof json === 'string') return strings[Number(json)] ?? '';
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const items = json.map((item) => restore(item, strings));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  const restoredObject: JsonObject = {};
  for (const index in json) {
    const key = strings[Number(index)] ?? '';
    const value = restore(json[index] ?? null, strings);
    if (value === undefined || key === '__proto__') return undefined;
    if (Object.hasOwn(restoredObject, key) && JSON.stringify(restoredObject[key]) !== JSON.stringify(value))
      return undefined;
    restoredObject[key] = value;
  }
  return restoredObject;
}
