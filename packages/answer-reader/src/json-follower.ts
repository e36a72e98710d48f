import type { Json, JsonObject } from './json';

/** Characters of the longest answer, and brackets of the deepest one, that are followed. */
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 16;

/** An object or a list that is still being written. */
export interface OpenValue {
  /** Its members or items that are whole; what is still being written is not among them. */
  readonly value: JsonObject | Json[];
  /** Key of the member that is being written; null: none is, or it is a list. */
  readonly key: string | null;
}

interface Frame {
  value: JsonObject | Json[];
  key: string | null;
  /** Next in it. `first` and `item`: a key or an item; `first` may also be its end. */
  expects: 'first' | 'item' | 'colon' | 'value' | 'comma';
}

/**
 * Follows a JSON object while it is written, and knows at each moment what is whole of it. Only exact JSON is trusted:
 * text around the object, a key that comes twice, a bare word or anything else that is no JSON breaks it for good, as
 * nobody can tell then where a value ends. A number is whole when something follows it.
 *
 * The work is linear in the length of the answer.
 *
 * @example
 * const follower = new JsonFollower();
 * follower.push('{"a": 1, "b": [2, 3');
 * follower.root; // {a: 1}
 * follower.open; // [{value: {a: 1}, key: 'b'}, {value: [2], key: null}]
 */
export class JsonFollower {
  /** The object's members that are whole; `{}` before it begins. */
  readonly root: JsonObject = {};
  readonly #frames: Frame[] = [];
  /** A text, number or word that is being written; `''`: none is. */
  #token = '';
  #isEscaped = false;
  #length = 0;
  #state: 'before' | 'within' | 'after' | 'broken' = 'before';

  /** Says that it is no exact JSON object, or that it is too long or too deep. */
  get isBroken(): boolean {
    return this.#state === 'broken';
  }

  /** Values that are still being written, the object itself first; `[]` before it begins, after its end, and when broken. */
  get open(): readonly OpenValue[] {
    return this.isBroken ? [] : this.#frames;
  }

  /** Takes the next piece of the answer, of any length and cut anywhere. */
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
    // Assigned to an object, `__proto__` is no key.
    this.#expect(!Object.hasOwn(frame.value, key) && key !== '__proto__', frame, 'colon');
  }

  /** Adds a value that is whole to the one around it. */
  #add(value: Json): void {
    const frame = this.#frames.at(-1);
    if (!frame) return;
    if (Array.isArray(frame.value)) frame.value.push(value);
    else frame.value[frame.key ?? ''] = value;
    frame.key = null;
    frame.expects = 'comma';
  }
}

/** White space of JSON. */
const isSpace = (c: string): boolean => c === ' ' || c === '\n' || c === '\r' || c === '\t';
