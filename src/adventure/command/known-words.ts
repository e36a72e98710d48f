export type KnownWords = ReturnType<typeof loadKnownWords>;

/** Looks words up in a dictionary that keeps only the first letters of long words. */
export function loadKnownWords(vocabulary: readonly string[]) {
  const dictionary = new Set(vocabulary);
  const wordLength = Math.max(6, ...vocabulary.map((word) => word.length));
  return { knows: (word: string): boolean => dictionary.has(word.slice(0, wordLength)) };
}
