import { z } from 'zod';
import type { Receipt } from '../../api/access';
import {
  type ChangeHook,
  type CreateHook,
  changeHook,
  createHook,
  hook,
  hookId,
  hookPage,
  newHook,
  type RotateHook,
  rotateHook,
} from '../../api/hooks';
import type { Address } from '../../room/rpc';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  idempotencyHeader,
  refuse,
  reply,
} from '../middleware/http';
import { callRoom, hookReceiverClient, mutateRoom } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { mountDeliver } from './deliver';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const tags = ['hooks'];
const params = z.object({ id: hookId });

const creation = declareRoute(
  tags,
  'POST /v1/hooks',
  'createHook',
  'An address that others post to, and that makes turns of it; its secret is shown this once',
  { headers: idempotencyHeader, json: createHook, 201: answers(newHook, 'The hook') },
);
const listRoute = declareRoute(
  tags,
  'GET /v1/hooks',
  'listHooks',
  'Hooks of the tenant, newest first; never their secrets',
  { 200: answers(hookPage, 'The hooks, all of them') },
);
const readRoute = declareRoute(tags, 'GET /v1/hooks/{id}', 'readHook', 'A hook', {
  params,
  200: answers(hook, 'The hook'),
});
const changing = declareRoute(
  tags,
  'PATCH /v1/hooks/{id}',
  'changeHook',
  'Change what deliveries become, where results go, or switch it off or on',
  { params, json: changeHook, 200: answers(hook, 'The hook') },
);
const removal = declareRoute(
  tags,
  'DELETE /v1/hooks/{id}',
  'deleteHook',
  'Delete a hook; what it has placed stays',
  { params, 204: { description: 'It is gone' } },
);
const rotation = declareRoute(
  tags,
  'POST /v1/hooks/{id}/secret',
  'rotateHookSecret',
  'Another secret; for a day the old one is accepted too',
  { params, headers: idempotencyHeader, json: rotateHook, 200: answers(newHook, 'The hook') },
);

/** `/v1/hooks`: who may make turns from outside. */
export function mountHooks(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    return makeWebhookEndpoint(c, 'hooks', body.room, reachHook, (hook, address, receipt) =>
      hook.create(address, body, receipt),
    );
  });
  app.openapi(listRoute, async (c) => {
    const items = await readWebhookEndpoints(c, 'hooks', (id) =>
      callRoom(reachHook(c, id), (hook) => hook.read(), 'safe'),
    );
    return items.ok ? c.json({ items: items.value, next: null }, 200) : refuse(c, items.failure);
  });
  app.openapi(readRoute, async (c) => {
    return reply(c, await callRoom(client(c), (hook) => hook.read(), 'safe'), 200);
  });
  app.openapi(changing, async (c) => {
    const body = c.req.valid('json');
    return reply(c, await callRoom(client(c), (hook) => hook.change(body), 'safe'), 200);
  });
  app.openapi(removal, async (c) => {
    const deleted = await deleteRoom(c, client(c), c.req.valid('param').id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  app.openapi(rotation, async (c) => {
    const body = c.req.valid('json');
    return reply(c, await mutateRoom(c, client(c), (hook, receipt) => hook.rotateSecret(body, receipt)), 200);
  });
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
    };
  };
  return { ...reach, remote };
}

/** The hook that a path names. */
const client = (c: AppContext) => reachHook(c, c.req.param('id') ?? '');
