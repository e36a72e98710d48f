import type { Address } from '../../../src/room/rpc';
import { hasSchema, readMeta, writeMeta } from '../room/schema';

/** How a listener stands in the index, where rooms look for whom to tell. */
export interface Entry extends Address {
  room: string | null;
  createdAt: string;
  /** Of a hook: whether it wants to be told. */
  answers?: boolean;
}

/**
 * The entry of a subscription or a hook in D1. When D1 is down, it is written after the answer: what is stored in the
 * object counts, the index follows.
 */
export class Registration {
  readonly #sql: SqlStorage;
  readonly #env: Pick<Env, 'DB'>;
  readonly #table: 'webhooks' | 'hooks';

  constructor(sql: SqlStorage, env: Pick<Env, 'DB'>, table: 'webhooks' | 'hooks') {
    this.#sql = sql;
    this.#env = env;
    this.#table = table;
  }

  /**
   * Stand in the index, then look once for rooms that were written since: they may have looked before. Whoever looks
   * later finds the entry. Does nothing when both are done; rejects when D1 is down.
   *
   * @param found gets the ids of those rooms, which may be more than concern it
   */
  async add(entry: Entry, found: (rooms: string[]) => void): Promise<void> {
    if (this.isDone()) return;
    const [, rooms] = await this.#env.DB.batch<{ id: string }>([this.#insert(entry), this.#written(entry)]);
    // Erased meanwhile: there is no table to note anything in.
    if (!hasSchema(this.#sql)) return;
    found((rooms?.results ?? []).map(({ id }) => id));
    writeMeta(this.#sql, 'registered', '1');
  }

  isDone(): boolean {
    return readMeta(this.#sql, 'registered') === '1';
  }

  /** The entry is to be written again: something in it has changed. */
  renew(): void {
    writeMeta(this.#sql, 'registered', '0');
  }

  /** Leave the index. */
  async remove({ tenant, id }: Address): Promise<void> {
    await this.#env.DB.prepare(`DELETE FROM ${this.#table} WHERE tenant = ? AND id = ?`)
      .bind(tenant, id)
      .run();
  }

  #insert({ tenant, id, room, createdAt, answers }: Entry): D1PreparedStatement {
    const { DB } = this.#env;
    return this.#table === 'webhooks'
      ? DB.prepare('INSERT OR REPLACE INTO webhooks VALUES (?, ?, ?, ?)').bind(tenant, id, room, createdAt)
      : DB.prepare('INSERT OR REPLACE INTO hooks VALUES (?, ?, ?, ?, ?)').bind(
          tenant,
          id,
          room,
          answers ? 1 : 0,
          createdAt,
        );
  }

  #written({ tenant, room, createdAt }: Entry): D1PreparedStatement {
    return this.#env.DB.prepare(
      'SELECT id FROM rooms WHERE tenant = ?1 AND updated_at >= ?2 AND (?3 IS NULL OR id = ?3)',
    ).bind(tenant, createdAt, room);
  }
}
