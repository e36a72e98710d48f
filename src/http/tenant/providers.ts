import { z } from 'zod';
import { UNDERSTUDY_NAME } from '../../base/answerer';
import { readConfig } from '../../config';
import { ok, type Result } from '../../contract/problems';
import {
  endpointModelPage,
  type ProviderView,
  providerDetail,
  providerPage,
  providerTrial,
  providerView,
  setProvider,
  tryProvider,
} from '../../contract/provider-views';
import { providerName, VENDOR_URLS, vendorLessons } from '../../contract/providers';
import { readLearntModels } from '../../storage/learnt-models';
import { type App, type AppContext, answers, onePage, routesOf } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: providerName.describe('Name of the provider') });

/** `/v1/providers`: the places where models answer, and the tenant's own keys for them. */
export function mountProviders(app: App): void {
  const route = routesOf(app, 'providers', { who: 'key' });
  const tenantOf = (c: AppContext) => tenantClient(c.env, c.get('principal').tenant);
  const readView = (c: AppContext, name: string): Promise<Result<ProviderView>> =>
    callRoom(tenantOf(c), (remote) => remote.readProvider(name, c.get('principal').operator), 'safe');
  route(
    'GET /v1/providers',
    'listProviders',
    'Providers that profiles can name; never their keys',
    {
      description: 'Always one page. Whose key is used, and whether there is one.',
      200: answers(providerPage, 'The providers, that of new rooms first'),
    },
    async (c) =>
      onePage(
        await callRoom(tenantOf(c), (remote) => remote.listProviders(c.get('principal').operator), 'safe'),
      ),
  );
  route(
    'GET /v1/providers/{name}',
    'readProvider',
    'A provider, and what calls have taught about its models',
    {
      description:
        'Lessons of six hours: forms that a model ignores, its window, whether it takes pictures, how much it thinks.',
      params,
      200: answers(providerDetail, 'The provider'),
    },
    async (c, { params: { name } }) => {
      const view = await readView(c, name);
      if (!view.ok) return view;
      const { tenant } = c.get('principal');
      const { providers } = readConfig(c.env);
      const { kind } = view.value;
      if (kind === UNDERSTUDY_NAME) return ok({ ...view.value, models: [] });
      const ownProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
      const address = ownProvider?.baseUrl ?? VENDOR_URLS[kind];
      const lessons = { name: ownProvider ? name : vendorLessons(kind), address };
      const models = await readLearntModels(c.env.DB, tenant, lessons, Date.now());
      return models.ok ? ok({ ...view.value, models: models.value }) : models;
    },
  );
  route(
    'PUT /v1/providers/{name}',
    'setProviderKey',
    "Keep the tenant's own key of a provider",
    {
      description:
        'It takes the place of the operator’s for this tenant, in running rooms within a minute, and is never shown ' +
        'again. Under a name that the operator has not configured it is for the vendor that `kind` says, at its own address.',
      params,
      json: setProvider,
      200: answers(providerView, 'The provider as it is used now'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant, operator } = c.get('principal');
      return callRoom(tenantOf(c), (remote) => remote.setProviderKey(tenant, name, json, operator), 'safe');
    },
  );
  route(
    'DELETE /v1/providers/{name}',
    'dropProviderKey',
    "Take the tenant's own key of a provider away; the operator's is used again, where there is one",
    { description: 'Running rooms notice within a minute.', params, 204: { description: 'It is gone' } },
    async (c, { params: { name } }) =>
      callRoom(tenantOf(c), (remote) => remote.dropProviderKey(name), 'once'),
  );
  route(
    'GET /v1/providers/{name}/models',
    'listProviderModels',
    'Models that the endpoint says it has; it is asked now',
    {
      refuses: [409],
      description:
        'As the endpoint names them. One that has no such list is answered with a problem that says so.',
      params,
      200: answers(endpointModelPage, 'The models'),
    },
    async (c, { params: { name } }) => {
      const { tenant } = c.get('principal');
      return onePage(await callRoom(tenantOf(c), (remote) => remote.listModels(tenant, name), 'once'));
    },
  );
  route(
    'POST /v1/providers/{name}/try',
    'tryProvider',
    'Ask a model one small question, and say what it can do or what is wrong',
    {
      refuses: [402],
      description:
        'The calls count against the budgets of the tenant. An endpoint that fails is answered with 200 and `ok: false`; ' +
        '`problems` name the variable to change.',
      params,
      json: tryProvider,
      200: answers(providerTrial, 'The result'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant } = c.get('principal');
      return callRoom(tenantOf(c), (remote) => remote.tryProvider(tenant, name, json), 'once');
    },
  );
}
