import type { Measure, TenantBudget, USAGE_BY, UsageRow } from '../../src/contract/money';

/** What usage is summed by, as it is called; `section` is read from the prompts of one scene. */
export const VIEWS = {
  day: 'Day',
  room: 'Room',
  seat: 'Player',
  role: 'Role',
  model: 'Model',
  section: 'Section',
} as const satisfies Record<(typeof USAGE_BY)[number] | 'section', string>;
export type View = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** What budgets count, as it is called. (The contract's own lists would bring their checks into the first page.) */
export const MEASURES = { calls: 'Calls', tokens: 'Tokens', money: 'Money' } as const satisfies Record<
  Measure,
  string
>;
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** What of the usage is on show. Days are of UTC; null: as the API has it, the last 30 days. */
export interface UsageAsk {
  by: View;
  from: string | null;
  to: string | null;
  /** The scene whose sections are shown. */
  room: string | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
export const readDay = (text: string | null): string | null =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** `by=model&from=2026-11-01&to=2026-11-30`; what makes no sense is left out. */
export function readUsageAsk(query: URLSearchParams): UsageAsk {
  return {
    by: VIEW_NAMES.find((view) => view === query.get('by')) ?? 'day',
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
    room: query.get('room'),
  };
}

/** The address of a view, behind `#`. */
export function usageAddress({ by, from, to, room }: UsageAsk): string {
  const query = new URLSearchParams();
  if (by !== 'day') query.set('by', by);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (room && by === 'section') query.set('room', room);
  return query.size > 0 ? `/usage?${query}` : '/usage';
}

const DAY_MS = 24 * 3600 * 1000;
/** More days than any screen has columns for. */
const MOST_DAYS = 3660;

export const sumOf = (row: UsageRow, measure: Measure): number =>
  measure === 'tokens' ? row.promptTokens + row.completionTokens : row[measure];

/** Every day of a range, each with its row, or null for a day on which nothing was called. */
export function fillDays(
  rows: readonly UsageRow[],
  from: string,
  to: string,
): { day: string; row: UsageRow | null }[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  const first = Date.parse(from);
  const count = Math.min(MOST_DAYS, Math.floor((Date.parse(to) - first) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, n) => {
    const day = new Date(first + n * DAY_MS).toISOString().slice(0, 10);
    return { day, row: known.get(day) ?? null };
  });
}

/** Most first; those of the same size by name. */
export const bySize = (rows: readonly UsageRow[], measure: Measure): UsageRow[] =>
  rows.toSorted((a, b) => sumOf(b, measure) - sumOf(a, measure) || (a.key ?? '').localeCompare(b.key ?? ''));

/** The measures of which nothing is left. */
export const spentOf = (budget: TenantBudget | null): Measure[] =>
  budget
    ? MEASURE_NAMES.filter((measure) => budget.left[measure] !== null && Number(budget.left[measure]) <= 0)
    : [];
