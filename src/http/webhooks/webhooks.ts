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
import { type App, answers, idempotencyHeader, onePage, positiveParam, routesOf } from '../middleware/http';
import { callRoom, mutateRoom, webhookSenderClient } from '../middleware/room-client';
import { deleteRoom } from '../rooms/lifecycle';
import { makeWebhookEndpoint, readWebhookEndpoints } from './webhook-endpoints';

const params = z.object({ id: webhookId.describe('Id of the subscription') });
const attemptParams = params.extend({ n: positiveParam.describe('Number of the attempt') });

/** `/v1/webhooks`: who is told of events. */
export function mountWebhooks(app: App): void {
  const route = routesOf(app, 'webhooks', { who: 'key' });
  route(
    'POST /v1/webhooks',
    'createWebhook',
    'Have events of a room, or of all rooms, posted to an address; the secret is shown this once',
    {
      description:
        'It gets events that are written from now on, each at least once, those of one room in order. Without `room` it is for every room of the tenant. Messages are signed as Standard Webhooks says.',
      headers: idempotencyHeader,
      json: createWebhook,
      201: answers(newWebhook, 'The subscription'),
    },
    (c, { json }) =>
      makeWebhookEndpoint(c, 'webhooks', json.room, webhookSenderClient, (sender, address, receipt) =>
        sender.create(address, json, receipt),
      ),
  );
  route(
    'GET /v1/webhooks',
    'listWebhooks',
    'Subscriptions of the tenant, newest first; never their secrets',
    {
      description: 'Always one page. `failingSince` and `disabled` say whether messages arrive.',
      200: answers(webhookPage, 'The subscriptions, all of them'),
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
    'A subscription',
    {
      description: 'With its state, what waits, and why it was switched off.',
      params,
      200: answers(webhook, 'The subscription'),
    },
    (c, { params: { id } }) => callRoom(webhookSenderClient(c, id), (sender) => sender.read(), 'safe'),
  );
  route(
    'PATCH /v1/webhooks/{id}',
    'changeWebhook',
    'Change its address or kinds, switch it off or on; it goes on where it stopped',
    {
      description:
        'What is not sent stays. `active: true` has a message that waits for its next try sent at once.',
      params,
      json: changeWebhook,
      200: answers(webhook, 'The subscription'),
    },
    (c, { params: { id }, json }) =>
      callRoom(webhookSenderClient(c, id), (sender) => sender.change(json), 'safe'),
  );
  route(
    'DELETE /v1/webhooks/{id}',
    'deleteWebhook',
    'Delete a subscription and its attempts',
    {
      description: 'Messages that wait are not sent. Repeating the call is safe.',
      params,
      204: { description: 'It is gone' },
    },
    (c, { params: { id } }) => deleteRoom(c, webhookSenderClient(c, id), id),
  );
  route(
    'POST /v1/webhooks/{id}/secret',
    'rotateWebhookSecret',
    'A new secret, shown this once; for a day messages are signed with the old one too',
    {
      description:
        'Receivers that know Standard Webhooks take either signature, so that nothing is lost meanwhile.',
      params,
      headers: idempotencyHeader,
      200: answers(newWebhook, 'The subscription'),
    },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.rotateSecret(receipt)),
  );
  route(
    'GET /v1/webhooks/{id}/attempts',
    'listWebhookAttempts',
    'What was sent and what came of it, newest first; the last 5,000',
    {
      description:
        'Each with its status, how long it took, the first KB of the answer, and when the next try is.',
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
    'An attempt with the message that was sent',
    {
      description:
        'The message is read from its room and is as it was sent; its signature is left out. `request` is null when the room is gone.',
      params: attemptParams,
      200: answers(sentAttempt, 'The attempt'),
    },
    (c, { params: { id, n } }) => callRoom(webhookSenderClient(c, id), (sender) => sender.attempt(n), 'safe'),
  );
  route(
    'POST /v1/webhooks/{id}/attempts/{n}/replay',
    'replayWebhookAttempt',
    'Send the message of an attempt once more, now',
    {
      description: 'Whatever its result was. It changes neither the schedule nor what waits.',
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
    'Send a message of type `webhook.test`, now',
    {
      description: 'The answer says what came of it.',
      params,
      headers: idempotencyHeader,
      200: answers(attempt, 'The attempt'),
    },
    (c, { params: { id } }) =>
      mutateRoom(c, webhookSenderClient(c, id), (sender, receipt) => sender.ping(receipt)),
  );
}
