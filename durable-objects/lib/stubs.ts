import type { DiscordApplicationApi } from '../../src/contract/discord';
import type { HookReceiverApi } from '../../src/contract/hooks';
import { isAdventure, isExperiment } from '../../src/contract/ids';
import type { WorldApi } from '../../src/contract/memories';
import type { WebhookSenderApi } from '../../src/contract/webhooks';
import type { ExperimentApi, NewsSource, RoomApi, TenantApi } from '../../src/room/rpc';
import { findDatabase } from '../../src/storage/shards';

/**
 * Stubs for calls between objects. Create one per call: a stub that saw a reset stays broken. The inferred
 * RPC types are wrong (see `src/http/middleware/room-client.ts`), so these return the contract's interfaces.
 */
export function roomStub<R extends RoomApi>(env: Env, tenant: string, id: string): R {
  const rooms = id.startsWith('scn_') ? env.SCENES : isAdventure(id) ? env.ADVENTURES : env.RUNS;
  return get(rooms, `${tenant}/${id}`) as unknown as R;
}

export const tenantStub = (env: Env, tenant: string): TenantApi =>
  get(env.TENANTS, tenant) as unknown as TenantApi;

export const experimentStub = (env: Env, tenant: string, id: string): ExperimentApi =>
  get(env.EXPERIMENTS, `${tenant}/${id}`) as unknown as ExperimentApi;

/** A room or an experiment, as the source of webhook events. */
export const newsStub = (env: Env, tenant: string, id: string): NewsSource =>
  isExperiment(id) ? experimentStub(env, tenant, id) : roomStub(env, tenant, id);

export const worldStub = (env: Env, tenant: string, world: string): WorldApi =>
  get(env.WORLDS, `${tenant}/${world}`) as unknown as WorldApi;

/** The database with a tenant's rows (see {@link findDatabase}). The shard comes from the tenant's object. */
export const tenantDatabase = (env: Env, tenant: string): Promise<D1Database> =>
  findDatabase(env, tenant, () => tenantStub(env, tenant).shard());

/** A subscription's name contains the tenant, so it ignores that argument. */
type WebhookEndpointApi = Pick<WebhookSenderApi, 'tell'> &
  (Pick<HookReceiverApi, 'read' | 'erase'> | Pick<DiscordApplicationApi, 'read' | 'erase'>);

/**
 * A subscription, hook or Discord application; all receive notifications of events. Hooks and Discord
 * applications are addressed by id alone.
 */
export function webhookEndpointStub(
  env: Pick<Env, 'WEBHOOK_SENDERS' | 'HOOK_RECEIVERS' | 'DISCORD_APPLICATIONS'>,
  tenant: string,
  id: string,
): WebhookEndpointApi {
  if (id.startsWith('whk_'))
    return get(env.WEBHOOK_SENDERS, `${tenant}/${id}`) as unknown as WebhookEndpointApi;
  const named = id.startsWith('dsc_') ? env.DISCORD_APPLICATIONS : env.HOOK_RECEIVERS;
  return get(named, id) as unknown as WebhookEndpointApi;
}

const get = (namespace: DurableObjectNamespace, name: string) => namespace.get(namespace.idFromName(name));
