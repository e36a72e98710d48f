import type { z } from 'zod';
import type { CallSummary, callQuery } from '../api/calls';
import { formatCallId } from '../api/ids';
import { type Failure, fail, ok, type Result } from '../api/problems';
import type { RunSummary } from '../api/runs';
import type { SceneSummary } from '../api/scenes';
import { MAX_COUNTED_TOKENS } from '../base/foreign-values';
import { fromNanos } from '../billing/prices';
import { readCursor, writeCursor } from './cursors';

/** A page of a list: newest first. The index follows the rooms and may lag behind them by a moment. */
export interface Page<T> {
  items: T[];
  next: string | null;
}
export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}
/** A page of rooms; `q`: part of the title. */
interface RoomRequest extends PageRequest {
  q?: string | undefined;
}

interface RoomRow<Status extends string> {
  id: string;
  title: string;
  status: Status;
  rounds: number;
  created_at: string;
  updated_at: string;
}

/** Scenes of a tenant, newest first. */
export async function listScenes(
  db: D1Database,
  tenant: string,
  page: RoomRequest,
): Promise<Result<Page<SceneSummary>>> {
  return listRooms(db, tenant, 'scene', page, (row: RoomRow<SceneSummary['status']>) => ({
    ...toRoom(row),
    rounds: row.rounds,
  }));
}

/** Runs of a tenant, newest first. */
export async function listRuns(
  db: D1Database,
  tenant: string,
  page: RoomRequest,
): Promise<Result<Page<RunSummary>>> {
  return listRooms(db, tenant, 'run', page, (row: RoomRow<RunSummary['status']>) => ({
    ...toRoom(row),
    turns: row.rounds,
  }));
}

const toRoom = <Status extends string>(row: RoomRow<Status>) => ({
  id: row.id,
  title: row.title,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

async function listRooms<T, Status extends string>(
  db: D1Database,
  tenant: string,
  kind: 'scene' | 'run',
  { cursor, limit, q }: RoomRequest,
  toItem: (row: RoomRow<Status>) => T,
): Promise<Result<Page<T>>> {
  const after = readCursor(cursor, ['string', 'string']);
  if (!after.ok) return after;
  const where = ['tenant = ?', 'kind = ?'];
  const values: (string | number)[] = [tenant, kind];
  if (q !== undefined) {
    where.push('instr(lower(title), lower(?)) > 0');
    values.push(q);
  }
  if (after.value) {
    where.push('(created_at, id) < (?, ?)');
    values.push(...after.value);
  }
  return readPage<RoomRow<Status>, T>(
    db,
    `SELECT id, title, status, rounds, created_at, updated_at FROM rooms
     WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    values,
    limit,
    (row) => [row.created_at, row.id],
    toItem,
  );
}

/** Rows are what the outbox wrote from checked values: they are not checked a second time. */
interface CallRow {
  room: string;
  n: number;
  round: number;
  step: string;
  role: CallSummary['role'];
  purpose: string;
  attempt: number;
  provider: string;
  model: string;
  status: CallSummary['status'];
  rung: CallSummary['rung'];
  prompt_tokens: number;
  completion_tokens: number;
  latency_ms: number | null;
  started_at: string;
  seat: string | null;
  money: number | null;
}

/**
 * Model calls of a tenant, newest first, perhaps of one room, role or status only. A text is looked for in every call
 * of the tenant, or of the days or room that are asked for with it.
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
  // Times compare as text, and every time of a day is before `~`.
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
  return readPage<CallRow, CallSummary>(
    db,
    `SELECT room, n, round, step, role, purpose, attempt, provider, model, status, rung, prompt_tokens,
            completion_tokens, latency_ms, started_at, seat, money FROM calls
     WHERE ${where.join(' AND ')} ORDER BY started_at DESC, room DESC, n DESC LIMIT ?`,
    values,
    query.limit,
    (row) => [row.started_at, row.room, row.n],
    toCall,
  );
}

const toCall = (row: CallRow): CallSummary => ({
  id: formatCallId(row),
  room: row.room,
  round: row.round,
  n: row.n,
  step: row.step,
  role: row.role,
  purpose: row.purpose,
  attempt: row.attempt,
  provider: row.provider,
  model: row.model,
  status: row.status,
  rung: row.rung,
  promptTokens: boundCount(row.prompt_tokens),
  completionTokens: boundCount(row.completion_tokens),
  latencyMs: row.latency_ms,
  startedAt: row.started_at,
  seat: row.seat,
  money: row.money === null ? null : fromNanos(row.money),
});

/** Calls that were listed before counts were checked may hold one that can't be. */
const boundCount = (tokens: number): number => Math.max(0, Math.min(tokens, MAX_COUNTED_TOKENS));

export const INDEX_DOWN: Failure = {
  code: 'unavailable',
  detail: 'The index of rooms and calls does not answer. Rooms go on, and can be read by their id.',
  retryAfter: 5,
};

/** One page: asks for one row more than shown, to know whether another page follows. */
async function readPage<R, T>(
  db: D1Database,
  sql: string,
  values: (string | number)[],
  limit: number,
  toKey: (row: R) => (string | number)[],
  toItem: (row: R) => T,
): Promise<Result<Page<T>>> {
  let rows: R[];
  try {
    const answer = await db
      .prepare(sql)
      .bind(...values, limit + 1)
      .all<R>();
    rows = answer.results;
  } catch (error) {
    console.error('index query failed', error);
    return fail(INDEX_DOWN);
  }
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return ok({
    items: pageRows.map(toItem),
    next: rows.length > limit && last ? writeCursor(toKey(last)) : null,
  });
}
