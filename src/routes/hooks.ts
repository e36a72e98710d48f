import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  changeHook,
  createHook,
  hook,
  hookId,
  hookPage,
  newHook,
  type PorterApi,
  rotateHook,
} from '../contract/hooks';
import { MAX_WEBHOOKS } from '../contract/webhooks';
import { mountDeliver } from './deliver';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  jsonBody,
  makeReceipt,
  problemAnswer,
  refuse,
} from './http';
import { mayListen, readListeners } from './listeners';
import { ask, type Reach, reachPorter } from './remote';
import { claimId, deleteRoom, type Erasable } from './room-lifecycle';

const tags = ['hooks'];
const params = z.object({ id: hookId });

const creation = createRoute({
  method: 'post',
  path: '/v1/hooks',
  operationId: 'createHook',
  summary: 'An address that others post to, and that makes turns of it; its secret is shown this once',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createHook) },
  responses: { 201: answers(newHook, 'The hook'), default: problemAnswer },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/hooks',
  operationId: 'listHooks',
  summary: 'Hooks of the tenant, newest first; never their secrets',
  tags,
  responses: { 200: answers(hookPage, 'The hooks, all of them'), default: problemAnswer },
});
const readRoute = createRoute({
  method: 'get',
  path: '/v1/hooks/{id}',
  operationId: 'readHook',
  summary: 'A hook',
  tags,
  request: { params },
  responses: { 200: answers(hook, 'The hook'), default: problemAnswer },
});
const changing = createRoute({
  method: 'patch',
  path: '/v1/hooks/{id}',
  operationId: 'changeHook',
  summary: 'Change what deliveries become, where results go, or switch it off or on',
  tags,
  request: { params, body: jsonBody(changeHook) },
  responses: { 200: answers(hook, 'The hook'), default: problemAnswer },
});
const removal = createRoute({
  method: 'delete',
  path: '/v1/hooks/{id}',
  operationId: 'deleteHook',
  summary: 'Delete a hook; what it has placed stays',
  tags,
  request: { params },
  responses: { 204: { description: 'It is gone' }, default: problemAnswer },
});
const rotation = createRoute({
  method: 'post',
  path: '/v1/hooks/{id}/secret',
  operationId: 'rotateHookSecret',
  summary: 'Another secret; for a day the old one is accepted too',
  tags,
  request: { params, headers: idempotencyHeader, body: jsonBody(rotateHook) },
  responses: { 200: answers(newHook, 'The hook'), default: problemAnswer },
});

/** `/v1/hooks`: who may make turns from outside. */
export function mountHooks(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const id = await claimId(c, 'hok');
    if (!id.ok) return refuse(c, id.failure);
    const { tenant } = c.get('principal');
    const door = reachPorter(c.env, id.value);
    const known = receipt !== null && (await ask(door, (porter) => porter.read(tenant), 'safe')).ok;
    const may = known || (await mayListen(c, 'hooks', MAX_WEBHOOKS, body.room));
    if (may !== true && !may.ok) return refuse(c, may.failure);
    const address = { tenant, id: id.value };
    const made = await ask(
      door,
      (porter) => porter.create(address, body, receipt),
      receipt ? 'safe' : 'once',
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value, 201, { Location: `/v1/hooks/${id.value}` });
  });
  app.openapi(listRoute, async (c) => {
    const { tenant } = c.get('principal');
    const items = await readListeners(c, 'hooks', (id) =>
      ask(reachPorter(c.env, id), (porter) => porter.read(tenant), 'safe'),
    );
    return items.ok ? c.json({ items: items.value, next: null }, 200) : refuse(c, items.failure);
  });
  app.openapi(readRoute, async (c) => {
    const found = await ask(door(c), (porter) => porter.read(c.get('principal').tenant), 'safe');
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure);
  });
  app.openapi(changing, async (c) => {
    const body = c.req.valid('json');
    const { tenant } = c.get('principal');
    const changed = await ask(door(c), (porter) => porter.change(tenant, body), 'safe');
    return changed.ok ? c.json(changed.value, 200) : refuse(c, changed.failure);
  });
  app.openapi(removal, async (c) => {
    const deleted = await deleteRoom(c, erasable(c), c.req.valid('param').id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  app.openapi(rotation, async (c) => {
    const body = c.req.valid('json');
    const { tenant } = c.get('principal');
    const receipt = await makeReceipt(c);
    const rotated = await ask(
      door(c),
      (porter) => porter.rotateSecret(tenant, body, receipt),
      receipt ? 'safe' : 'once',
    );
    return rotated.ok ? c.json(rotated.value, 200) : refuse(c, rotated.failure);
  });
  mountDeliver(app);
}

/** The hook that a path names. */
const door = (c: AppContext): Reach<PorterApi> => reachPorter(c.env, c.req.param('id') ?? '');

/** The same hook, as what its tenant may delete. */
function erasable(c: AppContext): Reach<Erasable> {
  const { tenant } = c.get('principal');
  const reach = door(c);
  const remote = (): Erasable => {
    const porter = reach.remote();
    return { read: () => porter.read(tenant), erase: () => porter.erase(tenant) };
  };
  return { ...reach, remote };
}
