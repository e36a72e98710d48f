import type { DiscordApplicationApi } from '../../src/contract/discord';
import type { HookReceiverApi } from '../../src/contract/hooks';
import { isAdventure, isExperiment } from '../../src/contract/ids';
import type { WorldApi } from '../../src/contract/memories';
import type { WebhookSenderApi } from '../../src/contract/webhooks';
import type { ExperimentApi, NewsSource, RoomApi, TenantApi } from '../../src/room/rpc';
import { findDatabase } from '../../src/storage/shards';

/**
 * Ways from one object to another. A new stub each time: one that saw a reset stays broken. The inferred RPC types lie
 * (see `src/http/middleware/room-client.ts`), so the contract's interfaces are put in their place.
 */
export function roomStub<R extends RoomApi>(env: Env, tenant: string, id: string): R {
  const rooms = id.startsWith('scn_') ? env.SCENES : isAdventure(id) ? env.ADVENTURES : env.RUNS;
  return get(rooms, `${tenant}/${id}`) as unknown as R;
}

export const tenantStub = (env: Env, tenant: string): TenantApi =>
  get(env.TENANTS, tenant) as unknown as TenantApi;

export const experimentStub = (env: Env, tenant: string, id: string): ExperimentApi =>
  get(env.EXPERIMENTS, `${tenant}/${id}`) as unknown as ExperimentApi;

/** A room or an experiment, as webhooks read it. */
export const newsStub = (env: Env, tenant: string, id: string): NewsSource =>
  isExperiment(id) ? experimentStub(env, tenant, id) : roomStub(env, tenant, id);

export const worldStub = (env: Env, tenant: string, world: string): WorldApi =>
  get(env.WORLDS, `${tenant}/${world}`) as unknown as WorldApi;

/**
 * Returns the database that has a tenant's rows, as {@link findDatabase} finds it. The tenant's own object knows its shard
 * itself.
 */
export const databaseOf = (env: Env, tenant: string): Promise<D1Database> =>
  findDatabase(env, tenant, () => tenantStub(env, tenant).shard());

/** A subscription ignores the tenant, which is in its name already. */
type WebhookEndpointApi = Pick<WebhookSenderApi, 'tell'> &
  (Pick<HookReceiverApi, 'read' | 'erase'> | Pick<DiscordApplicationApi, 'read' | 'erase'>);

/**
 * A subscription, a hook, or a Discord application: all are told of a room's events. A sender to a hook, and Discord, know its
 * id alone.
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
