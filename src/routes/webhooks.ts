import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  attempt,
  attemptPage,
  attemptQuery,
  type CourierApi,
  changeWebhook,
  createWebhook,
  MAX_WEBHOOKS,
  newWebhook,
  webhook,
  webhookId,
  webhookPage,
} from '../contract/webhooks';
import { readNumberCursor } from '../logs/cursors';
import {
  type App,
  type AppContext,
  answers,
  idempotencyHeader,
  jsonBody,
  makeReceipt,
  positiveParam,
  problemAnswer,
  refuse,
} from './http';
import { mayListen, readListeners } from './listeners';
import { ask, type Reach, reachCourier } from './remote';
import { claimId, deleteRoom } from './room-lifecycle';

const tags = ['webhooks'];
const params = z.object({ id: webhookId });
const attemptParams = z.object({ id: webhookId, n: positiveParam });

const creation = createRoute({
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Have events of a room, or of all rooms, posted to an address; the secret is shown this once',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createWebhook) },
  responses: { 201: answers(newWebhook, 'The subscription'), default: problemAnswer },
});
const listRoute = createRoute({
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'Subscriptions of the tenant, newest first; never their secrets',
  tags,
  responses: { 200: answers(webhookPage, 'The subscriptions, all of them'), default: problemAnswer },
});
const readRoute = createRoute({
  method: 'get',
  path: '/v1/webhooks/{id}',
  operationId: 'readWebhook',
  summary: 'A subscription',
  tags,
  request: { params },
  responses: { 200: answers(webhook, 'The subscription'), default: problemAnswer },
});
const changing = createRoute({
  method: 'patch',
  path: '/v1/webhooks/{id}',
  operationId: 'changeWebhook',
  summary: 'Change its address or kinds, switch it off or on; it goes on where it stopped',
  tags,
  request: { params, body: jsonBody(changeWebhook) },
  responses: { 200: answers(webhook, 'The subscription'), default: problemAnswer },
});
const removal = createRoute({
  method: 'delete',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a subscription and its attempts',
  tags,
  request: { params },
  responses: { 204: { description: 'It is gone' }, default: problemAnswer },
});
const rotation = createRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/secret',
  operationId: 'rotateWebhookSecret',
  summary: 'A new secret, shown this once; for a day messages are signed with the old one too',
  tags,
  request: { params, headers: idempotencyHeader },
  responses: { 200: answers(newWebhook, 'The subscription'), default: problemAnswer },
});
const attemptsRoute = createRoute({
  method: 'get',
  path: '/v1/webhooks/{id}/attempts',
  operationId: 'listWebhookAttempts',
  summary: 'What was sent and what came of it, newest first; the last 5,000',
  tags,
  request: { params, query: attemptQuery },
  responses: { 200: answers(attemptPage, 'A page of attempts'), default: problemAnswer },
});
const replaying = createRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/attempts/{n}/replay',
  operationId: 'replayWebhookAttempt',
  summary: 'Send the message of an attempt once more, now',
  tags,
  request: { params: attemptParams, headers: idempotencyHeader },
  responses: { 200: answers(attempt, 'The new attempt'), default: problemAnswer },
});
const testing = createRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  operationId: 'testWebhook',
  summary: 'Send a message of type `webhook.test`, now',
  tags,
  request: { params, headers: idempotencyHeader },
  responses: { 200: answers(attempt, 'The attempt'), default: problemAnswer },
});

/** `/v1/webhooks`: who is told of events. */
export function mountWebhooks(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const id = await claimId(c, 'whk');
    if (!id.ok) return refuse(c, id.failure);
    const courier = reachCourier(c, id.value);
    const known = receipt !== null && (await ask(courier, (remote) => remote.read(), 'safe')).ok;
    const may = known || (await mayListen(c, 'webhooks', MAX_WEBHOOKS, body.room));
    if (may !== true && !may.ok) return refuse(c, may.failure);
    const address = { tenant: c.get('principal').tenant, id: id.value };
    const made = await ask(
      courier,
      (remote) => remote.create(address, body, receipt),
      receipt ? 'safe' : 'once',
    );
    if (!made.ok) return refuse(c, made.failure);
    return c.json(made.value, 201, { Location: `/v1/webhooks/${id.value}` });
  });
  app.openapi(listRoute, async (c) => {
    const items = await readListeners(c, 'webhooks', (id) =>
      ask(reachCourier(c, id), (courier) => courier.read(), 'safe'),
    );
    return items.ok ? c.json({ items: items.value, next: null }, 200) : refuse(c, items.failure);
  });
  app.openapi(readRoute, async (c) => {
    const found = await ask(door(c), (courier) => courier.read(), 'safe');
    return found.ok ? c.json(found.value, 200) : refuse(c, found.failure);
  });
  app.openapi(changing, async (c) => {
    const body = c.req.valid('json');
    const changed = await ask(door(c), (courier) => courier.change(body), 'safe');
    return changed.ok ? c.json(changed.value, 200) : refuse(c, changed.failure);
  });
  app.openapi(removal, async (c) => {
    const deleted = await deleteRoom(c, door(c), c.req.valid('param').id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  app.openapi(rotation, async (c) => {
    const receipt = await makeReceipt(c);
    const rotated = await ask(door(c), (courier) => courier.rotateSecret(receipt), receipt ? 'safe' : 'once');
    return rotated.ok ? c.json(rotated.value, 200) : refuse(c, rotated.failure);
  });
  app.openapi(attemptsRoute, async (c) => {
    const { cursor, limit, status, room } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const search = { before: before.value, limit, status, room };
    const page = await ask(door(c), (courier) => courier.attempts(search), 'safe');
    return page.ok ? c.json(page.value, 200) : refuse(c, page.failure);
  });
  app.openapi(replaying, async (c) => {
    const { n } = c.req.valid('param');
    const receipt = await makeReceipt(c);
    const sent = await ask(door(c), (courier) => courier.replay(n, receipt), receipt ? 'safe' : 'once');
    return sent.ok ? c.json(sent.value, 200) : refuse(c, sent.failure);
  });
  app.openapi(testing, async (c) => {
    const receipt = await makeReceipt(c);
    const sent = await ask(door(c), (courier) => courier.ping(receipt), receipt ? 'safe' : 'once');
    return sent.ok ? c.json(sent.value, 200) : refuse(c, sent.failure);
  });
}

/** The subscription that a path names. */
const door = (c: AppContext): Reach<CourierApi> => reachCourier(c, c.req.param('id') ?? '');
