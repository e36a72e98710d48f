import { z } from 'zod';
import { tenantName } from '../../contract/access';
import { retention, setRetention } from '../../contract/retention';
import { type App, answers, routesOf } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: tenantName.describe('Name of the tenant') });
const setting = answers(retention, 'The setting as it stands');

/** `/v1/retention` and `/v1/tenants/{name}/retention`. */
export function mountRetention(app: App): void {
  const route = routesOf(app, 'access', { who: 'key', scopes: ['read'] });
  route(
    'GET /v1/retention',
    'readRetention',
    'How long calls are kept',
    { description: 'The shorter of your own setting and that of the operator holds.', 200: setting },
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
    'Delete calls and bundles sooner than the operator does',
    {
      description:
        'Prompts, answers and their rows in lists and usage are deleted when they are older. Events, transcripts and the newest round of each room stay.',
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
    'Operators: how long the calls of a tenant are kept',
    { who: 'operator', description: 'Its own setting, and that of the operator.', params, 200: setting },
    (c, { params: { name } }) =>
      callRoom(tenantClient(c.env, name), (remote) => remote.readRetention(name), 'safe'),
  );
  route(
    'PUT /v1/tenants/{name}/retention',
    'setTenantRetention',
    'Operators: keep the calls of a tenant for another time than RETENTION_DAYS',
    {
      who: 'operator',
      description: 'Longer or shorter. `null` goes back to RETENTION_DAYS.',
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
