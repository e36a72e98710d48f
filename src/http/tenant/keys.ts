import { z } from 'zod';
import { makeKeyCode, parseKey } from '../../auth/secrets';
import { sha256 } from '../../base/hash';
import { readConfig } from '../../config';
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
} from '../../contract/access';
import { type Failure, fail, ok } from '../../contract/problems';
import { forgetKey } from '../auth/authenticate';
import { OPERATES_ELSEWHERE } from '../auth/locality';
import { mayOperate } from '../middleware/gate';
import { type App, type AppContext, answers, idempotencyHeader, onePage, routesOf } from '../middleware/http';
import { callPlain, callRoom, mutateRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ id: z.string().min(1).max(100).describe('Id of the key') });

/** Hashes a code with the key that it is bound to: it opens nothing once the operator's key is another. */
const hashCode = (code: string, key: string): Promise<string> => sha256(`${code} ${key}`);

const CODE_IS_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'This one-time code was used already, or its time is over.',
  fix: 'Make another one: npm run link, or POST /v1/keys/codes with the operator’s key.',
};

/** `/v1/keys`, and whose key it is that asks. */
export function mountKeys(app: App): void {
  const route = routesOf(app, 'access', { who: 'key' });
  const tenantOf = (c: AppContext) => tenantClient(c.env, c.get('principal').tenant);
  route(
    'GET /v1/me',
    'readCaller',
    'Whose key this is',
    {
      scopes: ['read', 'experiments', 'room'],
      room: null,
      description: 'For finding out whether a key is good.',
      200: answers(caller, 'The tenant, and the key by its id'),
    },
    (c) => {
      const { tenant, operator, keyId, scope } = c.get('principal');
      const { publicUrl } = readConfig(c.env);
      const key = keyId?.startsWith('key_') ? keyId : null;
      return ok({ tenant, operator, key, ...scope, publicUrl });
    },
  );
  route(
    'GET /v1/keys',
    'listKeys',
    'API keys of the tenant, revoked ones too; never their secrets',
    {
      description:
        'Always one page, with the scope of each and the minute in which it was used last. The bootstrap key is not among them.',
      200: answers(keyPage, 'The keys'),
    },
    async (c) => onePage(await callRoom(tenantOf(c), (remote) => remote.listKeys(), 'safe')),
  );
  route(
    'POST /v1/keys',
    'createKey',
    'Make an API key; it is shown this once',
    {
      description:
        'Only its hash is kept. An answer that is repeated under an `Idempotency-Key` has null in its place. A key of a smaller `scope` is refused elsewhere, here too.',
      headers: idempotencyHeader,
      json: createKey,
      201: answers(newKey, 'The new key'),
    },
    (c, { json }) =>
      mutateRoom(c, tenantOf(c), (remote, receipt) =>
        remote.createKey(c.get('principal').tenant, json, receipt),
      ),
  );
  route(
    'POST /v1/keys/codes',
    'createKeyCode',
    "A one-time code for the operator's key, to be put into a link in its place",
    {
      who: 'operator',
      description: 'It is good once, for 15 minutes: `/#code=…` opens the page with it.',
      201: answers(newKeyCode, 'The code, shown this once'),
    },
    async (c) => {
      const code = makeKeyCode();
      // Only the operator's key comes this far.
      const hash = await hashCode(code, readConfig(c.env).bootstrapKey ?? '');
      const expiresAt = Date.now() + KEY_CODE_LASTS_MS;
      const row = await callRoom(tenantOf(c), (remote) => remote.addKeyCode(hash, expiresAt), 'safe');
      return row.ok ? ok({ code, expiresAt: new Date(expiresAt).toISOString() }) : row;
    },
  );
  route(
    'POST /v1/keys/exchange',
    'exchangeKeyCode',
    'Exchange a one-time code for the key, once',
    {
      who: 'invitation',
      description:
        'The code in the body is the credential; no other is sent. A code that was used, or is too old, is answered 401.',
      json: exchangeKeyCode,
      200: answers(exchangedKey, 'The key'),
    },
    async (c, { json: { code } }) => {
      if (!mayOperate(c)) return fail(OPERATES_ELSEWHERE);
      const key = readConfig(c.env).bootstrapKey;
      const tenant = key === null ? undefined : parseKey(key)?.tenant;
      if (key === null || tenant === undefined) return fail(CODE_IS_OVER);
      const hash = await hashCode(code, key);
      const isTaken = await callPlain(tenantClient(c.env, tenant), (remote) => remote.takeKeyCode(hash));
      if (!isTaken.ok) return isTaken;
      return isTaken.value ? ok({ key }) : fail(CODE_IS_OVER);
    },
  );
  route(
    'DELETE /v1/keys/{id}',
    'revokeKey',
    'Revoke an API key; it stops working within 30 seconds',
    {
      description: 'Open sockets and streams that came by it end too. It stays in the list.',
      params,
      200: answers(keySummary, 'The revoked key'),
    },
    async (c, { params: { id } }) => {
      const summary = await callRoom(tenantOf(c), (remote) => remote.revokeKey(id), 'safe');
      if (summary.ok) forgetKey(c.get('principal').tenant, id);
      return summary;
    },
  );
  route(
    'POST /v1/keys/{id}/rotate',
    'rotateKey',
    'A new key in the place of another, which works on for a while',
    {
      description:
        'The old key works for `graceSeconds` more; 0 ends it at once. The new one has the same label and scope, and is shown this once.',
      params,
      headers: idempotencyHeader,
      json: rotateKey,
      201: answers(newKey, 'The new key'),
    },
    async (c, { params: { id }, json: { graceSeconds } }) => {
      const { tenant } = c.get('principal');
      const key = await mutateRoom(c, tenantOf(c), (remote, receipt) =>
        remote.rotateKey(tenant, id, graceSeconds, receipt),
      );
      if (key.ok) forgetKey(tenant, id);
      return key;
    },
  );
}
