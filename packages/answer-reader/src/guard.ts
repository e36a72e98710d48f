import type { Work } from './json-text';

/** Stands between a text that is still being written and its reader. */
export interface TextFilter {
  /** Takes the next words. Returns what may be shown now; `''` if nothing more may be shown yet. */
  push(words: string): string;
  /** Takes the last words. Returns the rest, or `''` if it must not be shown. */
  end(words: string): string;
}

/** Recognizes texts that must not be said, such as a line that gives away a secret word. */
export interface Guard {
  /** @param work counts the characters looked at, for tests */
  leaks(text: string, work?: Work): boolean;
  /**
   * Opens a filter for one text that is still being written: what it has released must not turn out to be part of a leak.
   * Without it, a stream with this guard releases nothing before the text is complete.
   */
  filter?(): TextFilter;
}

export const NO_GUARD: Guard = {
  leaks: () => false,
  filter: () => ({ push: (words) => words, end: (words) => words }),
};

export function openFilter(guard: Guard): TextFilter {
  if (guard.filter) return guard.filter();
  let held = '';
  return {
    push(words) {
      held += words;
      return '';
    },
    end(words) {
      held += words;
      return guard.leaks(held) ? '' : held;
    },
  };
}
