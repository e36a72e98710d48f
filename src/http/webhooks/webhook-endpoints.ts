import { errorMessage } from '../../base/error-message';
import type { Receipt } from '../../contract/access';
import { OWNER } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import { MAX_WEBHOOKS } from '../../contract/webhooks';
import type { Address } from '../../room/rpc';
import { listDiscordApplications, listWebhookEndpoints } from '../../storage/webhook-endpoints';
import { type AppContext, buildReceipt } from '../middleware/http';
import { callRoom, newsClient, type RoomClient } from '../middleware/room-client';
import { claimId, releaseClaim } from '../rooms/lifecycle';

type Table = 'webhooks' | 'hooks' | 'discord';

const DOWN = { code: 'unavailable', detail: 'The index did not respond.', retryAfter: 5 } as const;

/** A tenant's webhooks, hooks or Discord applications, each read from its own object, without those being deleted. */
export async function readWebhookEndpoints<T>(
  c: AppContext,
  table: Table,
  read: (id: string) => Promise<Result<T>>,
): Promise<Result<T[]>> {
  const ids = await listIds(c, table);
  if (!ids.ok) return ids;
  const readings = await Promise.all(ids.value.map(read));
  const failure = readings.find((one) => !one.ok && one.failure.code !== 'not_found');
  if (failure && !failure.ok) return failure;
  return ok(readings.flatMap((one) => (one.ok ? [one.value] : [])));
}

/**
 * Creates a webhook or a hook with a new id, if its tenant may have one more. Repeating the request returns the same
 * result, even if the room was deleted meanwhile.
 *
 * @param room the room it is for; undefined: all rooms
 */
export async function createWebhookEndpoint<T extends { read(): Promise<Result<unknown>> }, V extends object>(
  c: AppContext,
  table: 'webhooks' | 'hooks',
  room: string | undefined,
  reach: (c: AppContext, id: string) => RoomClient<T>,
  create: (remote: T, address: Address, receipt: Receipt | null) => Promise<Result<V>>,
): Promise<Result<V>> {
  const receipt = await buildReceipt(c);
  const claim = await claimId(c, table === 'webhooks' ? 'whk' : 'hok');
  if (!claim.ok) return claim;
  const { id, isNew } = claim.value;
  const client = reach(c, id);
  const isKnown = receipt !== null && (await callRoom(client, (remote) => remote.read(), 'safe')).ok;
  const may = isKnown ? ok(null) : await checkListener(c, table, room);
  const address = { tenant: c.get('principal').tenant, id };
  const repeat = receipt ? 'safe' : 'once';
  const result = may.ok ? await callRoom(client, (remote) => create(remote, address, receipt), repeat) : may;
  if (result.ok) c.header('Location', `/v1/${table}/${id}`);
  else if (isNew) await releaseClaim(c, client, id);
  return result;
}

/** `conflict` if the tenant has reached the limit, `invalid` if there is no such room. */
async function checkListener(
  c: AppContext,
  table: 'webhooks' | 'hooks',
  room: string | undefined,
): Promise<Result<null>> {
  if (room !== undefined) {
    const events = await callRoom(
      newsClient(c, room),
      (remote) => remote.news({ after: 0, limit: 1 }, OWNER),
      'safe',
    );
    if (!events.ok) return events.failure.code === 'not_found' ? refuseRoom(room) : events;
  }
  const ids = await listIds(c, table);
  if (!ids.ok) return ids;
  if (ids.value.length < MAX_WEBHOOKS) return ok(null);
  const detail = `The tenant has reached the limit of ${MAX_WEBHOOKS} ${table}.`;
  return fail({
    code: 'conflict',
    detail,
    fix: `Delete one you no longer need. GET /v1/${table} lists them.`,
  });
}

const refuseRoom = (room: string): Result<null> =>
  fail({ code: 'invalid', errors: [{ pointer: '/room', message: `no room "${room}" was found` }] });

async function listIds(c: AppContext, table: Table): Promise<Result<string[]>> {
  const { tenant } = c.get('principal');
  try {
    const db = c.get('db');
    return ok(
      await (table === 'discord'
        ? listDiscordApplications(db, tenant)
        : listWebhookEndpoints(db, table, tenant)),
    );
  } catch (error) {
    console.warn(`listing ${table} failed:`, errorMessage(error));
    return fail(DOWN);
  }
}
