import type { CallSummary } from '../../../src/contract/calls';
import type { SetBudget, TenantBudgets, UsagePage, UsageRow } from '../../../src/contract/money';
import { type CallFilter, toCallQuery } from '../calls/call-filter';
import type { Split, UsageView } from '../usage/usage-query';
import { type Page, type Reply, sendJson } from './api';

/** Rows that a view of the usage shows at most. */
const MAX_ROWS = 1000;

/** Pages of rows that a chart of days reads at most. */
const MAX_PAGES = 10;

function toUsageQuery(asked: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams({ limit: String(MAX_ROWS) });
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, value);
  return query;
}

export const usageApi = {
  calls: (filter: CallFilter, cursor: string | null): Promise<Reply<Page<CallSummary>>> => {
    const query = toCallQuery(filter);
    query.set('limit', '50');
    if (cursor) query.set('cursor', cursor);
    return sendJson(`/calls?${query}`);
  },
  /** Returns the calls of a round, or turn, and of its neighbours; at most 200 of each. */
  callsAround: async (room: string, round: number): Promise<CallSummary[]> => {
    const rounds = [round - 1, round, round + 1].filter((n) => n > 0);
    const pages = await Promise.all(
      rounds.map((n) => sendJson<Page<CallSummary>>(`/calls?room=${room}&round=${n}&limit=200`)),
    );
    return pages.flatMap((reply) => (reply.ok ? reply.value.items : []));
  },
  usage: ({ by, from, to }: Pick<UsageView, 'by' | 'from' | 'to'>): Promise<Reply<UsagePage>> =>
    sendJson(`/usage?${toUsageQuery({ by, from, to })}`),
  /** Returns days split by another column; at most ten thousand rows. */
  usageByDay: async (split: Split, range: Pick<UsageView, 'from' | 'to'>): Promise<Reply<UsageRow[]>> => {
    const rows: UsageRow[] = [];
    for (let n = 0, cursor: string | null = null; n < MAX_PAGES; n += 1) {
      const query = toUsageQuery({ by: 'day', ...range, split, cursor });
      const page: Reply<UsagePage> = await sendJson(`/usage?${query}`);
      if (!page.ok) return page;
      rows.push(...page.value.items);
      cursor = page.value.next;
      if (cursor === null) break;
    }
    return { ok: true, value: rows };
  },
  budgets: (): Promise<Reply<TenantBudgets>> => sendJson('/budgets'),
  /** Null removes the tenant's own budget. */
  setBudget: (budget: SetBudget | null): Promise<Reply<TenantBudgets>> =>
    sendJson('/budgets', budget ? { method: 'PUT', body: budget } : { method: 'DELETE' }),
};
