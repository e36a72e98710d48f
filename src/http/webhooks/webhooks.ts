import { z } from 'zod';
import {
  attempt,
  attemptPage,
  attemptQuery,
  changeWebhook,
  createWebhook,
  newWebhook,
  type WebhookSenderApi,
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
  positiveParam,
  refuse,
  reply,
} from '../middleware/http';
import { callRoom, mutateRoom, type RoomClient, webhookSenderClient } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const tags = ['webhooks'];
const params = z.object({ id: webhookId });
const attemptParams = z.object({ id: webhookId, n: positiveParam });

const creation = declareRoute(
  tags,
  'POST /v1/webhooks',
  'createWebhook',
  'Have events of a room, or of all rooms, posted to an address; the secret is shown this once',
  { headers: idempotencyHeader, json: createWebhook, 201: answers(newWebhook, 'The subscription') },
);
const listRoute = declareRoute(
  tags,
  'GET /v1/webhooks',
  'listWebhooks',
  'Subscriptions of the tenant, newest first; never their secrets',
  { 200: answers(webhookPage, 'The subscriptions, all of them') },
);
const readRoute = declareRoute(tags, 'GET /v1/webhooks/{id}', 'readWebhook', 'A subscription', {
  params,
  200: answers(webhook, 'The subscription'),
});
const changing = declareRoute(
  tags,
  'PATCH /v1/webhooks/{id}',
  'changeWebhook',
  'Change its address or kinds, switch it off or on; it goes on where it stopped',
  { params, json: changeWebhook, 200: answers(webhook, 'The subscription') },
);
const removal = declareRoute(
  tags,
  'DELETE /v1/webhooks/{id}',
  'deleteWebhook',
  'Delete a subscription and its attempts',
  { params, 204: { description: 'It is gone' } },
);
const rotation = declareRoute(
  tags,
  'POST /v1/webhooks/{id}/secret',
  'rotateWebhookSecret',
  'A new secret, shown this once; for a day messages are signed with the old one too',
  { params, headers: idempotencyHeader, 200: answers(newWebhook, 'The subscription') },
);
const attemptsRoute = declareRoute(
  tags,
  'GET /v1/webhooks/{id}/attempts',
  'listWebhookAttempts',
  'What was sent and what came of it, newest first; the last 5,000',
  { params, query: attemptQuery, 200: answers(attemptPage, 'A page of attempts') },
);
const replaying = declareRoute(
  tags,
  'POST /v1/webhooks/{id}/attempts/{n}/replay',
  'replayWebhookAttempt',
  'Send the message of an attempt once more, now',
  { params: attemptParams, headers: idempotencyHeader, 200: answers(attempt, 'The new attempt') },
);
const testing = declareRoute(
  tags,
  'POST /v1/webhooks/{id}/test',
  'testWebhook',
  'Send a message of type `webhook.test`, now',
  { params, headers: idempotencyHeader, 200: answers(attempt, 'The attempt') },
);

/** `/v1/webhooks`: who is told of events. */
export function mountWebhooks(app: App): void {
  app.openapi(creation, async (c) => {
    const body = c.req.valid('json');
    return makeWebhookEndpoint(
      c,
      'webhooks',
      body.room,
      webhookSenderClient,
      (webhookSender, address, receipt) => webhookSender.create(address, body, receipt),
    );
  });
  app.openapi(listRoute, async (c) => {
    const items = await readWebhookEndpoints(c, 'webhooks', (id) =>
      callRoom(webhookSenderClient(c, id), (webhookSender) => webhookSender.read(), 'safe'),
    );
    return items.ok ? c.json({ items: items.value, next: null }, 200) : refuse(c, items.failure);
  });
  app.openapi(readRoute, async (c) => {
    return reply(c, await callRoom(client(c), (webhookSender) => webhookSender.read(), 'safe'), 200);
  });
  app.openapi(changing, async (c) => {
    const body = c.req.valid('json');
    return reply(c, await callRoom(client(c), (webhookSender) => webhookSender.change(body), 'safe'), 200);
  });
  app.openapi(removal, async (c) => {
    const deleted = await deleteRoom(c, client(c), c.req.valid('param').id);
    return deleted.ok ? c.body(null, 204) : refuse(c, deleted.failure);
  });
  app.openapi(rotation, async (c) => {
    return reply(
      c,
      await mutateRoom(c, client(c), (webhookSender, receipt) => webhookSender.rotateSecret(receipt)),
      200,
    );
  });
  app.openapi(attemptsRoute, async (c) => {
    const { cursor, limit, status, room } = c.req.valid('query');
    const before = readNumberCursor(cursor);
    if (!before.ok) return refuse(c, before.failure);
    const search = { before: before.value, limit, status, room };
    return reply(
      c,
      await callRoom(client(c), (webhookSender) => webhookSender.attempts(search), 'safe'),
      200,
    );
  });
  app.openapi(replaying, async (c) => {
    const { n } = c.req.valid('param');
    return reply(
      c,
      await mutateRoom(c, client(c), (webhookSender, receipt) => webhookSender.replay(n, receipt)),
      200,
    );
  });
  app.openapi(testing, async (c) => {
    return reply(
      c,
      await mutateRoom(c, client(c), (webhookSender, receipt) => webhookSender.ping(receipt)),
      200,
    );
  });
}

/** The subscription that a path names. */
const client = (c: AppContext): RoomClient<WebhookSenderApi> =>
  webhookSenderClient(c, c.req.param('id') ?? '');
