import { closersOf, isQuote, isSpace } from './characters';
import { runsOver } from './objects';
import type { Work } from './repair';

export const FENCE = '```';
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

export type Opener = '{' | '[';
/** Whether a quote ends its string, belongs to it, or may do either. */
export type Ending = 'end' | 'inner' | 'unclear';

/** What looks like a key: its name from `from` to `to`. */
interface Mark {
  at: number;
  from: number;
  to: number;
  /** The quotes it has. */
  quotes: 'both' | 'first' | 'last' | 'none';
  /** After the name and its closing quote. */
  end: number;
  /** What comes after it. */
  follows: 'colon' | 'value' | 'nothing' | 'else';
}

/**
 * Looks ahead in a damaged object: where keys start, which quotes end strings, what closes what. A key that the schema
 * knows (`keys`, in lower case) is believed when it lost a quote or its colon, any
 * other only when it is whole. Looking ahead is bounded, or runs over blanks once.
 */
export class LookAhead {
  end: number;
  /** Whether a key came without quotes: then any bare word before a colon may be one. */
  protected bareKeys = false;
  #mark: Mark | null = null;
  readonly #found = { '\n': { from: 0, at: -1 }, '*/': { from: 0, at: -1 } };

  constructor(
    readonly text: string,
    protected readonly keys: ReadonlySet<string>,
    protected readonly work: Work,
    protected readonly stack: readonly Opener[],
  ) {
    this.end = text.length;
  }

  /** Whether a key starts at `i`; where the text was cut, whether one may have started. */
  startsKey(i: number): boolean {
    const mark = this.#markAt(i);
    if (mark === null) return false;
    if (mark.follows === 'nothing') return mark.quotes !== 'none' || this.#mayBeKnown(this.#nameOf(mark));
    if (mark.quotes === 'both' && mark.follows === 'colon') return true;
    const certain = mark.quotes === 'both' ? 'value' : 'colon';
    return mark.follows === certain && this.isKnown(this.#nameOf(mark));
  }

  /** Whether a quoted key of the schema and its colon start at `i`. */
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
    if (isQuote(this.code(next)) && this.text[this.skipSpace(next + 1)] === ':') return null;
    return { name, end: mark.end };
  }

  /** A word without quotes before a colon, at `i`, and where it ends; null when there is none. */
  bareKey(i: number): { name: string; end: number } | null {
    const mark = this.#markAt(i);
    if (mark?.quotes !== 'none' || mark.follows !== 'colon') return null;
    return { name: this.#nameOf(mark).trim(), end: mark.end };
  }

  /** Whether the text was cut in a key without quotes, at `i`, or before its colon. */
  isCutKey(i: number): boolean {
    const mark = this.#markAt(i);
    return mark?.quotes === 'none' && mark.follows === 'nothing';
  }

  isKnown(name: string): boolean {
    return this.keys.has(name.trim().toLowerCase());
  }

  /** Whether a value, no bare word, starts at `i`. */
  startsValue(i: number): boolean {
    const c = this.text[i] ?? '';
    if (isQuote(this.code(i)) || c === '{' || c === '[' || (c !== '' && NUMBER_START.includes(c)))
      return true;
    LITERAL.lastIndex = i;
    return LITERAL.test(this.text);
  }

  /** Whether the quote at `i` ends a string that `open` opened. */
  endsAt(i: number, open: string): Ending {
    const next = this.skipSpace(i + 1);
    const c = this.text[next] ?? '';
    if (next >= this.end || this.text.startsWith(FENCE, next)) return 'end';
    const inObject = this.stack.at(-1) === '{';
    if (c === ',' || c === ';') return this.followsComma(this.skipSpace(next + 1), open);
    if (c === '}' || c === ']') return this.#closesAt(next);
    if (c === '+') return isQuote(this.code(this.skipSpace(next + 1))) ? 'end' : 'inner';
    if (c === ':') return this.startsValue(this.skipSpace(next + 1)) ? 'unclear' : 'inner';
    if (this.startsComment(next)) return this.#judgeComment(next, open);
    if (next === i + 1) return 'inner';
    return (inObject ? this.startsKey(next) : c === open || c === '{' || c === '[') ? 'end' : 'inner';
  }

  /** Whether what stands at `i`, after a comma, is the next entry rather than the rest of a text in `open` quotes. */
  followsComma(i: number, open: string): Ending {
    const c = this.text[i] ?? '';
    if (i >= this.end || c === '}' || c === ']' || c === ',') return 'end';
    if (this.startsComment(i)) return this.#judgeComment(i, open);
    if (this.stack.at(-1) === '[') {
      HALF_ITEM.lastIndex = i;
      return c === '…' || this.startsValue(i) || HALF_ITEM.test(this.text) ? 'end' : 'inner';
    }
    if (this.startsKey(i)) return 'end';
    // The brace before this one was lost: `[{"id": "a", {"id": "b"}]`.
    if (c === '{' && this.stack.at(-2) === '[' && this.startsKey(this.skipSpace(i + 1))) return 'end';
    if (isQuote(this.code(i))) return closersOf(open, false).includes(c) ? this.#judgeQuote(i) : 'inner';
    WORD.lastIndex = i;
    if (!WORD.test(this.text)) return 'inner';
    if (this.keys.size === 0 || this.startsValue(this.skipSpace(WORD.lastIndex))) return 'end';
    return this.bareKeys ? 'unclear' : 'inner';
  }

  /**
   * Where the string from `from` ended, if its closing quote was lost and the quote at `i` opens what comes next: a key
   * of the schema, before which only what closes the string's place, a comma and at most a brace may stand; in a list
   * an item on a line of its own, or after a single word. Null otherwise.
   */
  lostClose(from: number, i: number): number | null {
    let at = i;
    while (at > from && (isSpace(this.code(at - 1)) || '{}[],'.includes(this.text[at - 1] ?? ''))) at--;
    this.work.steps += i - at;
    const tail = this.text.slice(at, i);
    const [, closers, brace] = /^([}\]]{0,64}),(\{?)$/.exec(tail.replace(/\s+/g, '')) ?? [];
    if (closers === undefined) return null;
    let depth = this.stack.length;
    for (const c of closers) if (this.stack[--depth] !== (c === '}' ? '{' : '[')) return null;
    if (this.stack[depth - 1] === '{') return brace === '' && this.startsKnownKey(i) ? at : null;
    if (brace !== '') return this.startsKnownKey(i) ? at : null;
    WORD_CHARACTER.lastIndex = i + 1;
    if (closers !== '' || !WORD_CHARACTER.test(this.text)) return null;
    return tail.includes('\n') || (tail !== ',' && SINGLE_WORD.test(this.text.slice(from, at))) ? at : null;
  }

  /** Whether a comment starts at `i`, or one may have started where the text was cut. */
  startsComment(i: number): boolean {
    const c = this.text[i];
    if (c !== '#' && c !== '/') return false;
    const next = i + 1 < this.end ? this.text[i + 1] : '';
    return next === '' || (c === '#' ? next === ' ' : next === '/' || next === '*');
  }

  /** The first place from `from` on that is not blank. */
  skipSpace(from: number): number {
    let i = from;
    while (i < this.end && isSpace(this.code(i))) i++;
    this.work.steps += i - from + 1;
    return i;
  }

  protected code(i: number): number {
    return this.text.charCodeAt(i);
  }

  /** Whether a key of the schema begins like that. */
  #mayBeKnown(begun: string): boolean {
    const name = begun.trim().toLowerCase();
    return this.keys.size === 0 ? WORD_ONLY.test(name) : [...this.keys].some((key) => key.startsWith(name));
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
    const open = isQuote(this.code(at)) ? (this.text[at] ?? '') : '';
    const closers = open === '' ? '' : closersOf(open, true);
    const from = open === '' ? at : at + 1;
    const limit = Math.min(this.end, from + MAX_KEY + 1);
    let to = from;
    for (; to < limit; to++) {
      const code = this.code(to);
      if (endsName(code) || (open === '' && this.startsComment(to))) break;
      if (isQuote(code) && (open === '' || closers.includes(this.text[to] ?? ''))) break;
    }
    this.work.steps += to - at + 1;
    // Where the text was cut, what was read so far is right even if the string went on.
    if (to >= this.end) {
      return { at, from, to, quotes: open === '' ? 'none' : 'first', end: this.end, follows: 'nothing' };
    }
    if (to === from) return null;
    const last = isQuote(this.code(to));
    const end = last ? to + 1 : to;
    const quotes = open === '' ? (last ? 'last' : 'none') : last ? 'both' : 'first';
    const next = this.#skipFiller(end);
    const c = this.text[next];
    let follows: Mark['follows'] = 'else';
    if (next >= this.end) follows = quotes === 'both' || quotes === 'none' ? 'nothing' : 'else';
    else if (c === ':' || c === '=') follows = 'colon';
    else if (quotes === 'both' && next > end && this.startsValue(next)) follows = 'value';
    return { at, from, to, quotes, end, follows };
  }

  /** What looks like a comment at `i`, after a quote, is one when the object goes on after it and no text ends in it. */
  #judgeComment(i: number, open: string): Ending {
    const block = this.text[i + 1] === '*';
    const stop = this.#find(block ? '*/' : '\n', i + 2);
    const closers = closersOf(open, false);
    if (stop >= this.end) {
      const rest = this.text.slice(i, Math.min(this.end, i + MAX_COMMENT + 1));
      const quoted = rest.length > MAX_COMMENT || [...rest].some((c) => closers.includes(c));
      return quoted ? 'unclear' : 'end';
    }
    const last = this.text.slice(Math.max(i, stop - 8), stop).trimEnd();
    if (!block && closers.includes(last.replace(/\s*,$/, '').slice(-1) || ' ')) return 'unclear';
    let next = block ? stop + 2 : stop;
    while (next < this.end && next - stop < MAX_COMMENT && isSpace(this.code(next))) next++;
    this.work.steps += next - stop;
    if (next >= this.end || '}],'.includes(this.text[next] ?? '') || this.stack.at(-1) === '[') return 'end';
    return this.startsComment(next) || this.startsKey(next) ? 'end' : 'unclear';
  }

  /** Where `what` stands next from `from` on; looked for once as long as the places asked for lie before it. */
  #find(what: '\n' | '*/', from: number): number {
    const known = this.#found[what];
    if (from >= known.from && from <= known.at) return known.at;
    const found = this.text.indexOf(what, from);
    const at = found < 0 ? this.end : found;
    this.work.steps += at - from;
    this.#found[what] = { from, at };
    return at;
  }

  /** The first place from `from` on that is neither blank nor in a comment. */
  #skipFiller(from: number): number {
    let at = this.skipSpace(from);
    for (let n = 0; n < MAX_COMMENTS && this.startsComment(at); n++) {
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

  /** Whether the brackets at `i`, after a quote, close what is open. */
  #closesAt(i: number): Ending {
    let depth = this.stack.length;
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
    if (depth === 0 && isQuote(this.code(j))) return apart ? 'unclear' : 'inner';
    if (depth === 0 && runsOver(this.text, last + 1, this.work)) return 'unclear';
    if (depth === 0 || c === ',' || c === ';' || this.startsComment(j)) return 'end';
    return apart && (c === '{' || c === '"') ? 'end' : 'inner';
  }
}

/** What ends the name of a key, quotes aside: `:={}[],` and a line break. */
function endsName(code: number): boolean {
  if (code > 0x7d) return false;
  if (code < 0x30) return code === 0x2c || code === 0x0a;
  return code === 0x3a || code === 0x3d || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;
}
