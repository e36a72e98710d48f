import { z } from 'zod';
import type { Receipt } from './access';
import { eventKind } from './events/wire';
import { experimentId, runId, sceneId } from './ids';
import { pageOf, pageQuery } from './pages';
import type { Result } from './problems';

/** Most subscriptions, and most hooks, of a tenant. */
export const MAX_WEBHOOKS = 50;

export const webhookId = z.string().regex(/^whk_[0-9a-z]{20}$/);
const roomId = z.union([sceneId, runId, experimentId], {
  error: 'must be the id of a scene, a run or an experiment',
});

const url = z.string().max(2000).describe('Where messages go: https, a public name, port 443 or 8443');
const kinds = z.array(eventKind).max(100).describe('Only events of these kinds; empty: of every kind');

export const createWebhook = z
  .strictObject({
    url,
    room: roomId.optional().describe('A scene, a run or an experiment; left out: all of the tenant'),
    kinds: kinds.default([]),
    as: z
      .enum(['owner', 'spectator'])
      .default('owner')
      .describe('`owner` is sent everything; `spectator` only what everyone in the room may see'),
    active: z.boolean().default(true),
  })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.infer<typeof createWebhook>;

export const changeWebhook = z
  .strictObject({ url: url.optional(), kinds: kinds.optional(), active: z.boolean().optional() })
  .meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof changeWebhook>;

/** Reasons why a subscription was switched off: by 410, after days of nothing but failures, or with its room. */
const DISABLED = ['gone', 'failing', 'room-deleted'] as const;

export const ATTEMPT_STATUS = ['open', 'delivered', 'failed', 'abandoned', 'lost'] as const;

export const attempt = z
  .object({
    n: z.int(),
    why: z.enum(['event', 'replay', 'test']),
    messageId: z.string().describe('The header `webhook-id`, the same for every attempt'),
    room: z.string().nullable(),
    seq: z.int().nullable(),
    kind: z.string(),
    try: z.int().describe('From 1, of this event'),
    at: z.iso.datetime(),
    status: z
      .enum(ATTEMPT_STATUS)
      .describe(
        '`failed` is tried again at `nextTry`; `abandoned` was the last try; `lost` was cut off, and an event is then sent again',
      ),
    code: z.int().nullable().describe('Status of the answer; null: there was none'),
    error: z.string().nullable(),
    latencyMs: z.int().nullable(),
    nextTry: z.iso.datetime().nullable(),
    answer: z.string().describe("Beginning of the answer's body, at most 1 KB"),
  })
  .meta({ id: 'WebhookAttempt' });
export type Attempt = z.infer<typeof attempt>;

export const sentAttempt = attempt
  .extend({
    request: z
      .object({ headers: z.record(z.string(), z.string()), body: z.string() })
      .nullable()
      .describe('What was sent, without its signature; null: the event or its room is gone'),
  })
  .meta({ id: 'SentWebhookAttempt' });
export type SentAttempt = z.infer<typeof sentAttempt>;

export const webhook = z
  .object({
    id: webhookId,
    url: z.string(),
    room: z.string().nullable().describe('null: every scene, run and experiment of the tenant'),
    kinds: z.array(eventKind),
    as: z.enum(['owner', 'spectator']),
    active: z.boolean(),
    disabled: z
      .object({ reason: z.enum(DISABLED), at: z.iso.datetime() })
      .nullable()
      .describe('It was switched off by itself; `active: true` switches it on again'),
    createdAt: z.iso.datetime().describe('Events from then on are sent'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('First failure since the last success; null: the last attempt succeeded'),
    lastAttempt: attempt.nullable().describe('The newest one; null: nothing was sent yet'),
    waiting: z.int().describe('Rooms that have events still to be sent'),
    rotatedUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then messages carry a signature with the old secret too'),
    log: z
      .array(z.object({ at: z.iso.datetime(), what: z.string() }))
      .describe('What was done to it, newest first: the last 50 entries'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;
export const webhookPage = pageOf(webhook, 'WebhookPage');

export const newWebhook = webhook
  .extend({
    secret: z.string().nullable().describe('`whsec_…`, shown once; null when an Idempotency-Key is replayed'),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhook>;

export const attemptPage = pageOf(attempt, 'WebhookAttemptPage');
export type AttemptPage = z.infer<typeof attemptPage>;

export const attemptQuery = pageQuery.extend({
  status: z.enum(ATTEMPT_STATUS).optional().describe('Only attempts that ended so'),
  room: roomId.optional().describe('Only messages of that room'),
});
export type AttemptSearch = Omit<z.output<typeof attemptQuery>, 'cursor'> & { before: number | null };

/** One subscription: a Durable Object named `<tenant>/<id>`. */
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
  /** One attempt with the message that was sent, read from its room. */
  attempt(n: number): Promise<Result<SentAttempt>>;
  /** Sends the message of an attempt once more, now. */
  replay(n: number, receipt: Receipt | null): Promise<Result<Attempt>>;
  /** Sends a message that says nothing. (A method called `test` would be shadowed by the stub.) */
  ping(receipt: Receipt | null): Promise<Result<Attempt>>;
  /** A room has events up to `head`. Stored when it answers; nothing is sent before. */
  tell(room: string, head: number): Promise<Result<null>>;
}
