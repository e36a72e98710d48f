import { z } from 'zod';
import { dayOf } from '../../billing/lease';
import { readConfig } from '../../config';
import { tenantName } from '../../contract/access';
import {
  setBudget,
  type TenantBudgets,
  type TenantMoney,
  tenantBudgets,
  usagePage,
  usageQuery,
} from '../../contract/money';
import { ok, type Result } from '../../contract/problems';
import type { TenantApi } from '../../room/rpc';
import { readUsage } from '../../storage/usage';
import { type App, type AppContext, answers, routesOf } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const bothBudgets = answers(tenantBudgets, 'Both budgets as they stand');
const params = z.object({ name: tenantName.describe('Name of the tenant') });

/** `/v1/usage`, `/v1/budgets` and `/v1/tenants/{name}/budget`. */
export function mountMoney(app: App): void {
  const route = routesOf(app, 'money', { who: 'key', scopes: ['read'] });
  route(
    'GET /v1/usage',
    'readUsage',
    'What the calls came to, by day, room, seat, role or model',
    {
      description: 'Summed from the list of calls, which lags behind the rooms by a moment.',
      query: usageQuery,
      200: answers(usagePage, 'A page of sums, and the sum of all pages'),
    },
    (c, { query }) => {
      const { currency } = readConfig(c.env).prices;
      return readUsage(c.get('db'), c.get('principal').tenant, query, { today: dayOf(Date.now()), currency });
    },
  );
  route(
    'GET /v1/budgets',
    'readBudgets',
    "The tenant's budgets: its own, and the operator's cap",
    {
      description: 'What each allows, what was used of it, and what is leased to rooms that are playing.',
      200: bothBudgets,
    },
    (c) => askBooks(c, null, (remote) => remote.readBudgets(null)),
  );
  route(
    'PUT /v1/budgets',
    'setBudget',
    "Set the tenant's own budget as a whole; the operator's cap holds beside it",
    {
      description:
        'A limit that is left out is none. What was used before counts too. Rooms notice with their next lease.',
      json: setBudget,
      200: bothBudgets,
    },
    (c, { json }) => askBooks(c, null, (remote) => remote.setBudget('tenant', json, null)),
  );
  route(
    'DELETE /v1/budgets',
    'dropBudget',
    "Take the tenant's own budget away; the operator's cap stays",
    { description: 'What was used stays counted, should there be another one.', 200: bothBudgets },
    (c) => askBooks(c, null, (remote) => remote.setBudget('tenant', null, null)),
  );
  route(
    'GET /v1/tenants/{name}/budget',
    'readTenantBudget',
    "Operators: a tenant's budgets",
    {
      who: 'operator',
      description: 'Its own, and the cap that the operator has set.',
      params,
      200: bothBudgets,
    },
    (c, { params: { name } }) => askBooks(c, name, (remote) => remote.readBudgets(name)),
  );
  route(
    'PUT /v1/tenants/{name}/budget',
    'setTenantBudget',
    'Operators: set what a tenant may spend at most, whatever it sets itself',
    {
      who: 'operator',
      description:
        'A limit that is left out is none. What was used before counts too. The tenant can read it and can not change it.',
      params,
      json: setBudget,
      200: bothBudgets,
    },
    (c, { params: { name }, json }) =>
      askBooks(c, name, (remote) => remote.setBudget('operator', json, name)),
  );
  route(
    'DELETE /v1/tenants/{name}/budget',
    'dropTenantBudget',
    'Operators: take the cap of a tenant away',
    { who: 'operator', description: "The tenant's own budget stays.", params, 200: bothBudgets },
    (c, { params: { name } }) => askBooks(c, name, (remote) => remote.setBudget('operator', null, name)),
  );
}

/** Asks for the budgets of a tenant that the path names; null: of the caller's. */
async function askBooks(
  c: AppContext,
  name: string | null,
  use: (remote: TenantApi) => Promise<Result<TenantMoney>>,
): Promise<Result<TenantBudgets>> {
  const money = await callRoom(tenantClient(c.env, name ?? c.get('principal').tenant), use, 'safe');
  return money.ok ? ok({ ...money.value, currency: readConfig(c.env).prices.currency }) : money;
}
