import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { forgetKey } from '../auth/authenticate';
import { parseKey } from '../auth/keys';
import { readConfig } from '../config';
import { createKey, createTenant, keyPage, keySummary, newKey, newTenant } from '../contract/access';
import { type App, answers, idempotencyHeader, jsonBody, makeReceipt, problemAnswer, refuse } from './http';
import { ask, reachTenant } from './remote';

const tags = ['access'];

const listRoute = createRoute({
  method: 'get',
  path: '/v1/keys',
  operationId: 'listKeys',
  summary: 'API keys of the tenant, revoked ones too; never their secrets',
  tags,
  responses: { 200: answers(keyPage, 'The keys'), default: problemAnswer },
});
const creation = createRoute({
  method: 'post',
  path: '/v1/keys',
  operationId: 'createKey',
  summary: 'Make an API key; it is shown this once',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createKey) },
  responses: { 201: answers(newKey, 'The new key'), default: problemAnswer },
});
const revokeRoute = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  operationId: 'revokeKey',
  summary: 'Revoke an API key; it stops working within 30 seconds',
  tags,
  request: { params: z.object({ id: z.string().min(1).max(100) }) },
  responses: { 200: answers(keySummary, 'The revoked key'), default: problemAnswer },
});
const tenantRoute = createRoute({
  method: 'post',
  path: '/v1/tenants',
  operationId: 'createTenant',
  summary: 'Operators: make a tenant and its first key',
  tags,
  request: { headers: idempotencyHeader, body: jsonBody(createTenant) },
  responses: { 201: answers(newTenant, 'The tenant and its key'), default: problemAnswer },
});

/** `/v1/keys` and `/v1/tenants`. */
export function mountKeys(app: App): void {
  app.openapi(listRoute, async (c) => {
    const door = reachTenant(c.env, c.get('principal').tenant);
    const keys = await ask(door, (remote) => remote.listKeys(), 'safe');
    return keys.ok ? c.json({ items: keys.value, next: null }, 200) : refuse(c, keys.failure);
  });
  app.openapi(creation, async (c) => {
    const { tenant } = c.get('principal');
    const { label } = c.req.valid('json');
    const receipt = await makeReceipt(c);
    const made = await ask(
      reachTenant(c.env, tenant),
      (remote) => remote.createKey(tenant, label, receipt),
      receipt ? 'safe' : 'once',
    );
    return made.ok ? c.json(made.value, 201) : refuse(c, made.failure);
  });
  app.openapi(revokeRoute, async (c) => {
    const { tenant } = c.get('principal');
    const { id } = c.req.valid('param');
    const revoked = await ask(reachTenant(c.env, tenant), (remote) => remote.revokeKey(id), 'safe');
    if (!revoked.ok) return refuse(c, revoked.failure);
    forgetKey(tenant, id);
    return c.json(revoked.value, 200);
  });
  app.openapi(tenantRoute, async (c) => {
    const { name, label } = c.req.valid('json');
    const receipt = await makeReceipt(c);
    // The operator's own tenant has no stored key, but it is taken all the same.
    if (parseKey(readConfig(c.env).bootstrapKey ?? '')?.tenant === name)
      return refuse(c, {
        code: 'conflict',
        detail: `The tenant "${name}" is the operator's own.`,
        fix: 'Choose another name.',
      });
    const made = await ask(
      reachTenant(c.env, name),
      (remote) => remote.createKey(name, label, receipt, 'first'),
      receipt ? 'safe' : 'once',
    );
    return made.ok ? c.json({ name, key: made.value }, 201) : refuse(c, made.failure);
  });
}
