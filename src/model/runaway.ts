/** More white space in a row than any layout of JSON has. */
const MAX_OUTSIDE = 200;
/** The same inside a string, written out or as escapes. */
const MAX_INSIDE = 1_000;

/**
 * Notices an answer that trails off in white space: constrained decoding lets some models do that until their
 * tokens are used up. Fed with the answer's pieces, cut anywhere.
 */
export class WhitespaceWatch {
  #inString = false;
  #escaped = false;
  #run = 0;

  /** True once the white space has run away. */
  push(chunk: string): boolean {
    for (let i = 0; i < chunk.length; i++) {
      this.#read(chunk.charAt(i));
      if (this.#run > (this.#inString ? MAX_INSIDE : MAX_OUTSIDE)) return true;
    }
    return false;
  }

  #read(c: string): void {
    if (this.#escaped) {
      this.#escaped = false;
      this.#run = 'ntr'.includes(c) ? this.#run + 1 : 0;
    } else if (c === '\\' && this.#inString) {
      this.#escaped = true;
    } else if (/\s/.test(c)) {
      this.#run += 1;
    } else {
      this.#run = 0;
      if (c === '"') this.#inString = !this.#inString;
    }
  }
}
