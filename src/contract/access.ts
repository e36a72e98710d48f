import { z } from 'zod';
import { runId, sceneId } from './ids';
import { pageOf } from './pages';
import { prose } from './prose';

/** API keys: `ps_<tenant>_<secret>`. Only the SHA-256 of a key is stored. */
export const tenantName = z
  .string()
  .regex(/^[a-z0-9]{2,32}$/, 'use 2 to 32 lower-case letters and digits')
  .meta({ id: 'TenantName' });
export const apiKey = z.string().regex(/^ps_[a-z0-9]{2,32}_[A-Za-z0-9-]{24,64}$/);

export const KEY_SCOPES = ['full', 'read', 'room', 'experiments'] as const;
const scopeName = z
  .enum(KEY_SCOPES)
  .describe(
    '`full`: all of the tenant. `read`: reads rooms, library, calls and usage, and changes nothing. `room`: the owner of one room. `experiments`: makes and drives runs and experiments',
  );
const roomOfKey = z.union([sceneId, runId]);

/** Says what a key may do (src/http/auth/scopes.ts). */
export interface KeyScope {
  scope: (typeof KEY_SCOPES)[number];
  /** The room of the scope `room`; else null. */
  room: string | null;
}
export const FULL_SCOPE: KeyScope = { scope: 'full', room: null };

export const createKey = z
  .strictObject({
    label: prose(80),
    scope: scopeName.default('full'),
    room: roomOfKey.optional().describe('With the scope `room`: its id'),
  })
  .superRefine(({ scope, room }, ctx) => {
    if ((scope === 'room') === (room !== undefined)) return;
    const message =
      room === undefined ? 'name the room of this key' : 'leave it out, or use the scope "room"';
    ctx.addIssue({ code: 'custom', path: ['room'], message });
  })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.output<typeof createKey>;
export const keySummary = z
  .object({
    id: z.string(),
    label: z.string(),
    scope: scopeName,
    room: roomOfKey.nullable().describe('Of the scope `room`: the room that it owns'),
    createdAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .describe('Until when it works; set when another key took its place'),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'The minute of a recent use, stored at most once a minute; null: never, or not since this is kept',
      ),
  })
  .meta({ id: 'KeySummary' });
export type KeySummary = z.infer<typeof keySummary>;
export const keyPage = pageOf(keySummary, 'KeyPage');
export const newKey = keySummary
  .extend({
    key: z.string().nullable().describe('Shown once; null when an Idempotency-Key is replayed'),
  })
  .meta({ id: 'NewKey' });
export type NewKey = z.infer<typeof newKey>;

/** Owner of the key that a request carries. */
export const caller = z
  .object({
    tenant: tenantName,
    operator: z.boolean(),
    key: z
      .string()
      .nullable()
      .describe(
        'Its id, as in the list of keys; null for the bootstrap key, and for an owner by Cloudflare Access',
      ),
    publicUrl: z
      .string()
      .nullable()
      .describe('Origin under which others reach the stage, for links; null: the one that you use'),
    scope: scopeName,
    room: roomOfKey.nullable().describe('Of the scope `room`: the room that it owns'),
  })
  .meta({ id: 'Caller' });
export type Caller = z.infer<typeof caller>;

/** Code that a link carries in place of a key: good for one exchange, for a few minutes. Only its SHA-256 is stored. */
const keyCode = z.string().regex(/^kc_[A-Za-z0-9]{32}$/, 'is no one-time code; copy the link whole');
export const KEY_CODE_LASTS_MS = 15 * 60_000;
export const newKeyCode = z
  .object({
    code: z.string().describe('Shown once; `/#code=…` opens the page with it'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'NewKeyCode' });
export type NewKeyCode = z.infer<typeof newKeyCode>;
export const exchangeKeyCode = z.strictObject({ code: keyCode }).meta({ id: 'ExchangeKeyCode' });
export const exchangedKey = z.object({ key: z.string() }).meta({ id: 'ExchangedKey' });
export type ExchangedKey = z.infer<typeof exchangedKey>;

/** A day: long enough to bring the new key everywhere. */
const GRACE_S = 24 * 3600;
export const rotateKey = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(30 * GRACE_S)
      .default(GRACE_S)
      .describe('How long the old key works beside the new one'),
  })
  .meta({ id: 'RotateKey' });

export const createTenant = z
  .strictObject({ name: tenantName, label: prose(80).default('first key') })
  .meta({ id: 'CreateTenant' });
export const newTenant = z.object({ name: tenantName, key: newKey }).meta({ id: 'NewTenant' });
export type NewTenant = z.infer<typeof newTenant>;

export const ticket = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() }).meta({
  id: 'Ticket',
  description:
    'Opens one WebSocket, `…/socket?ticket=…&after=seq`, or one stream, `…/events?ticket=…&after=seq`',
});
export type Ticket = z.infer<typeof ticket>;

/** Name that a client gives a request, so that it can send it again and have it done once. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'use 1 to 200 printable characters without spaces');

/** Proof that a request was already answered: its key, and what stands for the body it came with. */
export interface Receipt {
  key: string;
  /** Its hash, or the body itself where it is short. */
  bodyHash: string;
  /** Number of hooks that a delivery has come through (src/webhooks/send.ts). */
  hops?: number;
}
