import type { Delta } from '../../../src/contract/socket-messages';

/** Least time between two messages about one line: at most fifteen a second. */
const PAUSE_MS = 66;

type Words = Omit<Delta, 'at'>;

interface JoinerDeps {
  send: (delta: Words) => void;
  /** Calls back after so many milliseconds. */
  later: (run: () => void, ms: number) => void;
}

/**
 * Joins the words of lines that are still being written, so that no more messages go out than an eye can follow, however
 * small the pieces are in which a model writes. The first words of a line go out at once.
 */
export class DeltaJoiner {
  readonly #deps: JoinerDeps;
  /** Tells what waits to go out, by the call that writes it; null: nothing, but the pause after the last is not over. */
  readonly #waiting = new Map<string, Words | null>();
  /** Number of the next message about a line, by its call. */
  readonly #parts = new Map<string, number>();

  constructor(deps: JoinerDeps) {
    this.#deps = deps;
  }

  /** Takes the next words of a line. */
  push(words: Words): void {
    const { step, part, text } = words.payload;
    if (part === 0) this.#parts.set(step, 0);
    const before = this.#waiting.get(step);
    if (before === undefined) {
      this.#send(words);
      this.#pause(step);
      return;
    }
    // A line that begins anew voids what its call has said before.
    const whole = before && part > 0 ? before.payload.text + text : text;
    this.#waiting.set(step, { ...words, payload: { ...words.payload, text: whole } });
  }

  /** The call is over: what waits of its line goes out now, before the line itself. */
  end(step: string): void {
    const words = this.#waiting.get(step);
    if (words) this.#send(words);
    this.#waiting.delete(step);
    this.#parts.delete(step);
  }

  #send(words: Words): void {
    const { step } = words.payload;
    const part = this.#parts.get(step) ?? 0;
    this.#parts.set(step, part + 1);
    this.#deps.send({ ...words, payload: { ...words.payload, part } });
  }

  #pause(step: string): void {
    this.#waiting.set(step, null);
    this.#deps.later(() => {
      const words = this.#waiting.get(step);
      this.#waiting.delete(step);
      if (!words) return;
      this.#send(words);
      this.#pause(step);
    }, PAUSE_MS);
  }
}
