import { DEMO, DEMO_TENANT } from '../../../src/base/demo';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from '../room/schema';
import { roomStub } from '../stubs';
import type { TenantRooms } from './tenant-rooms';

/** Key in `meta`: the tenant contains only demo rooms. */
const ONLY_DEMOS = 'only_demos';

/**
 * Demo rooms: limited in number, and each deleted when its time is over. Their tenant must have no other
 * rooms, which would be deleted as well.
 */
export class DemoRooms {
  readonly #sql: SqlStorage;
  readonly #rooms: TenantRooms;

  constructor(sql: SqlStorage, rooms: TenantRooms) {
    this.#sql = sql;
    this.#rooms = rooms;
  }

  /**
   * Reserves a slot for a demo room. It is freed when its time is over, even if the room was never created.
   *
   * @param isKeyless true if the tenant has no keys
   * @returns `conflict` if the tenant is in use
   */
  claim(id: string, isKeyless: boolean, now: number): Result<null> {
    if (!isKeyless || (!this.#isMarked && this.#rooms.count > 0)) {
      const detail = `The tenant "${DEMO_TENANT}", which is used for demo rooms, already exists.`;
      return fail({ code: 'conflict', detail, fix: 'Set DEMO=off, or delete that tenant.' });
    }
    if (this.#rooms.count >= DEMO.rooms) {
      const retryAfter = Math.max(1, Math.ceil(((this.dueAt ?? now) - now) / 1000));
      const limit = `${DEMO.rooms} at once`;
      return fail({ code: 'too_many', what: 'demo rooms on this stage', limit, retryAfter });
    }
    if (!this.#isMarked) writeMeta(this.#sql, ONLY_DEMOS, '1');
    const claim = this.#rooms.claim(id, DEMO.rooms, now);
    return claim.ok ? ok(null) : claim;
  }

  /** When the oldest demo room must be deleted; null: none. */
  get dueAt(): number | null {
    const oldest = this.#isMarked ? this.#rooms.oldest() : null;
    return oldest && oldest.at + DEMO.roomMs;
  }

  /** @throws if a room does not respond; the next run retries */
  async deleteOld(env: Env, now: number): Promise<void> {
    for (let room = this.#rooms.oldest(); room && room.at + DEMO.roomMs <= now; room = this.#rooms.oldest()) {
      // A room that was never created responds with `not_found`. Otherwise it continues to erase itself.
      await roomStub(env, DEMO_TENANT, room.id).erase();
      this.#rooms.release(room.id);
    }
  }

  get #isMarked(): boolean {
    return readMeta(this.#sql, ONLY_DEMOS) === '1';
  }
}
