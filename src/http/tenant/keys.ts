import { z } from 'zod';
import {
  caller,
  createKey,
  exchangedKey,
  exchangeKeyCode,
  KEY_CODE_LASTS_MS,
  keyPage,
  keySummary,
  newKey,
  newKeyCode,
  rotateKey,
} from '../../api/access';
import type { Failure } from '../../api/problems';
import { sha256 } from '../../base/hash';
import { readConfig } from '../../config';
import { forgetKey } from '../auth/authenticate';
import { makeKeyCode, parseKey } from '../auth/keys';
import { type App, answers, declareRoute, idempotencyHeader, refuse, reply } from '../middleware/http';
import { callPlain, callRoom, mutateRoom, tenantClient } from '../middleware/room-client';

const tags = ['access'];
const params = z.object({ id: z.string().min(1).max(100) });

const listRoute = declareRoute(
  tags,
  'GET /v1/keys',
  'listKeys',
  'API keys of the tenant, revoked ones too; never their secrets',
  { 200: answers(keyPage, 'The keys') },
);
const callerRoute = declareRoute(tags, 'GET /v1/me', 'readCaller', 'Whose key this is', {
  200: answers(caller, 'The tenant, and the key by its id'),
});
const creation = declareRoute(tags, 'POST /v1/keys', 'createKey', 'Make an API key; it is shown this once', {
  headers: idempotencyHeader,
  json: createKey,
  201: answers(newKey, 'The new key'),
});
const revokeRoute = declareRoute(
  tags,
  'DELETE /v1/keys/{id}',
  'revokeKey',
  'Revoke an API key; it stops working within 30 seconds',
  { params, 200: answers(keySummary, 'The revoked key') },
);
const rotateRoute = declareRoute(
  tags,
  'POST /v1/keys/{id}/rotate',
  'rotateKey',
  'A new key in the place of another, which works on for a while',
  { params, headers: idempotencyHeader, json: rotateKey, 201: answers(newKey, 'The new key') },
);

const codeRoute = declareRoute(
  tags,
  'POST /v1/keys/codes',
  'createKeyCode',
  "A one-time code for the operator's key, to be put into a link in its place",
  { 201: answers(newKeyCode, 'The code, shown this once') },
);
const exchangeRoute = declareRoute(
  tags,
  'POST /v1/keys/exchange',
  'exchangeKeyCode',
  'Exchange a one-time code for the key, once',
  { json: exchangeKeyCode, 200: answers(exchangedKey, 'The key') },
);

/** What is stored of a code: bound to the key, so that it opens nothing once the operator's key is another. */
const hashCode = (code: string, key: string): Promise<string> => sha256(`${code} ${key}`);

const CODE_IS_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'This one-time code was used already, or its time is over.',
  fix: 'Make another one: npm run link, or POST /v1/keys/codes with the operator’s key.',
};

/** `/v1/keys`, and whose key it is that asks. */
export function mountKeys(app: App): void {
  app.openapi(callerRoute, (c) => {
    const { tenant, operator, keyId } = c.get('principal');
    return c.json({ tenant, operator, key: operator ? null : keyId }, 200);
  });
  app.openapi(listRoute, async (c) => {
    const client = tenantClient(c.env, c.get('principal').tenant);
    const keys = await callRoom(client, (remote) => remote.listKeys(), 'safe');
    return keys.ok ? c.json({ items: keys.value, next: null }, 200) : refuse(c, keys.failure);
  });
  app.openapi(creation, async (c) => {
    const { tenant } = c.get('principal');
    const { label } = c.req.valid('json');
    const answer = await mutateRoom(c, tenantClient(c.env, tenant), (remote, receipt) =>
      remote.createKey(tenant, label, receipt),
    );
    return reply(c, answer, 201);
  });
  app.openapi(codeRoute, async (c) => {
    const { tenant } = c.get('principal');
    const code = makeKeyCode();
    // Only the operator's key comes this far.
    const hash = await hashCode(code, readConfig(c.env).bootstrapKey ?? '');
    const expiresAt = Date.now() + KEY_CODE_LASTS_MS;
    const kept = await callRoom(
      tenantClient(c.env, tenant),
      (remote) => remote.addKeyCode(hash, expiresAt),
      'safe',
    );
    if (!kept.ok) return refuse(c, kept.failure);
    return c.json({ code, expiresAt: new Date(expiresAt).toISOString() }, 201);
  });
  app.openapi(exchangeRoute, async (c) => {
    const key = readConfig(c.env).bootstrapKey;
    const tenant = key === null ? undefined : parseKey(key)?.tenant;
    if (key === null || tenant === undefined) return refuse(c, CODE_IS_OVER);
    const hash = await hashCode(c.req.valid('json').code, key);
    const taken = await callPlain(tenantClient(c.env, tenant), (remote) => remote.takeKeyCode(hash));
    if (!taken.ok) return refuse(c, taken.failure);
    return taken.value ? c.json({ key }, 200) : refuse(c, CODE_IS_OVER);
  });
  app.openapi(revokeRoute, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const revoked = await callRoom(tenantClient(c.env, tenant), (remote) => remote.revokeKey(id), 'safe');
    if (!revoked.ok) return refuse(c, revoked.failure);
    forgetKey(tenant, id);
    return c.json(revoked.value, 200);
  });
  app.openapi(rotateRoute, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const { graceSeconds } = c.req.valid('json');
    const made = await mutateRoom(c, tenantClient(c.env, tenant), (remote, receipt) =>
      remote.rotateKey(tenant, id, graceSeconds, receipt),
    );
    if (!made.ok) return refuse(c, made.failure);
    forgetKey(tenant, id);
    return c.json(made.value, 201);
  });
}
