import { z } from 'zod';
import {
  attempt,
  attemptPage,
  attemptQuery,
  changeWebhook,
  createWebhook,
  newWebhook,
  webhook,
  webhookId,
  webhookPage,
} from '../../api/webhooks';
import { readNumberCursor } from '../../storage/cursors';
import { type App, answers, idempotencyHeader, onePage, positiveParam, routesOf } from '../middleware/http';
import { callRoom, mutateRoom, webhookSenderClient } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const params = z.object({ id: webhookId });

/** `/v1/webhooks`: who is told of events. */
export function mountWebhooks(app: App): void {
  const route = routesOf(app, 'webhooks');
  route(
    'POST /v1/webhooks',
    'createWebhook',
    'Have events of a room, or of all rooms, posted to an address; the secret is shown this once',
    { headers: idempotencyHeader, json: createWebhook, 201: answers(newWebhook, 'The subscription') },
    (c, { json }) =>
      makeWebhookEndpoint(c, 'webhooks', json.room, webhookSenderClient, (sender, address, receipt) =>
        sender.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/webhooks',
    'listWebhooks',
    'Subscriptions of the tenant, newest first; never their secrets',
    { 200: answers(webhookPage, 'The subscriptions, all of them') },
    async (c) =>
      onePage(
        await readWebhookEndpoints(c, 'webhooks', (id) =>
          callRoom(webhookSenderClient(c, id), (sender) => sender.read(), 'safe'),
        ),
      ),
  );
  route(
    'GET /v1/webhooks/{id}',
    'readWebhook',
    'A subscription',
    { params, 200: answers(webhook, 'The subscription') },
    (c, { params: { id } }) => callRoom(webhookSenderClient(c, id), (sender) => sender.read(), 'safe'),
  );
  route(
    'PATCH /v1/webhooks/{id}',
    'changeWebhook',
    'Change its address or kinds, switch it off or on; it goes on where it stopped',
    { params, json: changeWebhook, 200: answers(webhook, 'The subscription') },
    (c, { params: { id }, json }) =>
      callRoom(webhookSenderClient(c, id), (sender) => sender.change(json), 'safe'),
  );
  route(
    'DELETE /v1/webhooks/{id}',
    'deleteWebhook',
    'Delete a subscription and its attempts',
    { params, 204: { description: 'It is gone' } },
    (c, { params: { id } }) => deleteRoom(c, webhookSenderClient(c, id), id),
  );
  route(
    'POST /v1/webhooks/{id}/secret',
    'rotateWebhookSecret',
    'A new secret, shown this once; for a day messages are signed with the old one too',
    { params, headers: idempotencyHeader, 200: answers(newWebhook, 'The subscription') },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.rotateSecret(receipt)),
  );
  route(
    'GET /v1/webhooks/{id}/attempts',
    'listWebhookAttempts',
    'What was sent and what came of it, newest first; the last 5,000',
    { params, query: attemptQuery, 200: answers(attemptPage, 'A page of attempts') },
    async (c, { params: { id }, query: { cursor, ...search } }) => {
      const before = readNumberCursor(cursor);
      if (!before.ok) return before;
      return callRoom(
        webhookSenderClient(c, id),
        (sender) => sender.attempts({ ...search, before: before.value }),
        'safe',
      );
    },
  );
  route(
    'POST /v1/webhooks/{id}/attempts/{n}/replay',
    'replayWebhookAttempt',
    'Send the message of an attempt once more, now',
    {
      params: params.extend({ n: positiveParam }),
      headers: idempotencyHeader,
      200: answers(attempt, 'The new attempt'),
    },
    (c, { params: { id, n } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.replay(n, receipt)),
  );
  route(
    'POST /v1/webhooks/{id}/test',
    'testWebhook',
    'Send a message of type `webhook.test`, now',
    { params, headers: idempotencyHeader, 200: answers(attempt, 'The attempt') },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.ping(receipt)),
  );
}
