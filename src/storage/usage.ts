import type { z } from 'zod';
import type { UsagePage, UsageRow, usageQuery } from '../api/money';
import { fail, ok, type Result } from '../api/problems';
import { MAX_COUNTED_TOKENS } from '../base/foreign-values';
import { fromNanos } from '../billing/prices';
import { readCursor, writeCursor } from './cursors';
import { INDEX_DOWN } from './index-queries';

/** Keys to sum by; a call may have no seat. */
const KEYS = {
  day: 'substr(started_at, 1, 10)',
  room: 'room',
  seat: "coalesce(seat, '')",
  role: 'role',
  model: 'model',
} as const;

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 30;
/** Calls that were listed before counts were checked may hold one that can't be: it counts as the most that can. */
const sumOf = (column: string): string =>
  `coalesce(sum(CAST(max(0, min(${column}, ${MAX_COUNTED_TOKENS})) AS INTEGER)), 0) AS ${column}`;
/** Metered calls have a price or none; those of the understudy are free, and have no price because of that. */
const SUMS = `count(*) AS calls, coalesce(sum(provider <> 'understudy'), 0) AS metered,
  ${sumOf('prompt_tokens')}, ${sumOf('completion_tokens')},
  coalesce(sum(money), 0) AS nanos, coalesce(sum(provider <> 'understudy' AND money IS NULL), 0) AS unpriced`;

interface SumRow {
  calls: number;
  metered: number;
  prompt_tokens: number;
  completion_tokens: number;
  nanos: number;
  unpriced: number;
}

/**
 * Sums the calls of a tenant from the index: exactly those that the list of calls shows. Oldest day, or first name, first.
 * Rooms come with their titles.
 *
 * @param today `2026-11-20`, UTC
 */
export async function readUsage(
  db: D1Database,
  tenant: string,
  { by, split, cursor, limit, ...range }: z.output<typeof usageQuery>,
  { today, currency }: { today: string; currency: string },
): Promise<Result<UsagePage>> {
  const keys = split ? [KEYS[by], KEYS[split]] : [KEYS[by]];
  const after = readCursor(
    cursor,
    keys.map(() => 'string' as const),
  );
  if (!after.ok) return after;
  const to = range.to ?? today;
  const from = range.from ?? dayBefore(to, DEFAULT_DAYS - 1);
  if (from > to) {
    const errors = [{ pointer: 'query/from', message: `must not be after \`to\` (${to})` }];
    return fail({ code: 'invalid', errors });
  }
  // Days compare as text, and every time of a day is before the next day.
  const where = 'tenant = ?1 AND started_at >= ?2 AND started_at < ?3';
  const values = [tenant, from, dayBefore(to, -1)];
  const [key, part = "''"] = keys;
  const room = by === 'room' ? 'key' : split === 'room' ? 'part' : null;
  const beyond = after.value ? `AND (${keys}) > (${keys.map((_, i) => `?${5 + i}`)})` : '';
  try {
    const [page, total] = await db.batch<SumRow & { key: string; part: string; title?: string | null }>([
      db
        .prepare(
          withTitles(
            `SELECT ${key} AS key, ${part} AS part, ${SUMS} FROM calls WHERE ${where} ${beyond}
              GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ?4`,
            room,
          ),
        )
        .bind(...values, limit + 1, ...(after.value ?? [])),
      db.prepare(`SELECT '' AS key, '' AS part, ${SUMS} FROM calls WHERE ${where}`).bind(...values),
    ]);
    const rows = page?.results ?? [];
    const pageRows = rows.slice(0, limit);
    const last = pageRows.at(-1);
    const [sum] = total?.results ?? [];
    return ok({
      from,
      to,
      by,
      currency,
      total: readSums(sum ?? NO_SUMS),
      items: pageRows.map(
        (row): UsageRow => ({
          key: row.key || null,
          ...(split && { part: row.part || null }),
          ...(row.title !== undefined && { title: row.title }),
          ...readSums(row),
        }),
      ),
      next: rows.length > limit && last ? writeCursor(split ? [last.key, last.part] : [last.key]) : null,
    });
  } catch (error) {
    console.error('usage query failed', error);
    return fail(INDEX_DOWN);
  }
}

/** The rows of `sums`, each with the title of the room that its column `room` names; null: the index has no such room. */
const withTitles = (sums: string, room: 'key' | 'part' | null): string =>
  room === null
    ? sums
    : `SELECT sums.*, rooms.title FROM (${sums}) AS sums
        LEFT JOIN rooms ON rooms.id = sums.${room} AND rooms.tenant = ?1 ORDER BY key, part`;

const NO_SUMS: SumRow = {
  ...{ calls: 0, metered: 0, prompt_tokens: 0, completion_tokens: 0, nanos: 0, unpriced: 0 },
};

const readSums = (row: SumRow): Omit<UsageRow, 'key'> => ({
  calls: row.calls,
  metered: row.metered,
  promptTokens: row.prompt_tokens,
  completionTokens: row.completion_tokens,
  money: fromNanos(row.nanos),
  unpriced: row.unpriced,
});

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
