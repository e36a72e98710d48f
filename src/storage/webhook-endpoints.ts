/** Lists the endpoints that are told of a room's new events: ids of subscriptions (`whk_…`) and of hooks that post back (`hok_…`). */
export const webhookEndpointsOf = (db: D1Database, tenant: string, room: string): D1PreparedStatement =>
  db
    .prepare(
      `SELECT id FROM webhooks WHERE tenant = ?1 AND (room IS NULL OR room = ?2)
       UNION ALL SELECT id FROM hooks WHERE tenant = ?1 AND room = ?2 AND answers = 1`,
    )
    .bind(tenant, room);

/** Ids of a tenant's subscriptions or hooks, newest first. */
export async function listWebhookEndpoints(
  db: D1Database,
  table: 'webhooks' | 'hooks',
  tenant: string,
): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT id FROM ${table} WHERE tenant = ? ORDER BY created_at DESC, id DESC`)
    .bind(tenant)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
