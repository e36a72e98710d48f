const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What one more character of a JSON string came to: a code unit, its end, nothing yet, or an error. */
export type StringStep = { do: 'char'; char: string } | { do: 'end' } | { do: 'wait' } | { do: 'fail' };

const WAIT: StringStep = { do: 'wait' };
const FAIL: StringStep = { do: 'fail' };
const END: StringStep = { do: 'end' };

/** Decodes a JSON string, character by character, from after its opening quote. Raw line breaks are let through. */
export class JsonStringReader {
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
