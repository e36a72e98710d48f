import { jsonrepair } from 'jsonrepair';
import type { Repair } from './errors';
import { isObject, type Json, type JsonObject } from './json';
import { type StepCounter, tryParse } from './json-text';
import { type Opener, Scanner } from './scanner';

/** Deeper than any answer; bounds every recursion. */
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
/** A call around a single value, as in a programming language: `ObjectId("1")`, `(2)`. */
const CALL =
  /(?:[A-Za-z_]\w{0,63})?\(\s{0,8}("(?:[^"\\\n]|\\.){0,500}"|'[^'\\\n]{0,500}'|[+-]?\d{1,20}(?:\.\d{1,20})?|true|false|null)\s{0,8}\)(?=\s{0,64}[,}\]])/y;
const BARE_KEY = /^(?:[\p{L}_$][\p{L}\p{N}_$. -]*|\d+)$/u;

type Expect = 'key' | 'colon' | 'value' | 'comma';

/**
 * How to interpret unpaired brackets. `plain`: a bracket that closes too much means that earlier ones are missing.
 * `stray`: a bracket that does not match is superfluous. `unopened`: a bracket that closes nothing, or an item outside
 * a list, means that the opening bracket is missing.
 */
export type Reading = 'plain' | 'stray' | 'unopened';
/** Limit on inserted opening brackets, each of which moves all later tokens. */
const MAX_OPENED = 32;
const NEXT_KEY = /^[\s\]},;]{0,64}["'“‘`]?([\w-]{1,64})["'”’`]\s{0,8}:/;

/** The schema key that follows, skipping brackets, commas and white space; null if there is none. */
export function nextKey(text: string, at: number, keys: ReadonlySet<string>): string | null {
  const key = NEXT_KEY.exec(text.slice(at, at + 220))?.[1];
  return key !== undefined && keys.has(key.toLowerCase()) ? key : null;
}

/**
 * Tokens of one damaged object: valid JSON tokens in `parts`, with strings replaced by their index in `strings`.
 * Missing and extra commas, colons and brackets are listed in `repairs`, but mostly still in the parts.
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
  /** Start of the last value of each open container, as an index into `parts`. */
  readonly #values: number[] = [];
  #openedCount = 0;
  #expect: Expect = 'value';
  /** Number of parts before the last key; if its value is missing, the parts after this are dropped. */
  #beforeKey = 0;
  #afterComma = false;
  /** True if the last value was a bare word: a comma after it may be part of a longer text. */
  #afterWords = false;

  constructor(text: string, start: number, keys: ReadonlySet<string>, work: StepCounter, reading: Reading) {
    this.#keys = keys;
    this.#reading = reading;
    this.#scan = new Scanner(text, start, keys, work, this.#stack, this.repairs);
  }

  get position(): number {
    return this.#scan.at;
  }

  get cut(): boolean {
    return this.#scan.cut;
  }

  /** Reads one object to its closing brace or the end of the text; false if it cannot be read. */
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
      // A key in a list, because the brace before it is missing: `[{"id": 1}, "id": 2}]`.
      this.#begin('{');
      this.#flaw('fixed_brackets');
      return this.#key();
    }
    // A key in a list, because the list's end is missing: `["a", "b", "next": …}`.
    this.#closeLost();
    return this.#key();
  }

  /** `[1, 2, ...]`: the model abbreviated a list. */
  #takeEllipsis(): boolean {
    const scan = this.#scan;
    const isItem = this.#expect !== 'colon' && !(this.#expect === 'value' && this.#inObject());
    const end = isItem ? scan.ellipsisAt(scan.at) : null;
    if (end === null) return false;
    scan.at = end;
    this.repairs.add('removed_comment');
    return true;
  }

  /** `"kind" "say"`: a token that can only be a value follows its key; after an unknown key it must be a text. */
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
      // `[{"id": 1, {"id": 2}]`: the previous closing brace is missing.
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

  /** `[{{"id": 1}]`, `[[{"id": 1}]`: a doubled opening bracket. */
  #isDoubled(c: Opener): boolean {
    return this.#stack.length > 1 && this.parts.at(-1) === c;
  }

  /**
   * `"a": [{"b": 1}}],`, `"a": {"b": 1}},`: a bracket that closes nothing, or the last one doubled before the next key.
   */
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

  /** True if the last value of this object may be the first item of a list whose bracket is missing. */
  #mayOpenList(): boolean {
    if (this.#reading !== 'unopened' || !this.#inObject() || this.#openedCount >= MAX_OPENED) return false;
    return this.#values[this.#stack.length - 1] !== undefined;
  }

  /** Inserts the missing bracket before the last value of this object. */
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
      // The scanner joined texts without a list: `"a": "b", "c"]`.
      if (this.repairs.has('escaped_quotes')) return false;
      this.#openLost();
    }
    this.#scan.at++;
    if (this.#stack.at(-1) !== opener) {
      this.#flaw('fixed_brackets');
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

  /** `"mood": , "text"`: the value becomes null, which the schema may reject. */
  #fillValue(): boolean {
    if (this.#expect !== 'value' || !this.#inObject()) return true;
    // A doubled colon, or a value that could not be read.
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

  /** `[{"id": 1, "two"]`: a text in a key's position belongs to the surrounding list. */
  #isStrayItem(text: string): boolean {
    const scan = this.#scan;
    const next = scan.text[scan.skipSpace(scan.at)];
    return next === ']' && this.#stack.at(-2) === '[' && !scan.isKnown(text);
  }

  /** A text before a comma or the end of a list is not a key. */
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
      // A number at the end of a truncated text may be incomplete: `1` of `10`.
      if (isCut) return this.#cut();
      if (!exact) this.repairs.add('fixed_number');
      this.#emitValue(exact ? text : String(Number(text)));
    } else if (literal !== undefined) {
      if (literal !== text) this.repairs.add('fixed_literal');
      this.#emitValue(literal);
    } else if (isCut) {
      const literal = ['true', 'false', 'null'].find((word) => word.startsWith(text));
      // `N` may be the start of `None`.
      if (literal === undefined && (!/^\p{L}/u.test(text) || beginsLiteral(text))) return this.#cut();
      this.repairs.add('closed_truncated_json');
      if (literal !== undefined) this.#emitValue(literal);
      else {
        // Keep a truncated text.
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

  /** A text without its opening quote. In a list it may have begun before the last comma, if that item was bare too. */
  #unopened(text: string): boolean {
    if (this.#afterWords && !this.#inObject()) return false;
    this.repairs.add('added_quote');
    this.#push(text);
    this.#afterWords = false;
    this.#expect = 'comma';
    return true;
  }

  /** Truncated: drops the incomplete part; jsonrepair closes the open brackets. */
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
    // The space separates two tokens if the comma between them is missing.
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

export interface RepairedJson {
  json: JsonObject;
  repairs: Repair[];
  end: number;
  /** See {@link Tokens.cut}. */
  cut: boolean;
}

/** jsonrepair copies its output for every comma or bracket it adds, so limit flaws times length. */
const MAX_COPIED = 4_000_000;

/**
 * Repairs the damaged object at `start`. Reads strings, literals and a truncated end itself, using the schema's `keys`
 * to find the ends of strings. Leaves commas, colons and brackets to `jsonrepair`, which sees a placeholder for each
 * string and so cannot misread its content. Null if the damage is not understood.
 */
export function repairJson(
  text: string,
  start: number,
  keys: ReadonlySet<string>,
  work: StepCounter,
  reading: Reading = 'plain',
): RepairedJson | null {
  const tokens = new Tokens(text, start, keys, work, reading);
  return tokens.read() ? finish(tokens) : null;
}

function finish(tokens: Tokens): RepairedJson | null {
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

/**
 * Inserts the texts. Undefined if a key occurs twice with different values, because it is unclear which one is meant.
 */
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
