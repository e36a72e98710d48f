import { z } from 'zod';
import { createKeyCode, parseKey } from '../../auth/secrets';
import { sha256 } from '../../base/hash';
import { readConfig } from '../../config';
import {
  caller,
  createKey,
  exchangedKey,
  exchangeKeyCode,
  KEY_CODE_TTL_MS,
  keyPage,
  keySummary,
  newKey,
  newKeyCode,
  rotateKey,
} from '../../contract/access';
import { type Failure, fail, ok } from '../../contract/problems';
import { forgetKey } from '../auth/authenticate';
import { OPERATOR_IS_REMOTE } from '../auth/locality';
import { canOperate } from '../middleware/gate';
import { type App, type AppContext, answers, idempotencyHeader, onePage, routeApp } from '../middleware/http';
import { callPlain, callRoom, mutateRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ id: z.string().min(1).max(100).describe('Id of the key') });

/** Hashes a code together with the key it is bound to, so that changing the operator's key invalidates it. */
const hashCode = (code: string, key: string): Promise<string> => sha256(`${code} ${key}`);

const CODE_IS_OVER: Failure = {
  code: 'unauthenticated',
  reason: 'This one-time code was already used or has expired.',
  fix: "Create a new one with npm run link, or with POST /v1/keys/codes and the operator's key.",
};

/** `/v1/keys` and `/v1/me`. */
export function mountKeys(app: App): void {
  const route = routeApp(app, 'access', { who: 'key' });
  const tenantOf = (c: AppContext) => tenantClient(c.env, c.get('principal').tenant);
  route(
    'GET /v1/me',
    'readCaller',
    'Get the current key',
    {
      scopes: ['read', 'experiments', 'room'],
      room: null,
      description: 'Returns the tenant and scope of the key. Use it to check whether a key is valid.',
      200: answers(caller, 'The tenant and the key'),
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
    'List API keys',
    {
      description:
        'Returns all keys of the tenant on one page, including revoked ones, with scope and last use. Secrets are never returned. The bootstrap key is not listed.',
      200: answers(keyPage, 'The keys'),
    },
    async (c) => onePage(await callRoom(tenantOf(c), (remote) => remote.listKeys(), 'safe')),
  );
  route(
    'POST /v1/keys',
    'createKey',
    'Create an API key',
    {
      description:
        'The key is shown only once, and we store only its hash. Repeating the request with the same `Idempotency-Key` returns null instead of the key. A key with a limited `scope` can only call operations that allow it, and cannot create keys.',
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
    'Create a one-time code',
    {
      who: 'operator',
      description:
        "For a link that signs in with the operator's key: `/#code=…` opens the web page. Valid once, for 15 minutes.",
      201: answers(newKeyCode, 'The code, shown only once'),
    },
    async (c) => {
      const code = createKeyCode();
      // Only the operator's key gets here.
      const hash = await hashCode(code, readConfig(c.env).bootstrapKey ?? '');
      const expiresAt = Date.now() + KEY_CODE_TTL_MS;
      const row = await callRoom(tenantOf(c), (remote) => remote.addKeyCode(hash, expiresAt), 'safe');
      return row.ok ? ok({ code, expiresAt: new Date(expiresAt).toISOString() }) : row;
    },
  );
  route(
    'POST /v1/keys/exchange',
    'exchangeKeyCode',
    'Exchange a one-time code for a key',
    {
      who: 'invitation',
      description:
        'The code in the body is the only credential. Returns 401 if it was already used or has expired.',
      json: exchangeKeyCode,
      200: answers(exchangedKey, 'The key'),
    },
    async (c, { json: { code } }) => {
      if (!canOperate(c)) return fail(OPERATOR_IS_REMOTE);
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
    'Revoke an API key',
    {
      description:
        'The key stops working within 30 seconds, and its open sockets and streams are closed. It stays in the list.',
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
    'Rotate an API key',
    {
      description:
        'Creates a new key with the same label and scope, shown only once. The old key works for `graceSeconds` longer; 0 revokes it immediately.',
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
