import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { refuseModelUrl } from '../../../src/base/reach';
import { type Config, type ConfiguredProvider, readConfig } from '../../../src/config';
import { type ProviderKind, type TenantProvider, VENDOR_URLS } from '../../../src/contract/providers';
import { checkSpending } from '../../../src/model/operator-fields';
import type { ModelDefaults } from '../../../src/model/profiles';
import type { Provider } from '../../../src/model/provider';
import type { KnownProviders } from '../../../src/model/provider-names';
import { createProvider } from '../../../src/model/providers/make';
import { framePng } from '../../../src/runs/picture/draw';
import { lessonsName } from '../../../src/storage/endpoints';
import { tenantStub } from '../stubs';
import { traceProvider } from './trace-provider';

/** How long a tenant's providers are cached; a changed key takes effect within this time. */
export const KEYS_TTL_MS = 30_000;
const MAX_CACHED_TENANTS = 1_000;

/** null: the kind has no default. */
export const providerUrl = ({ kind, baseUrl }: Pick<ConfiguredProvider, 'kind' | 'baseUrl'>): string | null =>
  baseUrl ?? VENDOR_URLS[kind];

/**
 * A provider as its tenant saved it: the operator's with another key, or one that only the tenant has. null: the name
 * now has another address, to which the key must not be sent, or the stage must not request the address.
 */
export function useTenantProvider(
  { providers, localModels }: Pick<Config, 'providers' | 'localModels'>,
  { name, kind, address, apiKey, model }: TenantProvider,
): ConfiguredProvider | null {
  const operatorProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (operatorProvider) {
    const isSame = operatorProvider.kind === kind && providerUrl(operatorProvider) === address;
    return isSame ? { ...operatorProvider, apiKey, model: model ?? operatorProvider.model } : null;
  }
  if (refuseModelUrl(address, localModels) !== null) return null;
  const baseUrl = address === VENDOR_URLS[kind] ? null : address;
  return { kind, baseUrl, apiKey, headers: {}, model, variable: null };
}

/**
 * Builds the client of a provider with its key.
 *
 * @param isOwnKey true if the tenant pays; otherwise the client rejects fields that may cost extra
 */
export function createClient(
  name: string,
  provider: ConfiguredProvider,
  env: object,
  isOwnKey: boolean,
): Provider {
  const { kind, apiKey, baseUrl, headers, extraBody } = provider;
  const { AI: ai } = env as { AI?: Parameters<typeof createProvider>[2]['ai'] };
  const client = createProvider(
    kind,
    { name, apiKey: apiKey ?? '', baseUrl, headers, ...(extraBody && { extraBody }) },
    { png: framePng, now: () => Date.now(), ...(ai ? { ai } : {}) },
  );
  return traceProvider(isOwnKey ? client : refuseSpending(kind, client), kind);
}

/**
 * Profiles are checked when they are saved. This catches one saved while the tenant still had its own key, or
 * before the operator configured the provider.
 */
const refuseSpending = (kind: ProviderKind, client: Provider): Provider => ({
  ...client,
  async complete(request, signal) {
    const [finding] = checkSpending(kind, request.model, request.extraBody);
    if (finding === undefined) return client.complete(request, signal);
    const field = finding.pointer.slice(1).replaceAll('/', '.');
    return { kind: 'refused', retryable: false, error: `${field}: ${finding.message}` };
  },
});

interface CachedProviders {
  at: number;
  saved: TenantProvider[];
  /** Reused while key and address are unchanged. */
  clients: Map<string, { saved: TenantProvider; client: Provider | null }>;
}

/**
 * Finds a tenant's own provider; null: use the operator's. Reads them from the tenant's object at most every
 * {@link KEYS_TTL_MS}, and uses cached ones while it cannot be reached.
 *
 * @param readSaved loads providers by tenant name
 */
export function findTenantProvider(
  env: object,
  readSaved: (tenant: string) => Promise<TenantProvider[]>,
  now: () => number,
): (tenant: string, name: string) => Promise<Provider | null> {
  const config = readConfig(env);
  const byTenant = new Map<string, CachedProviders>();

  async function readProviders(tenant: string, name: string): Promise<CachedProviders> {
    const before = byTenant.get(tenant);
    // A name that neither has may have been saved a moment ago.
    const isKnown = Object.hasOwn(config.providers, name) || before?.saved.some((one) => one.name === name);
    if (before !== undefined && isKnown && now() - before.at < KEYS_TTL_MS) return before;
    const saved = await readSaved(tenant).catch((error: unknown) => {
      if (before === undefined) throw error;
      return before.saved;
    });
    const entry: CachedProviders = { at: now(), saved, clients: before?.clients ?? new Map() };
    byTenant.delete(tenant);
    byTenant.set(tenant, entry);
    const [oldest] = byTenant.keys();
    if (byTenant.size > MAX_CACHED_TENANTS && oldest !== undefined) byTenant.delete(oldest);
    return entry;
  }

  /** After a failure, the next call reads the providers again: its owner may have corrected the key. */
  const reloadAfterFailure = (tenant: string, client: Provider): Provider => ({
    ...client,
    async complete(request, signal) {
      const reply = await client.complete(request, signal);
      const entry = byTenant.get(tenant);
      if (reply.kind !== 'answered' && entry) entry.at = Number.NEGATIVE_INFINITY;
      return reply;
    },
  });

  return async (tenant, name) => {
    const entry = await readProviders(tenant, name);
    const saved = entry.saved.find((one) => one.name === name);
    if (saved === undefined) {
      entry.clients.delete(name);
      return null;
    }
    const last = entry.clients.get(name);
    const isSame = (['kind', 'address', 'apiKey'] as const).every(
      (field) => last?.saved[field] === saved[field],
    );
    if (last && isSame) return last.client;
    const provider = useTenantProvider(config, saved);
    const lessons = Object.hasOwn(config.providers, name) ? null : await lessonsName(saved);
    const client = provider && {
      ...reloadAfterFailure(tenant, createClient(name, provider, env, true)),
      ...(lessons !== null && { lessons }),
    };
    entry.clients.set(name, { saved, client });
    return client;
  };
}

/** Providers that a tenant's profiles can name, and the defaults of its new rooms. */
interface TenantModels {
  known: KnownProviders;
  defaults: ModelDefaults;
}

export function listTenantModels(config: Config, saved: readonly TenantProvider[]): TenantModels {
  const known: KnownProviders = new Map();
  const models = { ...config.model.models };
  const windows: Record<string, number> = {};
  let own: Pick<ModelDefaults, 'provider' | 'model'> | null = null;
  for (const [name, { kind, baseUrl, model }] of Object.entries(config.providers))
    known.set(name, { kind, baseUrl, hasModel: model !== null });
  for (const one of saved) {
    const provider = one.name === UNDERSTUDY_NAME ? null : useTenantProvider(config, one);
    if (provider === null) continue;
    const { kind, baseUrl, model } = provider;
    known.set(one.name, { kind, baseUrl, hasModel: model !== null, isOwnKey: true });
    if (one.maxContextTokens !== null) windows[one.name] = one.maxContextTokens;
    if (model === null) continue;
    models[one.name] = model;
    if (one.isDefault) own = { provider: one.name, model };
  }
  return { known, defaults: { ...config.model, models, windows, infos: known, ...own } };
}

export const readTenantModels = async (env: Env, tenant: string): Promise<TenantModels> =>
  listTenantModels(readConfig(env), await tenantStub(env, tenant).savedProviders());
