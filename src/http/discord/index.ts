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
import { askDiscord } from '../../discord/rest';
import { readPortrait } from '../../library/portraits';
import { type App, type AppContext, answers, onePage, routesOf } from '../middleware/http';
import { callRoom, discordClient, tenantClient } from '../middleware/room-client';
import { answerPicture, pictureAnswers } from '../scenes/pictures';
import { readWebhookEndpoints } from '../webhooks/webhook-endpoints';

const params = z.object({ id: snowflake.describe('Id that Discord gave the application') });

/** A picture may be asked for again after this time. */
const PICTURE_S = 3600;

/** `/v1/discord`: channels of Discord as stages (docs/play.md#play-in-discord). */
export function mountDiscord(app: App): void {
  const route = routesOf(app, 'discord', { who: 'key' });
  route(
    'PUT /v1/discord',
    'connectDiscord',
    "Connect a Discord application by its bot's token; registers its commands and its address",
    {
      refuses: [409, 422, 503],
      description:
        'The stage asks Discord which application the token belongs to. Do it again with a new token, or after the stage has moved; what is bound stays. The answer has `inviteUrl`, which adds the application to a server.',
      json: connectDiscord,
      200: answers(discordApplication, 'The application; with `problem` when Discord did not take all of it'),
    },
    async (c, { json: { botToken, address, servers } }) => {
      const origin = readOrigin(c, address);
      if (!origin.ok) return origin;
      const application = await findApplication(c, botToken, origin.value);
      if (!application.ok) return application;
      const { tenant } = c.get('principal');
      const id = application.value.application;
      // The tenant knows of it before it is there, so that it goes with the tenant.
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
    'Discord applications of the tenant, and the channels in which scenes play; never a token',
    { description: 'Always one page.', 200: answers(discordPage, 'The applications, all of them') },
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
    'A Discord application',
    {
      description: 'With its channels, what waits to be told in each, and its log.',
      params,
      200: answers(discordApplication, 'The application'),
    },
    (c, { params: { id } }) =>
      callRoom(discordClient(c.env, id), (remote) => remote.read(c.get('principal').tenant), 'safe'),
  );
  route(
    'DELETE /v1/discord/{id}',
    'deleteDiscord',
    'Disconnect a Discord application; its scenes stay',
    {
      description:
        'Its webhooks and commands are taken away at Discord, as far as Discord lets them be, and its token is forgotten. A repeat of the call is answered 404.',
      params,
      204: { description: 'It is gone' },
    },
    async (c, { params: { id } }) => {
      const { tenant } = c.get('principal');
      const client = discordClient(c.env, id);
      const reading = await callRoom(client, (remote) => remote.read(tenant), 'safe');
      if (!reading.ok) return reading;
      const end = await callRoom(client, (remote) => remote.erase(tenant), 'safe');
      if (!end.ok) return end;
      // It may be connected again some day.
      return callRoom(tenantClient(c.env, tenant), (remote) => remote.releaseRoom(`dsc_${id}`), 'safe');
    },
  );
  mountInteractions(app);
  route(
    'GET /v1/discord/{id}/portraits/{portrait}',
    'readDiscordPortrait',
    'The picture of a character, for Discord to show beside its lines',
    {
      who: 'public',
      description:
        'The address can not be guessed, names nothing of the scene, and is told to Discord alone. It is the picture without the card.',
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

/** `POST /v1/discord/{id}/interactions`: the address that Discord posts to. The application itself looks at the signature. */
function mountInteractions(app: App): void {
  routesOf(app, 'discord', { who: 'signed' })(
    'POST /v1/discord/{id}/interactions',
    'interactWithDiscord',
    'A command of a member, signed by Discord; it is kept, and answered at once',
    {
      refuses: [404, 422],
      description:
        'The proof is the Ed25519 signature of timestamp and body by the key of the application; the timestamp is at most 5 minutes off. The answer defers, and is replaced within 15 minutes.',
      params,
      body: { required: true, content: { 'application/json': { schema: interactionSent } } },
      200: answers(interactionAnswer, 'A pong, a deferred answer, or choices'),
    },
    async (c, { params: { id } }) => {
      const bytes = await c.req.arrayBuffer();
      if (bytes.byteLength > MAX_DELIVERY)
        return fail({ code: 'too_large', what: 'interaction', limit: MAX_DELIVERY });
      const headers = Object.fromEntries(
        ['x-signature-ed25519', 'x-signature-timestamp'].map((name) => [name, c.req.header(name) ?? '']),
      );
      const delivery = { headers, body: new TextDecoder().decode(bytes) };
      // An interaction has an id: it is done once, however often it is kept.
      const answer = await callRoom(discordClient(c.env, id), (remote) => remote.interact(delivery), 'safe');
      return answer.ok ? c.json(answer.value, 200) : answer;
    },
  );
}

/** Where Discord reaches the stage: the origin that was given, or that the request came to. */
function readOrigin(c: AppContext, address: string | undefined): Result<string> {
  const text = address ?? c.req.url;
  if (URL.canParse(text)) {
    const { protocol, origin, pathname } = new URL(text);
    const isWhole = address === undefined || pathname === '/';
    if (/^https?:$/.test(protocol) && isWhole) return ok(origin);
  }
  const message = 'must be the address of this stage alone, such as https://stage.example.com';
  return fail({ code: 'invalid', errors: [{ pointer: '/address', message }] });
}

/** Asks Discord whose token it is. */
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
  const reply = await askDiscord(tools, { method: 'GET', path: '/applications/@me', botToken });
  if (reply.status === 401 || reply.status === 403) {
    const message = 'Discord does not know this token: copy it again, or reset it on the page of the bot';
    return fail({ code: 'invalid', errors: [{ pointer: '/botToken', message }] });
  }
  const { id, name, verify_key: publicKey } = asRecord(reply.body);
  const isUsable =
    snowflake.safeParse(id).success && typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey);
  if (!reply.ok || !isUsable) {
    const detail = `Discord could not be asked which application it is: ${reply.error || 'its answer has no key'}.`;
    return fail({ code: 'unavailable', detail, retryAfter: Math.max(5, Math.ceil(reply.waitMs / 1000)) });
  }
  const label = typeof name === 'string' ? cleanText(name, 100) : '';
  return ok({ application: id as string, name: label, publicKey });
}
