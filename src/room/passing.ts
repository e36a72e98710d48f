/**
 * Returns true when an error of a call to a Durable Object says that the object went away, rather than that its code is
 * wrong or that it refuses.
 */
export function isPassing(error: unknown): boolean {
  const flags = error as { retryable?: boolean; durableObjectReset?: boolean; overloaded?: boolean } | null;
  return Boolean(flags?.retryable || flags?.durableObjectReset || flags?.overloaded);
}
