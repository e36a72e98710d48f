/** The rooms of a tenant that have, or have had, connections of its API keys: those are told when a key is over. */
export class Connections {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Whether this was not known before. Kept until the key is over or the room is gone: it is written once. */
  add(key: string, room: string): boolean {
    return this.#sql.exec('INSERT OR IGNORE INTO connections VALUES (?, ?)', room, key).rowsWritten > 0;
  }

  /** Rooms that are still to be told that a key is over; in any order, so that one that can't be told holds up none. */
  ended(now: string, limit: number): { room: string; key: string }[] {
    return this.#sql
      .exec<{ room: string; key: string }>(
        `SELECT connections.room, connections.key FROM connections JOIN keys ON keys.id = connections.key
         WHERE keys.revoked_at IS NOT NULL OR keys.expires_at <= ? ORDER BY random() LIMIT ?`,
        now,
        limit,
      )
      .toArray();
  }

  remove(key: string, room: string): void {
    this.#sql.exec('DELETE FROM connections WHERE room = ? AND key = ?', room, key);
  }

  /** When the next key with connections is over; it may have been for a while. Null: none will be. */
  nextEnd(): number | null {
    const { at } = this.#sql
      .exec<{ at: string | null }>(
        `SELECT min(min(ifnull(revoked_at, expires_at), ifnull(expires_at, revoked_at))) AS at FROM keys
         WHERE id IN (SELECT key FROM connections)`,
      )
      .one();
    return at === null ? null : Date.parse(at);
  }
}
