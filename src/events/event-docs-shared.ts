import { z } from 'zod';
import type { EventDoc } from './event-doc';
import type { EventKind } from './events';

/** Events that rooms of every kind can have, and no engine writes. */
export const SHARED_EVENT_DOCS = {
  'webhook.disabled': {
    rooms: 'both',
    about:
      'A webhook subscription that had events of this room still to send switched itself off ([webhooks](webhooks.md#when-it-fails)). ' +
      'They are sent when it is switched on again.',
    audience: 'owner',
    payload: z.object({
      webhook: z.string().describe('its id'),
      reason: z
        .enum(['gone', 'failing'])
        .describe('`gone`: the receiver answered 410; `failing`: nothing but failures for five days'),
      since: z.iso.datetime().nullable().describe('the first failure since the last success, or null'),
    }),
  },
} as const satisfies Partial<Record<EventKind, EventDoc>>;
