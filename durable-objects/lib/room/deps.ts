import { errorMessage } from '../../../src/base/error-message';
import type { JsonObject } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import type { Prices } from '../../../src/billing/prices';
import { readConfig } from '../../../src/config';
import { PROVIDER_KINDS, VENDOR_URLS, vendorLessons } from '../../../src/contract/providers';
import { type CapabilityMemory, createCapabilityMemory } from '../../../src/model/capability';
import { createGateway, type Gateway } from '../../../src/model/gateway';
import type { Provider } from '../../../src/model/provider';
import { makeEndpointStore, NO_ADDRESS } from '../../../src/storage/endpoints';
import { tenantStub } from '../stubs';
import { createClient, findTenantProvider, providerUrl } from './tenant-providers';

export interface RoomDeps {
  gateway: Gateway;
  capability: CapabilityMemory;
  prices: Prices;
  sleep: (ms: number) => Promise<void>;
  /** False disables writes to D1 and R2; used only by the benchmark. */
  outbox: boolean;
  /** A room keeps its lease this long after its last call. */
  settleAfterMs: number;
}

const SETTLE_AFTER_MS = 5_000;

let shared: RoomDeps | null = null;

/** Services shared by all rooms of an isolate, so that they share what they learn about endpoints. */
export function roomDeps(env: Env): RoomDeps {
  shared ??= createRoomDeps(env);
  return shared;
}

export function createRoomDeps(env: Env): RoomDeps {
  const config = readConfig(env);
  const { outbox, debugOutput, prices } = config;
  const now = () => Date.now();
  const providers: Record<string, Provider> = {};
  const baseUrls: Record<string, string> = {};
  for (const [name, provider] of Object.entries(config.providers)) {
    providers[name] = createClient(name, provider, env, false);
    baseUrls[name] = providerUrl(provider) ?? NO_ADDRESS;
  }
  for (const kind of PROVIDER_KINDS) baseUrls[vendorLessons(kind)] = VENDOR_URLS[kind] ?? NO_ADDRESS;
  const log = (entry: JsonObject) => console.log('output', JSON.stringify(entry));
  const warn = (what: string, error: unknown) =>
    console.warn(`endpoints: ${what} failed`, errorMessage(error));
  const store = makeEndpointStore(env.DB, baseUrls);
  const capability = createCapabilityMemory({ now, warn, ...(outbox && { store }) });
  const gateway = createGateway({
    providers,
    tenantProvider: findTenantProvider(env, (tenant) => tenantStub(env, tenant).savedProviders(), now),
    understudy: async () => (await import('../../../src/understudy')).UNDERSTUDY,
    capability,
    sleep,
    now,
    ...(debugOutput && { log }),
  });
  return { gateway, capability, prices, sleep, outbox, settleAfterMs: SETTLE_AFTER_MS };
}
