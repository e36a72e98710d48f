import { z } from 'zod';
import { BUDGETS, MEASURES, PERIODS } from '../money';
import { eventsOf } from './shapes';

/** Events that rooms of every kind can have, and no engine writes. */
export const BUDGET_EVENTS = eventsOf('both', {
  'budget.exhausted': {
    about:
      'A budget has too little left for the next call. The round fails with it, and can be retried once it was raised.',
    audience: 'owner',
    payload: () =>
      z.object({
        budget: z
          .enum(BUDGETS)
          .describe(
            '`seat`, `autonomy` (of a scene that goes on by itself), `room`, `tenant`, or `operator`: its cap for the tenant',
          ),
        what: z.enum(MEASURES).describe('`calls`, `tokens` or `money`'),
        limit: z.number().describe('of the budget'),
        used: z.number().describe('amount spent, including reservations for calls in progress in this room'),
        reserved: z.number().describe('amount leased to other rooms of the tenant'),
        need: z.number().describe('maximum cost of the next call'),
        period: z.enum(PERIODS).describe('`day`, `month` or `total`: when the budget resets'),
        currency: z.string().optional().describe('of money; else absent'),
        seat: z.string().optional().describe('whose budget it is; absent unless it is that of a `seat`'),
        fix: z.string().describe('how to raise it'),
      }),
  },
});

export const WEBHOOK_EVENTS = eventsOf('both', {
  'webhook.disabled': {
    about:
      'A webhook subscription that had events of this room still to send switched itself off ([webhooks](webhooks.md#retries)). ' +
      'They are sent when it is switched on again.',
    audience: 'owner',
    payload: () =>
      z.object({
        webhook: z.string().describe('its id'),
        reason: z
          .enum(['gone', 'failing'])
          .describe('`gone`: the receiver answered 410; `failing`: nothing but failures for five days'),
        since: z.iso.datetime().nullable().describe('the first failure since the last success, or null'),
      }),
  },
});
