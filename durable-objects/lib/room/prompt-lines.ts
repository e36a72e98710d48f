import { memoizeText } from '../../../src/base/memoize';
import type { Message } from '../../../src/contract/calls';

/**
 * Stores the prompts of a round without repeating them: they share most of their lines. The first is stored
 * in full, and the others refer to its lines. Steps are only deleted with their whole round, so a reference
 * never outlives its target.
 */

/** A line, `[first, count]` of the referenced prompt, or `[line, 1, from]` for the rest of one of its lines. */
type Piece = string | [first: number, count: number, from?: number];

/** `content` in place of a text: its lines. */
interface Lines {
  lines: Piece[];
}

type StoredMessage = Omit<Message, 'content'> & { content: Message['content'] | Lines };

interface StoredPrompt {
  /** Step with the prompt that the lines refer to. */
  step: number;
  messages: StoredMessage[];
}

/** Shorter lines are repeated. */
const MIN_REFERENCED = 12;
/** Most characters of a speaker's name before a line. */
const MAX_SPEAKER = 80;

/** The full prompt of a round, for references to its lines. */
export class PromptLines {
  readonly #step: number;
  readonly #lines: readonly string[];
  readonly #places = new Map<string, [line: number, from: number]>();

  constructor(step: number, messages: readonly Message[]) {
    this.#step = step;
    this.#lines = listLines(messages);
    for (const [i, line] of this.#lines.entries()) {
      if (line.length < MIN_REFERENCED) continue;
      // A character's own lines have no name in front in its prompt.
      const from = line.slice(0, MAX_SPEAKER).indexOf(': ') + 2;
      if (from > 1) this.#places.set(line.slice(from), [i, from]);
      this.#places.set(line, [i, 0]);
    }
  }

  /**
   * Column `prompt` of another call of the round.
   *
   * @param full its messages as JSON, stored if references would take more
   */
  refer(messages: readonly Message[], full: string): string {
    const stored = messages.map(
      (message): StoredMessage =>
        typeof message.content === 'string'
          ? { ...message, content: { lines: this.#pieces(message.content.split('\n')) } }
          : message,
    );
    const text = JSON.stringify({ step: this.#step, messages: stored } satisfies StoredPrompt);
    return text.length < full.length ? text : full;
  }

  #pieces(lines: readonly string[]): Piece[] {
    const pieces: Piece[] = [];
    for (let i = 0; i < lines.length; ) {
      const line = lines[i] ?? '';
      const [first, from] = this.#places.get(line) ?? [-1, 0];
      let count = 1;
      if (first < 0) pieces.push(line);
      else if (from > 0) pieces.push([first, 1, from]);
      else {
        while (i + count < lines.length && lines[i + count] === this.#lines[first + count]) count += 1;
        pieces.push([first, count]);
      }
      i += count;
    }
    return pieces;
  }
}

/**
 * The messages of a call as JSON, from its column `prompt`.
 *
 * @param promptOf column `prompt` of another step
 */
export function readPrompt(prompt: string, promptOf: (step: number) => string): string {
  // Messages are an array, a prompt with references is an object.
  if (!prompt.startsWith('{')) return prompt;
  const { step, messages } = JSON.parse(prompt) as StoredPrompt;
  const lines = readLines(promptOf(step));
  return JSON.stringify(
    messages.map((message) => {
      const { content } = message;
      if (typeof content === 'string' || Array.isArray(content)) return message;
      const text = content.lines.flatMap((piece) => {
        if (typeof piece === 'string') return piece;
        const [first, count, from = 0] = piece;
        return lines.slice(first, first + count).map((line) => line.slice(from));
      });
      return { ...message, content: text.join('\n') };
    }),
  );
}

/** The calls of a round refer to the same prompt. */
const readLines = memoizeText((prompt) => listLines(JSON.parse(prompt) as Message[]), 400_000);

const listLines = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ content }) => (typeof content === 'string' ? content.split('\n') : []));
