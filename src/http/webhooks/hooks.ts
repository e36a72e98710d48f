import { z } from 'zod';
import type { Receipt } from '../../contract/access';
import {
  type ChangeHook,
  type CreateHook,
  changeHook,
  createHook,
  deliveryAnswer,
  hook,
  hookDeliveryPage,
  hookPage,
  MAX_DELIVERY,
  newHook,
  type RotateHook,
  rotateHook,
} from '../../contract/hooks';
import { hookId } from '../../contract/ids';
import { fail } from '../../contract/problems';
import { DELIVERY_HEADERS } from '../../contract/webhook-messages';
import type { Address } from '../../room/rpc';
import { type App, type AppContext, answers, idempotencyHeader, onePage, routeApp } from '../middleware/http';
import { callRoom, hookReceiverClient, mutateRoom } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { createWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

/** Headers that carry signatures; all others are not passed to the hook. */
const HEADERS = ['content-type', ...new Set(Object.values(DELIVERY_HEADERS).flatMap(Object.keys))];
/** Maximum length of a header; longer ones count as missing. */
const MAX_HEADER = 2_000;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const params = z.object({ id: hookId.describe('Id of the hook') });

/** `/v1/hooks`: incoming webhooks. */
export function mountHooks(app: App): void {
  const route = routeApp(app, 'hooks', { who: 'key' });
  route(
    'POST /v1/hooks',
    'createHook',
    'Create an incoming webhook',
    {
      description:
        'Give `deliverTo` and the secret, which is shown only once, to the sender. The template determines who speaks and to whom; fields of the payload only become text.',
      headers: idempotencyHeader,
      json: createHook,
      201: answers(newHook, 'The hook'),
    },
    (c, { json }) =>
      createWebhookEndpoint(c, 'hooks', json.room, reachHook, (hook, address, receipt) =>
        hook.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/hooks',
    'listHooks',
    'List incoming webhooks',
    {
      description: 'Returns all hooks of the tenant on one page, newest first. Secrets are never returned.',
      200: answers(hookPage, 'The hooks'),
    },
    async (c) =>
      onePage(
        await readWebhookEndpoints(c, 'hooks', (id) =>
          callRoom(reachHook(c, id), (hook) => hook.read(), 'safe'),
        ),
      ),
  );
  route(
    'GET /v1/hooks/{id}',
    'readHook',
    'Get an incoming webhook',
    {
      description: 'Includes its template and log, but not its secret.',
      params,
      200: answers(hook, 'The hook'),
    },
    (c, { params: { id } }) => callRoom(reachHook(c, id), (hook) => hook.read(), 'safe'),
  );
  route(
    'PATCH /v1/hooks/{id}',
    'changeHook',
    'Update an incoming webhook',
    {
      description:
        'Changes the template or the `responseUrl`, or enables or disables the hook. Omitted fields are unchanged. Room and verification cannot be changed; create another hook instead.',
      params,
      json: changeHook,
      200: answers(hook, 'The hook'),
    },
    (c, { params: { id }, json }) => callRoom(reachHook(c, id), (hook) => hook.change(json), 'safe'),
  );
  route(
    'DELETE /v1/hooks/{id}',
    'deleteHook',
    'Delete an incoming webhook',
    {
      description: 'Further deliveries get 404. Turns already submitted stay. Safe to repeat.',
      params,
      204: { description: 'Deleted' },
    },
    (c, { params: { id } }) => deleteRoom(c, reachHook(c, id), id),
  );
  route(
    'POST /v1/hooks/{id}/secret',
    'rotateHookSecret',
    'Rotate the secret of an incoming webhook',
    {
      description:
        'The previous secret is accepted for one more day. With `{}`, a secret is generated and shown only once. Set `secret` if the sender chooses it, as Slack and Discord do.',
      params,
      headers: idempotencyHeader,
      json: rotateHook,
      200: answers(newHook, 'The hook'),
    },
    (c, { params: { id }, json }) =>
      mutateRoom(c, reachHook(c, id), (hook, receipt) => hook.rotateSecret(json, receipt)),
  );
  route(
    'GET /v1/hooks/{id}/deliveries',
    'listHookDeliveries',
    'List deliveries',
    {
      description:
        'Returns the last 100 deliveries on one page, newest first. Repeats of an accepted delivery are not listed. Unverified deliveries are limited to one per minute and to the last 20.',
      params,
      200: answers(hookDeliveryPage, 'The deliveries'),
    },
    async (c, { params: { id } }) =>
      onePage(await callRoom(reachHook(c, id), (hook) => hook.deliveries(), 'safe')),
  );
  mountDeliver(app);
}

/** A hook as its tenant reaches it. The object is named by its id alone, so each call passes the tenant. */
function reachHook(c: AppContext, id: string) {
  const { tenant } = c.get('principal');
  const reach = hookReceiverClient(c.env, id);
  const remote = () => {
    const hookReceiver = reach.remote();
    return {
      create: (address: Address, body: CreateHook, receipt: Receipt | null) =>
        hookReceiver.create(address, body, receipt),
      read: () => hookReceiver.read(tenant),
      change: (body: ChangeHook) => hookReceiver.change(tenant, body),
      rotateSecret: (body: RotateHook, receipt: Receipt | null) =>
        hookReceiver.rotateSecret(tenant, body, receipt),
      erase: () => hookReceiver.erase(tenant),
      deliveries: () => hookReceiver.deliveries(tenant),
    };
  };
  return { ...reach, remote };
}

/** `POST /v1/hooks/{id}/deliver`: requires no key. The hook verifies the signature. */
function mountDeliver(app: App): void {
  routeApp(app, 'hooks', { who: 'signed' })(
    'POST /v1/hooks/{id}/deliver',
    'deliverToHook',
    'Deliver a payload',
    {
      description:
        "Requires the signature or bearer token of the hook's `verify`. Repeating a delivery within four days has no further effect. A payload that lacks a field of the template plays no turn.",
      params,
      200: answers(
        deliveryAnswer,
        'The result of an earlier identical delivery; or a handshake; or a response to Slack or Discord',
      ),
      202: answers(deliveryAnswer, 'The turn was submitted'),
    },
    async (c, { params: { id } }) => {
      const type = c.req.header('Content-Type') ?? '';
      // Only Slack sends forms; hooks of other kinds find no JSON in one.
      if (!JSON_TYPE.test(type) && !(FORM_TYPE.test(type) && c.req.header('X-Slack-Signature')))
        return fail({ code: 'unsupported_media', got: type || 'none', want: 'application/json' });
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength > MAX_DELIVERY)
        return fail({ code: 'too_large', what: 'delivery', limit: MAX_DELIVERY });
      // Decoding changes invalid UTF-8, so its signature no longer matches.
      const delivery = { headers: pickHeaders(c), body: new TextDecoder().decode(bytes) };
      // Not safe to repeat: a delivery without an id would be submitted twice.
      const answer = await callRoom(hookReceiverClient(c.env, id), (hook) => hook.deliver(delivery), 'once');
      return answer.ok ? c.json(answer.value.body, answer.value.status) : answer;
    },
  );
}

function pickHeaders(c: AppContext): Record<string, string> {
  const headers = HEADERS.flatMap((name) => {
    const value = c.req.header(name);
    return value !== undefined && value.length <= MAX_HEADER ? [[name, value]] : [];
  });
  return Object.fromEntries(headers);
}
