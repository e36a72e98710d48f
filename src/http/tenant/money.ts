import { z } from 'zod';
import { tenantName } from '../../api/access';
import {
  type SetBudget,
  setBudget,
  type TenantBudgets,
  type TenantMoney,
  tenantBudgets,
  usagePage,
  usageQuery,
} from '../../api/money';
import { ok, type Result } from '../../api/problems';
import { dayOf } from '../../billing/lease';
import { readConfig } from '../../config';
import { readUsage } from '../../storage/usage';
import { type App, type AppContext, answers, declareRoute, reply } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const tags = ['money'];
const answer = { 200: answers(tenantBudgets, 'Both budgets as they stand') };
const named = z.object({ name: tenantName });

const usageRoute = declareRoute(
  tags,
  'GET /v1/usage',
  'readUsage',
  'What the calls came to, by day, room, seat, role or model',
  {
    description: 'Summed from the list of calls, which lags behind the rooms by a moment.',
    query: usageQuery,
    200: answers(usagePage, 'A page of sums, and the sum of all pages'),
  },
);
const readRoute = declareRoute(
  tags,
  'GET /v1/budgets',
  'readBudgets',
  "The tenant's budgets: its own, and the operator's cap",
  { answers: answer },
);
const setRoute = declareRoute(
  tags,
  'PUT /v1/budgets',
  'setBudget',
  "Set the tenant's own budget as a whole; the operator's cap holds beside it",
  { json: setBudget, answers: answer },
);
const dropRoute = declareRoute(
  tags,
  'DELETE /v1/budgets',
  'dropBudget',
  "Take the tenant's own budget away; the operator's cap stays",
  { answers: answer },
);
const readCapRoute = declareRoute(
  tags,
  'GET /v1/tenants/{name}/budget',
  'readTenantBudget',
  "Operators: a tenant's budgets",
  { params: named, answers: answer },
);
const setCapRoute = declareRoute(
  tags,
  'PUT /v1/tenants/{name}/budget',
  'setTenantBudget',
  'Operators: set what a tenant may spend at most, whatever it sets itself',
  { params: named, json: setBudget, answers: answer },
);
const dropCapRoute = declareRoute(
  tags,
  'DELETE /v1/tenants/{name}/budget',
  'dropTenantBudget',
  'Operators: take the cap of a tenant away',
  { params: named, answers: answer },
);

/** `/v1/usage`, `/v1/budgets` and `/v1/tenants/{name}/budget`. */
export function mountMoney(app: App): void {
  app.openapi(usageRoute, async (c) => {
    const today = dayOf(Date.now());
    const { currency } = readConfig(c.env).prices;
    const { tenant } = c.get('principal');
    const page = await readUsage(c.env.DB, tenant, c.req.valid('query'), { today, currency });
    return reply(c, page, 200);
  });
  const own = (c: AppContext): Whose => ({ tenant: c.get('principal').tenant, of: null });
  const other = (name: string): Whose => ({ tenant: name, of: name });

  app.openapi(readRoute, async (c) => reply(c, await read(c, own(c)), 200));
  app.openapi(setRoute, async (c) => reply(c, await set(c, own(c), 'tenant', c.req.valid('json')), 200));
  app.openapi(dropRoute, async (c) => reply(c, await set(c, own(c), 'tenant', null), 200));
  app.openapi(readCapRoute, async (c) => reply(c, await read(c, other(c.req.valid('param').name)), 200));
  app.openapi(setCapRoute, async (c) => {
    const { name } = c.req.valid('param');
    return reply(c, await set(c, other(name), 'operator', c.req.valid('json')), 200);
  });
  app.openapi(dropCapRoute, async (c) => {
    const { name } = c.req.valid('param');
    return reply(c, await set(c, other(name), 'operator', null), 200);
  });
}

/** A tenant, and its name when it must be one that was made. */
interface Whose {
  tenant: string;
  of: string | null;
}

const read = async (c: AppContext, { tenant, of }: Whose): Promise<Result<TenantBudgets>> =>
  priced(c, await callRoom(tenantClient(c.env, tenant), (remote) => remote.readBudgets(of), 'safe'));

const set = async (
  c: AppContext,
  { tenant, of }: Whose,
  name: 'operator' | 'tenant',
  body: SetBudget | null,
): Promise<Result<TenantBudgets>> =>
  priced(
    c,
    await callRoom(tenantClient(c.env, tenant), (remote) => remote.setBudget(name, body, of), 'safe'),
  );

const priced = (c: AppContext, money: Result<TenantMoney>): Result<TenantBudgets> =>
  money.ok ? ok({ ...money.value, currency: readConfig(c.env).prices.currency }) : money;
