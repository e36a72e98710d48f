import { fail, ok, type Result } from '../api/problems';
import type { TenantSummary } from '../api/tenants';
import { readCursor, writeCursor } from './cursors';
import { INDEX_DOWN, type Page, type PageRequest } from './index-queries';

/** Note that there is a tenant of that name, so that it is listed. Doing it again changes nothing. */
export async function recordTenant(db: D1Database, name: string, at: string): Promise<Result<null>> {
  try {
    await db.prepare('INSERT OR IGNORE INTO tenants VALUES (?, ?)').bind(name, at).run();
    return ok(null);
  } catch (error) {
    console.error('index write failed', error);
    return fail(INDEX_DOWN);
  }
}

/** Tenants that the operator made, by name. */
export async function listTenants(
  db: D1Database,
  { cursor, limit }: PageRequest,
): Promise<Result<Page<TenantSummary>>> {
  const after = readCursor(cursor, ['string']);
  if (!after.ok) return after;
  try {
    const { results } = await db
      .prepare('SELECT name, created_at AS createdAt FROM tenants WHERE name > ? ORDER BY name LIMIT ?')
      .bind(after.value?.[0] ?? '', limit + 1)
      .all<TenantSummary>();
    const items = results.slice(0, limit);
    const last = items.at(-1);
    return ok({ items, next: results.length > limit && last ? writeCursor([last.name]) : null });
  } catch (error) {
    console.error('index query failed', error);
    return fail(INDEX_DOWN);
  }
}
