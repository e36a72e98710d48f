import type { StepCounter } from './json-text';

export interface TextFilter {
  /** Returns the text that may be shown now; `''` if none. */
  push(words: string): string;
  /** Returns the rest, or `''` if it must not be shown. */
  end(words: string): string;
}

/** Detects texts that must not be spoken, such as a line that reveals a secret word. */
export interface Guard {
  /** @param work counts the characters read, for tests */
  leaks(text: string, work?: StepCounter): boolean;
  /**
   * Creates a filter for one streaming text; released text must never turn out to be part of a leak. Without a filter,
   * streams with this guard release text only at the end.
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
