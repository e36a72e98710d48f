import { fail, ok, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from '../room/schema';

const COUNT = 'rooms';
/** Webhooks are listed with rooms for deletion, but don't count toward the room limit. */
export const isWebhook = (id: string): boolean => /^(?:whk|hok|dsc)_/.test(id);

/**
 * A tenant's rooms and webhooks: rooms are counted, and all are deleted with the tenant. Also the rooms to
 * notify when an API key ends.
 */
export class TenantRooms {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Stored as a counter: COUNT(*) would read all rows for each new room. */
  get count(): number {
    return Number(readMeta(this.#sql, COUNT) ?? '0');
  }

  /**
   * Claims quota for a room that will be created. Repeatable.
   *
   * @param most room limit of the tenant
   * @returns true for the first claim of this id; `conflict` if the room was deleted or the limit is reached
   */
  claim(id: string, most: number, now: number): Result<boolean> {
    if (this.isDeleted(id)) {
      const detail = `The resource created with this Idempotency-Key (${id}) was deleted.`;
      return fail({ code: 'conflict', detail, fix: 'Use a new Idempotency-Key.' });
    }
    if (this.has(id)) return ok(false);
    if (!isWebhook(id) && this.count >= most) {
      const detail = `This tenant has ${this.count} rooms; the limit is ${most}.`;
      return fail({
        code: 'conflict',
        detail,
        fix: 'Delete a scene or a run, or ask the operator for a higher limit.',
      });
    }
    this.#sql.exec('INSERT INTO rooms VALUES (?, ?, 0)', id, now);
    if (!isWebhook(id)) writeMeta(this.#sql, COUNT, String(this.count + 1));
    return ok(true);
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM rooms WHERE id = ?', id).toArray().length > 0;
  }

  /** The earliest claimed room or webhook, with its time (ms since 1970). */
  oldest(): { id: string; at: number } | null {
    const query = 'SELECT id, at FROM rooms ORDER BY at LIMIT 1';
    return this.#sql.exec<{ id: string; at: number }>(query).toArray()[0] ?? null;
  }

  /** The room was not created or is gone. */
  release(id: string): void {
    this.#sql.exec('DELETE FROM connections WHERE room = ?', id);
    const { rowsWritten } = this.#sql.exec('DELETE FROM rooms WHERE id = ?', id);
    if (rowsWritten > 0 && !isWebhook(id)) writeMeta(this.#sql, COUNT, String(Math.max(0, this.count - 1)));
  }

  /** Marks the room as deleted, so that a repeated request cannot recreate it. */
  markDeleted(id: string, now: string): void {
    this.release(id);
    this.#sql.exec('INSERT OR IGNORE INTO tombstones VALUES (?, ?)', id, now);
  }

  isDeleted(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM tombstones WHERE room = ?', id).toArray().length > 0;
  }

  /** True if new. Stored until the key ends or the room is deleted. */
  addConnection(key: string, room: string): boolean {
    return this.#sql.exec('INSERT OR IGNORE INTO connections VALUES (?, ?)', room, key).rowsWritten > 0;
  }

  /**
   * Rooms to notify of ended keys, in random order, so that an unreachable room does not block the others.
   */
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

  /** When the next key with connections ends (may be past); null: never. */
  nextKeyExpiry(): number | null {
    const { at } = this.#sql
      .exec<{ at: string | null }>(
        `SELECT min(min(ifnull(revoked_at, expires_at), ifnull(expires_at, revoked_at))) AS at FROM keys
         WHERE id IN (SELECT key FROM connections)`,
      )
      .one();
    return at === null ? null : Date.parse(at);
  }
}
