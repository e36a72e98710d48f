import { z } from 'zod';
import { commandGiven } from './adventures';
import { event } from './events/wire';
import type { Verification } from './hooks';
import { hookId } from './ids';
import { jsonObject } from './json';
import { turnAccepted } from './rounds';
import { webhookId } from './webhooks';

/** Payloads that the stage posts to other servers, and headers that authenticate incoming deliveries. */

const timestamp = z.iso.datetime();

/** Number of hooks a message has passed through, including its receiver (src/webhooks/send.ts). */
export const HOPS_HEADER = 'webhook-hops';

/** Headers of Standard Webhooks. Also sent with replies of hooks of the kind `standard`. */
export const signedHeaders = z
  .object({
    'webhook-id': z.string().describe('Id of the message. Retries use the same id'),
    'webhook-timestamp': z.string().regex(/^\d+$/).describe('Seconds since the epoch'),
    'webhook-signature': z.string().describe('`v1,<base64>`; two signatures after a rotation'),
    [HOPS_HEADER]: z
      .string()
      .regex(/^\d+$/)
      .describe('Number of hooks the message has passed through, including the receiver if it is one'),
  })
  .meta({ id: 'SignedHeaders' });

/** A message about an event; `type` is the kind of the event. */
export const eventPosted = z
  .object({ type: z.string(), timestamp, data: event.extend({ room: z.string() }) })
  .meta({ id: 'EventPosted' });
export const testPosted = z
  .object({ type: z.literal('webhook.test'), timestamp, data: z.object({ webhook: webhookId }) })
  .meta({ id: 'TestPosted', description: 'Test message' });
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
  .meta({ id: 'AnswerPosted', description: 'Result of a delivery, posted to its `responseUrl`' });

/** The sender defines the payload of a delivery. */
export const deliveryPayload = jsonObject.meta({
  id: 'DeliveryPayload',
  description: "Any JSON object. The hook's template refers to its fields",
});

interface DeliveryHeader {
  needed: boolean;
  about: string;
}
const needed = (about: string): DeliveryHeader => ({ needed: true, about });
const optional = (about: string): DeliveryHeader => ({ needed: false, about });

/** Set if another hook caused the delivery; used to stop loops. */
const HOPS = {
  [HOPS_HEADER]: optional('Number of hooks the delivery has passed through, including this one'),
};

/** The headers we read, by kind of verification, in lowercase. All others are ignored. */
export const DELIVERY_HEADERS: Readonly<Record<Verification, Readonly<Record<string, DeliveryHeader>>>> = {
  standard: {
    'webhook-id': needed('Id of the delivery, to detect repeats'),
    'webhook-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    'webhook-signature': needed('`v1,` and the base64 HMAC-SHA256 of id, timestamp and body'),
    'svix-id': optional('Older name of `webhook-id`, accepted together with the other two'),
    'svix-timestamp': optional('Older name of `webhook-timestamp`'),
    'svix-signature': optional('Older name of `webhook-signature`'),
    ...HOPS,
  },
  github: {
    'x-hub-signature-256': needed('`sha256=` and the hexadecimal HMAC-SHA256 of the body'),
    'x-github-delivery': needed('Id of the delivery, to detect repeats'),
    'x-github-event': optional('Event type; `ping` has no effect'),
    ...HOPS,
  },
  slack: {
    'x-slack-signature': needed('`v0=` and the hexadecimal HMAC-SHA256 of `v0:<timestamp>:<body>`'),
    'x-slack-request-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    ...HOPS,
  },
  discord: {
    'x-signature-ed25519': needed('Hexadecimal signature of timestamp and body'),
    'x-signature-timestamp': needed('Seconds since the epoch, at most 5 minutes off'),
    ...HOPS,
  },
  bearer: {
    authorization: needed('`Bearer <secret>`'),
    'webhook-id': optional('Id of the delivery, to detect repeats'),
    'idempotency-key': optional('Id of the delivery, to detect repeats'),
    ...HOPS,
  },
};
