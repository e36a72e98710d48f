import { z } from 'zod';
import {
  attempt,
  attemptPage,
  attemptQuery,
  type CourierApi,
  changeWebhook,
  createWebhook,
  newWebhook,
  webhook,
  webhookId,
  webhookPage,
} from '../../api/webhooks';
import { readNumberCursor } from '../../storage/cursors';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  idempotencyHeader,
  jsonBody,
  positiveParam,
  refuse,
  reply,
} from '../middleware/http';
import { ask, type Reach, reachCourier, submit } from '../middleware/remote';
import { deleteRoom } from '../rooms/lifecycle';
import { makeListener, readListeners } from './listeners';

const tags = ['webhooks'];
const params = z.object({ id: webhookId });
const attemptParams = z.object({ id: webhookId, n: positiveParam });

const creation = declareRoute({
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Have events of a room, or of all rooms, posted to an address; the secret is shown this once',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createWebhook) },
  responses: { 201: answers(newWebhook, 'The subscription') },
});
const listRoute = declareRoute({
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'Subscriptions of the tenant, newest first; never their secrets',
  tags,
  responses: { 200: answers(webhookPage, 'The subscriptions, all of them') },
});
const readRoute = declareRoute({
  method: 'get',
  path: '/v1/webhooks/{id}',
  operationId: 'readWebhook',
  summary: 'A subscription',
  tags,
  request: { params },
  responses: { 200: answers(webhook, 'The subscription') },
});
const changing = declareRoute({
  method: 'patch',
  path: '/v1/webhooks/{id}',
  operationId: 'changeWebhook',
  summary: 'Change its address or kinds, switch it off or on; it goes on where it stopped',
  tags,
  request: { params, body: jsonBody(changeWebhook) },
  responses: { 200: answers(webhook, 'The subscription') },
});
const removal = declareRoute({
  method: 'delete',
  path: '/v1/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete a subscription and its attempts',
  tags,
  request: { params },
  responses: { 204: { description: 'It is gone' } },
});
const rotation = declareRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/secret',
  operationId: 'rotateWebhookSecret',
  summary: 'A new secret, shown this once; for a day messages are signed with the old one too',
  tags,
  request: { params, headers: idempotencyHeader },
  responses: { 200: answers(newWebhook, 'The subscription') },
});
const attemptsRoute = declareRoute({
  method: 'get',
  path: '/v1/webhooks/{id}/attempts',
  operationId: 'listWebhookAttempts',
  summary: 'What was sent and what came of it, newest first; the last 5,000',
  tags,
  request: { params, query: attemptQuery },
  responses: { 200: answers(attemptPage, 'A page of attempts') },
});
const replaying = declareRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/attempts/{n}/replay',
  operationId: 'replayWebhookAttempt',
  summary: 'Send the message of an attempt once more, now',
  tags,
  request: { params: attemptParams, headers: idempotencyHeader },
  responses: { 200: answers(attempt, 'The new attempt') },
});
const testing = declareRoute({
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  operationId: 'testWebhook',
  summary: 'Send a message of type `webhook.test`, now',
  tags,
  request: { params, headers: idempotencyHeader },
  responses: { 200: answers(attempt, 'The attempt') },
});

/** `/v1/webhooks`: who is told of events. */
export function mountWebhooks(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    return makeListener(c, 'webhooks', body.room, reachCourier, (courier, address, receipt) =>
      courier.create(address, body, receipt),
    );
  });
  app.openapi(listRoute, async (c) => {
    const items = await readListeners(c, 'webhooks', (id) =>
      ask(reachCourier(c, id), (courier) => courier.read(), 'safe'),
    );
    return items.ok ? c.json({ items: items.value, next: null }, 200) : refuse(c, items.failure);
  });
  app.openapi(readRoute, async (c) => {
    return reply(c, await ask(door(c), (courier) => courier.read(), 'safe'), 200);
  });
  app.openapi(changing, async (c) => {
    const body = c.req.valid('json');
    return reply(c, await ask(door(c), (courier) => courier.change(body), 'safe'), 200);
  });
  app.openapi(removal, async (c) => {
    const deleted = await deleteRoom(c, door(c), c.req.valid('param').id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  app.openapi(rotation, async (c) => {
    return reply(c, await submit(c, door(c), (courier, receipt) => courier.rotateSecret(receipt)), 200);
  });
  app.openapi(attemptsRoute, async (c) => {
    const { cursor, limit, status, room } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const search = { before: before.value, limit, status, room };
    return reply(c, await ask(door(c), (courier) => courier.attempts(search), 'safe'), 200);
  });
  app.openapi(replaying, async (c) => {
    const { n } = c.req.valid('param');
    return reply(c, await submit(c, door(c), (courier, receipt) => courier.replay(n, receipt)), 200);
  });
  app.openapi(testing, async (c) => {
    return reply(c, await submit(c, door(c), (courier, receipt) => courier.ping(receipt)), 200);
  });
}

/** The subscription that a path names. */
const door = (c: AppContext): Reach<CourierApi> => reachCourier(c, c.req.param('id') ?? '');
