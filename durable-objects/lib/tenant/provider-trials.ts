import { nanoid } from 'nanoid';
import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { Buckets } from '../../../src/base/bucket';
import { sleep } from '../../../src/base/sleep';
import { reserveCall, settleCall } from '../../../src/billing/charge';
import { NOTHING } from '../../../src/billing/cost';
import { exhaustedFailure } from '../../../src/billing/exhausted';
import { findPrice, fromNanos } from '../../../src/billing/prices';
import { type ConfiguredProvider, readConfig } from '../../../src/config';
import type { LeaseAnswer, LeaseRequest, SettleRequest } from '../../../src/contract/lease-messages';
import type { Cost } from '../../../src/contract/money';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import type {
  EndpointModel,
  ProviderTrial,
  SetProvider,
  TryProvider,
} from '../../../src/contract/provider-views';
import { explainList, type SettingNames, WORKERS_AI_MODELS } from '../../../src/model/endpoints/diagnose';
import { listModels } from '../../../src/model/endpoints/list-models';
import type { EndpointRequest } from '../../../src/model/endpoints/read-endpoint';
import { tryModel, UNDERSTUDY_TRIAL } from '../../../src/model/endpoints/try-model';
import { resolveProfile } from '../../../src/model/profiles';
import { checkRequests } from '../../../src/model/provider-names';
import type { CallIntent, CallResult, CallSize } from '../../../src/room/step-context';
import { createClient, providerUrl } from '../room/tenant-providers';
import type { FoundProvider, TenantProviders } from './tenant-providers';

const RATE = { perSecond: 0.5, burst: 20 };
const ANSWER_TOKENS = 300;

interface TrialHost {
  env: Env;
  providers: TenantProviders;
  lease: (ask: LeaseRequest) => LeaseAnswer;
  settle: (ask: SettleRequest) => void;
}

/** The tenant's budget is too low for a trial's call. */
class TrialStopped extends Error {
  constructor(readonly failure: Failure) {
    super('a trial was stopped');
  }
}

/** Tests a tenant's providers. Model calls count against the tenant's budgets. */
export class ProviderTrials {
  readonly #host: TrialHost;
  readonly #buckets = new Buckets(RATE);

  constructor(host: TrialHost) {
    this.#host = host;
  }

  async listModels(
    name: string,
    settings: SetProvider | undefined,
    mayUseLocal: boolean,
  ): Promise<Result<EndpointModel[]>> {
    if (name === UNDERSTUDY_NAME) return ok([{ id: UNDERSTUDY_NAME, window: null }]);
    const target = this.#aim(name, settings, mayUseLocal);
    if (!target.ok) return target;
    const { provider, endpoint, names } = target.value;
    if (endpoint === null)
      return fail({
        code: 'conflict',
        detail: `The provider "${name}" is a binding, which cannot list models.`,
        fix: `See ${WORKERS_AI_MODELS} for its models.`,
      });
    const list = await listModels(endpoint, {});
    if (list.kind === 'models') return ok(list.models);
    const { detail, fix } = await explainList(endpoint, list, names, {});
    return fail({ code: 'model_unreachable', purpose: `models of ${provider.kind}`, detail, fix });
  }

  async try(
    tenant: string,
    name: string,
    { model, window, lineOnly, settings }: TryProvider,
    mayUseLocal: boolean,
  ): Promise<Result<ProviderTrial>> {
    if (name === UNDERSTUDY_NAME) return ok(UNDERSTUDY_TRIAL);
    const target = this.#aim(name, settings, mayUseLocal);
    if (!target.ok) return target;
    const { provider, isOwnKey, endpoint, names } = target.value;
    const { env } = this.#host;
    const usedModel = model ?? provider.model;
    if (usedModel === null) {
      const message = `set a model: the provider "${name}" has no default model`;
      return fail({ code: 'invalid', errors: [{ pointer: '/model', message }] });
    }
    const config = readConfig(env);
    const { kind, baseUrl } = provider;
    const known = new Map([[name, { kind, baseUrl, hasModel: true, isOwnKey }]]);
    const errors = checkRequests({ model: { provider: name, model: usedModel } }, known, name, '');
    if (errors.length > 0)
      return fail({ code: 'invalid', errors: errors.map(({ message }) => ({ pointer: '/model', message })) });
    const { maxContextTokens } =
      settings ?? this.#host.providers.saved().find((one) => one.name === name) ?? {};
    const profile = {
      ...resolveProfile(
        { provider: name, model: usedModel, ...(maxContextTokens && { maxContextTokens }) },
        config.model,
      ),
      maxTokens: ANSWER_TOKENS,
    };
    const price = findPrice(config.prices, usedModel, name);
    let money = 0;
    const addMoney = (cost: Cost) => {
      money += cost.money;
    };
    try {
      const trial = await tryModel(
        profile,
        {
          provider: createClient(name, provider, env, isOwnKey),
          endpoint,
          names: model === undefined || provider.variable === null ? names : { ...names, model: '`model`' },
          tenant,
          sleep,
          now: () => Date.now(),
          meter: (intent, size, run) => this.#meter(tenant, intent, size, run, addMoney),
        },
        { window, lineOnly },
      );
      return ok({ ...trial, cost: price && { money: fromNanos(money), currency: config.prices.currency } });
    } catch (error) {
      if (error instanceof TrialStopped) return fail(error.failure);
      throw error;
    }
  }

  /** @param settings used instead of the stored ones */
  #aim(
    name: string,
    settings: SetProvider | undefined,
    mayUseLocal: boolean,
  ): Result<FoundProvider & { endpoint: EndpointRequest | null; names: SettingNames }> {
    const { providers } = this.#host;
    const found = settings ? providers.preview(name, settings, mayUseLocal) : ok(providers.find(name));
    if (!found.ok) return found;
    const match = found.value;
    if (match === null) return fail({ code: 'not_found', what: 'provider', id: name });
    const retryAfter = this.#buckets.draw('tenant', Date.now());
    if (retryAfter > 0) {
      const limit = `${RATE.burst} at once, then one every ${1 / RATE.perSecond} s`;
      return fail({ code: 'too_many', what: 'provider tests', limit, retryAfter });
    }
    const { provider, isOwnKey } = match;
    const { kind, apiKey, headers } = provider;
    const address = providerUrl(provider);
    const endpoint = address === null ? null : { kind, address, apiKey: apiKey ?? '', headers };
    return ok({ provider, isOwnKey, endpoint, names: nameSettings(provider, isOwnKey) });
  }

  /** Makes a call under its own lease, as a room does. */
  async #meter(
    tenant: string,
    intent: CallIntent,
    size: CallSize,
    run: () => Promise<CallResult>,
    onCost: (cost: Cost) => void,
  ): Promise<CallResult> {
    const { prices } = readConfig(this.#host.env);
    const reserve = reserveCall(intent.messages, size, findPrice(prices, intent.model, intent.provider));
    const room = `try_${nanoid(12)}`;
    const need = reserve.cost;
    const lease = this.#host.lease({ room, version: 0, spent: NOTHING, need, want: need });
    if (lease.kind === 'gone') throw new TrialStopped({ code: 'gone', what: 'tenant', id: tenant });
    if (lease.kind === 'stale') throw new Error('a new lease can not be stale');
    if (lease.kind === 'short') {
      this.#host.settle({ room, version: lease.version, spent: NOTHING, last: true });
      const at = { room, tenant, seat: null, currency: prices.currency };
      const failure = exhaustedFailure(lease.shortage, at);
      throw new TrialStopped(
        failure.code === 'budget_exhausted'
          ? { ...failure, fix: RAISE[failure.budget] ?? failure.fix }
          : failure,
      );
    }
    let cost: Cost = need;
    try {
      const result = await run();
      cost = settleCall(reserve, result);
      return result;
    } finally {
      onCost(cost);
      this.#host.settle({ room, version: lease.version, spent: cost, last: true });
    }
  }
}

const RAISE: Partial<Record<string, string>> = {
  tenant: 'Raise the budget: PUT /v1/budgets. Then try again.',
  operator: 'Ask the operator to raise the cap of this tenant, then try again.',
};

/** Names of the settings that the caller can change: fields of the page, or variables of the operator. */
function nameSettings({ variable }: ConfiguredProvider, isOwnKey: boolean): SettingNames {
  if (variable === null) return OWN_NAMES;
  const names =
    variable === 'OPENAI_*'
      ? { baseUrl: 'OPENAI_BASE_URL', apiKey: 'OPENAI_API_KEY', model: 'MODEL' }
      : { baseUrl: `${variable}.baseUrl`, apiKey: `${variable}.apiKey`, model: `${variable}.model` };
  return isOwnKey ? { ...names, apiKey: OWN_NAMES.apiKey } : names;
}

const OWN_NAMES: SettingNames = {
  baseUrl: 'the endpoint',
  apiKey: 'the API key',
  model: 'the model',
  onPage: true,
};
