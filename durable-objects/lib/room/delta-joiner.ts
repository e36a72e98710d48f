import type { Delta } from '../../../src/contract/socket-messages';

/** Minimum time between two messages about one line: at most 15 per second. */
const PAUSE_MS = 66;

type PendingText = Omit<Delta, 'at'>;

interface JoinerDeps {
  send: (delta: PendingText) => void;
  later: (run: () => void, ms: number) => void;
}

/**
 * Batches the deltas of streamed lines, so that a model that streams tiny chunks does not flood the sockets.
 * The first chunk of a line is sent immediately.
 */
export class DeltaJoiner {
  readonly #deps: JoinerDeps;
  /** Unsent text by call. null: no text yet, but the pause after the last message is still running. */
  readonly #waiting = new Map<string, PendingText | null>();
  readonly #parts = new Map<string, number>();

  constructor(deps: JoinerDeps) {
    this.#deps = deps;
  }

  push(words: PendingText): void {
    const { step, part, text } = words.payload;
    if (part === 0) this.#parts.set(step, 0);
    const before = this.#waiting.get(step);
    if (before === undefined) {
      this.#send(words);
      this.#pause(step);
      return;
    }
    // A restarted line (part 0) discards the text of its call so far.
    const whole = before && part > 0 ? before.payload.text + text : text;
    this.#waiting.set(step, { ...words, payload: { ...words.payload, text: whole } });
  }

  /** Flushes the line when its call ends, so that its last delta precedes the line itself. */
  end(step: string): void {
    const words = this.#waiting.get(step);
    if (words) this.#send(words);
    this.#waiting.delete(step);
    this.#parts.delete(step);
  }

  #send(words: PendingText): void {
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
