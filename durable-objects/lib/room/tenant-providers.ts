import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { type Config, type ConfiguredProvider, readConfig } from '../../../src/config';
import {
  type ProviderKind,
  type TenantKey,
  VENDOR_URLS,
  vendorLessons,
} from '../../../src/contract/providers';
import { checkSpending } from '../../../src/model/operator-fields';
import type { Provider } from '../../../src/model/provider';
import { dependsOnKeys, type KnownProviders } from '../../../src/model/provider-names';
import { createProvider } from '../../../src/model/providers/make';
import { framePng } from '../../../src/runs/picture/draw';
import { tenantStub } from '../stubs';
import { traceProvider } from './trace-provider';

/** How long keys are cached; a changed key takes effect within this time. */
export const KEYS_TTL_MS = 30_000;
const MAX_CACHED_TENANTS = 1_000;

/** null: the kind has no default. */
export const providerUrl = ({ kind, baseUrl }: Pick<ConfiguredProvider, 'kind' | 'baseUrl'>): string | null =>
  baseUrl ?? VENDOR_URLS[kind];

/**
 * The provider with the tenant's own key: the operator's provider with another key, or the vendor's default.
 * null: the key was entered for a different address than the name has now, and must not be sent there.
 */
export function useTenantKey(
  { providers }: Pick<Config, 'providers'>,
  { name, kind, address, apiKey }: TenantKey,
): ConfiguredProvider | null {
  const operatorProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  const vendor = { kind, baseUrl: null, headers: {}, model: null, variable: `the key of ${name}` };
  const provider = operatorProvider ?? vendor;
  const isSame = provider.kind === kind && providerUrl(provider) === address;
  return isSame ? { ...provider, apiKey } : null;
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

interface CachedKeys {
  at: number;
  keys: TenantKey[];
  /** Reused while the key is unchanged. */
  clients: Map<string, { key: TenantKey; client: Provider | null }>;
}

/**
 * Finds a tenant's own provider; null: use the operator's. Reads keys from the tenant's object at most every
 * {@link KEYS_TTL_MS}, and uses cached keys while it cannot be reached.
 *
 * @param readKeys loads keys by tenant name
 */
export function findTenantProvider(
  env: object,
  readKeys: (tenant: string) => Promise<TenantKey[]>,
  now: () => number,
): (tenant: string, name: string) => Promise<Provider | null> {
  const config = readConfig(env);
  const byTenant = new Map<string, CachedKeys>();

  async function readProvider(tenant: string): Promise<CachedKeys> {
    const before = byTenant.get(tenant);
    if (before !== undefined && now() - before.at < KEYS_TTL_MS) return before;
    const keys = await readKeys(tenant).catch((error: unknown) => {
      if (before === undefined) throw error;
      return before.keys;
    });
    const entry: CachedKeys = { at: now(), keys, clients: before?.clients ?? new Map() };
    byTenant.delete(tenant);
    byTenant.set(tenant, entry);
    const [oldest] = byTenant.keys();
    if (byTenant.size > MAX_CACHED_TENANTS && oldest !== undefined) byTenant.delete(oldest);
    return entry;
  }

  return async (tenant, name) => {
    const { keys, clients } = await readProvider(tenant);
    const key = keys.find((one) => one.name === name);
    if (key === undefined) {
      clients.delete(name);
      return null;
    }
    const lastClient = clients.get(name);
    if (lastClient && lastClient.key.apiKey === key.apiKey && lastClient.key.address === key.address)
      return lastClient.client;
    const provider = useTenantKey(config, key);
    const isVendor = !Object.hasOwn(config.providers, name);
    const client = provider && {
      ...createClient(name, provider, env, true),
      ...(isVendor && { lessons: vendorLessons(key.kind) }),
    };
    clients.set(name, { key, client });
    return client;
  };
}

export function listKnown(config: Pick<Config, 'providers'>, keys: readonly TenantKey[]): KnownProviders {
  const infos: KnownProviders = new Map();
  for (const [name, { kind, baseUrl, model }] of Object.entries(config.providers))
    infos.set(name, { kind, baseUrl, hasModel: model !== null });
  for (const key of keys) {
    if (key.name === UNDERSTUDY_NAME || !useTenantKey(config, key)) continue;
    const info = infos.get(key.name) ?? { kind: key.kind, baseUrl: null, hasModel: false };
    infos.set(key.name, { ...info, isOwnKey: true });
  }
  return infos;
}

/**
 * Like {@link listKnown}, for the profiles in a request body. Loads the tenant's keys only if they make a difference.
 */
export async function knownProviders(env: Env, tenant: string, profiles: unknown): Promise<KnownProviders> {
  const config = readConfig(env);
  const infos = listKnown(config, []);
  return dependsOnKeys(infos, profiles)
    ? listKnown(config, await tenantStub(env, tenant).providerKeys())
    : infos;
}
