import { ok, type Result } from '../../../src/api/problems';
import type { PastPage } from '../../../src/room/rpc';
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
 * All pages of a source's past, oldest first.
 *
 * @param ask the page after a seq; the page before it is given, so that what the source plays meanwhile does not move
 *   the point
 */
export async function readPast<P extends PastPage>(
  ask: (after: number, before: P | null) => Promise<Result<P>>,
): Promise<Result<P[]>> {
  const pages: P[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = await ask(after, pages.at(-1) ?? null);
    if (!page.ok) return page;
    pages.push(page.value);
    after = page.value.next;
  }
  return ok(pages);
}
