import type { z } from 'zod';
import { fromNanos } from '../billing/prices';
import type { CallSummary, callQuery } from '../contract/calls';
import { readCursor, writeCursor } from '../contract/cursors';
import type { RoomPreview } from '../contract/glance';
import { formatCallId } from '../contract/ids';
import { type Failure, ok, type Result } from '../contract/problems';
import type { RunSummary } from '../contract/runs';
import type { SceneSummary } from '../contract/scenes';
import { askStore } from './ask-store';

/** A page of a list, newest first. The index may lag slightly behind the rooms. */
export interface Page<T> {
  items: T[];
  next: string | null;
}
export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}
/** `q`: part of the title. */
interface RoomRequest extends PageRequest {
  q?: string | undefined;
  order: 'created' | 'activity';
}

export const listScenes = (db: D1Database, tenant: string, page: RoomRequest) =>
  listRooms<SceneSummary>(db, tenant, 'scene', 'rounds', page, ({ cast = [], last = null }) => ({
    cast,
    last,
  }));

export const listRuns = (db: D1Database, tenant: string, page: RoomRequest) =>
  listRooms<RunSummary>(db, tenant, 'run', 'turns', page, ({ last = null }) => ({ last }));

async function listRooms<T extends SceneSummary | RunSummary>(
  db: D1Database,
  tenant: string,
  kind: 'scene' | 'run',
  count: 'rounds' | 'turns',
  { cursor, limit, q, order }: RoomRequest,
  readGlance: (glance: Partial<RoomPreview>) => Partial<RoomPreview>,
): Promise<Result<Page<T>>> {
  const after = readCursor(cursor, ['string', 'string']);
  if (!after.ok) return after;
  const by = order === 'activity' ? 'updated_at' : 'created_at';
  const where = ['tenant = ?', 'kind = ?'];
  const values: (string | number)[] = [tenant, kind];
  if (q !== undefined) {
    where.push('instr(lower(title), lower(?)) > 0');
    values.push(q);
  }
  if (after.value) {
    where.push(`(${by}, id) < (?, ?)`);
    values.push(...after.value);
  }
  const page = await readPage<Omit<T, 'answeredBy'> & { answeredBy: string; glance: string }>(
    db,
    `SELECT id, title, status, created_at AS createdAt, updated_at AS updatedAt, rounds AS ${count},
       answered_by AS answeredBy, glance
     FROM rooms
     WHERE ${where.join(' AND ')} ORDER BY ${by} DESC, id DESC LIMIT ?`,
    values,
    limit,
    (row) => [order === 'activity' ? row.updatedAt : row.createdAt, row.id],
  );
  if (!page.ok) return page;
  const items = page.value.items.map(
    ({ glance, ...row }) =>
      ({ ...row, answeredBy: JSON.parse(row.answeredBy), ...readGlance(JSON.parse(glance)) }) as unknown as T,
  );
  return ok({ ...page.value, items });
}

/**
 * Model calls of a tenant, newest first, with optional filters. A text search scans all calls of the tenant,
 * or of the given days or room.
 */
export async function listCalls(
  db: D1Database,
  tenant: string,
  query: z.output<typeof callQuery>,
): Promise<Result<Page<CallSummary>>> {
  const after = readCursor(query.cursor, ['string', 'string', 'number']);
  if (!after.ok) return after;
  const where = ['tenant = ?'];
  const values: (string | number)[] = [tenant];
  for (const column of ['room', 'role', 'status', 'round', 'rung', 'model'] as const) {
    const value = query[column];
    if (value === undefined) continue;
    where.push(`${column} = ?`);
    values.push(value);
  }
  if (query.text) {
    where.push(
      'instr(lower(role || char(10) || purpose || char(10) || step || char(10) || model), lower(?)) > 0',
    );
    values.push(query.text);
  }
  // Times compare as text, and every time of a day sorts before `~`.
  if (query.from) {
    where.push('started_at >= ?');
    values.push(query.from);
  }
  if (query.to) {
    where.push('started_at < ?');
    values.push(`${query.to}T~`);
  }
  if (after.value) {
    where.push('(started_at, room, n) < (?, ?, ?)');
    values.push(...after.value);
  }
  const page = await readPage<Omit<CallSummary, 'id' | 'roomTitle'> & { roomTitle: string | null }>(
    db,
    `SELECT room, round, n, step, role, purpose, attempt, provider, model, status, rung,
            prompt_tokens AS promptTokens, completion_tokens AS completionTokens, latency_ms AS latencyMs,
            started_at AS startedAt, seat, money, reasoning_tokens AS reasoningTokens,
            cached_tokens AS cachedTokens, provider_cost AS providerCost,
            (SELECT title FROM rooms WHERE id = calls.room) AS roomTitle FROM calls
     WHERE ${where.join(' AND ')} ORDER BY started_at DESC, room DESC, n DESC LIMIT ?`,
    values,
    query.limit,
    (row) => [row.startedAt, row.room, row.n],
  );
  if (!page.ok) return page;
  const items = page.value.items.map(({ roomTitle, ...row }) => ({
    id: formatCallId(row),
    ...row,
    ...(roomTitle !== null && { roomTitle }),
    money: row.money === null ? null : fromNanos(row.money),
  }));
  return ok({ ...page.value, items });
}

export const INDEX_DOWN: Failure = {
  code: 'unavailable',
  detail: 'The index of rooms and calls did not respond. Rooms still work, and can be read by id.',
  retryAfter: 5,
};

/** Rows are not validated again; the outbox wrote validated values. */
const readPage = <R>(
  db: D1Database,
  sql: string,
  values: (string | number)[],
  limit: number,
  keyOf: (row: R) => (string | number)[],
): Promise<Result<Page<R>>> =>
  askStore('index query failed', INDEX_DOWN, async () => {
    const statement = db.prepare(sql).bind(...values, limit + 1);
    const { results } = await statement.all<R>();
    return ok(cutPage(results, limit, keyOf));
  });

/** Expects one row more than `limit`, to detect whether there is another page. */
export function cutPage<R>(rows: R[], limit: number, keyOf: (row: R) => (string | number)[]): Page<R> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? writeCursor(keyOf(last)) : null };
}
