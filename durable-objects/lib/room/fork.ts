import type { Event } from '../../../src/contract/events/events';
import { ok, type Result } from '../../../src/contract/problems';
import type { LedgerFile, PastPage } from '../../../src/room/rpc';
import type { Ledger } from './ledger';

/** Events per page of a fork's past; an RPC response is limited to 32 MiB. */
const PAGE = 500;

export function readPastPage(ledger: Ledger, after: number, end: number): PastPage {
  const events = ledger.page(after, PAGE).filter(({ seq }) => seq <= end);
  const last = events.at(-1)?.seq ?? after;
  return { events, next: last >= end ? null : last };
}

/**
 * Reads all events of a source, oldest first. Returns its last page with the events of all pages.
 *
 * @param ask loads the page after a seq; gets the previous page, so that the fork point stays fixed while the
 * source plays on
 */
export async function readPast<P extends PastPage>(
  ask: (after: number, before: P | null) => Promise<Result<P>>,
): Promise<Result<P>> {
  const events: Event[] = [];
  let after = 0;
  let before: P | null = null;
  for (;;) {
    const page = await ask(after, before);
    if (!page.ok) return page;
    events.push(...page.value.events);
    if (page.value.next === null) return ok({ ...page.value, events });
    after = page.value.next;
    before = page.value;
  }
}

/** Parses an uploaded ledger; the Worker has validated each event. */
export const readLedgerFile = (file: LedgerFile): Event[] =>
  new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);
