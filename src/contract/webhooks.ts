import { z } from 'zod';
import type { Receipt } from './access';
import { eventKind } from './events/wire';
import { experimentId, runId, sceneId } from './ids';
import { pageQuery, pageSchema } from './pages';
import type { Result } from './problems';

/** Maximum number of webhooks, and of incoming hooks, per tenant. */
export const MAX_WEBHOOKS = 50;

export const webhookId = z.string().regex(/^whk_[0-9a-z]{20}$/);
const roomId = z.union([sceneId, runId, experimentId], {
  error: 'must be the id of a scene, a run or an experiment',
});

const url = z
  .string()
  .max(2000)
  .describe('URL to post messages to: https, a public host name, port 443 or 8443');
const kinds = z.array(eventKind).max(100).describe('Kinds of events to send. Empty for all');

export const createWebhook = z
  .strictObject({
    url,
    room: roomId.optional().describe('Id of a scene, a run or an experiment. Default: all of the tenant'),
    kinds: kinds.default([]),
    as: z
      .enum(['owner', 'spectator'])
      .default('owner')
      .describe('`owner` receives all events; `spectator` only events that everyone in the room can see'),
    active: z.boolean().default(true),
  })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.infer<typeof createWebhook>;

export const changeWebhook = z
  .strictObject({ url: url.optional(), kinds: kinds.optional(), active: z.boolean().optional() })
  .meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof changeWebhook>;

/** Why a webhook was disabled: the receiver answered 410, all deliveries failed for days, or its room was deleted. */
const DISABLED = ['gone', 'failing', 'room-deleted'] as const;

export const ATTEMPT_STATUS = ['open', 'delivered', 'failed', 'abandoned', 'lost'] as const;

export const attempt = z
  .object({
    n: z.int(),
    why: z.enum(['event', 'replay', 'test']),
    messageId: z.string().describe('The `webhook-id` header. Retries use the same id'),
    room: z.string().nullable(),
    seq: z.int().nullable(),
    kind: z.string(),
    try: z.int().describe('Number of the attempt for this event, from 1'),
    at: z.iso.datetime(),
    status: z
      .enum(ATTEMPT_STATUS)
      .describe(
        '`failed`: will be retried at `nextTry`; `abandoned`: the last attempt failed; `lost`: interrupted, and events are sent again',
      ),
    code: z.int().nullable().describe('HTTP status of the response. Null without a response'),
    error: z.string().nullable(),
    latencyMs: z.int().nullable(),
    nextTry: z.iso.datetime().nullable(),
    answer: z.string().describe('Beginning of the response body, at most 1 KB'),
  })
  .meta({ id: 'WebhookAttempt' });
export type Attempt = z.infer<typeof attempt>;

export const sentAttempt = attempt
  .extend({
    request: z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .nullable()
      .describe('The request, without its signature. Null if the event or its room was deleted'),
  })
  .meta({ id: 'SentWebhookAttempt' });
export type SentAttempt = z.infer<typeof sentAttempt>;

export const webhook = z
  .object({
    id: webhookId,
    url: z.string(),
    room: z.string().nullable().describe('Id of the scene, run or experiment. Null for all of the tenant'),
    kinds: z.array(eventKind),
    as: z.enum(['owner', 'spectator']),
    active: z.boolean(),
    disabled: z
      .object({ reason: z.enum(DISABLED), at: z.iso.datetime() })
      .nullable()
      .describe('Set if the webhook was disabled automatically. `active: true` enables it again'),
    createdAt: z.iso.datetime().describe('Creation time. Only later events are sent'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('First failure since the last success. Null if the last attempt succeeded'),
    lastAttempt: attempt.nullable().describe('The latest attempt. Null if none'),
    waiting: z.int().describe('Number of rooms with unsent events'),
    rotatedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Time until which messages are also signed with the previous secret'),
    log: z
      .array(z.object({ at: z.iso.datetime(), what: z.string() }))
      .describe('The last 50 changes, newest first'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
export const webhookPage = pageSchema(webhook, 'WebhookPage');

export const newWebhook = webhook
  .extend({
    secret: z
      .string()
      .nullable()
      .describe(
        'The signing secret, `whsec_…`. Shown only once; null in the replayed response to an `Idempotency-Key`',
      ),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhook>;

export const attemptPage = pageSchema(attempt, 'WebhookAttemptPage');
export type AttemptPage = z.infer<typeof attemptPage>;

export const attemptQuery = pageQuery.extend({
  status: z.enum(ATTEMPT_STATUS).optional().describe('Filter by status'),
  room: roomId.optional().describe('Filter by room'),
});
export type AttemptSearch = Omit<z.output<typeof attemptQuery>, 'cursor'> & { before: number | null };

/** A webhook: a Durable Object named `<tenant>/<id>`. */
export interface WebhookSenderApi {
  create(
    address: { tenant: string; id: string },
    body: CreateWebhook,
    receipt: Receipt | null,
  ): Promise<Result<NewWebhook>>;
  read(): Promise<Result<Webhook>>;
  change(body: ChangeWebhook): Promise<Result<Webhook>>;
  rotateSecret(receipt: Receipt | null): Promise<Result<NewWebhook>>;
  /** Stops sending and erases everything. Idempotent. */
  erase(): Promise<Result<null>>;
  attempts(search: AttemptSearch): Promise<Result<AttemptPage>>;
  /** An attempt with its message, read from its room. */
  attempt(n: number): Promise<Result<SentAttempt>>;
  /** Sends the message of an attempt again, immediately. */
  replay(n: number, receipt: Receipt | null): Promise<Result<Attempt>>;
  /** Sends a test message. (A method called `test` would be shadowed by the stub.) */
  ping(receipt: Receipt | null): Promise<Result<Attempt>>;
  /**
   * Notifies the webhook that a room has events up to `head`. Only stores this before it returns; sending happens
   * later.
   */
  tell(room: string, head: number): Promise<Result<null>>;
}
