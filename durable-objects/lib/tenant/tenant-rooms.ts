import { fail, ok, type Result } from '../../../src/api/problems';
import { readMeta, writeMeta } from '../room/schema';

const COUNT = 'rooms';
/** Webhooks have objects, too, and go with the tenant; a limit of their own is kept where they are made. */
const isCounted = (id: string): boolean => !/^(?:whk|hok)_/.test(id);

/** The rooms and webhooks that a tenant has: rooms are counted, and all are found when the tenant is deleted. */
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
    if (this.#sql.exec('SELECT 1 FROM rooms WHERE id = ?', id).toArray().length > 0) return ok(false);
    if (isCounted(id) && this.count >= most) {
      const detail = `This tenant has ${this.count} rooms; the limit is ${most}.`;
      return fail({
        code: 'conflict',
        detail,
        fix: 'Delete a scene or a run, or ask the operator for more.',
      });
    }
    this.#sql.exec('INSERT INTO rooms VALUES (?, ?, 0)', id, now);
    if (isCounted(id)) writeMeta(this.#sql, COUNT, String(this.count + 1));
    return ok(true);
  }

  /** The room was not made after all, or is gone. */
  release(id: string): void {
    this.#sql.exec('DELETE FROM connections WHERE room = ?', id);
    const { rowsWritten } = this.#sql.exec('DELETE FROM rooms WHERE id = ?', id);
    if (rowsWritten > 0 && isCounted(id)) writeMeta(this.#sql, COUNT, String(Math.max(0, this.count - 1)));
  }

  /** The room is deleted: nothing brings it back. */
  entomb(id: string, now: string): void {
    this.release(id);
    this.#sql.exec('INSERT OR IGNORE INTO tombstones VALUES (?, ?)', id, now);
  }

  isEntombed(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM tombstones WHERE room = ?', id).toArray().length > 0;
  }
}
