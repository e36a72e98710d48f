import { type Guard, NO_GUARD, openFilter, type TextFilter } from './guard';
import { withoutControls } from './json-text';
import type { Speakers } from './row-label';
import { makeWordStream, type WordStream } from './words';

export interface TextStreamOptions {
  /** The top-level string field to stream. Default `text`. */
  field?: string;
  /** Holds back text that could become a forbidden word. */
  guard?: Guard;
  /** Requires that the answer's `kind` is one of these and precedes the field; unset: not required. */
  kinds?: readonly string[];
  speakers?: Speakers;
}

interface TextStream {
  /**
   * Appends a chunk, split anywhere. Returns the words that may be shown now. Joined, they are an exact prefix of the
   * field's value: each word keeps the white space before it.
   */
  push(chunk: string): string[];
  /** Ends the answer. A partial word is not released, so this returns `[]`. */
  end(): string[];
}

export const MAX_TEXT = 4_000;
const MAX_KEY = 64;
const MAX_TAG = 24;
/** Simple tags of `reasoning.ts`; answers with other tags are not streamed. */
const TAG =
  /^[<[]\s*(\/?)\s*(think|thinking|thoughts?|reason|reasoning|analysis|scratchpad|monologue)\s*[>\]]$/i;
/**
 * Texts before an object that leave no doubt: none, a plain announcement, a fence. Anything else may be reasoning, and
 * the object a draft.
 */
const CLEAN_START =
  /^\s*(?:(?:(?:sure|ok|okay|certainly|of course)[,.!]?\s{1,4})?here(?: is|['’]s) (?:the|my|your|a) (?:json|answer|response|reply|line)(?: object)?:\s*)?(?:```[a-z0-9]*\s*)?$/i;
const MAX_BEFORE = 160;
const isSpace = (c: string): boolean => /\s/.test(c);

/**
 * Reads the `text` of a JSON answer while it streams. Strict: the field must be at the top level of the first object,
 * after an allowed `kind`. Invalid JSON or possible reasoning ends the stream silently, because the final event has the
 * whole line. Skips tagged reasoning, even without its opening tag. Linear time; releases up to 4,000 characters.
 */
export function makeTextStream(options: TextStreamOptions = {}): TextStream {
  const reader = new TextReader(options);
  return {
    push: (chunk) => reader.push(chunk),
    end: () => [],
  };
}

export interface LineStreamOptions extends TextStreamOptions {
  /** `json`: the line is a field of an object. `prose`: the answer is only the line. */
  format: 'json' | 'prose';
}

export interface LineStream {
  /** Appends a chunk, split anywhere. Returns the text that may be shown now. */
  push(chunk: string): string;
  /** Ends the answer. Returns the rest of the line; `''` if it must not be shown or depends on the whole answer. */
  end(): string;
}

/**
 * Streams a spoken line. Joined, the released text is a prefix of the line in the complete answer. If in doubt it
 * releases nothing more, so parse the complete answer afterwards.
 * @example const stream = makeLineStream({ format: 'json', kinds: ['say'] });
 * for await (const chunk of answer) show(stream.push(chunk));
 * show(stream.end());
 */
export function makeLineStream({ format, ...options }: LineStreamOptions): LineStream {
  if (format === 'json') {
    const reader = new TextReader(options);
    return { push: (chunk) => reader.push(chunk).join(''), end: () => '' };
  }
  const words = makeWordStream(options.speakers);
  const filter = openFilter(options.guard ?? NO_GUARD);
  return { push: (text) => filter.push(words.push(text)), end: () => filter.end(words.end()) };
}

type Mode =
  | 'outside' // before the object
  | 'tag' // outside, in a possible tag
  | 'first' // right after `{`
  | 'key' // expects a key
  | 'in-key'
  | 'colon'
  | 'value' // expects a value
  | 'in-text'
  | 'in-other' // in a number, array, …: skipped to its end
  | 'after-value'
  | 'stopped';

class TextReader {
  readonly #options: TextStreamOptions;
  #mode: Mode = 'outside';
  #reasoning = '';
  #nested = 0;
  /** The start of the text that is neither reasoning nor an object. */
  #before = '';
  #unclear = false;
  #tag = '';
  #key = '';
  #depth = 0;
  #inString = false;
  #string = new JsonStringReader();
  readonly #words: WordStream;
  readonly #filter: TextFilter;
  #length = 0;
  #found = false;
  #kind = '';
  #out: string[] = [];

  constructor(options: TextStreamOptions) {
    this.#options = options;
    this.#words = makeWordStream(options.speakers);
    this.#filter = openFilter(options.guard ?? NO_GUARD);
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
      // Template channels: only the complete answer shows which one is final.
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
      // A brace in prose.
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
      else if (withoutControls(step.char) !== '')
        this.#release(this.#filter.push(this.#words.push(step.char)));
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

  /** Only `,` or `}` proves that a quote closed the string and was not part of the text. */
  #endValue(c: string): void {
    if (c !== ',' && c !== '}') {
      this.#mode = 'stopped';
      return;
    }
    if (this.#found) {
      this.#release(this.#filter.end(this.#words.end()));
      this.#mode = 'stopped';
    } else if (c === ',') {
      this.#mode = 'key';
    } else {
      this.#leaveObject();
    }
  }

  /** Not the answer's object; only the complete answer shows which one is. */
  #leaveObject(): void {
    this.#mode = 'outside';
    this.#remember('{}');
  }

  #release(piece: string): void {
    if (piece !== '') this.#out.push(piece);
  }

  #isGranted(): boolean {
    const { kinds } = this.#options;
    return kinds === undefined || kinds.includes(this.#kind);
  }
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

type StringStep = { do: 'char'; char: string } | { do: 'end' } | { do: 'wait' } | { do: 'fail' };

const WAIT: StringStep = { do: 'wait' };
const FAIL: StringStep = { do: 'fail' };
const END: StringStep = { do: 'end' };

/** Decodes a JSON string after its opening quote, character by character. Accepts raw line breaks. */
class JsonStringReader {
  /** An unfinished escape: null, `\`, or `\u` with its digits. */
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
