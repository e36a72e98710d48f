import { readCursor } from '../contract/cursors';
import { ok, type Result } from '../contract/problems';
import type { TenantSummary } from '../contract/tenants';
import { askStore } from './ask-store';
import { cutPage, INDEX_DOWN, type Page, type PageRequest } from './index-queries';

/** Lists the tenant. Safe to repeat. */
export const recordTenant = (db: D1Database, name: string, at: string): Promise<Result<null>> =>
  askStore('index write failed', INDEX_DOWN, async () => {
    await db.prepare('INSERT OR IGNORE INTO tenants VALUES (?, ?)').bind(name, at).run();
    return ok(null);
  });

/** By name. */
export async function listTenants(
  db: D1Database,
  { cursor, limit }: PageRequest,
): Promise<Result<Page<TenantSummary>>> {
  const after = readCursor(cursor, ['string']);
  if (!after.ok) return after;
  return askStore('index query failed', INDEX_DOWN, async () => {
    const { results } = await db
      .prepare('SELECT name, created_at AS createdAt FROM tenants WHERE name > ? ORDER BY name LIMIT ?')
      .bind(after.value?.[0] ?? '', limit + 1)
      .all<TenantSummary>();
    return ok(cutPage(results, limit, ({ name }) => [name]));
  });
}
