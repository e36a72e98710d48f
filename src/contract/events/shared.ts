import { z } from 'zod';
import { BUDGETS, MEASURES, PERIODS } from '../money';
import { defineEvents } from './shapes';

/** Events that the platform writes in rooms of every kind. */
export const BUDGET_EVENTS = defineEvents('both', {
  'budget.exhausted': {
    about:
      'A budget does not cover the next call. The round fails and can be retried after the budget is raised.',
    audience: 'the owner',
    payload: () =>
      z.object({
        budget: z
          .enum(BUDGETS)
          .describe(
            "The exhausted budget: `seat`, `autonomy` (auto-play), `room`, `tenant`, or `operator` (the operator's cap for the tenant)",
          ),
        what: z.enum(MEASURES).describe('`calls`, `tokens` or `money`'),
        limit: z.number().describe('Limit of the budget'),
        used: z.number().describe('Amount spent, including reservations for calls in progress in this room'),
        reserved: z.number().describe('Amount leased to other rooms of the tenant'),
        need: z.number().describe('Maximum cost of the next call'),
        period: z.enum(PERIODS).describe('`day`, `month` or `total`: when the budget resets'),
        currency: z.string().optional().describe('Currency. Absent unless `what` is `money`'),
        seat: z.string().optional().describe('Id of the seat. Absent unless `budget` is `seat`'),
        fix: z.string().describe('How to raise the budget'),
      }),
  },
});

export const WEBHOOK_EVENTS = defineEvents('both', {
  'webhook.disabled': {
    about:
      'A webhook endpoint with undelivered events of this room was disabled automatically ([webhooks](webhooks.md#retries)). The events are sent once it is enabled again.',
    audience: 'the owner',
    payload: () =>
      z.object({
        webhook: z.string().describe('Id of the webhook'),
        reason: z
          .enum(['gone', 'failing'])
          .describe('`gone`: the receiver answered 410; `failing`: every delivery failed for five days'),
        since: z.iso
          .datetime()
          .nullable()
          .describe('Time of the first failure since the last success, or null'),
      }),
  },
});
