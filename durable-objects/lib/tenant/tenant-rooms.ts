import { fail, ok, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from '../room/schema';

const COUNT = 'rooms';
/** Webhooks have objects, too, and go with the tenant; a limit of their own is kept where they are made. */
export const isWebhook = (id: string): boolean => /^(?:whk|hok|dsc)_/.test(id);

/**
 * The rooms and webhooks that a tenant has: rooms are counted, and all are found when the tenant is deleted. Rooms that have, or
 * have had, connections of an API key are told when the key is over.
 */
export class TenantRooms {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Rooms that were claimed and not deleted. Kept as a number: counting would read every row for each new room. */
  get count(): number {
    return Number(readMeta(this.#sql, COUNT) ?? '0');
  }

  /**
   * A place for a room about to be made. Claiming it again changes nothing.
   *
   * @param most rooms that the tenant may have
   * @returns whether it is the first claim of this id; `conflict` when it was deleted, or there are too many
   */
  claim(id: string, most: number, now: number): Result<boolean> {
    if (this.isEntombed(id)) {
      const detail = `What this Idempotency-Key created (${id}) was deleted.`;
      return fail({ code: 'conflict', detail, fix: 'Use a new Idempotency-Key.' });
    }
    if (this.has(id)) return ok(false);
    if (!isWebhook(id) && this.count >= most) {
      const detail = `This tenant has ${this.count} rooms; the limit is ${most}.`;
      return fail({
        code: 'conflict',
        detail,
        fix: 'Delete a scene or a run, or ask the operator for more.',
      });
    }
    this.#sql.exec('INSERT INTO rooms VALUES (?, ?, 0)', id, now);
    if (!isWebhook(id)) writeMeta(this.#sql, COUNT, String(this.count + 1));
    return ok(true);
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM rooms WHERE id = ?', id).toArray().length > 0;
  }

  /** The room or webhook that was claimed first, and when (ms since 1970); null: there is none. */
  oldest(): { id: string; at: number } | null {
    const query = 'SELECT id, at FROM rooms ORDER BY at LIMIT 1';
    return this.#sql.exec<{ id: string; at: number }>(query).toArray()[0] ?? null;
  }

  /** The room was not made after all, or is gone. */
  release(id: string): void {
    this.#sql.exec('DELETE FROM connections WHERE room = ?', id);
    const { rowsWritten } = this.#sql.exec('DELETE FROM rooms WHERE id = ?', id);
    if (rowsWritten > 0 && !isWebhook(id)) writeMeta(this.#sql, COUNT, String(Math.max(0, this.count - 1)));
  }

  /** The room is deleted: nothing brings it back. */
  entomb(id: string, now: string): void {
    this.release(id);
    this.#sql.exec('INSERT OR IGNORE INTO tombstones VALUES (?, ?)', id, now);
  }

  isEntombed(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM tombstones WHERE room = ?', id).toArray().length > 0;
  }

  /** Returns true when this is new. Kept until the key is over or the room is gone. */
  addConnection(key: string, room: string): boolean {
    return this.#sql.exec('INSERT OR IGNORE INTO connections VALUES (?, ?)', room, key).rowsWritten > 0;
  }

  /** Rooms that are still to be told that a key is over; in any order, so that one that can't be told holds up none. */
  endedConnections(now: string, limit: number): { room: string; key: string }[] {
    return this.#sql
      .exec<{ room: string; key: string }>(
        `SELECT connections.room, connections.key FROM connections JOIN keys ON keys.id = connections.key
         WHERE keys.revoked_at IS NOT NULL OR keys.expires_at <= ? ORDER BY random() LIMIT ?`,
        now,
        limit,
      )
      .toArray();
  }

  removeConnection(key: string, room: string): void {
    this.#sql.exec('DELETE FROM connections WHERE room = ? AND key = ?', room, key);
  }

  /** Time at which the next key with connections is over, which may be past. Null: none will be. */
  nextKeyEnd(): number | null {
    const { at } = this.#sql
      .exec<{ at: string | null }>(
        `SELECT min(min(ifnull(revoked_at, expires_at), ifnull(expires_at, revoked_at))) AS at FROM keys
         WHERE id IN (SELECT key FROM connections)`,
      )
      .one();
    return at === null ? null : Date.parse(at);
  }
}
