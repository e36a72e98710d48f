import type { CallSummary } from '../../src/contract/calls';
import type { SetBudget, TenantBudgets, UsagePage } from '../../src/contract/money';
import { type Page, type Reply, sendJson } from './api';
import { type CallFilter, callQueryOf } from './call-filter';
import type { UsageAsk } from './usage';

/** Rows that a view of the usage shows at most. */
const MOST_ROWS = 1000;

/** Calls, usage and budgets of the tenant. */
export const usageApi = {
  calls: (filter: CallFilter, cursor: string | null): Promise<Reply<Page<CallSummary>>> => {
    const query = callQueryOf(filter);
    query.set('limit', '50');
    if (cursor) query.set('cursor', cursor);
    return sendJson(`/calls?${query}`);
  },
  /** The calls of a round, or turn, and of its neighbours; at most 200 of each. */
  callsAround: async (room: string, round: number): Promise<CallSummary[]> => {
    const rounds = [round - 1, round, round + 1].filter((n) => n > 0);
    const pages = await Promise.all(
      rounds.map((n) => sendJson<Page<CallSummary>>(`/calls?room=${room}&round=${n}&limit=200`)),
    );
    return pages.flatMap((reply) => (reply.ok ? reply.value.items : []));
  },
  usage: ({ by, from, to }: UsageAsk): Promise<Reply<UsagePage>> => {
    const query = new URLSearchParams({ by, limit: String(MOST_ROWS) });
    if (from) query.set('from', from);
    if (to) query.set('to', to);
    return sendJson(`/usage?${query}`);
  },
  budgets: (): Promise<Reply<TenantBudgets>> => sendJson('/budgets'),
  /** Null takes the tenant's own budget away. */
  setBudget: (budget: SetBudget | null): Promise<Reply<TenantBudgets>> =>
    sendJson('/budgets', budget ? { method: 'PUT', body: budget } : { method: 'DELETE' }),
};
