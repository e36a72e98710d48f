import { fold, UNSPACED } from './fold-letters';

/** Holds back the end of a growing text, as far as what follows could still make a secret of it. */
export interface Tail {
  /** Takes the next whole words of a text. Returns what is settled by now; `''`: nothing, or nothing any more. */
  push(words: string): string;
  /** The text is over with these last words. Returns all that was held back; `''`: it gives a secret away. */
  end(words: string): string;
}

/** Words that a tail must not let out; see `guard.ts`. */
interface Secrets {
  leaks(text: string): boolean;
  reach: number;
}

/** Marks of escapes and markup, which can hide any number of letters: what follows one waits for the end. */
const MARKUP = /[<>[\]&\\%]/;
/** Longest text without enough letters to settle its beginning; a longer one waits for the end. */
const MOST_HELD = 2_000;
const LETTER = /[\p{L}\p{N}@$€]/gu;
/** White space that the guard sees as such: it reads over a byte order mark. */
const SPACE = /[^\S\ufeff]/;

/**
 * Makes the tail of one text. A disguise of a secret has at most `guard.reach` letters or is one word, however long: a
 * word is settled when so many letters have followed it and the guard finds nothing up to there. What was released is
 * never looked at again, because nothing in it can be part of what is found later; so the work is linear.
 */
export function makeTail(guard: Secrets): Tail {
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
      if (MARKUP.test(words) || held.length > MOST_HELD) state = 'waiting';
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

/** Length of the beginning of a text that ends between two words and has at least so many letters behind it. */
function settledLength(text: string, letters: number): number {
  let following = 0;
  for (let at = text.length; at > 0; at -= 1) {
    if (following >= letters && (SPACE.test(text.charAt(at)) || UNSPACED.test(text.charAt(at - 1))))
      return at;
    following += fold(text.charAt(at - 1)).match(LETTER)?.length ?? 0;
  }
  return 0;
}
