import { z } from 'zod';
import { parseKey } from '../../auth/secrets';
import { DEMO_TENANT } from '../../base/demo';
import { readConfig } from '../../config';
import { createTenant, newTenant, tenantName } from '../../contract/access';
import { pageQuery } from '../../contract/pages';
import { fail, ok, type Result } from '../../contract/problems';
import { tenantPage, tenantView } from '../../contract/tenants';
import { askStore } from '../../storage/ask-store';
import { INDEX_DOWN } from '../../storage/index-queries';
import { chooseShard } from '../../storage/shards';
import { listTenants, recordTenant } from '../../storage/tenants';
import { forgetTenant } from '../auth/authenticate';
import { type App, type AppContext, answers, idempotencyHeader, routeApp } from '../middleware/http';
import { callRoom, mutateRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: tenantName.describe('Name of the tenant') });

/** `/v1/tenants`. */
export function mountTenants(app: App): void {
  const route = routeApp(app, 'access', { who: 'operator' });
  route(
    'POST /v1/tenants',
    'createTenant',
    'Create a tenant',
    {
      description:
        'Tenants share no data. Returns the first key of the tenant, shown only once; use it to create more keys.',
      headers: idempotencyHeader,
      json: createTenant,
      201: answers(newTenant, 'The tenant and its key'),
    },
    async (c, { json: { name, label } }) => {
      const free = refuseOwnTenant(c, name);
      if (!free.ok) return free;
      const there = await callRoom(tenantClient(c.env, name), (remote) => remote.describe(name), 'safe');
      if (!there.ok && there.failure.code !== 'not_found') return there;
      // Before creating the key, which is shown only once: if this failed afterwards, the key would be lost.
      const row = await recordTenant(c.env.DB, name, new Date().toISOString());
      if (!row.ok) return row;
      const shard = await askStore('choosing a database failed', INDEX_DOWN, async () =>
        ok(await chooseShard(c.env, name)),
      );
      if (!shard.ok) return shard;
      const key = await mutateRoom(c, tenantClient(c.env, name), (remote, receipt) =>
        remote.createKey(name, { label, scope: 'full' }, receipt, { shard: shard.value }),
      );
      return key.ok ? ok({ name, key: key.value }) : key;
    },
  );
  route(
    'GET /v1/tenants',
    'listTenants',
    'List tenants',
    {
      description: 'Sorted by name. Includes tenants being deleted.',
      query: pageQuery,
      200: answers(tenantPage, 'A page of tenants'),
    },
    (c, { query }) => listTenants(c.env.DB, query),
  );
  route(
    'GET /v1/tenants/{name}',
    'readTenant',
    'Get a tenant',
    {
      description:
        'Includes the number of keys and rooms, and the progress of a deletion. Returns 410 once the tenant is deleted.',
      params,
      200: answers(tenantView, 'The tenant'),
    },
    (c, { params: { name } }) =>
      callRoom(tenantClient(c.env, name), (remote) => remote.describe(name), 'safe'),
  );
  route(
    'DELETE /v1/tenants/{name}',
    'deleteTenant',
    'Delete a tenant',
    {
      description:
        'Revokes its keys, then deletes its rooms, worlds, library, stories, files and rows, which takes at least half a minute. `GET` shows the progress. This cannot be undone.',
      params,
      202: answers(tenantView, 'Deletion has started'),
    },
    async (c, { params: { name } }) => {
      const free = refuseOwnTenant(c, name);
      if (!free.ok) return free;
      const removal = await callRoom(tenantClient(c.env, name), (remote) => remote.remove(name), 'safe');
      if (removal.ok) forgetTenant(name);
      return removal;
    },
  );
}

/** The operator's own tenant has no stored key and cannot be deleted; the tenant of demo rooms belongs to the stage. */
function refuseOwnTenant(c: AppContext, name: string): Result<null> {
  if (name === DEMO_TENANT) {
    const detail = `The tenant "${name}" is reserved for demo rooms.`;
    return fail({ code: 'conflict', detail, fix: 'Choose another name.' });
  }
  if (parseKey(readConfig(c.env).bootstrapKey ?? '')?.tenant !== name) return ok(null);
  const detail = `The tenant "${name}" belongs to the operator.`;
  return fail({ code: 'conflict', detail, fix: 'Choose another name.' });
}
