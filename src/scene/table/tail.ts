import { fold, UNSPACED } from './fold-letters';

/** Holds back the end of a streaming text while later words could still complete a secret. */
export interface Tail {
  /**
   * Appends whole words. Returns the text that is safe by now; `''` if there is none, or if the text was
   * stopped.
   */
  push(words: string): string;
  /** Appends the last words. Returns the held text, or `''` if it contains a secret. */
  end(words: string): string;
}

interface Secrets {
  leaks(text: string): boolean;
  reach: number;
}

/**
 * Characters of escapes and markup, which can hide any number of letters: text after one waits for the end.
 */
const MARKUP = /[<>[\]&\\%]/;
/** Longest held text; a longer one waits for the end. */
const MAX_HELD = 2_000;
const LETTER = /[\p{L}\p{N}@$€]/gu;
/** White space without the byte order mark, which the guard ignores. */
const SPACE = /[^\S\ufeff]/;

/**
 * Creates the tail of one text. A disguised secret has at most `guard.reach` letters or is one word: a word
 * is safe once that many letters have followed it and the guard finds no secret up to there. Released text
 * can't be part of a later match and is never scanned again, so the work is linear.
 */
export function createTail(guard: Secrets): Tail {
  let held = '';
  let state: 'open' | 'waiting' | 'stopped' = 'open';

  const release = (length: number): string => {
    const words = held.slice(0, length);
    held = held.slice(length);
    return words;
  };

  return {
    push(words) {
      held += words;
      if (state !== 'open') return '';
      if (guard.reach === 0) return release(held.length);
      if (MARKUP.test(words) || held.length > MAX_HELD) state = 'waiting';
      else if (guard.leaks(held)) state = 'stopped';
      return state === 'open' ? release(settledLength(held, guard.reach)) : '';
    },
    end(words) {
      held += words;
      const isClear = state !== 'stopped' && !guard.leaks(held);
      state = 'stopped';
      return isClear ? release(held.length) : '';
    },
  };
}

/** Length of the longest prefix that ends between two words and is followed by at least `letters` letters. */
function settledLength(text: string, letters: number): number {
  let following = 0;
  for (let at = text.length; at > 0; at -= 1) {
    if (following >= letters && (SPACE.test(text.charAt(at)) || UNSPACED.test(text.charAt(at - 1))))
      return at;
    following += fold(text.charAt(at - 1)).match(LETTER)?.length ?? 0;
  }
  return 0;
}
