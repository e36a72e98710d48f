import { readCursor } from '../contract/cursors';
import type { ExperimentSummary } from '../contract/experiments';
import { ok, type Result } from '../contract/problems';
import { askStore } from './ask-store';
import { cutPage, INDEX_DOWN, type Page, type PageRequest } from './index-queries';

export async function indexExperiment(
  db: D1Database,
  tenant: string,
  { id, name, status, progress, createdAt, updatedAt }: ExperimentSummary,
): Promise<void> {
  await db
    .prepare('INSERT OR REPLACE INTO experiments VALUES (?, ?, ?, ?, ?, ?, ?)')
    .bind(tenant, id, name, status, JSON.stringify(progress), createdAt, updatedAt)
    .run();
}

export async function deleteExperimentRow(db: D1Database, tenant: string, id: string): Promise<void> {
  await db.prepare('DELETE FROM experiments WHERE tenant = ? AND id = ?').bind(tenant, id).run();
}

/** Newest first. */
export async function listExperiments(
  db: D1Database,
  tenant: string,
  { cursor, limit }: PageRequest,
): Promise<Result<Page<ExperimentSummary>>> {
  const after = readCursor(cursor, ['string', 'string']);
  if (!after.ok) return after;
  return askStore('listing experiments failed', INDEX_DOWN, async () => {
    const { results } = await db
      .prepare(
        `SELECT id, name, status, progress, created_at AS createdAt, updated_at AS updatedAt FROM experiments
         WHERE tenant = ? ${after.value ? 'AND (created_at, id) < (?, ?)' : ''}
         ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .bind(tenant, ...(after.value ?? []), limit + 1)
      .all<Omit<ExperimentSummary, 'progress'> & { progress: string }>();
    const page = cutPage(results, limit, (row) => [row.createdAt, row.id]);
    const items = page.items.map((row) => ({ ...row, progress: JSON.parse(row.progress) as never }));
    return ok({ ...page, items });
  });
}
