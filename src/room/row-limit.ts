import type { EventDraft } from '../contract/events/events';
import { fail, type Result } from '../contract/problems';

/** Maximum bytes per row. The platform's limit is 2 MB, but local development does not enforce it. */
export const ROW_LIMIT = 1_900_000;

/** @throws RangeError if the text does not fit into a row */
export function checkRow(text: string, what: string): string {
  if (!fitsRow(text)) throw new RangeError(`${what} is over ${ROW_LIMIT} bytes`);
  return text;
}

export function fitsRow(text: string): boolean {
  // UTF-8 takes at most three bytes per code unit; only measure when it could matter.
  return text.length * 3 <= ROW_LIMIT || new TextEncoder().encode(text).byteLength <= ROW_LIMIT;
}

/** Fails with `too_large` if the events do not fit into one row. @param what shown in the failure */
export function withinRow(drafts: Result<EventDraft[]>, what: string): Result<EventDraft[]> {
  if (!drafts.ok || fitsRow(JSON.stringify(drafts.value))) return drafts;
  return fail({ code: 'too_large', what, limit: ROW_LIMIT });
}
