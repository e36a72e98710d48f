import type { Receipt } from '../../../src/contract/access';
import type { PayloadOf } from '../../../src/contract/events/events';
import type { Result } from '../../../src/contract/problems';
import { readMeta, writeMeta } from '../room/schema';

interface Notice {
  key: string;
  payload: PayloadOf<'webhook.disabled'>;
  rooms: string[];
}

type WriteNotice = (
  room: string,
  payload: PayloadOf<'webhook.disabled'>,
  receipt: Receipt,
) => Promise<Result<null>>;

/** Keeps what is still to be written into the ledgers of rooms, until each of them has it, once. */
export class Notices {
  readonly #sql: SqlStorage;
  readonly #write: WriteNotice;

  constructor(sql: SqlStorage, write: WriteNotice) {
    this.#sql = sql;
    this.#write = write;
  }

  /** @param key the same for the same notice: rooms keep it as a receipt */
  add(key: string, payload: PayloadOf<'webhook.disabled'>, rooms: readonly string[]): void {
    this.#keep({ key, payload, rooms: [...rooms] });
  }

  /** Is anything still to be written? */
  isWaiting(): boolean {
    return Boolean(readMeta(this.#sql, 'notice'));
  }

  /** Rejects when a room does not answer. */
  async flush(): Promise<void> {
    const storedNotice = readMeta(this.#sql, 'notice');
    if (!storedNotice) return;
    const notice = JSON.parse(storedNotice) as Notice;
    const roomsLeft: string[] = [];
    for (const room of notice.rooms) {
      const receipt = { key: notice.key, bodyHash: notice.key };
      const writing = await this.#write(room, notice.payload, receipt).catch(() => null);
      if (!writing) roomsLeft.push(room);
    }
    // Erased meanwhile, or replaced by a newer one.
    if (readMeta(this.#sql, 'notice') !== storedNotice) return;
    this.#keep(roomsLeft.length > 0 ? { ...notice, rooms: roomsLeft } : null);
    if (roomsLeft.length > 0) throw new Error(`${roomsLeft.length} rooms did not answer`);
  }

  #keep(notice: Notice | null): void {
    writeMeta(this.#sql, 'notice', notice === null ? '' : JSON.stringify(notice));
  }
}
