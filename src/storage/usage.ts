import type { z } from 'zod';
import { fromNanos } from '../billing/prices';
import { readCursor } from '../contract/cursors';
import type { UsagePage, UsageRow, usageQuery } from '../contract/money';
import { fail, ok, type Result } from '../contract/problems';
import { askStore } from './ask-store';
import { cutPage, INDEX_DOWN } from './index-queries';

/** Columns to group by; a call may have no seat. */
const KEYS = {
  day: 'substr(started_at, 1, 10)',
  room: 'room',
  seat: "coalesce(seat, '')",
  role: 'role',
  model: 'model',
} as const;

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 30;
const sum = (column: string): string => `coalesce(sum(${column}), 0)`;
/**
 * Sums of {@link UsageRow}, with money in billionths. Calls of the understudy are free and have no price, so
 * they don't count as unpriced.
 */
const SUMS = `count(*) AS calls, ${sum("provider <> 'understudy'")} AS metered,
  ${sum('prompt_tokens')} AS promptTokens, ${sum('completion_tokens')} AS completionTokens,
  ${sum('reasoning_tokens')} AS reasoningTokens, ${sum('cached_tokens')} AS cachedTokens,
  coalesce(sum(provider_cost), 0.0) AS providerCost,
  ${sum('money')} AS money, ${sum("provider <> 'understudy' AND money IS NULL")} AS unpriced`;

type Sums = UsagePage['total'];

/**
 * Sums a tenant's calls from the index, exactly as the list of calls shows them. Oldest day or first name
 * first. Rooms have their titles.
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
  // Days compare as text, and every time of a day sorts before the next day.
  const where = 'tenant = ?1 AND started_at >= ?2 AND started_at < ?3';
  const values = [tenant, from, dayBefore(to, -1)];
  const [key, part = "''"] = keys;
  const room = by === 'room' ? 'key' : split === 'room' ? 'part' : null;
  const beyond = after.value ? `AND (${keys}) > (${keys.map((_, i) => `?${5 + i}`)})` : '';
  return askStore('usage query failed', INDEX_DOWN, async () => {
    const [page, total] = await db.batch<Sums & { key: string; part: string; title?: string | null }>([
      db
        .prepare(
          withTitles(
            `SELECT ${key} AS key, ${part} AS part, ${SUMS} FROM calls WHERE ${where} ${beyond}
              GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ?4`,
            room,
          ),
        )
        .bind(...values, limit + 1, ...(after.value ?? [])),
      db.prepare(`SELECT ${SUMS} FROM calls WHERE ${where}`).bind(...values),
    ]);
    const { items, next } = cutPage(page?.results ?? [], limit, (row) =>
      split ? [row.key, row.part] : [row.key],
    );
    return ok({
      from,
      to,
      by,
      currency,
      total: toUnits(total?.results[0] ?? NO_SUMS),
      items: items.map(
        ({ key, part, title, ...sums }): UsageRow => ({
          key: key || null,
          ...(split && { part: part || null }),
          ...(title !== undefined && { title }),
          ...toUnits(sums),
        }),
      ),
      next,
    });
  });
}

/** Titles are null if the index has no such room. */
const withTitles = (sums: string, room: 'key' | 'part' | null): string =>
  room === null
    ? sums
    : `SELECT sums.*, rooms.title FROM (${sums}) AS sums
        LEFT JOIN rooms ON rooms.id = sums.${room} AND rooms.tenant = ?1 ORDER BY key, part`;

const NO_SUMS: Sums = {
  ...{ calls: 0, metered: 0, promptTokens: 0, completionTokens: 0, money: 0, unpriced: 0 },
  ...{ reasoningTokens: 0, cachedTokens: 0, providerCost: 0 },
};

const toUnits = (sums: Sums): Sums => ({ ...sums, money: fromNanos(sums.money) });

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
