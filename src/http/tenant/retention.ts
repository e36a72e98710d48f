import { z } from 'zod';
import { tenantName } from '../../contract/access';
import { retention, setRetention } from '../../contract/retention';
import { type App, answers, routeApp } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: tenantName.describe('Name of the tenant') });
const setting = answers(retention, 'The current setting');

/** `/v1/retention` and `/v1/tenants/{name}/retention`. */
export function mountRetention(app: App): void {
  const route = routeApp(app, 'access', { who: 'key', scopes: ['read'] });
  route(
    'GET /v1/retention',
    'readRetention',
    'Get retention',
    {
      description: "Days for which calls are stored: the shorter of the tenant's and the operator's setting.",
      200: setting,
    },
    (c) =>
      callRoom(
        tenantClient(c.env, c.get('principal').tenant),
        (remote) => remote.readRetention(null),
        'safe',
      ),
  );
  route(
    'PUT /v1/retention',
    'setRetention',
    'Set retention',
    {
      description:
        "Sets a retention shorter than the operator's. Expired calls are deleted: prompts, answers, and their rows in lists and usage. Events, transcripts and the latest round of each room stay.",
      json: setRetention,
      200: setting,
    },
    (c, { json: { days } }) => {
      const { tenant } = c.get('principal');
      const client = tenantClient(c.env, tenant);
      return callRoom(client, (remote) => remote.setRetention('tenant', tenant, days, null), 'safe');
    },
  );
  route(
    'GET /v1/tenants/{name}/retention',
    'readTenantRetention',
    'Get the retention of a tenant',
    {
      who: 'operator',
      description: "Returns the tenant's setting and the operator's setting.",
      params,
      200: setting,
    },
    (c, { params: { name } }) =>
      callRoom(tenantClient(c.env, name), (remote) => remote.readRetention(name), 'safe'),
  );
  route(
    'PUT /v1/tenants/{name}/retention',
    'setTenantRetention',
    'Set the retention of a tenant',
    {
      who: 'operator',
      description:
        'Overrides RETENTION_DAYS for the tenant, with a longer or shorter time. `null` removes the override.',
      params,
      json: setRetention,
      200: setting,
    },
    (c, { params: { name }, json: { days } }) =>
      callRoom(
        tenantClient(c.env, name),
        (remote) => remote.setRetention('operator', name, days, name),
        'safe',
      ),
  );
}
