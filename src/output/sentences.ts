/** How much of what was released is looked at again with each sentence: what is forbidden may lie across two. */
const OVERLAP = 160;
const CLOSERS = '"\'”’»)]*_';
const isSpace = (c: string): boolean => /\s/.test(c);

/**
 * Cuts a text that arrives character by character into sentences. Joined they are the text: a sentence keeps the
 * white space in front of it.
 */
export class Sentences {
  readonly #allows: (text: string) => boolean;
  #pending = '';
  /** Released text, as much of it as is looked at again. */
  #tail = '';
  /** Whether the pending text ends a sentence: if white space follows, whatever follows, or not. */
  #ended: 'no' | 'space' | 'any' = 'no';

  /** @param allows asked with each sentence and a little of what came before it */
  constructor(allows: (text: string) => boolean) {
    this.#allows = allows;
  }

  /** Takes one more character. Returns the sentence that it completed, null when none; false: one was not allowed. */
  push(c: string): string | null | false {
    const ends = endOf(c);
    const closes = CLOSERS.includes(c);
    const over =
      (this.#ended === 'space' && isSpace(c)) || (this.#ended === 'any' && ends === 'no' && !closes);
    const sentence = over ? this.flush() : null;
    if (ends !== 'no') this.#ended = ends;
    else if (!closes) this.#ended = 'no';
    this.#pending += c;
    return sentence;
  }

  /** The text is over: what is left of it; null when nothing is, false when it was not allowed. */
  flush(): string | null | false {
    const sentence = this.#pending;
    if (sentence === '') return null;
    this.#pending = '';
    const text = this.#tail + sentence;
    if (!this.#allows(text)) return false;
    this.#tail = text.length <= OVERLAP ? text : fromWord(text.slice(-OVERLAP));
    return sentence;
  }
}

/** Whether a sentence may end with this character: before white space, before anything, or not. */
function endOf(c: string): 'no' | 'space' | 'any' {
  if ('.!?…'.includes(c)) return 'space';
  return '。！？'.includes(c) ? 'any' : 'no';
}

/** From its first whole word on: half a word could look like another. */
function fromWord(text: string): string {
  const at = text.search(/\s/);
  return at < 0 ? text : text.slice(at);
}
