import { z } from 'zod';
import { BUDGETS, MEASURES, PERIODS } from '../api/money';
import type { EventDoc } from './event-doc';
import { ADVENTURE_EVENT_DOCS } from './event-docs-adventure';
import { ROUND_EVENT_DOCS } from './event-docs-round';
import { RUN_EVENT_DOCS } from './event-docs-run';
import { SCENE_EVENT_DOCS } from './event-docs-scene';
import { SHARED_EVENT_DOCS } from './event-docs-shared';
import type { EventKind } from './events';

/**
 * Every kind of event, for `docs/events.md` and `/asyncapi.json`. A kind without an entry does not compile.
 * Loaded for these alone: nothing that plays a room may import it.
 */
export const EVENT_DOCS = {
  'budget.exhausted': {
    rooms: 'both',
    about:
      'A budget has too little left for the next call. The round fails with it, and can be retried once it was raised.',
    audience: 'owner',
    payload: z.object({
      budget: z
        .enum(BUDGETS)
        .describe(
          '`seat`, `autonomy` (of a scene that goes on by itself), `room`, `tenant`, or `operator`: its cap for the tenant',
        ),
      what: z.enum(MEASURES).describe('`calls`, `tokens` or `money`'),
      limit: z.number().describe('of the budget'),
      used: z.number().describe('of it, with what is kept back for calls under way in this room'),
      reserved: z.number().describe('leased to other rooms of the tenant'),
      need: z.number().describe('what the next call may need at most'),
      period: z.enum(PERIODS).describe('`day`, `month` or `total`: when the budget begins anew'),
      currency: z.string().optional().describe('of money; else absent'),
      seat: z.string().optional().describe('whose budget it is; absent unless it is that of a `seat`'),
      fix: z.string().describe('how to raise it'),
    }),
  },
  ...SCENE_EVENT_DOCS,
  ...ROUND_EVENT_DOCS,
  ...RUN_EVENT_DOCS,
  ...ADVENTURE_EVENT_DOCS,
  ...SHARED_EVENT_DOCS,
} as const satisfies Record<EventKind, EventDoc>;
