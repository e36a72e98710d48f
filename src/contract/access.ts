import { z } from 'zod';
import { runId, sceneId } from './ids';
import { pageSchema } from './pages';
import { prose } from './prose';

/** API keys: `ps_<tenant>_<secret>`. We store only the SHA-256 of a key. */
export const tenantName = z
  .string()
  .regex(/^[a-z0-9]{2,32}$/, 'use 2 to 32 lowercase letters and digits')
  .meta({ id: 'TenantName' });
export const apiKey = z.string().regex(/^ps_[a-z0-9]{2,32}_[A-Za-z0-9-]{24,64}$/);

export const KEY_SCOPES = ['full', 'read', 'room', 'experiments'] as const;
const scopeName = z
  .enum(KEY_SCOPES)
  .describe(
    '`full`: full access to the tenant. `read`: read-only access to rooms, library, calls and usage. `room`: full access to one room. `experiments`: create and control runs and experiments',
  );
const keyRoom = z.union([sceneId, runId]);

/** Permissions of a key (src/http/auth/scopes.ts). */
export interface KeyScope {
  scope: (typeof KEY_SCOPES)[number];
  /** The room for the scope `room`, otherwise null. */
  room: string | null;
}
export const FULL_SCOPE: KeyScope = { scope: 'full', room: null };

export const createKey = z
  .strictObject({
    label: prose(80),
    scope: scopeName.default('full'),
    room: keyRoom.optional().describe('Id of the room. Required for the scope `room`, otherwise not allowed'),
  })
  .superRefine(({ scope, room }, ctx) => {
    if ((scope === 'room') === (room !== undefined)) return;
    const message = room === undefined ? 'set the room of this key' : 'remove it, or use the scope "room"';
    ctx.addIssue({ code: 'custom', path: ['room'], message });
  })
  .meta({ id: 'CreateKey' });
export type CreateKey = z.output<typeof createKey>;
export const keySummary = z
  .object({
    id: z.string(),
    label: z.string(),
    scope: scopeName,
    room: keyRoom.nullable().describe('Scope `room`: the room the key gives access to'),
    createdAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().describe('When the key expires. Set after rotation'),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last use, accurate to about a minute. Null if never used or not recorded'),
  })
  .meta({ id: 'KeySummary' });
export type KeySummary = z.infer<typeof keySummary>;
export const keyPage = pageSchema(keySummary, 'KeyPage');
export const newKey = keySummary
  .extend({
    key: z
      .string()
      .nullable()
      .describe('The secret key. Shown only once; null in the replayed response to an `Idempotency-Key`'),
  })
  .meta({ id: 'NewKey' });
export type NewKey = z.infer<typeof newKey>;

/** The tenant and key behind a request. */
export const caller = z
  .object({
    tenant: tenantName,
    operator: z.boolean(),
    key: z
      .string()
      .nullable()
      .describe('Id of the key. Null for the bootstrap key and for sign-in by Cloudflare Access'),
    publicUrl: z
      .string()
      .nullable()
      .describe('Public origin of the stage, for links. Null if not set: use the origin of the request'),
    scope: scopeName,
    room: keyRoom.nullable().describe('Scope `room`: the room the key gives access to'),
  })
  .meta({ id: 'Caller' });
export type Caller = z.infer<typeof caller>;

/** One-time code in a link, exchanged for a key within 15 minutes. We store only its SHA-256. */
const keyCode = z.string().regex(/^kc_[A-Za-z0-9]{32}$/, 'not a one-time code; copy the complete link');
export const KEY_CODE_TTL_MS = 15 * 60_000;
export const newKeyCode = z
  .object({
    code: z.string().describe('The one-time code. Shown only once; `/#code=…` opens the web page with it'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'NewKeyCode' });
export type NewKeyCode = z.infer<typeof newKeyCode>;
export const exchangeKeyCode = z.strictObject({ code: keyCode }).meta({ id: 'ExchangeKeyCode' });
export const exchangedKey = z.object({ key: z.string() }).meta({ id: 'ExchangedKey' });
export type ExchangedKey = z.infer<typeof exchangedKey>;

/** One day, to deploy the new key everywhere. */
const GRACE_S = 24 * 3600;
export const rotateKey = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(30 * GRACE_S)
      .default(GRACE_S)
      .describe('Seconds until the old key expires. Default 86,400 (one day)'),
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
    'Single-use ticket for a WebSocket (`…/socket?ticket=…&after=seq`) or a stream (`…/events?ticket=…&after=seq`)',
});
export type Ticket = z.infer<typeof ticket>;

/** Chosen by the client, so that a retry of the request has no second effect. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'use 1 to 200 printable characters without spaces');

/** Records that a request was answered: its key and its body. */
export interface Receipt {
  key: string;
  /** SHA-256 of the body, or a short body itself. */
  bodyHash: string;
  /** Number of hooks a delivery has passed through (src/webhooks/send.ts). */
  hops?: number;
}
