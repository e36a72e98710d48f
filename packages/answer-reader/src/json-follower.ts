import type { Json, JsonObject } from './json';

/** Limits: characters of an answer, and nesting depth. */
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 16;

export interface OpenValue {
  readonly value: JsonObject | Json[];
  /** Key of the unfinished member; null if there is none or this is a list. */
  readonly key: string | null;
}

interface Frame {
  value: JsonObject | Json[];
  key: string | null;
  /** The next token. `first` and `item`: a key or item; `first` may also be the closing bracket. */
  expects: 'first' | 'item' | 'colon' | 'value' | 'comma';
}

/**
 * Follows a JSON object while it streams and exposes its complete parts. Accepts only exact JSON: text around the
 * object, a duplicate key, a bare word or other damage breaks it permanently, because the end of a value would be
 * uncertain. A number is complete once another character follows. Runs in linear time.
 *
 * @example
 * const follower = new JsonFollower();
 * follower.push('{"a": 1, "b": [2, 3');
 * follower.root; // {a: 1}
 * follower.open; // [{value: {a: 1}, key: 'b'}, {value: [2], key: null}]
 */
export class JsonFollower {
  /** The object's complete members; `{}` before it begins. */
  readonly root: JsonObject = {};
  readonly #frames: Frame[] = [];
  #token = '';
  #isEscaped = false;
  #length = 0;
  #state: 'before' | 'within' | 'after' | 'broken' = 'before';

  /** True if the text is not exact JSON, too long or too deep. */
  get isBroken(): boolean {
    return this.#state === 'broken';
  }

  /** Unfinished values, outermost first; `[]` before the object begins, after its end, and when broken. */
  get open(): readonly OpenValue[] {
    return this.isBroken ? [] : this.#frames;
  }

  /** Appends a chunk, split anywhere. */
  push(chunk: string): void {
    this.#length += chunk.length;
    if (this.#length > MAX_LENGTH) this.#state = 'broken';
    for (let i = 0; i < chunk.length && !this.isBroken; i++) this.#read(chunk.charAt(i));
  }

  #read(c: string): void {
    if (this.#token.startsWith('"')) {
      this.#readText(c);
    } else if (this.#token !== '' && !isSpace(c) && !',]}'.includes(c)) {
      this.#token += c;
    } else {
      if (this.#token !== '') this.#endToken();
      const frame = this.#frames.at(-1);
      if (isSpace(c) || this.isBroken) return;
      if (frame) this.#goOn(c, frame);
      else this.#begin(c);
    }
  }

  #goOn(c: string, frame: Frame): void {
    const isList = Array.isArray(frame.value);
    if (c === (isList ? ']' : '}') && (frame.expects === 'first' || frame.expects === 'comma')) {
      this.#frames.pop();
      if (this.#frames.length === 0) this.#state = 'after';
      else this.#add(frame.value);
    } else if (frame.expects === 'comma') this.#expect(c === ',', frame, 'item');
    else if (frame.expects === 'colon') this.#expect(c === ':', frame, 'value');
    else if (isList || frame.expects === 'value') this.#beginValue(c);
    else if (c === '"') this.#token = c;
    else this.#state = 'broken';
  }

  #begin(c: string): void {
    if (this.#state !== 'before' || c !== '{') {
      this.#state = 'broken';
      return;
    }
    this.#state = 'within';
    this.#frames.push({ value: this.root, key: null, expects: 'first' });
  }

  #expect(isRight: boolean, frame: Frame, next: Frame['expects']): void {
    if (isRight) frame.expects = next;
    else this.#state = 'broken';
  }

  #beginValue(c: string): void {
    if (c !== '{' && c !== '[') this.#token = c;
    else if (this.#frames.length >= MAX_DEPTH) this.#state = 'broken';
    else this.#frames.push({ value: c === '{' ? {} : [], key: null, expects: 'first' });
  }

  #readText(c: string): void {
    this.#token += c;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (c === '\\') this.#isEscaped = true;
    else if (c === '"') this.#endToken();
  }

  #endToken(): void {
    const token = this.#token;
    this.#token = '';
    let value: Json;
    try {
      value = JSON.parse(token) as Json;
    } catch {
      this.#state = 'broken';
      return;
    }
    const frame = this.#frames.at(-1);
    if (frame && !Array.isArray(frame.value) && frame.expects !== 'value')
      this.#beginMember(frame, String(value));
    else this.#add(value);
  }

  #beginMember(frame: Frame, key: string): void {
    frame.key = key;
    // Assigning `__proto__` would not create a key.
    this.#expect(!Object.hasOwn(frame.value, key) && key !== '__proto__', frame, 'colon');
  }

  #add(value: Json): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    if (Array.isArray(frame.value)) frame.value.push(value);
    else frame.value[frame.key ?? ''] = value;
    frame.key = null;
    frame.expects = 'comma';
  }
}

const isSpace = (c: string): boolean => c === ' ' || c === '\n' || c === '\r' || c === '\t';
