import { z } from 'zod';
import { createTenant, newTenant, tenantName } from '../../api/access';
import { pageQuery } from '../../api/pages';
import { fail, ok, type Result } from '../../api/problems';
import { tenantPage, tenantView } from '../../api/tenants';
import { readConfig } from '../../config';
import { listTenants, recordTenant } from '../../storage/tenants';
import { forgetTenant } from '../auth/authenticate';
import { parseKey } from '../auth/keys';
import {
  type App,
  type AppContext,
  answers,
  declareRoute,
  idempotencyHeader,
  refuse,
  reply,
} from '../middleware/http';
import { callRoom, mutateRoom, tenantClient } from '../middleware/room-client';

const tags = ['access'];
const params = z.object({ name: tenantName });

const creation = declareRoute(
  tags,
  'POST /v1/tenants',
  'createTenant',
  'Operators: make a tenant and its first key',
  { headers: idempotencyHeader, json: createTenant, 201: answers(newTenant, 'The tenant and its key') },
);
const listRoute = declareRoute(tags, 'GET /v1/tenants', 'listTenants', 'Operators: tenants, by name', {
  query: pageQuery,
  200: answers(tenantPage, 'A page of tenants'),
});
const readRoute = declareRoute(
  tags,
  'GET /v1/tenants/{name}',
  'readTenant',
  'Operators: a tenant, and how far its deletion is; 410 once it is gone',
  { params, 200: answers(tenantView, 'The tenant') },
);
const deleteRoute = declareRoute(
  tags,
  'DELETE /v1/tenants/{name}',
  'deleteTenant',
  'Operators: delete a tenant and everything it owns, for good',
  {
    description:
      'Its keys stop working, then its rooms, worlds, library, stories, files and rows are removed, which takes at ' +
      'least half a minute. `GET` shows how far it is.',
    params,
    202: answers(tenantView, 'It is being deleted'),
  },
);

/** `/v1/tenants`. */
export function mountTenants(app: App): void {
  app.openapi(creation, async (c) => {
    const { name, label } = c.req.valid('json');
    const free = refuseOwn(c, name);
    if (!free.ok) return refuse(c, free.failure);
    const there = await callRoom(tenantClient(c.env, name), (remote) => remote.describe(name), 'safe');
    if (!there.ok && there.failure.code !== 'not_found') return refuse(c, there.failure);
    // First, as the key is shown only once: an answer that fails after it would lose it.
    const listed = await recordTenant(c.env.DB, name, new Date().toISOString());
    if (!listed.ok) return refuse(c, listed.failure);
    const made = await mutateRoom(c, tenantClient(c.env, name), (remote, receipt) =>
      remote.createKey(name, label, receipt, 'first'),
    );
    return made.ok ? c.json({ name, key: made.value }, 201) : refuse(c, made.failure);
  });
  app.openapi(listRoute, async (c) => {
    const page = await listTenants(c.env.DB, c.req.valid('query'));
    return reply(c, page, 200);
  });
  app.openapi(readRoute, async (c) => {
    const { name } = c.req.valid('param');
    return reply(
      c,
      await callRoom(tenantClient(c.env, name), (remote) => remote.describe(name), 'safe'),
      200,
    );
  });
  app.openapi(deleteRoute, async (c) => {
    const { name } = c.req.valid('param');
    const free = refuseOwn(c, name);
    if (!free.ok) return refuse(c, free.failure);
    const removing = await callRoom(tenantClient(c.env, name), (remote) => remote.remove(name), 'safe');
    if (!removing.ok) return refuse(c, removing.failure);
    forgetTenant(name);
    return c.json(removing.value, 202);
  });
}

/** The operator's own tenant has no stored key, and goes with the operator. */
function refuseOwn(c: AppContext, name: string): Result<null> {
  if (parseKey(readConfig(c.env).bootstrapKey ?? '')?.tenant !== name) return ok(null);
  const detail = `The tenant "${name}" is the operator's own.`;
  return fail({ code: 'conflict', detail, fix: 'Choose another name.' });
}
