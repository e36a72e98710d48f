import { z } from 'zod';
import { readNumberCursor } from '../../contract/cursors';
import {
  attempt,
  attemptPage,
  attemptQuery,
  changeWebhook,
  createWebhook,
  newWebhook,
  sentAttempt,
  webhook,
  webhookId,
  webhookPage,
} from '../../contract/webhooks';
import { type App, answers, idempotencyHeader, onePage, positiveParam, routeApp } from '../middleware/http';
import { callRoom, mutateRoom, webhookSenderClient } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { createWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const params = z.object({ id: webhookId.describe('Id of the webhook') });
const attemptParams = params.extend({ n: positiveParam.describe('Number of the attempt') });

/** `/v1/webhooks`: outgoing webhooks. */
export function mountWebhooks(app: App): void {
  const route = routeApp(app, 'webhooks', { who: 'key' });
  route(
    'POST /v1/webhooks',
    'createWebhook',
    'Create a webhook',
    {
      description:
        'Posts new events of a room to a URL, each at least once and in the order of the room; without `room`, events of all rooms of the tenant. Messages are signed according to Standard Webhooks. The secret is shown only once.',
      headers: idempotencyHeader,
      json: createWebhook,
      201: answers(newWebhook, 'The webhook'),
    },
    (c, { json }) =>
      createWebhookEndpoint(c, 'webhooks', json.room, webhookSenderClient, (sender, address, receipt) =>
        sender.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/webhooks',
    'listWebhooks',
    'List webhooks',
    {
      description:
        'Returns all webhooks of the tenant on one page, newest first. `failingSince` and `disabled` show whether messages arrive. Secrets are never returned.',
      200: answers(webhookPage, 'The webhooks'),
    },
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
    'Get a webhook',
    {
      description: 'Includes its state, unsent messages, and why it was disabled.',
      params,
      200: answers(webhook, 'The webhook'),
    },
    (c, { params: { id } }) => callRoom(webhookSenderClient(c, id), (sender) => sender.read(), 'safe'),
  );
  route(
    'PATCH /v1/webhooks/{id}',
    'changeWebhook',
    'Update a webhook',
    {
      description:
        'Changes its URL or kinds, or enables or disables it. Omitted fields are unchanged. A disabled webhook continues without a gap; `active: true` immediately sends a message that waits for its next attempt.',
      params,
      json: changeWebhook,
      200: answers(webhook, 'The webhook'),
    },
    (c, { params: { id }, json }) =>
      callRoom(webhookSenderClient(c, id), (sender) => sender.change(json), 'safe'),
  );
  route(
    'DELETE /v1/webhooks/{id}',
    'deleteWebhook',
    'Delete a webhook',
    {
      description: 'Also deletes its attempts. Unsent messages are discarded. Safe to repeat.',
      params,
      204: { description: 'Deleted' },
    },
    (c, { params: { id } }) => deleteRoom(c, webhookSenderClient(c, id), id),
  );
  route(
    'POST /v1/webhooks/{id}/secret',
    'rotateWebhookSecret',
    'Rotate the secret of a webhook',
    {
      description:
        'Returns a new secret, shown only once. For one day, messages are also signed with the previous secret; receivers that support Standard Webhooks accept either.',
      params,
      headers: idempotencyHeader,
      200: answers(newWebhook, 'The webhook'),
    },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.rotateSecret(receipt)),
  );
  route(
    'GET /v1/webhooks/{id}/attempts',
    'listWebhookAttempts',
    'List attempts',
    {
      description:
        'Returns the last 5,000 attempts, newest first, each with status, latency, the first KB of the response, and the time of the next attempt.',
      params,
      query: attemptQuery,
      200: answers(attemptPage, 'A page of attempts'),
    },
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
    'GET /v1/webhooks/{id}/attempts/{n}',
    'readWebhookAttempt',
    'Get an attempt',
    {
      description:
        'Includes the request as sent, read from its room, without the signature. `request` is null if the room was deleted.',
      params: attemptParams,
      200: answers(sentAttempt, 'The attempt'),
    },
    (c, { params: { id, n } }) => callRoom(webhookSenderClient(c, id), (sender) => sender.attempt(n), 'safe'),
  );
  route(
    'POST /v1/webhooks/{id}/attempts/{n}/replay',
    'replayWebhookAttempt',
    'Replay an attempt',
    {
      description:
        'Sends the message of an attempt again, immediately. Does not affect scheduled and unsent messages.',
      params: attemptParams,
      headers: idempotencyHeader,
      200: answers(attempt, 'The new attempt'),
    },
    (c, { params: { id, n } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.replay(n, receipt)),
  );
  route(
    'POST /v1/webhooks/{id}/test',
    'testWebhook',
    'Send a test message',
    {
      description: 'Sends a message of type `webhook.test` and returns the result.',
      params,
      headers: idempotencyHeader,
      200: answers(attempt, 'The attempt'),
    },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.ping(receipt)),
  );
}
