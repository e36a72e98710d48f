import type { EventDraft } from '../contract/events/events';
import { fail, type Result } from '../contract/problems';

/** Longest row we write. The platform's limit is 2 MB, which a local run does not enforce. */
export const ROW_LIMIT = 1_900_000;

/** Refuses what would not fit into one row in production. */
export function checkRow(text: string, what: string): string {
  if (!fitsRow(text)) throw new RangeError(`${what} is over ${ROW_LIMIT} bytes`);
  return text;
}

export function fitsRow(text: string): boolean {
  // UTF-8 may take three bytes a code unit; only measure when it could matter.
  return text.length * 3 <= ROW_LIMIT || new TextEncoder().encode(text).byteLength <= ROW_LIMIT;
}

/** Events that are stored together, if one row holds them; else `too_large`. @param what they are of, for whoever asked */
export function withinRow(drafts: Result<EventDraft[]>, what: string): Result<EventDraft[]> {
  if (!drafts.ok || fitsRow(JSON.stringify(drafts.value))) return drafts;
  return fail({ code: 'too_large', what, limit: ROW_LIMIT });
}
