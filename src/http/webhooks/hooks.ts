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
import { type App, type AppContext, answers, idempotencyHeader, onePage, routesOf } from '../middleware/http';
import { callRoom, hookReceiverClient, mutateRoom } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { mountDeliver } from './deliver';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const params = z.object({ id: hookId });

/** `/v1/hooks`: who may make turns from outside. */
export function mountHooks(app: App): void {
  const route = routesOf(app, 'hooks');
  route(
    'POST /v1/hooks',
    'createHook',
    'An address that others post to, and that makes turns of it; its secret is shown this once',
    { headers: idempotencyHeader, json: createHook, 201: answers(newHook, 'The hook') },
    (c, { json }) =>
      makeWebhookEndpoint(c, 'hooks', json.room, reachHook, (hook, address, receipt) =>
        hook.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/hooks',
    'listHooks',
    'Hooks of the tenant, newest first; never their secrets',
    { 200: answers(hookPage, 'The hooks, all of them') },
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
    { params, 200: answers(hook, 'The hook') },
    (c, { params: { id } }) => callRoom(reachHook(c, id), (hook) => hook.read(), 'safe'),
  );
  route(
    'PATCH /v1/hooks/{id}',
    'changeHook',
    'Change what deliveries become, where results go, or switch it off or on',
    { params, json: changeHook, 200: answers(hook, 'The hook') },
    (c, { params: { id }, json }) => callRoom(reachHook(c, id), (hook) => hook.change(json), 'safe'),
  );
  route(
    'DELETE /v1/hooks/{id}',
    'deleteHook',
    'Delete a hook; what it has placed stays',
    { params, 204: { description: 'It is gone' } },
    (c, { params: { id } }) => deleteRoom(c, reachHook(c, id), id),
  );
  route(
    'POST /v1/hooks/{id}/secret',
    'rotateHookSecret',
    'Another secret; for a day the old one is accepted too',
    { params, headers: idempotencyHeader, json: rotateHook, 200: answers(newHook, 'The hook') },
    (c, { params: { id }, json }) =>
      mutateRoom(c, reachHook(c, id), (hook, receipt) => hook.rotateSecret(json, receipt)),
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
    };
  };
  return { ...reach, remote };
}
