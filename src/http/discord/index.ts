import { z } from 'zod';
import { asRecord, cleanText } from '../../base/foreign-values';
import { readConfig } from '../../config';
import {
  connectDiscord,
  discordApplication,
  discordPage,
  interactionAnswer,
  interactionSent,
  type KnownApplication,
  snowflake,
} from '../../contract/discord';
import { MAX_DELIVERY } from '../../contract/hooks';
import { fail, ok, type Result } from '../../contract/problems';
import { callDiscord } from '../../discord/rest';
import { readPortrait } from '../../library/portraits';
import { type App, type AppContext, answers, onePage, routeApp } from '../middleware/http';
import { callRoom, discordClient, tenantClient } from '../middleware/room-client';
import { answerPicture, pictureAnswers } from '../scenes/pictures';
import { readWebhookEndpoints } from '../webhooks/webhook-endpoints';

const params = z.object({ id: snowflake.describe("Discord's id of the application") });

/** Cache time of pictures. */
const PICTURE_S = 3600;

/** `/v1/discord`: scenes in Discord channels (docs/play.md#play-in-discord). */
export function mountDiscord(app: App): void {
  const route = routeApp(app, 'discord', { who: 'key' });
  route(
    'PUT /v1/discord',
    'connectDiscord',
    'Connect a Discord application',
    {
      refuses: [409, 422, 503],
      description:
        "Registers the commands and the interactions URL of the application that owns the bot token. Call it again with a new token or after the stage's address changed; bound channels stay. `inviteUrl` in the response adds the application to a server.",
      json: connectDiscord,
      200: answers(discordApplication, 'The application; `problem` is set if Discord refused a part'),
    },
    async (c, { json: { botToken, address, servers } }) => {
      const origin = readOrigin(c, address);
      if (!origin.ok) return origin;
      const application = await findApplication(c, botToken, origin.value);
      if (!application.ok) return application;
      const { tenant } = c.get('principal');
      const id = application.value.application;
      // Record it in the tenant first, so that deleting the tenant also deletes it.
      const books = tenantClient(c.env, tenant);
      const most = readConfig(c.env).limits.rooms;
      const claim = await callRoom(books, (remote) => remote.claimRoom(tenant, `dsc_${id}`, most), 'safe');
      if (!claim.ok) return claim;
      const body = { botToken, address: origin.value, servers };
      const client = discordClient(c.env, id);
      const result = await callRoom(
        client,
        (remote) => remote.attach(tenant, application.value, body),
        'safe',
      );
      if (!result.ok && claim.value)
        await callRoom(books, (remote) => remote.releaseRoom(`dsc_${id}`), 'safe');
      return result;
    },
  );
  route(
    'GET /v1/discord',
    'listDiscord',
    'List Discord applications',
    {
      description:
        'Returns all applications of the tenant on one page, with their channels. Tokens are never returned.',
      200: answers(discordPage, 'The applications'),
    },
    async (c) =>
      onePage(
        await readWebhookEndpoints(c, 'discord', (id) =>
          callRoom(
            discordClient(c.env, id.replace('dsc_', '')),
            (remote) => remote.read(c.get('principal').tenant),
            'safe',
          ),
        ),
      ),
  );
  route(
    'GET /v1/discord/{id}',
    'readDiscord',
    'Get a Discord application',
    {
      description: 'Includes its channels with queued messages, and its log.',
      params,
      200: answers(discordApplication, 'The application'),
    },
    (c, { params: { id } }) =>
      callRoom(discordClient(c.env, id), (remote) => remote.read(c.get('principal').tenant), 'safe'),
  );
  route(
    'DELETE /v1/discord/{id}',
    'deleteDiscord',
    'Disconnect a Discord application',
    {
      description:
        'Removes its webhooks and commands from Discord as far as possible, and deletes its token. Scenes stay. Returns 404 if it was already disconnected.',
      params,
      204: { description: 'Disconnected' },
    },
    async (c, { params: { id } }) => {
      const { tenant } = c.get('principal');
      const client = discordClient(c.env, id);
      const reading = await callRoom(client, (remote) => remote.read(tenant), 'safe');
      if (!reading.ok) return reading;
      const end = await callRoom(client, (remote) => remote.erase(tenant), 'safe');
      if (!end.ok) return end;
      // It may be connected again later.
      return callRoom(tenantClient(c.env, tenant), (remote) => remote.releaseRoom(`dsc_${id}`), 'safe');
    },
  );
  mountInteractions(app);
  route(
    'GET /v1/discord/{id}/portraits/{portrait}',
    'readDiscordPortrait',
    'Get a character picture for Discord',
    {
      who: 'public',
      description:
        'The URL cannot be guessed, does not identify the scene, and is only sent to Discord. Returns the picture without the embedded card.',
      params: params.extend({
        portrait: z
          .string()
          .regex(/^[\w-]{24}$/)
          .describe('Name of the picture'),
      }),
      ...pictureAnswers,
    },
    async (c, { params: { id, portrait } }) => {
      const place = await callRoom(discordClient(c.env, id), (remote) => remote.portrait(portrait), 'safe');
      if (!place.ok) return place;
      if (place.value === null) return fail({ code: 'not_found', what: 'portrait', id: portrait });
      const { tenant, item } = place.value;
      const picture = await readPortrait(c.env.BUCKET, tenant, item);
      if (!picture.ok) return picture;
      const response = answerPicture(c, picture.value);
      response.headers.set('Cache-Control', `public, max-age=${PICTURE_S}`);
      return response;
    },
  );
}

/** `POST /v1/discord/{id}/interactions`: Discord posts here. The application object verifies the signature. */
function mountInteractions(app: App): void {
  routeApp(app, 'discord', { who: 'signed' })(
    'POST /v1/discord/{id}/interactions',
    'interactWithDiscord',
    'Receive a Discord interaction',
    {
      refuses: [404, 422],
      description:
        "Requires Discord's Ed25519 signature of timestamp and body, with a timestamp at most 5 minutes off. Stores the command and responds at once with a deferred message, which is replaced within 15 minutes.",
      params,
      body: { required: true, content: { 'application/json': { schema: interactionSent } } },
      200: answers(interactionAnswer, 'A pong, a deferred message or choices'),
    },
    async (c, { params: { id } }) => {
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength > MAX_DELIVERY)
        return fail({ code: 'too_large', what: 'interaction', limit: MAX_DELIVERY });
      const headers = Object.fromEntries(
        ['x-signature-ed25519', 'x-signature-timestamp'].map((name) => [name, c.req.header(name) ?? '']),
      );
      const delivery = { headers, body: new TextDecoder().decode(bytes) };
      // Safe to repeat: each interaction id is processed once.
      const answer = await callRoom(discordClient(c.env, id), (remote) => remote.interact(delivery), 'safe');
      return answer.ok ? c.json(answer.value, 200) : answer;
    },
  );
}

/** The public origin of the stage: as given, otherwise the origin of the request. */
function readOrigin(c: AppContext, address: string | undefined): Result<string> {
  const text = address ?? c.req.url;
  if (URL.canParse(text)) {
    const { protocol, origin, pathname } = new URL(text);
    const isWhole = address === undefined || pathname === '/';
    if (/^https?:$/.test(protocol) && isWhole) return ok(origin);
  }
  const message = 'must be only the origin of this stage, such as https://stage.example.com';
  return fail({ code: 'invalid', errors: [{ pointer: '/address', message }] });
}

/** Asks Discord which application owns the token. */
async function findApplication(
  c: AppContext,
  botToken: string,
  stage: string,
): Promise<Result<KnownApplication>> {
  const tools = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    api: readConfig(c.env).discordUrl,
    stage,
  };
  const reply = await callDiscord(tools, { method: 'GET', path: '/applications/@me', botToken });
  if (reply.status === 401 || reply.status === 403) {
    const message = 'Discord does not accept this token; copy it again, or reset it on the bot page';
    return fail({ code: 'invalid', errors: [{ pointer: '/botToken', message }] });
  }
  const { id, name, verify_key: publicKey } = asRecord(reply.body);
  const isUsable =
    snowflake.safeParse(id).success && typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey);
  if (!reply.ok || !isUsable) {
    const detail = `Discord did not say which application owns the token: ${reply.error || 'its response has no public key'}.`;
    return fail({ code: 'unavailable', detail, retryAfter: Math.max(5, Math.ceil(reply.waitMs / 1000)) });
  }
  const label = typeof name === 'string' ? cleanText(name, 100) : '';
  return ok({ application: id as string, name: label, publicKey });
}
