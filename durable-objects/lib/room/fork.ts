import type { Event } from '../../../src/contract/events/events';
import { ok, type Result } from '../../../src/contract/problems';
import type { LedgerFile, PastPage } from '../../../src/room/rpc';
import type { Ledger } from './ledger';

/** Events of one page of a fork's past: an RPC answer ends at 32 MiB. */
const PAGE = 500;

/** The events after one seq, up to the one a fork ends its copy with. */
export function pageOfPast(ledger: Ledger, after: number, end: number): PastPage {
  const events = ledger.page(after, PAGE).filter(({ seq }) => seq <= end);
  const last = events.at(-1)?.seq ?? after;
  return { events, next: last >= end ? null : last };
}

/**
 * The whole past of a source, oldest first: its last page, with the events of all pages.
 *
 * @param ask the page after a seq; the page before it is given, so that what the source plays meanwhile does not move
 *   the point
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

/** The events of a ledger that was sent as a file; the Worker has checked each. */
export const readLedgerFile = (file: LedgerFile): Event[] =>
  new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);
