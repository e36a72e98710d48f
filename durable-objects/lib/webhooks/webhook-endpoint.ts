import { DurableObject } from 'cloudflare:workers';
import { always } from '../../../src/base/back-off';
import { readConfig } from '../../../src/config';
import type { Receipt } from '../../../src/contract/access';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import type { Address } from '../../../src/room/rpc';
import {
  refuseUrl,
  rotate,
  SEND_TIMEOUT_MS,
  type Secret,
  type SendOutcome,
  sendMessage,
} from '../../../src/webhooks/send';
import { type Job, Jobs } from '../jobs';
import { once } from '../room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from '../room/schema';
import { databaseOf } from '../stubs';

/** The stored part that every kind of webhook endpoint has. */
export interface WebhookEndpointRecord {
  address: Address;
  createdAt: string;
  secrets: Secret[];
}

/** An entry of the index, where rooms look for whom to tell. */
interface Entry {
  room: string | null;
  /** True of a hook that posts answers. */
  answers?: boolean;
}

/** Tells the kinds of webhook endpoints apart. */
interface Kind {
  /** Its table in D1 is the plural. */
  what: 'webhook' | 'hook';
  /** Where in `meta` it is kept, as JSON. */
  keptAs: 'subscription' | 'hook';
  steps: readonly string[];
}

/**
 * A Durable Object that somebody outside is reached by: a webhook, or a hook. It stands in the index, where rooms look
 * for whom to tell; it has secrets, and a log of what was done to it; it erases itself with its entry.
 */
export abstract class WebhookEndpoint<L extends WebhookEndpointRecord> extends DurableObject<Env> {
  readonly #kind: Kind;
  readonly #registering: Job;
  readonly #erasing: Job;
  protected readonly jobs: Jobs;
  protected readonly log: WebhookEndpointLog;
  #life: L | null = null;
  /** Tests cut it off here; in production it does nothing. */
  probe: (point: string) => Promise<void> = async () => {};
  /** Tests wait less long for receivers that do not answer. */
  timeoutMs = SEND_TIMEOUT_MS;

  constructor(ctx: DurableObjectState, env: Env, kind: Kind) {
    super(ctx, env);
    this.#kind = kind;
    const { sql } = ctx.storage;
    this.log = new WebhookEndpointLog(sql);
    this.jobs = new Jobs(ctx);
    this.#erasing = this.jobs.add({
      name: `${kind.what} deletion`,
      dueAt: (now) => (hasSchema(sql) && readMeta(sql, 'erasing') === '1' ? now : null),
      run: () => this.#eraseNow(),
      backOff: always(5_000),
    });
    this.#registering = this.jobs.add({
      name: `${kind.what} registration`,
      dueAt: (now) => (this.#life && readMeta(sql, 'registered') !== '1' ? now : null),
      run: () => this.#register(),
      backOff: always(5_000),
    });
  }

  protected abstract entry(life: L): Entry;
  /** Rooms that were written before it stood there, and may have looked in vain. */
  protected abstract onFound(rooms: string[]): void;
  /** Null while nothing has been created here, or when it is being erased. */
  protected get life(): L | null {
    return this.#life;
  }

  protected keep(life: L): void {
    writeMeta(this.ctx.storage.sql, this.#kind.keptAs, JSON.stringify(life));
    this.#life = life;
  }

  /** Load what is stored. @returns whether there is anything */
  protected wake(): boolean {
    const { sql } = this.ctx.storage;
    if (!hasSchema(sql) || readMeta(sql, 'erasing') === '1') return false;
    migrate(sql, this.#kind.steps);
    this.#life = this.#read();
    return this.#life !== null;
  }

  /** Store it, and have it stand in the index. A repeat with the same receipt is answered alike, without the secret. */
  protected async make<T extends { secret: string | null }>(
    life: L,
    receipt: Receipt | null,
    view: () => T,
  ): Promise<Result<T>> {
    const { storage } = this.ctx;
    const newEndpoint = storage.transactionSync(() => {
      migrate(storage.sql, this.#kind.steps);
      const act = (): Result<T> => {
        if (this.#life) return fail(TAKEN);
        this.keep(life);
        this.log.note(life.createdAt, 'created');
        return ok(view());
      };
      return once(storage, receipt, Date.now(), act, hideSecret);
    });
    // In the breath that stores it: cut off before it stands in the index, it wakes by itself and goes there.
    await this.register();
    return newEndpoint;
  }

  /** Another secret beside the one it has, which holds for a day. Shown this once. */
  protected replaceSecret<T extends { secret: string | null }>(
    life: L,
    secret: string,
    receipt: Receipt | null,
    view: () => T,
  ): Result<T> {
    const now = Date.now();
    const act = (): Result<T> => {
      this.keep({ ...life, secrets: rotate(life.secrets, secret, now) });
      this.log.note(new Date(now).toISOString(), 'secret rotated');
      return ok(view());
    };
    return once(this.ctx.storage, receipt, now, act, hideSecret);
  }

  /** Until when the secret before the newest one holds; null: it holds no more. */
  protected rotatedUntil({ secrets }: L): string | null {
    const old = secrets.find(({ until }) => until !== null && until > Date.now());
    return old?.until ? new Date(old.until).toISOString() : null;
  }

  /** Stand in the index, now or in an alarm. Never rejects. */
  protected register(): Promise<void> {
    const registration = this.#registering.start();
    this.jobs.arm();
    return registration;
  }

  /**
   * Stand in the index, then look once for rooms that were written since: they may have looked before. A room that looks
   * later finds the entry. The object comes first and the index follows, also when D1 is down.
   */
  async #register(): Promise<void> {
    const life = this.#life;
    const { sql } = this.ctx.storage;
    if (!life || readMeta(sql, 'registered') === '1') return;
    const entry = this.entry(life);
    try {
      const db = await databaseOf(this.env, life.address.tenant);
      const [, rooms] = await db.batch<{ id: string }>([
        this.#insertEntry(db, life, entry),
        db
          .prepare(
            ['rooms', 'experiments']
              .map(
                (table) =>
                  `SELECT id FROM ${table} WHERE tenant = ?1 AND updated_at >= ?2 AND (?3 IS NULL OR id = ?3)`,
              )
              .join(' UNION ALL '),
          )
          .bind(life.address.tenant, life.createdAt, entry.room),
      ]);
      // There is no table to note anything in when it was erased meanwhile.
      if (hasSchema(sql)) {
        this.onFound((rooms?.results ?? []).map(({ id }) => id));
        writeMeta(sql, 'registered', '1');
      }
    } finally {
      // Erased meanwhile: its entry may have come after the end.
      if (!this.#life) await this.#deleteEntry(life.address);
    }
    this.jobs.kick();
  }

  #insertEntry(
    db: D1Database,
    { address: { tenant, id }, createdAt }: L,
    { room, answers }: Entry,
  ): D1PreparedStatement {
    const isHook = this.#kind.what === 'hook';
    const values = [tenant, id, room, ...(isHook ? [answers ? 1 : 0] : []), createdAt];
    const places = values.map(() => '?').join(', ');
    return db.prepare(`INSERT OR REPLACE INTO ${this.#kind.what}s VALUES (${places})`).bind(...values);
  }

  async #deleteEntry({ tenant, id }: Address): Promise<void> {
    const sql = `DELETE FROM ${this.#kind.what}s WHERE tenant = ? AND id = ?`;
    const db = await databaseOf(this.env, tenant);
    await db.prepare(sql).bind(tenant, id).run();
  }

  /** Something in its entry has changed: it is written again when it registers next. */
  protected renewEntry(): void {
    writeMeta(this.ctx.storage.sql, 'registered', '0');
  }

  override async alarm(): Promise<void> {
    await this.jobs.ring();
  }

  /** Stop, and erase everything, entry and all; in alarms, when it can't be done at once. */
  protected async vanish(): Promise<Result<null>> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return ok(null);
    this.#life = null;
    writeMeta(storage.sql, 'erasing', '1');
    this.jobs.arm();
    await this.#erasing.start();
    return ok(null);
  }

  protected missing(): { ok: false; failure: Failure } {
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: this.#kind.what, id });
  }

  /** Sends a message once. Never rejects. */
  protected post(
    url: string,
    body: string,
    headers: Record<string, string>,
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<SendOutcome> {
    return sendMessage(url, body, headers, {
      fetch: (input, init) => fetch(input, init),
      now: () => Date.now(),
      timeoutMs: this.timeoutMs,
      method,
      ...this.#rules(),
    });
  }

  /** Rules for the addresses that may be sent to. */
  #rules(): { loopback: boolean } {
    return { loopback: readConfig(this.env).webhookLoopback };
  }

  /** Finds what is wrong with an address; an absent one is right. */
  protected checkUrl(
    pointer: string,
    url: string | null | undefined,
  ): { pointer: string; message: string }[] {
    const message = url == null ? null : refuseUrl(url, this.#rules());
    return message === null ? [] : [{ pointer, message }];
  }

  #read(): L | null {
    const { sql } = this.ctx.storage;
    const storedMark = readMeta(sql, this.#kind.keptAs);
    if (storedMark === null) return null;
    return JSON.parse(storedMark) as L;
  }

  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return;
    const storedMark = this.#read();
    if (storedMark) await this.#deleteEntry(storedMark.address);
    await storage.deleteAll();
  }
}

const KEPT_NOTES = 50;

/** Log of a webhook or a hook, newest first. The table is one of its own schema. */
class WebhookEndpointLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  note(at: string, what: string): void {
    const { n } = this.#sql
      .exec<{ n: number }>('INSERT INTO log (at, what) VALUES (?, ?) RETURNING n', at, what)
      .one();
    this.#sql.exec('DELETE FROM log WHERE n <= ?', n - KEPT_NOTES);
  }

  list(): { at: string; what: string }[] {
    return this.#sql.exec<{ at: string; what: string }>('SELECT at, what FROM log ORDER BY n DESC').toArray();
  }
}

const TAKEN = { code: 'conflict', detail: 'this id is taken', fix: 'use a new Idempotency-Key' } as const;

/** The secret is shown once and kept for its use alone, not for a repeat. */
const hideSecret = <T extends { secret: string | null }>(made: T): T => ({ ...made, secret: null });
