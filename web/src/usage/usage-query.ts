import type { Measure, TenantBudget, USAGE_BY, UsageRow } from '../../../src/contract/money';

/** Columns to group usage by, with labels; `section` comes from the prompts of one scene. */
export const VIEWS = {
  day: 'Day',
  room: 'Room',
  seat: 'Player',
  role: 'Role',
  model: 'Model',
  section: 'Section',
} as const satisfies Record<(typeof USAGE_BY)[number] | 'section', string>;
export type View = keyof typeof VIEWS;
/** Columns by which the chart of days is split. */
export type Split = Exclude<View, 'day' | 'section'>;
export const VIEW_NAMES = Object.keys(VIEWS) as View[];

/** Measures of budgets, with their labels. (The contract's own lists would bring their checks into the first page.) */
export const MEASURES = { calls: 'Calls', tokens: 'Tokens', money: 'Money' } as const satisfies Record<
  Measure,
  string
>;
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** Filters of the page of usage. Days are of UTC; null: the API's default, the last 30 days. */
export interface UsageView {
  by: View;
  from: string | null;
  to: string | null;
  /** Scene whose sections are shown. */
  room: string | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
export const readDay = (text: string | null): string | null =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

/** Reads filters from an address, such as `by=model&from=2026-11-01&to=2026-11-30`; leaves out invalid values. */
export function readUsageView(query: URLSearchParams): UsageView {
  return {
    by: VIEW_NAMES.find((view) => view === query.get('by')) ?? 'day',
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
    room: query.get('room'),
  };
}

export function usageAddress({ by, from, to, room }: UsageView): string {
  const query = new URLSearchParams();
  if (by !== 'day') query.set('by', by);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (room && by === 'section') query.set('room', room);
  return query.size > 0 ? `/usage?${query}` : '/usage';
}

const DAY_MS = 24 * 3600 * 1000;
/** Largest number of days in a chart, more than any screen has columns for. */
const MAX_DAYS = 3660;

export const sumRows = (row: UsageRow, measure: Measure): number =>
  measure === 'tokens' ? row.promptTokens + row.completionTokens : row[measure];

/** Lists every day of a range, oldest first. */
export function listDays(from: string, to: string): string[] {
  const first = Date.parse(from);
  const count = Math.min(MAX_DAYS, Math.floor((Date.parse(to) - first) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10),
  );
}

export interface Layer {
  name: string;
  /** One for each day; 0 for days without calls. */
  values: number[];
}

/** Puts the sums of days at the index of each day. */
export function rowLayer(
  name: string,
  rows: readonly UsageRow[],
  days: readonly string[],
  sum: (row: UsageRow) => number,
): Layer {
  const sums = new Map<string | null, number>();
  for (const row of rows) sums.set(row.key, (sums.get(row.key) ?? 0) + sum(row));
  return { name, values: days.map((day) => sums.get(day) ?? 0) };
}

/** Number of parts with a colour of their own; the rest share one more. */
export const MAX_LAYERS = 5;

/**
 * Stacks sums of days that are split once more, a layer for each part: the largest first, the smallest together.
 * Rooms are named by title, and by id as well where several share it.
 */
export function stackDays(rows: readonly UsageRow[], days: readonly string[], measure: Measure): Layer[] {
  const sum = (row: UsageRow) => sumRows(row, measure);
  const groups = Map.groupBy(rows, ({ part }) => part || NO_LAYER);
  const rowsByTitle = Map.groupBy(groups.values(), ([row]) => row?.title);
  const nameOf = (part: string, title?: string | null): string => {
    if (!title) return part;
    return rowsByTitle.get(title)?.length === 1 ? title : `${title} (${part})`;
  };
  const parts = [...groups]
    .map(([part, own]) => ({
      ...{ own, name: nameOf(part, own[0]?.title) },
      size: own.reduce((all, row) => all + sum(row), 0),
    }))
    .toSorted((a, b) => b.size - a.size || a.name.localeCompare(b.name));
  const rest = parts.slice(MAX_LAYERS).flatMap(({ own }) => own);
  return [
    ...parts.slice(0, MAX_LAYERS).map(({ name, own }) => rowLayer(name, own, days, sum)),
    ...(rest.length > 0 ? [rowLayer('all others', rest, days, sum)] : []),
  ];
}

/** Label of calls that belong to no seat. */
export const NO_LAYER = 'without a seat';

/** Sorts rows by size, largest first; equal ones by name. */
export const bySize = (rows: readonly UsageRow[], measure: Measure): UsageRow[] =>
  rows.toSorted(
    (a, b) => sumRows(b, measure) - sumRows(a, measure) || (a.key ?? '').localeCompare(b.key ?? ''),
  );

export const rowSpent = (budget: TenantBudget | null): Measure[] =>
  budget
    ? MEASURE_NAMES.filter((measure) => budget.left[measure] !== null && Number(budget.left[measure]) <= 0)
    : [];
