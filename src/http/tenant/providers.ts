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
import { providerName, VENDOR_URLS } from '../../contract/providers';
import type { ProviderCaller } from '../../room/rpc';
import { lessonsName } from '../../storage/endpoints';
import { readLearntModels } from '../../storage/learnt-models';
import { isAtLocalStage } from '../middleware/gate';
import { type App, type AppContext, answers, onePage, routeApp } from '../middleware/http';
import { callRoom, tenantClient } from '../middleware/room-client';

const params = z.object({ name: providerName.describe('Name of the provider') });

/** `/v1/providers`: model providers, the tenant's own ones, and its own keys for the operator's. */
export function mountProviders(app: App): void {
  const route = routeApp(app, 'providers', { who: 'key' });
  const tenantOf = (c: AppContext) => tenantClient(c.env, c.get('principal').tenant);
  const findCaller = (c: AppContext): ProviderCaller => {
    const { operator: isOperator } = c.get('principal');
    return { isOperator, mayUseLocal: isOperator && isAtLocalStage(c) };
  };
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
      const operatorProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
      const address = operatorProvider?.baseUrl ?? view.value.baseUrl ?? VENDOR_URLS[kind];
      const isBinding = operatorProvider !== undefined || address === null;
      const lessons = { name: isBinding ? name : await lessonsName({ kind, address }), address };
      const models = await readLearntModels(c.env.DB, tenant, lessons, Date.now());
      return models.ok ? ok({ ...view.value, models: models.value }) : models;
    },
  );
  route(
    'PUT /v1/providers/{name}',
    'setProviderKey',
    'Connect a model or set a key',
    {
      description:
        "Saves a provider for this tenant only: a vendor, an endpoint of your own, or your key for one of the operator's providers. Running rooms that use it notice within a minute. The key is never returned, and is only sent to the URL it was saved with.",
      params,
      json: setProvider,
      200: answers(providerView, 'The saved provider'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant } = c.get('principal');
      const caller = findCaller(c);
      return callRoom(tenantOf(c), (remote) => remote.setProvider(tenant, name, json, caller), 'safe');
    },
  );
  route(
    'DELETE /v1/providers/{name}',
    'dropProviderKey',
    "Remove the tenant's provider or key",
    {
      description:
        "The operator's provider of that name is used again, if there is one. Running rooms notice within a minute.",
      params,
      204: { description: 'Removed' },
    },
    async (c, { params: { name } }) => callRoom(tenantOf(c), (remote) => remote.dropProvider(name), 'once'),
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
      const caller = findCaller(c);
      return onePage(
        await callRoom(tenantOf(c), (remote) => remote.listModels(tenant, name, undefined, caller), 'once'),
      );
    },
  );
  route(
    'POST /v1/providers/{name}/models',
    'listEndpointModels',
    'List models of an endpoint before saving it',
    {
      refuses: [409],
      description:
        'Like `GET`, with the settings in the body. They are not stored. Without `apiKey`, the stored key is used if the URL is unchanged.',
      params,
      json: setProvider,
      200: answers(endpointModelPage, 'The models'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant } = c.get('principal');
      const caller = findCaller(c);
      return onePage(
        await callRoom(tenantOf(c), (remote) => remote.listModels(tenant, name, json, caller), 'once'),
      );
    },
  );
  route(
    'POST /v1/providers/{name}/try',
    'tryProvider',
    'Test a provider',
    {
      refuses: [402],
      description:
        "Sends a small request to a model and reports its capabilities and problems. The calls count against the tenant's budgets. If the endpoint fails, the response is 200 with `ok: false`; `problems` name the setting to change.",
      params,
      json: tryProvider,
      200: answers(providerTrial, 'The result'),
    },
    async (c, { params: { name }, json }) => {
      const { tenant } = c.get('principal');
      const caller = findCaller(c);
      return callRoom(tenantOf(c), (remote) => remote.tryProvider(tenant, name, json, caller), 'once');
    },
  );
}
