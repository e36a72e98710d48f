import { z } from 'zod';
import { HOOK_ACTIONS } from '../actions';
import type { JsonObject } from '../base/json';
import type { Receipt } from './access';
import { commandGiven, giveCommand } from './adventures';
import { runId, sceneId, slug } from './ids';
import { jsonObject } from './json';
import { pageOf } from './pages';
import type { Result } from './problems';
import { turnAccepted } from './rounds';
import { runControlled } from './runs';

export const hookId = z.string().regex(/^hok_[0-9a-z]{20}$/);

/** Most bytes of a delivery. */
export const MAX_DELIVERY = 512 * 1024;

/** Ways in which a hook verifies a sender. */
export const VERIFICATIONS = ['standard', 'github', 'slack', 'discord', 'bearer'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

const TEMPLATE = 'Text in which `{{path.to.field}}` stands for a field of the payload';

/** Deliveries that do an action by its name; none while no action is open to hooks. */
const actionTurn =
  HOOK_ACTIONS.length === 0
    ? []
    : [
        z.strictObject({
          action: z.enum(HOOK_ACTIONS as [string, ...string[]]),
          body: jsonObject.optional().describe(`The body of the action. ${TEMPLATE}, in every string`),
        }),
      ];

/** Target of a delivery: a turn of a scene, a command of an adventure, or a verb for a run. */
const hookTurn = z.union([
  z
    .strictObject({ type: z.literal('continuation'), to: z.array(slug).max(20).default([]) })
    .describe('A scene: it goes on, whatever waits for the owner or for others included'),
  z.strictObject({
    text: z.string().trim().min(1).max(4000).describe(TEMPLATE),
    personaId: slug.optional(),
    to: z.array(slug).max(20).default([]),
  }),
  z.strictObject({
    command: z.string().trim().min(1).max(1000).describe(TEMPLATE),
    mode: giveCommand.shape.mode,
  }),
  z.strictObject({ verb: z.enum(['start', 'pause', 'resume', 'stop', 'step']) }),
  ...actionTurn,
]);
export type HookTurn = z.infer<typeof hookTurn>;

const room = z.union([sceneId, runId], { error: 'must be the id of a scene or a run' });
const secret = z
  .string()
  .min(8)
  .max(200)
  .describe(
    "Slack: its signing secret; Discord: the application's public key; both must be given. Otherwise one is made when none is given",
  );
const responseUrl = z
  .string()
  .max(2000)
  .describe('Where the result of the turn is posted: https, a public name, port 443 or 8443');

export const createHook = z
  .strictObject({
    room,
    verify: z.enum(VERIFICATIONS),
    secret: secret.optional(),
    turn: hookTurn,
    responseUrl: responseUrl.optional(),
    active: z.boolean().default(true),
  })
  .meta({ id: 'CreateHook' });
export type CreateHook = z.infer<typeof createHook>;

export const changeHook = z
  .strictObject({
    turn: hookTurn.optional(),
    responseUrl: responseUrl.nullable().optional(),
    active: z.boolean().optional(),
  })
  .meta({ id: 'ChangeHook' });
export type ChangeHook = z.infer<typeof changeHook>;

export const rotateHook = z.strictObject({ secret: secret.optional() }).meta({ id: 'RotateHook' });
export type RotateHook = z.infer<typeof rotateHook>;

export const hook = z
  .object({
    id: hookId,
    room: z.string(),
    verify: z.enum(VERIFICATIONS),
    turn: hookTurn,
    responseUrl: z.string().nullable(),
    active: z.boolean(),
    createdAt: z.iso.datetime(),
    deliverTo: z.string().describe('Path that deliveries are posted to'),
    rotatedUntil: z.iso.datetime().nullable().describe('Until then the old secret is accepted too'),
    lastDeliveryAt: z.iso
      .datetime()
      .nullable()
      .describe('null: none came in the last four days, or they carried no id'),
    log: z
      .array(z.object({ at: z.iso.datetime(), what: z.string() }))
      .describe('What was done to it, newest first: the last 50 entries'),
  })
  .meta({ id: 'Hook' });
export type Hook = z.infer<typeof hook>;
export const hookPage = pageOf(hook, 'HookPage');

export const newHook = hook
  .extend({
    secret: z
      .string()
      .nullable()
      .describe('Shown once; null when it was given, or an Idempotency-Key is replayed'),
  })
  .meta({ id: 'NewHook' });
export type NewHook = z.infer<typeof newHook>;

const acceptedInput = z.union([turnAccepted, commandGiven, runControlled]);

const hookDelivered = z
  .object({
    hook: hookId,
    delivery: z.string().describe('What the sender calls it, or a name of ours'),
    room: z.string(),
    accepted: acceptedInput,
  })
  .meta({ id: 'HookDelivered' });
export type HookDelivered = z.infer<typeof hookDelivered>;

/** Outcomes of deliveries. `handshake`: the sender tested the URL; `refused`: verified, but no turn; `unverified`: signature or secret did not match. */
const HOOK_DELIVERY_STATUS = ['accepted', 'handshake', 'refused', 'unverified'] as const;

export const hookDelivery = z
  .object({
    n: z.int(),
    delivery: z.string().nullable().describe('What the sender calls it; null: it has no name of its own'),
    at: z.iso.datetime(),
    status: z
      .enum(HOOK_DELIVERY_STATUS)
      .describe(
        '`handshake`: the sender tested the URL; `unverified`: its secret or signature did not match; at most one a minute is recorded',
      ),
    code: z.int().describe('Status of the answer to the sender'),
    error: z.string().nullable().describe('Why it was refused'),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .describe('Fields of the payload that the template lacks'),
    accepted: acceptedInput.nullable().describe('Answer of the room; null: it did not start anything'),
  })
  .meta({ id: 'HookDelivery' });
export type HookDelivery = z.infer<typeof hookDelivery>;
export const hookDeliveryPage = pageOf(hookDelivery, 'HookDeliveryPage');
export type HookDeliveryPage = z.infer<typeof hookDeliveryPage>;

/** A delivery as it arrived: header names in lower case. */
export interface Delivery {
  headers: Record<string, string>;
  body: string;
}

/** Answer to the sender. */
export interface DeliveryAnswer {
  status: 200 | 202;
  body: JsonObject;
}

/** Answer of `…/deliver` in the form its sender wants: ours, or Slack's, or Discord's. */
export const deliveryAnswer = z.union([hookDelivered, jsonObject]);

/** One inbound hook: a Durable Object named by its id alone, as deliveries know no tenant. */
export interface HookReceiverApi {
  create(
    address: { tenant: string; id: string },
    body: CreateHook,
    receipt: Receipt | null,
  ): Promise<Result<NewHook>>;
  read(tenant: string): Promise<Result<Hook>>;
  change(tenant: string, body: ChangeHook): Promise<Result<Hook>>;
  rotateSecret(tenant: string, body: RotateHook, receipt: Receipt | null): Promise<Result<NewHook>>;
  /** Idempotent. */
  erase(tenant: string): Promise<Result<null>>;
  /** Deliveries that were noted, newest first. */
  deliveries(tenant: string): Promise<Result<HookDelivery[]>>;
  /** Verifies a delivery and places its turn, once, however often it comes. */
  deliver(delivery: Delivery): Promise<Result<DeliveryAnswer>>;
  /** A room has events up to `head`: turns that are waited for may be over. */
  tell(room: string, head: number): Promise<Result<null>>;
}
