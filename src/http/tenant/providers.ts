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
import { type App, type AppContext, answers, onePage, routeApp } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: providerName.describe('Name of the provider') });

/** `/v1/providers`: model providers, and the tenant's own keys for them. */
export function mountProviders(app: App): void {
  const route = routeApp(app, 'providers', { who: 'key' });
  const tenantOf = (c: AppContext) => tenantClient(c.env, c.get('principal').tenant);
  const readView = (c: AppContext, name: string): Promise<Result<ProviderView>> =>
    callRoom(tenantOf(c), (remote) => remote.readProvider(name, c.get('principal').operator), 'safe');
  route(
    'GET /v1/providers',
    'listProviders',
    'List providers',
    {
      description:
        'Returns all providers that profiles can name, on one page. Tells whose key is used, but never returns keys.',
      200: answers(providerPage, 'The providers, with the default one first'),
    },
    async (c) =>
      onePage(
        await callRoom(tenantOf(c), (remote) => remote.listProviders(c.get('principal').operator), 'safe'),
      ),
  );
  route(
    'GET /v1/providers/{name}',
    'readProvider',
    'Get a provider',
    {
      description:
        'Includes traits of its models learned from calls in the last six hours: ignored output formats, context window, support for pictures, reasoning.',
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
    "Set the tenant's key of a provider",
    {
      description:
        "Replaces the operator's key for this tenant, in running rooms within a minute. The key is never returned. With a name that the operator has not configured, requests go to the vendor in `kind`, at its own URL.",
      params,
      json: setProvider,
      200: answers(providerView, 'The provider with its new key'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant, operator } = c.get('principal');
      return callRoom(tenantOf(c), (remote) => remote.setProviderKey(tenant, name, json, operator), 'safe');
    },
  );
  route(
    'DELETE /v1/providers/{name}',
    'dropProviderKey',
    "Remove the tenant's key of a provider",
    {
      description: "The operator's key is used again, if there is one. Running rooms notice within a minute.",
      params,
      204: { description: 'Removed' },
    },
    async (c, { params: { name } }) =>
      callRoom(tenantOf(c), (remote) => remote.dropProviderKey(name), 'once'),
  );
  route(
    'GET /v1/providers/{name}/models',
    'listProviderModels',
    'List models of a provider',
    {
      refuses: [409],
      description:
        'Asks the endpoint for its models, and returns the names it uses. Returns a problem if the endpoint has no such list.',
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
    'Test a provider',
    {
      refuses: [402],
      description:
        "Sends a small request to a model and reports its capabilities and problems. The calls count against the tenant's budgets. If the endpoint fails, the response is 200 with `ok: false`; `problems` name the variable to change.",
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
