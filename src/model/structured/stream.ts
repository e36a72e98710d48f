import type { Guard } from './guard';
import { withoutControls } from './json-text';
import { rejectionReason } from './line';
import type { Speakers } from './speakers';
import { makeWordStream, type WordStream } from './words';

export interface TextStreamOptions {
  /** Name of the top-level string field that is released. Default `text`. */
  field?: string;
  /** Set when there are words that must not be said: asked before anything is released, see `guard.ts`. */
  guard?: Guard;
  /** The answer's `kind` must be one of these and stand before the field; unset: it needs none. */
  kinds?: readonly string[];
  /** Names by which a line loses its label. Words are released one by one where there is no guard. */
  speakers?: Speakers;
}

/** Releases what an answer says while the answer is still being written. */
interface TextStream {
  /**
   * Takes the next piece of the raw answer, of any length and cut anywhere. Returns the sentences that became
   * complete and may be shown. Joined they are the beginning of the field's value, exactly: a sentence keeps the
   * white space in front of it.
   */
  push(chunk: string): string[];
  /** The answer is over. A sentence that was cut off in the middle is not released: so far always `[]`. */
  end(): string[];
}

/** Characters (UTF-16) of the longest text that is a spoken line. */
export const MAX_TEXT = 4_000;
const MAX_KEY = 64;
const MAX_TAG = 24;
/** The plain forms of `reasoning.ts`; an answer with another one is not streamed. */
const TAG =
  /^[<[]\s*(\/?)\s*(think|thinking|thoughts?|reason|reasoning|analysis|scratchpad|monologue)\s*[>\]]$/i;
/**
 * Matches texts that cast no doubt on the object after them: nothing, a plain announcement, a fence. Anything else may
 * be reasoning, and the object a draft.
 */
const CLEAN_START =
  /^\s*(?:(?:(?:sure|ok|okay|certainly|of course)[,.!]?\s{1,4})?here(?: is|['’]s) (?:the|my|your|a) (?:json|answer|response|reply|line)(?: object)?:\s*)?(?:```[a-z0-9]*\s*)?$/i;
const MAX_BEFORE = 160;
const isSpace = (c: string): boolean => /\s/.test(c);

/**
 * Reads the `text` of a JSON answer while it streams in. Only a strict reading is trusted: the field must be at the
 * top level of the first object, behind a granted `kind`, and whatever isn't JSON there, or leaves a doubt about what is
 * reasoning, ends the stream without a word, because the final event brings the whole line anyway. Tagged reasoning is
 * skipped, also when the chat template swallowed its opening tag. All that was released could be spoken as it is: it
 * passed `rejectionReason` from its first word on.
 *
 * The work is linear in the length of the answer; a text is released up to 4,000 characters.
 */
export function makeTextStream(options: TextStreamOptions = {}): TextStream {
  const reader = new TextReader(options);
  return {
    push: (chunk) => reader.push(chunk),
    end: () => [],
  };
}

type Mode =
  | 'outside' // before the answer's object
  | 'tag' // outside, in what may be a tag
  | 'first' // right after `{`
  | 'key' // a key must follow
  | 'in-key'
  | 'colon'
  | 'value' // a value must follow
  | 'in-text'
  | 'in-other' // in a number, an array, …: read for its end alone
  | 'after-value'
  | 'stopped';

class TextReader {
  readonly #options: TextStreamOptions;
  #mode: Mode = 'outside';
  /** The name of the reasoning tag that is open, and how many of it are. */
  #reasoning = '';
  #nested = 0;
  /** The beginning of what was neither reasoning nor an object. */
  #before = '';
  /** True when there was more of it than is kept. */
  #unclear = false;
  #tag = '';
  #key = '';
  /** Open brackets of a value that is not released, and whether it is in a string. */
  #depth = 0;
  #inString = false;
  #string = new JsonStringReader();
  readonly #sentences: Sentences | null;
  readonly #words: WordStream;
  #length = 0;
  #found = false;
  #kind = '';
  #out: string[] = [];

  constructor(options: TextStreamOptions) {
    this.#options = options;
    const { guard, speakers } = options;
    this.#words = makeWordStream(speakers);
    this.#sentences =
      guard === undefined
        ? null
        : new Sentences({
            accepts: (text) => rejectionReason(text, guard) === null,
            leaks: (text: string) => guard.leaks(text),
          });
  }

  push(chunk: string): string[] {
    for (let i = 0; i < chunk.length && this.#mode !== 'stopped'; i++) this.#read(chunk.charAt(i));
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #read(c: string): void {
    if (this.#mode === 'outside') this.#readOutside(c);
    else if (this.#mode === 'tag') this.#readTag(c);
    else if (this.#mode === 'in-key') this.#readKey(c);
    else if (this.#mode === 'in-text') this.#readText(c);
    else if (this.#mode === 'in-other') this.#readOther(c);
    else if (isSpace(c)) return;
    else if (this.#mode === 'value') this.#beginValue(c);
    else if (this.#mode === 'after-value') this.#endValue(c);
    else if (this.#mode === 'colon') this.#mode = c === ':' ? 'value' : 'stopped';
    else this.#beginKey(c);
  }

  #readOutside(c: string): void {
    if (c === '<' || c === '[') {
      this.#tag = c;
      this.#mode = 'tag';
    } else if (this.#nested > 0) {
      return;
    } else if (c === '{' && !this.#unclear && CLEAN_START.test(this.#before)) {
      this.#mode = 'first';
    } else {
      this.#remember(c);
    }
  }

  #remember(text: string): void {
    if (this.#before.length < MAX_BEFORE) this.#before += text;
    else if (text.trim() !== '') this.#unclear = true;
  }

  #readTag(c: string): void {
    if (this.#tag === '<' && (c === '|' || c === '｜')) {
      // A template's channels: which of them is the answer, only the whole tells.
      this.#mode = 'stopped';
      return;
    }
    if (/[\s/a-z]/i.test(c) && this.#tag.length < MAX_TAG) {
      this.#tag += c;
      return;
    }
    this.#mode = 'outside';
    const [, slash, name] = TAG.exec(this.#tag + c) ?? [];
    if (name === undefined) {
      if (this.#nested === 0) this.#remember(this.#tag);
      this.#readOutside(c);
    } else if (this.#nested === 0) {
      // A closing tag without an opening one: everything before it was reasoning.
      if (slash === '/') {
        this.#before = '';
        this.#unclear = false;
      }
      this.#nested = slash === '/' ? 0 : 1;
      this.#reasoning = name.toLowerCase();
    } else if (name.toLowerCase() === this.#reasoning) {
      this.#nested += slash === '/' ? -1 : 1;
    }
  }

  #beginKey(c: string): void {
    if (c === '"') {
      this.#key = '';
      this.#string = new JsonStringReader();
      this.#mode = 'in-key';
    } else if (c === '}') {
      this.#leaveObject();
    } else if (this.#mode === 'first') {
      // A brace of the prose.
      this.#remember('{');
      this.#mode = 'outside';
      this.#readOutside(c);
    } else {
      this.#mode = 'stopped';
    }
  }

  #readKey(c: string): void {
    const step = this.#string.read(c);
    if (step.do === 'end') this.#mode = 'colon';
    else if (step.do === 'fail') this.#mode = 'stopped';
    else if (step.do === 'char' && this.#key.length < MAX_KEY) this.#key += step.char;
  }

  #beginValue(c: string): void {
    this.#string = new JsonStringReader();
    if (c === '"' && this.#key === (this.#options.field ?? 'text')) {
      this.#found = true;
      this.#mode = this.#isGranted() ? 'in-text' : 'stopped';
    } else {
      if (this.#key === 'kind') this.#kind = '';
      this.#depth = 0;
      this.#inString = false;
      this.#mode = 'in-other';
      this.#readOther(c);
    }
  }

  #readText(c: string): void {
    const step = this.#string.read(c);
    if (step.do === 'end') {
      this.#mode = 'after-value';
    } else if (step.do === 'fail') {
      this.#mode = 'stopped';
    } else if (step.do === 'char') {
      this.#length += 1;
      if (this.#length > MAX_TEXT) this.#mode = 'stopped';
      else if (withoutControls(step.char) !== '') this.#release(this.#take(step.char));
    }
  }

  #readOther(c: string): void {
    if (this.#inString) {
      const step = this.#string.read(c);
      if (step.do === 'fail') this.#mode = 'stopped';
      else if (step.do === 'end') {
        this.#inString = false;
        this.#string = new JsonStringReader();
        if (this.#depth === 0) this.#mode = 'after-value';
      } else if (step.do === 'char' && this.#depth === 0 && this.#key === 'kind') {
        if (this.#kind.length < MAX_KEY) this.#kind += step.char;
      }
    } else if (c === '"') {
      this.#inString = true;
    } else if (c === '{' || c === '[') {
      this.#depth += 1;
    } else if (this.#depth > 0) {
      if (c === '}' || c === ']') this.#depth -= 1;
      if (this.#depth === 0) this.#mode = 'after-value';
    } else if (!/[\w+.-]/.test(c)) {
      this.#mode = 'after-value';
      if (!isSpace(c)) this.#endValue(c);
    }
  }

  /** Only `,` or `}` proves that a quote closed its string, and was not one of the text's own. */
  #endValue(c: string): void {
    if (c !== ',' && c !== '}') {
      this.#mode = 'stopped';
      return;
    }
    if (this.#found) {
      this.#release(this.#sentences ? this.#sentences.flush() : this.#words.end());
      this.#mode = 'stopped';
    } else if (c === ',') {
      this.#mode = 'key';
    } else {
      this.#leaveObject();
    }
  }

  /** It was not the answer's object; which one is, only the whole tells. */
  #leaveObject(): void {
    this.#mode = 'outside';
    this.#remember('{}');
  }

  #take(char: string): string | null {
    return this.#sentences ? this.#sentences.push(char) : this.#words.push(char);
  }

  #release(piece: string | null): void {
    if (piece !== null && piece !== '') this.#out.push(piece);
  }

  #isGranted(): boolean {
    const { kinds } = this.#options;
    return kinds === undefined || kinds.includes(this.#kind);
  }
}

/** A piece is at least this share of all that was looked at before: looking at the whole each time stays linear. */
const SHARE = 1 / 8;
/** A first sentence that is shorter waits for the next: `No.` may be the start of anything. */
const MIN_FIRST = 6;
const CLOSERS = '"\'”’»)]*_';
const WORDS = /[\p{L}\p{N}]/u;
/**
 * Letters and digits that follow a sentence before it is released where something could be spelled out or split over
 * several (`C. O. F.`, `cof… fee`): more than a dealt word has, so that its end shows before its beginning is out.
 */
const AHEAD = 24;

interface SentenceRules {
  /**
   * Says whether a text may be spoken. Asked about everything up to the end of a sentence, from the text's first word.
   */
  accepts: (text: string) => boolean;
  /**
   * Says whether something forbidden is in a text that may end anywhere. Set: sentences are held back until more
   * follows.
   */
  leaks?: (text: string) => boolean;
}

/**
 * Cuts a text that arrives character by character into sentences. Joined they are the beginning of the text, and the
 * text up to the end of each of them was accepted. One that may not be spoken yet waits for the next; one that never
 * may is the end.
 */
class Sentences {
  readonly #rules: SentenceRules;
  #released = '';
  #pending = '';
  /** Length of the text that was asked about last. */
  #asked = 0;
  /** Says whether the pending text ends a sentence: if white space follows, whatever follows, or not. */
  #ended: 'no' | 'space' | 'any' = 'no';
  /** Characters of the pending text to be released when enough has followed; 0: nothing. */
  #ripe = 0;
  /** Letters and digits that have followed. */
  #ahead = 0;

  constructor(rules: SentenceRules) {
    this.#rules = rules;
  }

  /** Takes one more character. Returns the sentences that may be spoken now, as one piece; null when none may. */
  push(c: string): string | null {
    const ends = endOf(c);
    const closes = CLOSERS.includes(c);
    const over =
      (this.#ended === 'space' && isSpace(c)) || (this.#ended === 'any' && ends === 'no' && !closes);
    if (over && this.#ripe === 0 && this.#isRipe()) {
      this.#ripe = this.#pending.length;
      this.#ahead = 0;
    }
    const piece = this.#ripe > 0 && this.#isClear(c) ? this.#release(this.#ripe) : null;
    if (ends !== 'no') this.#ended = ends;
    else if (!closes) this.#ended = 'no';
    this.#pending += c;
    if (WORDS.test(c)) this.#ahead += 1;
    return piece;
  }

  /** The text is over: what is left of it; null when nothing is, or when it may not be spoken. */
  flush(): string | null {
    return this.#pending === '' ? null : this.#release(this.#pending.length);
  }

  #isRipe(): boolean {
    const piece = this.#pending;
    const length = this.#released.length + piece.length;
    if (length < this.#asked * (1 + SHARE) || !WORDS.test(piece)) return false;
    return this.#released !== '' || piece.trim().length >= MIN_FIRST;
  }

  /** Says whether enough is known of the rest, up to the character that comes now. */
  #isClear(c: string): boolean {
    const { leaks } = this.#rules;
    if (leaks === undefined) return true;
    // Half a word could look like another.
    if (this.#ahead < AHEAD || WORDS.test(c)) return false;
    if (!leaks(this.#released + this.#pending)) return true;
    this.#forget();
    return false;
  }

  #release(length: number): string | null {
    const piece = this.#pending.slice(0, length);
    this.#forget();
    if (!this.#rules.accepts(this.#released + piece)) return null;
    this.#released += piece;
    this.#pending = this.#pending.slice(length);
    return piece;
  }

  #forget(): void {
    this.#asked = this.#released.length + this.#pending.length;
    this.#ripe = 0;
  }
}

/** Says whether a sentence may end with this character: before white space, before anything, or not. */
function endOf(c: string): 'no' | 'space' | 'any' {
  if ('.!?…'.includes(c)) return 'space';
  return '。！？'.includes(c) ? 'any' : 'no';
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Result of one more character of a JSON string: a code unit, its end, nothing yet, or an error. */
type StringStep = { do: 'char'; char: string } | { do: 'end' } | { do: 'wait' } | { do: 'fail' };

const WAIT: StringStep = { do: 'wait' };
const FAIL: StringStep = { do: 'fail' };
const END: StringStep = { do: 'end' };

/** Decodes a JSON string, character by character, from after its opening quote. Raw line breaks are let through. */
class JsonStringReader {
  /** An escape that has begun: null, `\`, or `\u` with its digits. */
  #open: string | null = null;

  read(c: string): StringStep {
    const open = this.#open;
    if (open === null) {
      if (c === '"') return END;
      if (c !== '\\') return { do: 'char', char: c };
      this.#open = c;
      return WAIT;
    }
    if (open === '\\') return this.#readEscape(c);
    if (!/[0-9a-f]/i.test(c)) return FAIL;
    const digits = open + c;
    this.#open = digits.length < 6 ? digits : null;
    if (digits.length < 6) return WAIT;
    return { do: 'char', char: String.fromCharCode(Number.parseInt(digits.slice(2), 16)) };
  }

  #readEscape(c: string): StringStep {
    this.#open = c === 'u' ? '\\u' : null;
    if (c === 'u') return WAIT;
    if ('"\\/\''.includes(c)) return { do: 'char', char: c };
    const char = ESCAPES[c];
    return char === undefined ? FAIL : { do: 'char', char };
  }
}
