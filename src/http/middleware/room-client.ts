import { sleep } from '../../base/sleep';
import type { Receipt } from '../../contract/access';
import type { DiscordApplicationApi } from '../../contract/discord';
import type { HookReceiverApi } from '../../contract/hooks';
import { isAdventure, isExperiment } from '../../contract/ids';
import type { WorldApi } from '../../contract/memories';
import type { Failure, Result } from '../../contract/problems';
import { fail, ok } from '../../contract/problems';
import type { WebhookSenderApi } from '../../contract/webhooks';
import { DISK_FULL, isDiskFull, isTransientFailure } from '../../room/passing';
import type {
  AdventureApi,
  AnyRunApi,
  ExperimentApi,
  GridApi,
  NewsSource,
  RoomApi,
  SceneApi,
  TenantApi,
} from '../../room/rpc';
import { type AppContext, buildReceipt } from './http';

/**
 * A client of a Durable Object. Creates a new stub for each call, because a stub stays broken after its object was
 * reset. The RPC types inferred by workers-types are wrong (an `unknown` payload becomes `never`, a union loses its
 * error arm), so the contract's interface is substituted here, once.
 */
export interface RoomClient<T> {
  remote(): T;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

function reach<T>(namespace: DurableObjectNamespace, name: string): RoomClient<T> {
  const stub = () => namespace.get(namespace.idFromName(name));
  return {
    remote: () => stub() as unknown as T,
    fetch: (url, init) => stub().fetch(url, init),
  };
}

/** Rooms are addressed by tenant and id: another tenant's id leads to an empty object, which returns 404. */
export const sceneClient = (c: AppContext, id: string): RoomClient<SceneApi> =>
  sceneClientFor(c.env, c.get('principal').tenant, id);
/** For requests without a principal yet: seat tokens and invitations name their scene. */
export const sceneClientFor = (env: Env, tenant: string, id: string): RoomClient<SceneApi> =>
  reach(env.SCENES, `${tenant}/${id}`);
/** A run of either kind, by its id. */
export const runClient = (c: AppContext, id: string): RoomClient<AnyRunApi> =>
  reach(isAdventure(id) ? c.env.ADVENTURES : c.env.RUNS, `${c.get('principal').tenant}/${id}`);
/** A room of any kind, by its id. */
export const roomClient = (c: AppContext, id: string): RoomClient<RoomApi> =>
  id.startsWith('scn_') ? sceneClient(c, id) : runClient(c, id);
/** A run of a grid game; `conflict` for a text adventure. */
export const gridClient = (c: AppContext, id: string): Result<RoomClient<GridApi>> =>
  isAdventure(id)
    ? fail(wrongKindFailure('This run plays a text adventure.', 'Use GET …/transcript to see its steps'))
    : ok(runClient(c, id) as RoomClient<GridApi>);
/** A run of a text adventure; `conflict` for a grid game. */
export const adventureClient = (c: AppContext, id: string): Result<RoomClient<AdventureApi>> =>
  isAdventure(id)
    ? ok(runClient(c, id) as RoomClient<AdventureApi>)
    : fail(wrongKindFailure('This run plays a grid game.', 'Use GET …/replay to see its steps'));

const wrongKindFailure = (detail: string, fix: string): Failure => ({ code: 'conflict', detail, fix });

/** An experiment, addressed like a room. */
export const experimentClient = (c: AppContext, id: string): RoomClient<ExperimentApi> =>
  reach(c.env.EXPERIMENTS, `${c.get('principal').tenant}/${id}`);
/** A room or an experiment, as webhooks read it. */
export const newsClient = (c: AppContext, id: string): RoomClient<NewsSource> =>
  isExperiment(id) ? experimentClient(c, id) : roomClient(c, id);
/** The memories of a world, addressed like a room. */
export const worldClient = (c: AppContext, id: string): RoomClient<WorldApi> =>
  reach(c.env.WORLDS, `${c.get('principal').tenant}/${id}`);
/** A webhook, addressed like a room. */
export const webhookSenderClient = (c: AppContext, id: string): RoomClient<WebhookSenderApi> =>
  reach(c.env.WEBHOOK_SENDERS, `${c.get('principal').tenant}/${id}`);
/** An incoming hook, by its id alone; it knows its tenant. */
export const hookReceiverClient = (env: Env, id: string): RoomClient<HookReceiverApi> =>
  reach(env.HOOK_RECEIVERS, id);
/** A Discord application, by Discord's id; it knows its tenant. */
export const discordClient = (env: Env, application: string): RoomClient<DiscordApplicationApi> =>
  reach(env.DISCORD_APPLICATIONS, `dsc_${application}`);
export const tenantClient = (env: Env, tenant: string): RoomClient<TenantApi> => reach(env.TENANTS, tenant);

const BACKOFF_MS = [50, 300];

/**
 * Calls a Durable Object. If the object was reset during the call and the call is `'safe'` (a read, or a POST with a
 * receipt), repeats it at most twice. If it cannot be repeated or keeps failing, returns `unavailable`. Errors of the
 * object's own code are rethrown: they are bugs.
 *
 * @param client the client, or the failure to return instead
 */
export async function callRoom<T, R>(
  client: RoomClient<T> | Result<RoomClient<T>>,
  use: (remote: T) => Promise<Result<R>>,
  repeat: 'safe' | 'once',
): Promise<Result<R>> {
  if ('ok' in client) return client.ok ? callRoom(client.value, use, repeat) : client;
  for (let attempt = 0; ; attempt++) {
    try {
      return await use(client.remote());
    } catch (error) {
      if (isDiskFull(error)) return fail(DISK_FULL);
      if (!isTransientFailure(error)) throw error;
      const wait = repeat === 'safe' && !isOverloaded(error) ? BACKOFF_MS[attempt] : undefined;
      if (wait === undefined) return fail(UNAVAILABLE);
      await sleep(wait);
    }
  }
}

/**
 * Performs a request with side effects and its receipt. With an `Idempotency-Key` it may be repeated; without one it
 * is sent once.
 */
export async function mutateRoom<T, R>(
  c: AppContext,
  client: RoomClient<T> | Result<RoomClient<T>>,
  use: (remote: T, receipt: Receipt | null) => Promise<Result<R>>,
): Promise<Result<R>> {
  const receipt = await buildReceipt(c);
  return callRoom(client, (remote) => use(remote, receipt), receipt ? 'safe' : 'once');
}

/** Like {@link callRoom}, for methods that return a bare value. */
export const callPlain = <T, R>(client: RoomClient<T>, use: (remote: T) => Promise<R>): Promise<Result<R>> =>
  callRoom(client, async (remote) => ok(await use(remote)), 'safe');

export const UNAVAILABLE: Failure = {
  code: 'unavailable',
  detail: 'The room is restarting or overloaded and did not respond in time.',
  retryAfter: 2,
};

const isOverloaded = (error: unknown): boolean => Boolean((error as { overloaded?: boolean }).overloaded);
