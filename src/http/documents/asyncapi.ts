import { z } from 'zod';
import type { JsonObject } from '../../base/json';
import { event } from '../../contract/events/wire';
import { VERIFICATIONS } from '../../contract/hooks';
import { runId, sceneId } from '../../contract/ids';
import { eventQuery } from '../../contract/pages';
import {
  acceptedMessage,
  deltaMessage,
  doneMessage,
  pingMessage,
  pongMessage,
  problemMessage,
  readyMessage,
  typingMessage,
  typingSeen,
} from '../../contract/socket-messages';
import {
  answerPosted,
  DELIVERY_HEADERS,
  deliveryPayload,
  eventPosted,
  signedHeaders,
  testPosted,
} from '../../contract/webhook-messages';
import type { AnyAction } from '../../room/actions';
import { toSocketMessage } from '../../room/socket-actions';
import { SCENE_ACTIONS } from '../../scene/actions';
import {
  DELTA,
  type EventKindEntry,
  listKinds,
  listPayloads,
  payloadName,
  stripLinks,
} from './event-schemas';
import { type ConvertedSchemas, convertSchemas, nameComponents } from './json-schemas';
import { INFO, SECURITY } from './openapi';

/** Actions with messages on a scene's socket. */
const SCENE_SOCKET = SCENE_ACTIONS.flatMap((action) => {
  const message = toSocketMessage(action);
  return message && action.socket !== undefined ? [{ action, message, type: action.socket }] : [];
});
/** The response to an action's message: `accepted` for inputs, `done` for other actions. */
const answerName = ({ wait }: AnyAction): 'accepted' | 'done' => (wait ? 'accepted' : 'done');
const ANSWERS = [...new Set(SCENE_SOCKET.map(({ action }) => answerName(action)))];

/** Messages other than events, by name. */
const OTHER_MESSAGES: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(SCENE_SOCKET.map(({ type, message }) => [type, message])),
  typing: typingMessage,
  ping: pingMessage,
  ready: readyMessage,
  ...Object.fromEntries(
    ANSWERS.map((name) => [name, { accepted: acceptedMessage, done: doneMessage }[name]]),
  ),
  problem: problemMessage,
  typingSeen,
  pong: pongMessage,
  delta: deltaMessage,
  eventPosted,
  testPosted,
  answerPosted,
};
/** Messages with signed headers. */
const POSTED_MESSAGES: readonly string[] = ['eventPosted', 'testPosted', 'answerPosted'];

const SERVERS: JsonObject = Object.fromEntries(
  (['wss', 'https'] as const).map((protocol) => [
    protocol,
    {
      host: '{host}',
      protocol,
      description: `Local stage over ${protocol === 'wss' ? 'ws' : 'http'}`,
      variables: { host: { default: 'localhost:8787', description: 'Host of the stage' } },
    },
  ]),
);

/** Builds the AsyncAPI 3.1 document: sockets, streams, and webhooks in both directions. */
export function buildAsyncDocument(): JsonObject {
  const socketQuery = z.object({
    after: eventQuery.shape.after,
    ticket: z.string().optional().describe('Single-use ticket, for clients that cannot send a header'),
  });
  const kinds = listKinds();
  const of = (room: 'scene' | 'run') =>
    kinds.filter(({ rooms }) => rooms === room || rooms === 'both').map(({ kind }) => kind);
  const scene = [...of('scene').filter((kind) => kind !== DELTA), 'delta'];
  const run = of('run');

  const schemas = convertSchemas(
    [event, signedHeaders, deliveryPayload, socketQuery, sceneId, runId, ...Object.values(OTHER_MESSAGES)],
    'draft-07',
  );
  const payloads = convertSchemas(
    kinds.map(({ payload }) => payload),
    'draft-07',
    'output',
  );
  const socketOut = ['ready', 'problem', 'pong'];
  const query = schemas.of(socketQuery);
  return {
    asyncapi: '3.1.0',
    info: {
      ...INFO,
      description: `${INFO.description} This document covers events, sockets, streams and webhooks; see /openapi.json for requests.`,
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: {
      sceneSocket: {
        ...room('scenes', 'socket', [
          ...scene,
          ...socketOut,
          ...ANSWERS,
          'typingSeen',
          ...SCENE_SOCKET.map(({ type }) => type),
          'typing',
          'ping',
        ]),
        ...socketBinding(query),
      },
      runSocket: { ...room('runs', 'socket', [...run, ...socketOut, 'ping']), ...socketBinding(query) },
      sceneStream: { ...room('scenes', 'events', scene), description: STREAM },
      runStream: { ...room('runs', 'events', run), description: STREAM },
      webhook: {
        address: null,
        description: 'The `url` of a webhook; create one with POST /v1/webhooks',
        messages: refs(['eventPosted', 'testPosted']),
      },
      hookReply: {
        address: null,
        description: 'The `responseUrl` of a hook. Slack and Discord receive their own formats',
        messages: refs(['answerPosted']),
      },
      hook: {
        address: '/v1/hooks/{id}/deliver',
        servers: [{ $ref: '#/servers/https' }],
        parameters: { id: { description: 'Id of the hook, `hok_…`' } },
        messages: refs(VERIFICATIONS.map(deliveryName)),
      },
    },
    operations: {
      watchScene: sendOperation('sceneSocket', [...scene, 'ready', 'typingSeen'], SOCKET_SECURITY),
      watchRun: sendOperation('runSocket', [...run, 'ready'], RUN_SECURITY),
      streamScene: sendOperation('sceneStream', scene, SOCKET_SECURITY),
      streamRun: sendOperation('runStream', run, RUN_SECURITY),
      ...Object.fromEntries(
        SCENE_SOCKET.map(({ action, type }) => [
          action.name,
          receiveOperation('sceneSocket', [type], [answerName(action), 'problem'], SOCKET_SECURITY),
        ]),
      ),
      tellTyping: receiveOperation('sceneSocket', ['typing'], ['problem'], SOCKET_SECURITY),
      pingScene: receiveOperation('sceneSocket', ['ping'], ['pong'], SOCKET_SECURITY),
      pingRun: receiveOperation('runSocket', ['ping'], ['pong', 'problem'], RUN_SECURITY),
      postEvent: sendOperation('webhook', ['eventPosted', 'testPosted']),
      postAnswer: sendOperation('hookReply', ['answerPosted']),
      takeDelivery: receiveOperation('hook', VERIFICATIONS.map(deliveryName)),
    },
    components: {
      messages: {
        ...Object.fromEntries(
          // Experiment events are only sent to webhooks, as `eventPosted`.
          kinds
            .filter(({ kind, rooms }) => kind !== DELTA && rooms !== 'experiment')
            .map((entry) => [entry.kind, describeEvent(entry)]),
        ),
        ...Object.fromEntries(
          Object.entries(OTHER_MESSAGES).map(([name, schema]) => [name, describe(name, schema, schemas)]),
        ),
        ...Object.fromEntries(VERIFICATIONS.map((kind) => [deliveryName(kind), describeDelivery(kind)])),
      },
      schemas: nameComponents([
        ...(Object.entries(schemas.components) as [string, JsonObject][]),
        ...(Object.entries(payloads.components) as [string, JsonObject][]),
        ...listPayloads(kinds, payloads),
      ]),
      securitySchemes: {
        ...SECURITY,
        ticket: { type: 'httpApiKey', in: 'query', name: 'ticket', description: 'A single-use ticket' },
      },
    },
  };
}

const STREAM =
  'Server-sent events, with `Accept: text/event-stream`. `id` is the seq, `data` the message. Resume with `Last-Event-ID`, or with `after` and a new ticket';
const schemes = (...names: string[]): JsonObject[] =>
  names.map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));
const SOCKET_SECURITY = schemes('key', 'seat', 'ticket');
const RUN_SECURITY = schemes('key', 'ticket');

const deliveryName = (kind: string): string => `delivery.${kind}`;

const refs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]));

const room = (collection: string, last: 'socket' | 'events', names: readonly string[]): JsonObject => ({
  address: `/v1/${collection}/{id}/${last}`,
  servers: [{ $ref: `#/servers/${last === 'socket' ? 'wss' : 'https'}` }],
  parameters: { id: { description: `Id of the ${collection.slice(0, -1)}` } },
  messages: refs(names),
});

const socketBinding = (query: JsonObject): JsonObject => ({
  bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
});

const listMessages = (channel: string, names: readonly string[]): JsonObject[] =>
  names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

const operation = (action: 'send' | 'receive', channel: string, names: readonly string[]): JsonObject => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  messages: listMessages(channel, names),
});

/** The stage sends these messages. */
const sendOperation = (channel: string, names: readonly string[], security?: JsonObject[]): JsonObject => ({
  ...operation('send', channel, names),
  ...(security ? { security } : {}),
});

/** The stage receives these messages and responds in the same channel. */
const receiveOperation = (
  channel: string,
  names: readonly string[],
  answers: readonly string[] = [],
  security?: JsonObject[],
): JsonObject => ({
  ...operation('receive', channel, names),
  ...(security ? { security } : {}),
  ...(answers.length > 0
    ? { reply: { channel: { $ref: `#/channels/${channel}` }, messages: listMessages(channel, answers) } }
    : {}),
});

/** An event of one kind. */
function describeEvent({ kind, about, audience }: EventKindEntry): JsonObject {
  const payload = { $ref: `#/components/schemas/${payloadName(kind)}` };
  return {
    name: kind,
    summary: stripLinks(about),
    ...(audience === undefined ? {} : { description: `Audience: ${stripLinks(audience)}.` }),
    payload: {
      allOf: [
        { $ref: '#/components/schemas/Event' },
        { type: 'object', properties: { kind: { const: kind }, payload } },
      ],
    },
  };
}

function describe(name: string, schema: z.ZodType, schemas: ConvertedSchemas): JsonObject {
  const summary = schema.meta()?.description;
  return {
    name,
    ...(summary === undefined ? {} : { summary }),
    ...(POSTED_MESSAGES.includes(name) ? { headers: schemas.of(signedHeaders) } : {}),
    payload: schemas.of(schema),
  };
}

function describeDelivery(kind: (typeof VERIFICATIONS)[number]): JsonObject {
  const headers = Object.entries(DELIVERY_HEADERS[kind]);
  return {
    name: deliveryName(kind),
    summary: `A delivery to a hook with \`verify\` set to \`${kind}\``,
    headers: {
      type: 'object',
      properties: Object.fromEntries(
        headers.map(([name, { about }]) => [name, { type: 'string', description: about }]),
      ),
      required: headers.filter(([, { needed }]) => needed).map(([name]) => name),
    },
    payload: { $ref: '#/components/schemas/DeliveryPayload' },
  };
}
