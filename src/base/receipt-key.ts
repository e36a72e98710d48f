/**
 * The key of a receipt, of the `Idempotency-Key` that a request came with. A person's are kept apart by the token of its
 * seat, so that nobody gets the answer that was somebody else's: not even who sits there next.
 */
export const receiptKey = (
  { seat, credential = '' }: { seat?: string | undefined; credential?: string | undefined },
  given: string,
): string => (seat === undefined ? given : `${credential}:${given}`);

/** Returns the `Idempotency-Key` that the request of a receipt's key came with. */
export const givenKey = (key: string): string => key.replace(/^[0-9a-f]{64}:/, '');
