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
  hookId,
  hookPage,
  MAX_DELIVERY,
  newHook,
  type RotateHook,
  rotateHook,
} from '../../contract/hooks';
import { fail } from '../../contract/problems';
import { DELIVERY_HEADERS } from '../../contract/webhook-messages';
import type { Address } from '../../room/rpc';
import { type App, type AppContext, answers, idempotencyHeader, onePage, routesOf } from '../middleware/http';
import { callRoom, hookReceiverClient, mutateRoom } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

/** The headers that carry signatures; a hook gets no others of a stranger's request. */
const HEADERS = ['content-type', ...new Set(Object.values(DELIVERY_HEADERS).flatMap(Object.keys))];
/** Longest header that is handed on; a longer one counts as missing. */
const MAX_HEADER = 2_000;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

const params = z.object({ id: hookId.describe('Id of the hook') });

/** `/v1/hooks`: who may make turns from outside. */
export function mountHooks(app: App): void {
  const route = routesOf(app, 'hooks', { who: 'key' });
  route(
    'POST /v1/hooks',
    'createHook',
    'An address that others post to, and that makes turns of it; its secret is shown this once',
    {
      description:
        'Give `deliverTo` and the secret to the sender. The template fixes who speaks and to whom; fields of the payload only become text.',
      headers: idempotencyHeader,
      json: createHook,
      201: answers(newHook, 'The hook'),
    },
    (c, { json }) =>
      makeWebhookEndpoint(c, 'hooks', json.room, reachHook, (hook, address, receipt) =>
        hook.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/hooks',
    'listHooks',
    'Hooks of the tenant, newest first; never their secrets',
    { description: 'Always one page.', 200: answers(hookPage, 'The hooks, all of them') },
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
    'A hook',
    {
      description: 'With its template and its log; the secret is never shown again.',
      params,
      200: answers(hook, 'The hook'),
    },
    (c, { params: { id } }) => callRoom(reachHook(c, id), (hook) => hook.read(), 'safe'),
  );
  route(
    'PATCH /v1/hooks/{id}',
    'changeHook',
    'Change what deliveries become, where results go, or switch it off or on',
    {
      description: 'What is not sent stays. Room and proof can not be changed: make another hook.',
      params,
      json: changeHook,
      200: answers(hook, 'The hook'),
    },
    (c, { params: { id }, json }) => callRoom(reachHook(c, id), (hook) => hook.change(json), 'safe'),
  );
  route(
    'DELETE /v1/hooks/{id}',
    'deleteHook',
    'Delete a hook; what it has placed stays',
    {
      description: 'Deliveries answer 404 from then on. Repeating the call is safe.',
      params,
      204: { description: 'It is gone' },
    },
    (c, { params: { id } }) => deleteRoom(c, reachHook(c, id), id),
  );
  route(
    'POST /v1/hooks/{id}/secret',
    'rotateHookSecret',
    'Another secret; for a day the old one is accepted too',
    {
      description:
        'With `{}` one is made and shown this once. Give `secret` where the sender chooses it, as Slack and Discord do.',
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
    'What has come in and what became of it, newest first; the last 100',
    {
      description:
        'Always one page. Repeats of a placed delivery are not among them. Without proof of the sender one a minute is noted, of those the last 20.',
      params,
      200: answers(hookDeliveryPage, 'The deliveries'),
    },
    async (c, { params: { id } }) =>
      onePage(await callRoom(reachHook(c, id), (hook) => hook.deliveries(), 'safe')),
  );
  mountDeliver(app);
}

/** A hook as its tenant reaches it. The object is named by its id alone, and is told who asks. */
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

/** `POST /v1/hooks/{id}/deliver`: the one address without a key. The hook itself looks at the signature. */
function mountDeliver(app: App): void {
  routesOf(app, 'hooks', { who: 'signed' })(
    'POST /v1/hooks/{id}/deliver',
    'deliverToHook',
    'A delivery: signed as the hook wants it; it becomes a turn once, however often it comes',
    {
      description:
        'Proof is what `verify` of the hook says: a signature, or a bearer token. Equal deliveries are known for four days. A payload that lacks a field of the template plays nothing.',
      params,
      200: answers(
        deliveryAnswer,
        'It has come before and is answered alike; or a greeting; or Slack or Discord',
      ),
      202: answers(deliveryAnswer, 'The turn is placed'),
    },
    async (c, { params: { id } }) => {
      const type = c.req.header('Content-Type') ?? '';
      // Only Slack sends forms; a hook of another kind finds no JSON in one.
      if (!JSON_TYPE.test(type) && !(FORM_TYPE.test(type) && c.req.header('X-Slack-Signature')))
        return fail({ code: 'unsupported_media', got: type || 'none', want: 'application/json' });
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength > MAX_DELIVERY)
        return fail({ code: 'too_large', what: 'delivery', limit: MAX_DELIVERY });
      // What is no UTF-8 is changed by reading it, and so fits no signature any more.
      const delivery = { headers: pickHeaders(c), body: new TextDecoder().decode(bytes) };
      // A delivery without an id of its own must not be placed twice.
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
