/**
 * A fake Discord on loopback, as strict as the real one about likely mistakes, with faults on command. It
 * keeps applications, channels with their messages, webhooks, direct messages and answers to interactions.
 * `POST /control/…` configures it; `GET /control/log/<application>` lists the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault for the next request whose `METHOD path` contains `at`. */
export interface FakeTrouble {
  at: string;
  does:
    | 'lose' // executes, then closes the connection without an answer
    | '500' // does not execute
    | '502' // executes
    | '429' // retry_after 0.3, for this bucket
    | '429global' // the same for all buckets
    | '403'
    | '404'
    | 'hang'; // no answer before `POST /control/unhang`
  /** Default: once. */
  times?: number;
}

export interface FakeMessage {
  id: string;
  channel: string;
  content: string;
  username?: string;
  avatar_url?: string;
  webhook_id?: string;
  flags?: number;
  /** True if it could have mentioned someone: `allowed_mentions` did not forbid it. */
  calls: boolean;
}

export interface FakeLog {
  /** `METHOD path`, in order of arrival, with the status; 0: no answer. */
  requests: { row: string; status: number; auth: string | null }[];
  commands: { name: string }[];
  endpoint: string | null;
  /** By channel, oldest first; a direct channel is `dm-<member>`. */
  channels: Record<string, FakeMessage[]>;
  /** By interaction token: the current text of the deferred answer, then follow-ups. */
  answers: Record<string, { original: string | null; followUps: FakeMessage[] }>;
  /** Number of requests that came before the rate limit allowed them. */
  early: number;
}

interface App extends FakeLog {
  id: string;
  name: string;
  token: string;
  publicKey: string;
  webhooks: Map<string, { id: string; token: string; channel: string }>;
  troubles: FakeTrouble[];
  /** Earliest allowed time by key: a bucket's, or `''` for all. */
  until: Map<string, number>;
  /** Remaining requests of a bucket until a time. */
  buckets: Map<string, { left: number; resetAt: number }>;
  nonces: Map<string, FakeMessage>;
  deadTokens: Set<string>;
  closed: Set<string>;
  hung: (() => void)[];
}

const EPOCH = 1_420_070_400_000n;
let counter = 0n;
/** An id in Discord's format: the time, and a number. */
const makeId = (): string => {
  counter += 1n;
  return String(((BigInt(Date.now()) - EPOCH) << 22n) + (counter & 0x3fffffn));
};

const BUCKET = { most: 5, ms: 400 };
const ASKED_S = 0.3;

export async function startFakeDiscord(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const apps = new Map<string, App>();
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const url = new URL(request.url ?? '/', 'http://discord.test');
    if (url.pathname.startsWith('/control/'))
      return send(response, ...control(apps, url.pathname.slice(9), body));
    const auth = request.headers.authorization ?? null;
    const path = url.pathname.replace(/^\/api\/v10/, '');
    const app = [...apps.values()].find(
      (one) =>
        auth === `Bot ${one.token}` ||
        path.startsWith(`/webhooks/${one.id}/`) ||
        [...one.webhooks.values()].some(({ id }) => path.startsWith(`/webhooks/${id}/`)),
    );
    if (!app)
      return send(response, path.startsWith('/webhooks/') ? 404 : 401, { message: 'Unknown', code: 0 });
    const row = `${request.method} ${path}`;
    const entry = { row, status: 0, auth };
    app.requests.push(entry);
    const reply = (status: number, answer: unknown, headers: Record<string, string> = {}): void => {
      entry.status = status;
      send(response, status, answer, headers);
    };
    const bucket = path.startsWith('/webhooks/') ? path.replace(/\/messages\/.*/, '') : row;
    const now = Date.now();
    if (Math.max(app.until.get('') ?? 0, app.until.get(bucket) ?? 0) > now) app.early += 1;
    const trouble = app.troubles.find((one) => row.includes(one.at));
    if (trouble) {
      trouble.times = (trouble.times ?? 1) - 1;
      if (trouble.times <= 0) app.troubles.splice(app.troubles.indexOf(trouble), 1);
    }
    switch (trouble?.does) {
      case 'hang':
        await new Promise<void>((resolve) => app.hung.push(resolve));
        break;
      case '500':
        return reply(500, { message: 'Internal Server Error', code: 0 });
      case '403':
        return reply(403, { message: 'Missing Permissions', code: 50_013 });
      case '404':
        return reply(404, { message: 'Unknown Webhook', code: 10_015 });
      case '429':
      case '429global': {
        const isGlobal = trouble.does === '429global';
        app.until.set(isGlobal ? '' : bucket, now + ASKED_S * 1000);
        const headers = { 'Retry-After': '1', 'X-RateLimit-Scope': isGlobal ? 'global' : 'user' };
        return reply(
          429,
          { message: 'You are being rate limited.', retry_after: ASKED_S, global: isGlobal },
          isGlobal ? { ...headers, 'X-RateLimit-Global': 'true' } : headers,
        );
      }
      default:
    }
    const limits = drawBucket(app, bucket, request.method === 'POST' && /^\/webhooks\//.test(path));
    if (limits.isEmpty) {
      app.early += 1;
      return reply(
        429,
        { message: 'You are being rate limited.', retry_after: limits.waitS, global: false },
        limits.headers,
      );
    }
    const [status, answer] = await act(app, request.method ?? '', path, url.searchParams, body, auth);
    if (trouble?.does === 'lose') {
      response.destroy();
      return;
    }
    if (trouble?.does === '502') return reply(502, { message: 'Bad Gateway', code: 0 });
    reply(status, answer, limits.headers);
  }

  server.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (status === 204) {
    response.writeHead(204, headers).end();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function drawBucket(app: App, name: string, isCounted: boolean) {
  if (!isCounted) return { isEmpty: false, waitS: 0, headers: {} };
  const now = Date.now();
  const before = app.buckets.get(name);
  const bucket = before && before.resetAt > now ? before : { left: BUCKET.most, resetAt: now + BUCKET.ms };
  const isEmpty = bucket.left <= 0;
  if (!isEmpty) bucket.left -= 1;
  app.buckets.set(name, bucket);
  const waitS = Math.max(0.001, (bucket.resetAt - now) / 1000);
  const headers = {
    'X-RateLimit-Limit': String(BUCKET.most),
    'X-RateLimit-Remaining': String(bucket.left),
    'X-RateLimit-Reset-After': waitS.toFixed(3),
    'X-RateLimit-Bucket': 'abcd1234',
  };
  return { isEmpty, waitS, headers };
}

type Answer = [status: number, body: unknown];
const UNKNOWN_WEBHOOK: Answer = [404, { message: 'Unknown Webhook', code: 10_015 }];
const UNAUTHORIZED: Answer = [401, { message: '401: Unauthorized', code: 0 }];

async function act(
  app: App,
  method: string,
  path: string,
  query: URLSearchParams,
  body: Record<string, unknown>,
  auth: string | null,
): Promise<Answer> {
  const isBot = auth === `Bot ${app.token}`;
  const [, first = '', second = '', third = '', ...rest] = path.split('/');
  if (first === 'webhooks') {
    if (second === app.id) return answerInteraction(app, method, third, rest.join('/'), body);
    const webhook = app.webhooks.get(second);
    if (!webhook) return UNKNOWN_WEBHOOK;
    if (webhook.token !== third) return [401, { message: 'Invalid Webhook Token', code: 50_027 }];
    if (method === 'DELETE') {
      app.webhooks.delete(second);
      return [204, null];
    }
    const refusal = checkMessage(body);
    if (refusal) return refusal;
    const message = keep(app, query.get('thread_id') ?? webhook.channel, body, { webhook_id: webhook.id });
    return query.get('wait') === 'true' ? [200, message] : [204, null];
  }
  if (!isBot) return UNAUTHORIZED;
  if (path === '/applications/@me') {
    if (method === 'PATCH') {
      const refusal = await tryEndpoint(String(body.interactions_endpoint_url));
      if (refusal) return refusal;
      app.endpoint = String(body.interactions_endpoint_url);
    }
    return [
      200,
      { id: app.id, name: app.name, verify_key: app.publicKey, interactions_endpoint_url: app.endpoint },
    ];
  }
  if (first === 'applications' && third === 'commands' && method === 'PUT') {
    app.commands = body as unknown as { name: string }[];
    return [200, app.commands];
  }
  if (path === '/users/@me/channels') {
    const member = String(body.recipient_id);
    return [200, { id: `dm-${member}` }];
  }
  if (first === 'channels' && third === 'webhooks') {
    const own = [...app.webhooks.values()].filter(({ channel }) => channel === second);
    const show = (one: { id: string; token: string }) => ({ ...one, application_id: app.id });
    if (method === 'GET') return [200, own.map(show)];
    const webhook = { id: makeId(), token: `whtoken-${makeId()}`, channel: second };
    app.webhooks.set(webhook.id, webhook);
    return [200, show(webhook)];
  }
  if (first === 'channels' && third === 'messages') {
    if (method === 'GET') {
      const after = BigInt(query.get('after') ?? '0');
      // Without the intent for contents they are empty, as at Discord.
      const list = (app.channels[second] ?? []).filter(({ id }) => BigInt(id) > after);
      return [
        200,
        list
          .slice(0, 100)
          .toReversed()
          .map((one) => ({ ...one, content: '' })),
      ];
    }
    if (app.closed.has(second)) return [403, { message: 'Cannot send messages to this user', code: 50_007 }];
    const refusal = checkMessage(body);
    if (refusal) return refusal;
    const nonce = body.enforce_nonce === true ? `${second} ${body.nonce}` : null;
    const known = nonce === null ? undefined : app.nonces.get(nonce);
    if (known) return [200, known];
    const message = keep(app, second, body, {});
    if (nonce !== null) app.nonces.set(nonce, message);
    return [200, message];
  }
  return [404, { message: '404: Not Found', code: 0 }];
}

function answerInteraction(
  app: App,
  method: string,
  token: string,
  rest: string,
  body: Record<string, unknown>,
): Answer {
  if (app.deadTokens.has(token)) return [401, { message: 'Invalid Webhook Token', code: 50_027 }];
  const answer = app.answers[token] ?? { original: null, followUps: [] };
  app.answers[token] = answer;
  const refusal = checkMessage(body);
  if (refusal) return refusal;
  if (method === 'PATCH' && rest === 'messages/@original') {
    answer.original = String(body.content);
    return [200, { id: makeId() }];
  }
  // A follow-up before the deferred answer would replace it.
  if (answer.original === null) return [400, { message: 'It came before the answer', code: 0 }];
  answer.followUps.push(makeMessage('', body, {}));
  return [200, answer.followUps.at(-1)];
}

function checkMessage({ content, username, flags }: Record<string, unknown>): Answer | null {
  const wrong = (what: string): Answer => [400, { message: `Invalid Form Body: ${what}`, code: 50_035 }];
  if (typeof content !== 'string' || content.trim() === '' || content.length > 2000) return wrong('content');
  if (username !== undefined && typeof username !== 'string') return wrong('username');
  if (typeof username === 'string' && (username.length < 1 || username.length > 80)) return wrong('username');
  if (typeof username === 'string' && /discord|clyde/i.test(username)) return wrong('username');
  return flags === undefined || typeof flags === 'number' ? null : wrong('flags');
}

function makeMessage(
  channel: string,
  body: Record<string, unknown>,
  more: { webhook_id?: string },
): FakeMessage {
  const { content, username, avatar_url, flags, allowed_mentions: allowed } = body;
  const parse = (allowed as { parse?: unknown[] } | undefined)?.parse;
  return {
    ...{ id: makeId(), channel, content: String(content), ...more },
    ...(typeof username === 'string' && { username }),
    ...(typeof avatar_url === 'string' && { avatar_url }),
    ...(typeof flags === 'number' && { flags }),
    calls: !(Array.isArray(parse) && parse.length === 0),
  };
}

function keep(
  app: App,
  channel: string,
  body: Record<string, unknown>,
  more: { webhook_id?: string },
): FakeMessage {
  const message = makeMessage(channel, body, more);
  app.channels[channel] = [...(app.channels[channel] ?? []), message];
  return message;
}

/** Discord tests an address first: with a ping without a valid signature, which must get a 401. */
async function tryEndpoint(url: string): Promise<Answer | null> {
  const refusal: Answer = [
    400,
    { message: 'Invalid Form Body: interactions_endpoint_url could not be verified', code: 50_035 },
  ];
  if (!url.startsWith('https://')) return refusal;
  // There is no server at the address of the tests; they send Discord's requests themselves.
  if (url.startsWith('https://stage.test/')) return null;
  const response = await fetch(url, { method: 'POST', body: '{"type":1}' }).catch(() => null);
  return response?.status === 401 ? null : refusal;
}

function control(apps: Map<string, App>, what: string, body: Record<string, unknown>): Answer {
  const [kind, name = ''] = what.split('/');
  const app = apps.get(name || String(body.application));
  switch (kind) {
    case 'apps': {
      const { id, name: label, token, publicKey } = body as Record<string, string>;
      apps.set(String(id), {
        ...{ id: String(id), name: String(label), token: String(token), publicKey: String(publicKey) },
        ...{ requests: [], commands: [], endpoint: null, channels: {}, answers: {}, early: 0 },
        ...{ webhooks: new Map(), troubles: [], until: new Map(), buckets: new Map(), nonces: new Map() },
        ...{ deadTokens: new Set(), closed: new Set(), hung: [] },
      });
      return [200, {}];
    }
    case 'trouble':
      app?.troubles.push(body as unknown as FakeTrouble);
      return [200, {}];
    case 'unhang':
      for (const go of app?.hung.splice(0) ?? []) go();
      return [200, {}];
    case 'kill-token':
      app?.deadTokens.add(String(body.token));
      return [200, {}];
    case 'close-direct':
      app?.closed.add(`dm-${body.member}`);
      return [200, {}];
    case 'delete-webhooks':
      app?.webhooks.clear();
      return [200, {}];
    case 'log': {
      if (!app) return [404, {}];
      const { requests, commands, endpoint, channels, answers, early } = app;
      return [200, { requests, commands, endpoint, channels, answers, early } satisfies FakeLog];
    }
    default:
      return [404, {}];
  }
}
