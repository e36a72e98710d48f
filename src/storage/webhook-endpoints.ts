/**
 * Endpoints to notify of a room's new events: ids of subscriptions (`whk_…`), of hooks that post replies
 * (`hok_…`) and of Discord applications with the room in a channel (`dsc_…`).
 */
export const listWebhookEndpointsOfTenant = (
  db: D1Database,
  tenant: string,
  room: string,
): D1PreparedStatement =>
  db
    .prepare(
      `SELECT id FROM webhooks WHERE tenant = ?1 AND (room IS NULL OR room = ?2)
       UNION ALL SELECT id FROM hooks WHERE tenant = ?1 AND room = ?2 AND answers = 1
       UNION ALL SELECT DISTINCT id FROM discord WHERE tenant = ?1 AND room = ?2`,
    )
    .bind(tenant, room);

/** Each id is `dsc_` and Discord's application id. */
export async function listDiscordApplications(db: D1Database, tenant: string): Promise<string[]> {
  const sql = "SELECT id FROM discord WHERE tenant = ? AND channel = '' ORDER BY id";
  const { results } = await db.prepare(sql).bind(tenant).all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Newest first. */
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
