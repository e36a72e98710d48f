import type { Receipt } from '../contract/access';
import { readCursor, writeCursor } from '../contract/cursors';
import {
  type Deletion,
  type ItemName,
  LIBRARY_KINDS,
  type LibraryBody,
  type LibraryItem,
  type LibraryKind,
  type LibraryQuery,
  type LibrarySummary,
  MAX_ITEMS,
} from '../contract/library';
import { type Failure, fail, ok, type Result } from '../contract/problems';
import { type CheckedBody, checkUnknown, findParent, listReferences } from './check';

type ItemRow = Omit<LibraryItem, 'body'> & { body: string };

const TIMES = 'created_at AS createdAt, updated_at AS updatedAt';
const ITEM_COLUMNS = `id, kind, ${TIMES}, version, body`;

/** Not validated again: bodies are validated before they are stored. */
const toItem = (row: ItemRow): LibraryItem => ({ ...row, body: JSON.parse(row.body) }) as LibraryItem;

const toSearch = (name: string): string => name.normalize('NFKC').toLowerCase();

const DOWN: Failure = {
  code: 'unavailable',
  detail: 'The library did not respond. Rooms continue, because they use copies.',
  retryAfter: 5,
};

/** Runs `act`; database errors become a failure. */
async function withDatabase<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    console.error('library query failed', error);
    return fail(DOWN);
  }
}

/** How long an `Idempotency-Key` is remembered: a day. */
const RECEIPT_MS = 24 * 3600 * 1000;
/** Attempts of a change that conflicts with concurrent ones. */
const TRIES = 5;

/** Unknown ids are missing from the map. */
export async function readItems(
  db: D1Database,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LibraryItem>> {
  if (ids.length === 0) return new Map();
  const { results } = await db
    .prepare(
      `SELECT ${ITEM_COLUMNS} FROM library WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(tenant, JSON.stringify(ids))
    .all<ItemRow>();
  return new Map(results.map((row) => [row.id, toItem(row)]));
}

/** @returns `not_found` if there is none of this kind */
export function readItem(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
): Promise<Result<LibraryItem>> {
  return withDatabase(async () => {
    const row = await readRow(db, tenant, kind, id);
    return row ? ok(toItem(row)) : fail({ code: 'not_found', what: kind, id });
  });
}

/** Newest first. */
export function listItems(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  { cursor, limit, q, parent }: LibraryQuery,
): Promise<Result<{ items: LibrarySummary[]; next: string | null }>> {
  return withDatabase(async () => {
    const after = readCursor(cursor, ['string', 'string']);
    if (!after.ok) return after;
    const where = ['tenant = ?', 'kind = ?'];
    const values: (string | number)[] = [tenant, kind];
    const narrow = (condition: string, ...bound: (string | number)[]) => {
      where.push(condition);
      values.push(...bound);
    };
    if (parent !== undefined) narrow('parent = ?', parent);
    if (q !== undefined) narrow('instr(search, ?) > 0', toSearch(q));
    if (after.value) narrow('(created_at, id) < (?, ?)', ...after.value);
    // One extra row shows whether there is another page.
    const { results } = await db
      .prepare(
        `SELECT id, kind, name, parent, ${TIMES} FROM library
         WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .bind(...values, limit + 1)
      .all<LibrarySummary>();
    const items = results.slice(0, limit);
    const last = items.at(-1);
    return ok({
      items,
      next: results.length > limit && last ? writeCursor([last.createdAt, last.id]) : null,
    });
  });
}

interface NewItem {
  kind: LibraryKind;
  id: string;
  checked: CheckedBody;
  /** A repeat with the same receipt returns the first request's item in its current state. */
  receipt: Receipt | null;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Creates an item in one transaction with its receipt.
 *
 * @returns `invalid` for an unknown reference, `conflict` at {@link MAX_ITEMS}, `idempotency_mismatch`; no
 * row is written then. An item with another id than the given one already existed.
 */
export function createItem(db: D1Database, tenant: string, item: NewItem): Promise<Result<LibraryItem>> {
  return withDatabase(async () => {
    const { kind, id, checked, receipt } = item;
    const earlierResult = receipt && (await readReceipt(db, tenant, kind, receipt, item.now));
    if (earlierResult) return earlierResult;
    const missing = await findMissing(db, tenant, kind, checked.body);
    if (missing) return missing;
    const at = new Date(item.now).toISOString();
    const { refs, parent, name, search } = toColumns(kind, checked);
    const insert = db
      .prepare(
        `INSERT INTO library (tenant, id, kind, parent, name, search, body, refs, version, created_at, updated_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?9
         WHERE (SELECT COUNT(*) FROM library WHERE tenant = ?1 AND kind = ?3) < ?10 AND ${REFERENCES_EXIST}`,
      )
      .bind(tenant, id, kind, parent, name, search, checked.json, refs, at, MAX_ITEMS);
    let writtenCount: number;
    try {
      const [insertResult] = await db.batch([
        insert,
        ...(receipt ? storeReceipt(db, tenant, id, receipt, item.now) : []),
      ]);
      writtenCount = insertResult?.meta.changes ?? 0;
    } catch (error) {
      // A concurrent repeat of the request may have stored its receipt.
      const other = receipt && (await readReceipt(db, tenant, kind, receipt, item.now));
      if (other) return other;
      throw error;
    }
    if (writtenCount > 0)
      return ok({ id, kind, createdAt: at, updatedAt: at, version: 1, body: checked.body } as LibraryItem);
    return (await findMissing(db, tenant, kind, checked.body)) ?? isFull(kind);
  });
}

/**
 * Changes fields of an item and validates the result. Concurrent changes are applied one after the other.
 *
 * @param change fields of the body, valid for its schema
 * @param seen version the change is based on; null: the current one
 * @returns `stale` without a change if the item has another version than `seen`
 */
export function changeItem(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
  change: Partial<LibraryBody>,
  now: number,
  seen: number | null = null,
): Promise<Result<LibraryItem>> {
  return withDatabase(async () => {
    for (let n = 0; n < TRIES; n += 1) {
      const row = await readRow(db, tenant, kind, id);
      if (!row) return fail({ code: 'not_found', what: kind, id });
      if (seen !== null && row.version !== seen)
        return fail({ code: 'stale', what: kind, id, seen, version: row.version });
      const checkResult = checkUnknown(kind, { ...JSON.parse(row.body), ...change });
      if (!checkResult.ok) return checkResult;
      const missing = await findMissing(db, tenant, kind, checkResult.value.body);
      if (missing) return missing;
      const at = new Date(now).toISOString();
      const { refs, parent, name, search } = toColumns(kind, checkResult.value);
      const { meta } = await db
        .prepare(
          `UPDATE library SET parent = ?4, name = ?5, search = ?6, body = ?7, refs = ?8, version = version + 1,
             updated_at = ?9
           WHERE tenant = ?1 AND id = ?2 AND version = ?3 AND ${REFERENCES_EXIST}`,
        )
        .bind(tenant, id, row.version, parent, name, search, checkResult.value.json, refs, at)
        .run();
      if (meta.changes > 0)
        return ok({
          ...row,
          updatedAt: at,
          version: row.version + 1,
          body: checkResult.value.body,
        } as LibraryItem);
    }
    return fail({ code: 'unavailable', detail: `Someone else is changing the ${kind}.`, retryAfter: 1 });
  });
}

/** All references in `?8` exist in this tenant. Ids contain the kind, so it need not be checked. */
const REFERENCES_EXIST = `NOT EXISTS (
  SELECT 1 FROM json_each(?8) AS ref
  WHERE NOT EXISTS (SELECT 1 FROM library AS other WHERE other.tenant = ?1 AND other.id = ref.value))`;

function toColumns(kind: LibraryKind, { body }: CheckedBody) {
  const ids = listReferences(kind, body).map(({ id }) => id);
  return {
    parent: findParent(kind, body),
    name: body.name.toWellFormed(),
    search: toSearch(body.name.toWellFormed()),
    refs: JSON.stringify([...new Set(ids)]),
  };
}

async function readRow(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
): Promise<ItemRow | null> {
  return db
    .prepare(`SELECT ${ITEM_COLUMNS} FROM library WHERE tenant = ? AND id = ? AND kind = ?`)
    .bind(tenant, id, kind)
    .first<ItemRow>();
}

/** Failure for unknown references; null if all exist. */
async function findMissing(db: D1Database, tenant: string, kind: LibraryKind, body: LibraryBody) {
  const references = listReferences(kind, body);
  if (references.length === 0) return null;
  const { results } = await db
    .prepare('SELECT id, kind FROM library WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))')
    .bind(tenant, JSON.stringify(references.map(({ id }) => id)))
    .all<{ id: string; kind: string }>();
  const kinds = new Map(results.map((row) => [row.id, row.kind]));
  const errors = references
    .filter((reference) => kinds.get(reference.id) !== reference.kind)
    .map(({ id, kind: wanted, pointer }) => ({
      pointer,
      message: `no ${wanted} "${id}" in the library`,
    }));
  return errors.length > 0 ? fail({ code: 'invalid', errors }) : null;
}

const isFull = (kind: LibraryKind): Result<never> =>
  fail({
    code: 'conflict',
    detail: `The library has reached the limit of ${MAX_ITEMS} items of the kind ${kind}.`,
    fix: `Delete a ${kind} you no longer need. Scenes keep their copies.`,
  });

function storeReceipt(db: D1Database, tenant: string, id: string, { key, bodyHash }: Receipt, now: number) {
  const since = new Date(now - RECEIPT_MS).toISOString();
  return [
    db.prepare('DELETE FROM library_receipts WHERE at < ?').bind(since),
    // A used key fails the batch, so that the item is not created either. Without the item, no receipt is
    // stored.
    db
      .prepare(
        `INSERT INTO library_receipts (tenant, key, body_hash, item, at)
         SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM library WHERE tenant = ?1 AND id = ?4)`,
      )
      .bind(tenant, key, bodyHash, id, new Date(now).toISOString()),
  ];
}

/** Result of an earlier request; null: the key is new. */
async function readReceipt(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  { key, bodyHash }: Receipt,
  now: number,
): Promise<Result<LibraryItem> | null> {
  const receiptRow = await db
    .prepare('SELECT body_hash, item FROM library_receipts WHERE tenant = ? AND key = ? AND at >= ?')
    .bind(tenant, key, new Date(now - RECEIPT_MS).toISOString())
    .first<{ body_hash: string; item: string }>();
  if (!receiptRow) return null;
  if (receiptRow.body_hash !== bodyHash) return fail({ code: 'idempotency_mismatch', key });
  const row = await readRow(db, tenant, kind, receiptRow.item);
  if (row) return ok(toItem(row));
  return fail({
    code: 'conflict',
    detail: `The item created with this Idempotency-Key (${receiptRow.item}) was deleted.`,
    fix: 'Use a new Idempotency-Key.',
  });
}

const REFERRERS = 3;

/** `?1` tenant, `?2` item: the item and all its descendants. */
const CHILDREN = `WITH RECURSIVE under(id) AS (
    SELECT id FROM library WHERE tenant = ?1 AND id = ?2
    UNION SELECT child.id FROM library AS child JOIN under ON child.parent = under.id WHERE child.tenant = ?1
  ) SELECT id FROM under`;

/** Worlds of tenant `?1` that reference lorebook `?2`. */
const NAMES_BOOK = `tenant = ?1 AND kind = 'world'
  AND EXISTS (SELECT 1 FROM json_each(library.refs) AS ref WHERE ref.value = ?2)`;

/** Lists the items a deletion would affect, without deleting. */
export function planDeletion(
  db: D1Database,
  tenant: string,
  kind: LibraryKind,
  id: string,
): Promise<Result<Deletion>> {
  return withDatabase(async () => {
    const deletes = db
      .prepare(`SELECT kind, id, name FROM library WHERE tenant = ?1 AND id IN (${CHILDREN})`)
      .bind(tenant, id);
    const detaches = db.prepare(`SELECT kind, id, name FROM library WHERE ${NAMES_BOOK}`).bind(tenant, id);
    const [deletions, detachments] = await db.batch<ItemName>(
      kind === 'lorebook' ? [deletes, detaches] : [deletes],
    );
    const plan = toDeletion(id, deletions?.results, detachments?.results);
    // The id belongs to another kind.
    return plan.deletes[0]?.kind === kind ? ok(plan) : fail({ code: 'not_found', what: kind, id });
  });
}

/**
 * Deletes an item and removes it from worlds that reference it, in one transaction.
 *
 * @param cascade also delete descendants: campaigns of a world, arcs of a campaign
 * @returns the deleted and detached items; `conflict` without a change if there are descendants and `cascade`
 * is false
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
        `DELETE FROM library WHERE tenant = ?1 AND id IN (${CHILDREN})
         AND EXISTS (SELECT 1 FROM library AS root WHERE root.tenant = ?1 AND root.id = ?2 AND root.kind = ?3) ${guard}
         RETURNING kind, id, name`,
      )
      .bind(tenant, id, kind);
    const [deletions, detachments] = await db.batch<ItemName>(
      kind === 'lorebook' ? [removal, detach(db, tenant, id, now)] : [removal],
    );
    const deletion = toDeletion(id, deletions?.results, detachments?.results);
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

/** Sorted by kind from the top down, then by name; the item itself comes first. */
function toDeletion(id: string, deletes: ItemName[] = [], detaches: ItemName[] = []): Deletion {
  const rank = (item: ItemName) => (item.id === id ? -1 : LIBRARY_KINDS.indexOf(item.kind));
  const sort = (items: ItemName[]) =>
    items
      .map(({ kind, id, name }) => ({ kind, id, name }))
      .sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name) || compare(a.id, b.id));
  return { deletes: sort(deletes), detaches: sort(detaches) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The failure names the number and the first of the descendants. */
function refuseAlone(kind: LibraryKind, id: string, { deletes }: Deletion): Failure {
  const parts = LIBRARY_KINDS.flatMap((under) => {
    const names = deletes
      .filter((item) => item.kind === under && item.id !== id)
      .map(({ name }) => `"${name}"`);
    if (names.length === 0) return [];
    const more = names.length > REFERRERS ? ` and ${names.length - REFERRERS} more` : '';
    return [
      `${names.length} ${under}${names.length === 1 ? '' : 's'} (${names.slice(0, REFERRERS).join(', ')}${more})`,
    ];
  });
  return {
    code: 'conflict',
    detail: `Deleting the ${kind} "${deletes[0]?.name}" would also delete ${parts.join(' and ')}.`,
    fix: 'Add ?cascade=1 to delete all of them, or ?dryRun=1 to list them without deleting.',
  };
}
