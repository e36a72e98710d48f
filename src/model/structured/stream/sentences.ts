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

const isSpace = (c: string): boolean => /\s/.test(c);

export interface SentenceRules {
  /** Whether a text may be spoken. Asked about everything up to the end of a sentence, from the text's first word. */
  accepts: (text: string) => boolean;
  /** Whether something forbidden is in a text that may end anywhere. Set: sentences are held back until more follows. */
  leaks?: (text: string) => boolean;
}

/**
 * Cuts a text that arrives character by character into sentences. Joined they are the beginning of the text, and the
 * text up to the end of each of them was accepted. One that may not be spoken yet waits for the next; one that never
 * may is the end.
 */
export class Sentences {
  readonly #rules: SentenceRules;
  #released = '';
  #pending = '';
  /** Length of the text that was asked about last. */
  #asked = 0;
  /** Whether the pending text ends a sentence: if white space follows, whatever follows, or not. */
  #ended: 'no' | 'space' | 'any' = 'no';
  /** How much of the pending text is to be released when enough has followed; 0: nothing. */
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

  /** Whether enough is known of what follows, up to the character that comes now. */
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

/** Whether a sentence may end with this character: before white space, before anything, or not. */
function endOf(c: string): 'no' | 'space' | 'any' {
  if ('.!?…'.includes(c)) return 'space';
  return '。！？'.includes(c) ? 'any' : 'no';
}
