import { type Deletion, type ItemName, LIBRARY_KINDS, type LibraryKind } from '../api/library';
import { type Failure, fail, ok, type Result } from '../api/problems';
import { withDatabase } from './database';

/** Number of names that a refusal lists of each kind. */
const NAMED = 3;

/** `?1` a tenant, `?2` an item: the item and all that stands under it, at any depth. */
const UNDER = `WITH RECURSIVE under(id) AS (
    SELECT id FROM library WHERE tenant = ?1 AND id = ?2
    UNION SELECT child.id FROM library AS child JOIN under ON child.parent = under.id WHERE child.tenant = ?1
  ) SELECT id FROM under`;

/** Worlds of the tenant `?1` that name the lorebook `?2`. */
const NAMES_BOOK = `tenant = ?1 AND kind = 'world'
  AND EXISTS (SELECT 1 FROM json_each(library.refs) AS ref WHERE ref.value = ?2)`;

/** Lists what deleting an item would also delete, without deleting anything. */
export function planDeletion(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
): Promise<Result<Deletion>> {
  return withDatabase(async () => {
    const deletes = db
      .prepare(`SELECT kind, id, name FROM library WHERE tenant = ?1 AND id IN (${UNDER})`)
      .bind(tenant, id);
    const detaches = db.prepare(`SELECT kind, id, name FROM library WHERE ${NAMES_BOOK}`).bind(tenant, id);
    const [deletedRows, detachedRows] = await db.batch<ItemName>(
      kind === 'lorebook' ? [deletes, detaches] : [deletes],
    );
    const plan = toDeletion(id, deletedRows?.results, detachedRows?.results);
    // An id of another kind names nothing here.
    return plan.deletes[0]?.kind === kind ? ok(plan) : fail({ code: 'not_found', what: kind, id });
  });
}

/**
 * Deletes an item and takes it out of the worlds that name it, all in one transaction.
 *
 * @param cascade also delete what stands under it: the campaigns of a world, the arcs of a campaign
 * @returns what was deleted and what goes on without it; `conflict` when something stands under it and `cascade` is
 *   false: then nothing was deleted
 */
export function deleteItem(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
  cascade: boolean,
  now: number,
): Promise<Result<Deletion>> {
  return withDatabase(async () => {
    const guard = cascade
      ? ''
      : 'AND NOT EXISTS (SELECT 1 FROM library AS child WHERE child.tenant = ?1 AND child.parent = ?2)';
    const removal = db
      .prepare(
        `DELETE FROM library WHERE tenant = ?1 AND id IN (${UNDER})
         AND EXISTS (SELECT 1 FROM library AS root WHERE root.tenant = ?1 AND root.id = ?2 AND root.kind = ?3) ${guard}
         RETURNING kind, id, name`,
      )
      .bind(tenant, id, kind);
    const [deletedRows, detachedRows] = await db.batch<ItemName>(
      kind === 'lorebook' ? [removal, detach(db, tenant, id, now)] : [removal],
    );
    const deletion = toDeletion(id, deletedRows?.results, detachedRows?.results);
    if (deletion.deletes.length > 0) return ok(deletion);
    const plan = await planDeletion(db, tenant, kind, id);
    return plan.ok ? fail(refuseAlone(kind, id, plan.value)) : plan;
  });
}

const without = (column: string) =>
  `(SELECT json_group_array(kept.value) FROM json_each(${column}) AS kept WHERE kept.value <> ?2)`;

function detach(db: D1Database, tenant: string, book: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE library SET body = json_set(body, '$.lorebooks', json(${without("library.body, '$.lorebooks'")})),
         refs = ${without('library.refs')}, version = version + 1, updated_at = ?3
       WHERE ${NAMES_BOOK} RETURNING kind, id, name`,
    )
    .bind(tenant, book, new Date(now).toISOString());
}

/** Each list from the top down, then by name: the item itself comes first. */
function toDeletion(id: string, deletes: ItemName[] = [], detaches: ItemName[] = []): Deletion {
  const rank = (item: ItemName) => (item.id === id ? -1 : LIBRARY_KINDS.indexOf(item.kind));
  const sort = (items: ItemName[]) =>
    items
      .map(({ kind, id, name }) => ({ kind, id, name }))
      .sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name) || compare(a.id, b.id));
  return { deletes: sort(deletes), detaches: sort(detaches) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The refusal to delete an item that others stand under: it says how many, and names the first of them. */
function refuseAlone(kind: LibraryKind, id: string, { deletes }: Deletion): Failure {
  const parts = LIBRARY_KINDS.flatMap((under) => {
    const names = deletes
      .filter((item) => item.kind === under && item.id !== id)
      .map(({ name }) => `"${name}"`);
    if (names.length === 0) return [];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    return [
      `${names.length} ${under}${names.length === 1 ? '' : 's'} (${names.slice(0, NAMED).join(', ')}${more})`,
    ];
  });
  return {
    code: 'conflict',
    detail: `Deleting the ${kind} "${deletes[0]?.name}" would also delete ${parts.join(' and ')}.`,
    fix: 'Add ?cascade=1 to delete all of it; ?dryRun=1 lists it and deletes nothing.',
  };
}
