/** A problem with an answer: what was expected at a JSON Pointer (`""` is the whole answer), and what came. */
export const mismatch = (pointer: string, expected: string, got: string) => ({
  pointer,
  message: `expected ${expected}, got ${got}`,
});
