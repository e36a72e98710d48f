import { z } from 'zod';
import { commandGiven } from './adventures';
import { event } from './events/wire';
import { hookId, type Verification } from './hooks';
import { jsonObject } from './json';
import { turnAccepted } from './rounds';
import { webhookId } from './webhooks';

/** Payloads that the stage posts to others, and headers by which others prove theirs. */

const timestamp = z.iso.datetime();

/** Says how many hooks a message has come through, the one it is posted to included (src/webhooks/send.ts). */
export const HOPS_HEADER = 'webhook-hops';

/** Headers of Standard Webhooks. Replies of a hook have them when it is of the kind `standard`. */
export const signedHeaders = z
  .object({
    'webhook-id': z.string().describe('The same for every attempt'),
    'webhook-timestamp': z.string().regex(/^\d+$/).describe('Seconds since the epoch'),
    'webhook-signature': z.string().describe('`v1,<base64>`; two of them after a rotation'),
    [HOPS_HEADER]: z
      .string()
      .regex(/^\d+$/)
      .describe('Hooks of stages that it comes through, the receiver included if it is one'),
  })
  .meta({ id: 'SignedHeaders' });

/** The message about an event: `type` is its kind. */
export const eventPosted = z
  .object({ type: z.string(), timestamp, data: event.extend({ room: z.string() }) })
  .meta({ id: 'EventPosted' });
export const testPosted = z
  .object({ type: z.literal('webhook.test'), timestamp, data: z.object({ webhook: webhookId }) })
  .meta({ id: 'TestPosted', description: 'Tries whether messages arrive' });
export const answerPosted = z
  .object({
    type: z.literal('hook.answered'),
    timestamp,
    data: z.object({
      hook: hookId,
      delivery: z.string(),
      room: z.string(),
      text: z.string(),
      lines: z.array(z.object({ actor: z.string(), name: z.string(), text: z.string() })).optional(),
      result: z.union([turnAccepted, commandGiven]),
    }),
  })
  .meta({ id: 'AnswerPosted', description: 'What came of a delivery, for its `responseUrl`' });

/** The payload of a delivery is the sender's own. */
export const deliveryPayload = jsonObject.meta({
  id: 'DeliveryPayload',
  description: "Any JSON object; the hook's template takes its fields out of it",
});

interface DeliveryHeader {
  needed: boolean;
  about: string;
}
const needed = (about: string): DeliveryHeader => ({ needed: true, about });
const optional = (about: string): DeliveryHeader => ({ needed: false, about });

/** Says that the delivery is what came of another hook; a circle ends by it. */
const HOPS = { [HOPS_HEADER]: optional('How many hooks it has come through, this one included') };

/** The headers that are looked at, by how the hook knows its sender; in lower case. Of no others anything is read. */
export const DELIVERY_HEADERS: Readonly<Record<Verification, Readonly<Record<string, DeliveryHeader>>>> = {
  standard: {
    'webhook-id': needed('Knows a repeat'),
    'webhook-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    'webhook-signature': needed('`v1,` and the HMAC-SHA256 of id, timestamp and body in base64'),
    'svix-id': optional('Older name of `webhook-id`, accepted instead with the other two'),
    'svix-timestamp': optional('Older name of `webhook-timestamp`'),
    'svix-signature': optional('Older name of `webhook-signature`'),
    ...HOPS,
  },
  github: {
    'x-hub-signature-256': needed('`sha256=` and the HMAC-SHA256 of the body in hexadecimal'),
    'x-github-delivery': needed('Knows a repeat'),
    'x-github-event': optional('`ping` is a greeting'),
    ...HOPS,
  },
  slack: {
    'x-slack-signature': needed('`v0=` and the HMAC-SHA256 of `v0:<timestamp>:<body>` in hexadecimal'),
    'x-slack-request-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    ...HOPS,
  },
  discord: {
    'x-signature-ed25519': needed('The signature of timestamp and body in hexadecimal'),
    'x-signature-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    ...HOPS,
  },
  bearer: {
    authorization: needed('`Bearer <secret>`'),
    'webhook-id': optional('Knows a repeat'),
    'idempotency-key': optional('Knows a repeat'),
    ...HOPS,
  },
};
