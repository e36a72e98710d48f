import { DEMO, DEMO_TENANT } from '../../../src/base/demo';
import { fail, ok, type Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from '../room/schema';
import { roomStub } from '../stubs';
import type { TenantRooms } from './tenant-rooms';

/** Key of `meta`: the tenant has demo rooms, and no others. */
const ONLY_DEMOS = 'only_demos';

/**
 * The demo rooms of a stage: as many as may be at once, each deleted when its time is over. Their tenant has no other rooms, so
 * that nothing else can be deleted with them.
 */
export class DemoRooms {
  readonly #sql: SqlStorage;
  readonly #rooms: TenantRooms;

  constructor(sql: SqlStorage, rooms: TenantRooms) {
    this.#sql = sql;
    this.#rooms = rooms;
  }

  /**
   * A place for a demo room about to be made. Whether it is made or not, the place is free again when its time is over.
   *
   * @param isKeyless nobody has a key of the tenant
   * @returns `conflict` when the tenant is somebody's
   */
  claim(id: string, isKeyless: boolean, now: number): Result<null> {
    if (!isKeyless || (!this.#isMarked && this.#rooms.count > 0)) {
      const detail = `The tenant "${DEMO_TENANT}", in which demo rooms are made, is somebody's.`;
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

  /** When the oldest demo room is to be deleted; null: there is none. */
  get dueAt(): number | null {
    const oldest = this.#isMarked ? this.#rooms.oldest() : null;
    return oldest && oldest.at + DEMO.roomMs;
  }

  /** @throws when a room does not answer; it is told again */
  async deleteOld(env: Env, now: number): Promise<void> {
    for (let room = this.#rooms.oldest(); room && room.at + DEMO.roomMs <= now; room = this.#rooms.oldest()) {
      // A room that was never made answers that it is not there. One that was told erases itself, whatever becomes of it here.
      await roomStub(env, DEMO_TENANT, room.id).erase();
      this.#rooms.release(room.id);
    }
  }

  get #isMarked(): boolean {
    return readMeta(this.#sql, ONLY_DEMOS) === '1';
  }
}
