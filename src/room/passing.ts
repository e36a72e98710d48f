import type { Failure } from '../contract/problems';

/**
 * True if a Durable Object call failed because the object went away, not because of an error or refusal in
 * its code.
 */
export function isTransientFailure(error: unknown): boolean {
  const flags = error as { retryable?: boolean; durableObjectReset?: boolean; overloaded?: boolean } | null;
  return Boolean(flags?.retryable || flags?.durableObjectReset || flags?.overloaded);
}

/** Messages of SQLite and the file system for a full disk. */
const NO_ROOM = /SQLITE_FULL|database or disk is full|ENOSPC|no space left on device/i;

/** True if the error, or one in its cause chain, is about a full disk or storage. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (NO_ROOM.test(cause.message)) return true;
  return false;
}

/** The transaction was rolled back. */
export const DISK_FULL: Failure = {
  code: 'unavailable',
  detail: 'The storage of this stage is full. No data was changed.',
  fix: 'As the operator, delete rooms, set RETENTION_DAYS, or free disk space, then try again.',
  retryAfter: 60,
};
