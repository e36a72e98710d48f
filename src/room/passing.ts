import type { Failure } from '../contract/problems';

/**
 * True if a Durable Object call failed because the object went away, not because of an error or refusal in
 * its code.
 */
export function isPassing(error: unknown): boolean {
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
  detail: 'The storage of this stage is full: nothing of the request was stored.',
  fix: 'The operator makes room: delete rooms, or set RETENTION_DAYS; on a machine of its own, free its disk. Then send it again.',
  retryAfter: 60,
};
