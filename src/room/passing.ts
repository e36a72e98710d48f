import type { Failure } from '../contract/problems';

/**
 * Returns true when an error of a call to a Durable Object says that the object went away, rather than that its code is
 * wrong or that it refuses.
 */
export function isPassing(error: unknown): boolean {
  const flags = error as { retryable?: boolean; durableObjectReset?: boolean; overloaded?: boolean } | null;
  return Boolean(flags?.retryable || flags?.durableObjectReset || flags?.overloaded);
}

/** The words of SQLite, and of the file system, for a disk that has no room left. */
const NO_ROOM = /SQLITE_FULL|database or disk is full|ENOSPC|no space left on device/i;

/** True for an error, or one that it wraps, that says that the disk or the storage of a room is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (NO_ROOM.test(cause.message)) return true;
  return false;
}

/** The failure of a request that found no room. Its transaction was taken back. */
export const DISK_FULL: Failure = {
  code: 'unavailable',
  detail: 'The storage of this stage is full: nothing of the request was stored.',
  fix: 'The operator makes room: delete rooms, or set RETENTION_DAYS; on a machine of its own, free its disk. Then send it again.',
  retryAfter: 60,
};
