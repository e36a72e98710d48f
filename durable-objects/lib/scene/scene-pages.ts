import type { AuditEntry, Round } from '../../../src/api/rounds';
import { auditEntries } from '../../../src/engines/scene/round/telemetry';
import type { SceneState } from '../../../src/engines/scene/state';
import { showRound } from '../../../src/engines/scene/views';
import type { Viewer } from '../../../src/events/events';
import type { Ledger } from '../room/ledger';

/** A page of a scene's past, newest first. @param before a seq, or a round; null: from the newest on */
interface PastQuery {
  before: number | null;
  limit: number;
}

export function pageOfAudit(
  ledger: Ledger,
  { before, limit }: PastQuery,
): { items: AuditEntry[]; next: string | null } {
  const items: AuditEntry[] = [];
  const from = Math.min((before ?? Number.MAX_SAFE_INTEGER) - 1, ledger.head);
  for (const event of ledger.walkBack(from)) {
    items.push(...auditEntries([event]));
    if (items.length > limit) break;
  }
  const page = items.slice(0, limit);
  return { items: page, next: items.length > page.length ? String(page.at(-1)?.seq ?? 0) : null };
}

/** @param viewer whose eyes see them */
export function pageOfRounds(
  state: SceneState,
  ledger: Ledger,
  { before, limit }: PastQuery,
  viewer: Viewer,
): { items: Round[]; next: string | null } {
  const from = Math.min(state.rounds, (before ?? Number.POSITIVE_INFINITY) - 1);
  const items: Round[] = [];
  for (let n = from; n > 0 && items.length < limit; n -= 1)
    items.push(showRound(state, ledger.ofRound(n), n, viewer));
  const last = items.at(-1)?.n ?? 1;
  return { items, next: last > 1 ? String(last) : null };
}
