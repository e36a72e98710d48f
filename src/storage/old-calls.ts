/** Rooms of a tenant with calls from before a time, by their ids, after one of them. Reads the rows of those calls alone. */
export async function roomsWithCallsBefore(
  db: D1Database,
  tenant: string,
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT DISTINCT room FROM calls WHERE tenant = ?1 AND started_at < ?2 AND room > ?3 ORDER BY room LIMIT ?4`,
    )
    .bind(tenant, before, after, limit)
    .all<{ room: string }>();
  return results.map(({ room }) => room);
}

/** Deletes the calls that the index has of a room which is not there any more. */
export async function dropCallsOf(db: D1Database, room: string): Promise<void> {
  await db.prepare('DELETE FROM calls WHERE room = ?').bind(room).run();
}
