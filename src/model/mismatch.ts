/** A problem with an answer at a JSON Pointer; `""` is the whole answer. */
export const mismatch = (pointer: string, expected: string, got: string) => ({
  pointer,
  message: `expected ${expected}, got ${got}`,
});
