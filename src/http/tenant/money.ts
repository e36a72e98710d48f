import { z } from 'zod';
import { utcDay } from '../../billing/lease';
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
import { type App, type AppContext, answers, routeApp } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const bothBudgets = answers(tenantBudgets, 'Both budgets with their usage');
const params = z.object({ name: tenantName.describe('Name of the tenant') });

/** `/v1/usage`, `/v1/budgets` and `/v1/tenants/{name}/budget`. */
export function mountMoney(app: App): void {
  const route = routeApp(app, 'money', { who: 'key', scopes: ['read'] });
  route(
    'GET /v1/usage',
    'readUsage',
    'Get usage',
    {
      description: 'Sums calls, tokens and cost by day, room, seat, role or model. May be a few moments old.',
      query: usageQuery,
      200: answers(usagePage, 'A page of sums, with the total'),
    },
    (c, { query }) => {
      const { currency } = readConfig(c.env).prices;
      return readUsage(c.get('db'), c.get('principal').tenant, query, {
        today: utcDay(Date.now()),
        currency,
      });
    },
  );
  route(
    'GET /v1/budgets',
    'readBudgets',
    'Get budgets',
    {
      description:
        "Returns the tenant's own budget and the operator's cap, with limits, usage, and amounts leased to active rooms.",
      200: bothBudgets,
    },
    (c) => readBudgetLedgers(c, null, (remote) => remote.readBudgets(null)),
  );
  route(
    'PUT /v1/budgets',
    'setBudget',
    'Set the budget of the tenant',
    {
      description:
        "Replaces the tenant's own budget; omitted limits are removed. Earlier usage counts. Rooms notice with their next lease. The operator's cap still applies.",
      json: setBudget,
      200: bothBudgets,
    },
    (c, { json }) => readBudgetLedgers(c, null, (remote) => remote.setBudget('tenant', json, null)),
  );
  route(
    'DELETE /v1/budgets',
    'dropBudget',
    'Remove the budget of the tenant',
    {
      description: "The operator's cap still applies. Usage so far still counts if you set a budget again.",
      200: bothBudgets,
    },
    (c) => readBudgetLedgers(c, null, (remote) => remote.setBudget('tenant', null, null)),
  );
  route(
    'GET /v1/tenants/{name}/budget',
    'readTenantBudget',
    'Get the budgets of a tenant',
    {
      who: 'operator',
      description: "Returns the tenant's own budget and the operator's cap.",
      params,
      200: bothBudgets,
    },
    (c, { params: { name } }) => readBudgetLedgers(c, name, (remote) => remote.readBudgets(name)),
  );
  route(
    'PUT /v1/tenants/{name}/budget',
    'setTenantBudget',
    'Set the cap of a tenant',
    {
      who: 'operator',
      description:
        'Limits the spending of the tenant, in addition to its own budget. Omitted limits are removed. Earlier usage counts. The tenant can read the cap but not change it.',
      params,
      json: setBudget,
      200: bothBudgets,
    },
    (c, { params: { name }, json }) =>
      readBudgetLedgers(c, name, (remote) => remote.setBudget('operator', json, name)),
  );
  route(
    'DELETE /v1/tenants/{name}/budget',
    'dropTenantBudget',
    'Remove the cap of a tenant',
    { who: 'operator', description: "The tenant's own budget still applies.", params, 200: bothBudgets },
    (c, { params: { name } }) =>
      readBudgetLedgers(c, name, (remote) => remote.setBudget('operator', null, name)),
  );
}

/** Calls the budgets of a tenant; null: the caller's. */
async function readBudgetLedgers(
  c: AppContext,
  name: string | null,
  use: (remote: TenantApi) => Promise<Result<TenantMoney>>,
): Promise<Result<TenantBudgets>> {
  const money = await callRoom(tenantClient(c.env, name ?? c.get('principal').tenant), use, 'safe');
  return money.ok ? ok({ ...money.value, currency: readConfig(c.env).prices.currency }) : money;
}
