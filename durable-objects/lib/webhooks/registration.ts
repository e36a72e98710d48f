import type { Address } from '../../../src/room/rpc';
import { hasSchema, readMeta, writeMeta } from '../room/schema';

const RETRY_MS = 5_000;

/** How a listener stands in the index, where rooms look for whom to tell. */
export interface Entry extends Address {
  room: string | null;
  createdAt: string;
  /** Of a hook: whether it wants to be told. */
  answers?: boolean;
}

/**
 * The entry of a subscription or a hook in D1. It is kept up after the answer when D1 is down: what is stored in the
 * object counts, the index follows.
 */
export class Registration {
  readonly #sql: SqlStorage;
  readonly #env: Pick<Env, 'DB'>;
  readonly #table: 'webhooks' | 'hooks';
  /** When to try again; null: nothing has failed. */
  retryAt: number | null = null;

  constructor(sql: SqlStorage, env: Pick<Env, 'DB'>, table: 'webhooks' | 'hooks') {
    this.#sql = sql;
    this.#env = env;
    this.#table = table;
  }

  /**
   * Stand in the index, then look once for rooms that were written since: they may have looked before. Whoever looks
   * later finds the entry. Never throws; does nothing when both are done.
   *
   * @param found gets the ids of those rooms, which may be more than concern it
   */
  async add(entry: Entry, found: (rooms: string[]) => void): Promise<void> {
    if (readMeta(this.#sql, 'registered') === '1') return;
    this.retryAt = null;
    try {
      const [, rooms] = await this.#env.DB.batch<{ id: string }>([this.#insert(entry), this.#written(entry)]);
      // Erased meanwhile: there is no table to note anything in.
      if (!hasSchema(this.#sql)) return;
      found((rooms?.results ?? []).map(({ id }) => id));
      writeMeta(this.#sql, 'registered', '1');
    } catch (error) {
      this.#fail('register', error);
    }
  }

  /** The entry is to be written again: something in it has changed. */
  renew(): void {
    writeMeta(this.#sql, 'registered', '0');
  }

  /** Leave the index. False when that must be tried again. Never throws. */
  async remove({ tenant, id }: Address): Promise<boolean> {
    try {
      await this.#env.DB.prepare(`DELETE FROM ${this.#table} WHERE tenant = ? AND id = ?`)
        .bind(tenant, id)
        .run();
      return true;
    } catch (error) {
      this.#fail('leave the index', error);
      return false;
    }
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

  #fail(what: string, error: unknown): void {
    console.warn(`${this.#table}: will try again to ${what}`, error instanceof Error ? error.message : '');
    this.retryAt = Date.now() + RETRY_MS;
  }
}
