import type { HookReceiverApi } from '../../src/api/hooks';
import { isAdventure } from '../../src/api/ids';
import type { WebhookSenderApi } from '../../src/api/webhooks';
import type { RoomApi } from '../../src/room/rpc';

/**
 * Ways from one object to another. A new stub each time: one that saw a reset stays broken. The inferred RPC types lie
 * (see `src/http/middleware/room-client.ts`), so the contract's interfaces are put in their place.
 */
export function roomStub<R extends RoomApi>(env: Env, tenant: string, id: string): R {
  const rooms = id.startsWith('scn_') ? env.SCENES : isAdventure(id) ? env.ADVENTURES : env.RUNS;
  return get(rooms, `${tenant}/${id}`) as unknown as R;
}

/** Whoever is told of a room's events: a subscription, or a hook that posts back what came of its turns. */
export const webhookEndpointStub = (
  env: Pick<Env, 'WEBHOOK_SENDERS' | 'HOOK_RECEIVERS'>,
  tenant: string,
  id: string,
): Pick<WebhookSenderApi & HookReceiverApi, 'tell'> =>
  (id.startsWith('whk_')
    ? get(env.WEBHOOK_SENDERS, `${tenant}/${id}`)
    : get(env.HOOK_RECEIVERS, id)) as unknown as Pick<WebhookSenderApi & HookReceiverApi, 'tell'>;

const get = (namespace: DurableObjectNamespace, name: string) => namespace.get(namespace.idFromName(name));
