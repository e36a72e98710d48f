export type Words = ReturnType<typeof openWords>;

/** Opens the words a story knows, which keeps no more than the first letters of long ones. */
export function openWords(vocabulary: readonly string[]) {
  const dictionary = new Set(vocabulary);
  const wordLength = Math.max(6, ...vocabulary.map((word) => word.length));
  return { knows: (word: string): boolean => dictionary.has(word.slice(0, wordLength)) };
}
