import { z } from 'zod';
import { STATE_FIELDS } from '../api/agents';
import { jsonObject } from '../api/json';
import { BUDGETS, MEASURES } from '../api/money';
import { profile } from '../api/profiles';

/**
 * Shapes within payloads of events that no request and no answer has. Like the tables they are for, they are loaded for
 * the documents alone.
 */

const wrong = z.array(z.object({ pointer: z.string(), message: z.string() }));
const what = z.string();
const detail = z.string();
const fix = z.string();
const retryAfter = z.int().describe('Seconds to wait');

/** Why a round or turn failed, by its `code`. */
export const failure = z
  .discriminatedUnion('code', [
    z.object({ code: z.literal(['not_found', 'gone']), what, id: z.string() }),
    z.object({ code: z.literal('unauthenticated'), reason: z.string(), fix: fix.optional() }),
    z.object({ code: z.literal('forbidden'), needs: z.string(), fix }),
    z.object({ code: z.literal('invalid'), errors: wrong, detail: detail.optional() }),
    z.object({ code: z.literal('conflict'), detail, fix }),
    z.object({ code: z.literal('stale'), what, id: z.string(), seen: z.int(), version: z.int() }),
    z.object({ code: z.literal('unprocessable'), detail, errors: wrong }),
    z.object({ code: z.literal('idempotency_mismatch'), key: z.string() }),
    z.object({ code: z.literal('too_large'), what, limit: z.number() }),
    z.object({ code: z.literal('unsupported_media'), got: z.string(), want: z.string() }),
    z.object({ code: z.literal('finished'), room: z.string(), detail, fix: fix.optional() }),
    z.object({ code: z.literal(['model_failed', 'model_unreachable']), purpose: z.string(), detail, fix }),
    z.object({
      code: z.literal('budget_exhausted'),
      budget: z.enum(BUDGETS),
      what: z.enum(MEASURES),
      isLeased: z
        .boolean()
        .describe('The rest is leased to other rooms, which give back what they do not use'),
      fix,
    }),
    z.object({ code: z.literal('too_many'), what, limit: z.string(), retryAfter }),
    z.object({ code: z.literal('loop'), hops: z.int(), limit: z.int() }),
    z.object({ code: z.literal('unavailable'), detail, retryAfter }),
    z.object({ code: z.literal('misconfigured'), detail }),
    z.object({ code: z.literal('internal'), reference: z.string() }),
  ])
  .meta({ id: 'Failure', description: 'Why it failed' });

const ownProfile = profile
  .omit({ fallback: true })
  .required({
    provider: true,
    model: true,
    temperature: true,
    maxTokens: true,
    maxContextTokens: true,
    timeoutSeconds: true,
    mayEmit: true,
  })
  .extend({ jsonSchema: jsonObject.optional(), jsonExample: jsonObject.optional() });
/** A profile with every default applied, as it is frozen into a room. */
export const resolvedProfile = ownProfile
  .extend({ fallback: ownProfile.optional() })
  .meta({ id: 'ResolvedProfile', description: 'A profile, every default applied' });

/** A fact or tracker by its key. */
export const factChange = z
  .object({ key: z.string(), value: z.string().nullable() })
  .meta({ id: 'FactChange', description: '`value` null: it is cleared' });
export const stateUpdate = z
  .object({ id: z.string(), field: z.enum(STATE_FIELDS), value: z.string() })
  .meta({ id: 'StateUpdate' });
