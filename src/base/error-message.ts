/** What a thrown value says of itself. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : 'unknown error';
