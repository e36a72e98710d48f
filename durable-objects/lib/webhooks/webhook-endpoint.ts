import { DurableObject } from 'cloudflare:workers';
import { alwaysRetry } from '../../../src/base/back-off';
import { refuseUrl } from '../../../src/base/reach';
import { readConfig } from '../../../src/config';
import type { Receipt } from '../../../src/contract/access';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import type { Address } from '../../../src/room/rpc';
import {
  rotate,
  SEND_TIMEOUT_MS,
  type Secret,
  type SendOutcome,
  sendMessage,
} from '../../../src/webhooks/send';
import { type Job, Jobs } from '../jobs';
import { runOnce } from '../room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from '../room/schema';
import { tenantDatabase } from '../stubs';

export interface WebhookEndpointRecord {
  address: Address;
  createdAt: string;
  secrets: Secret[];
}

/** The endpoint's row in the index, in which rooms look up their webhooks. */
interface Entry {
  room: string | null;
  /** True for a hook that posts replies. */
  answers?: boolean;
}

interface Kind {
  /** The D1 table is the plural. */
  what: 'webhook' | 'hook';
  /** Key in `meta` of the record's JSON. */
  keptAs: 'subscription' | 'hook';
  steps: readonly string[];
}

/**
 * Base class of webhooks and hooks. It registers in the index, in which rooms look up their webhooks, has
 * secrets and a log, and deletes itself together with its index row.
 */
export abstract class WebhookEndpoint<L extends WebhookEndpointRecord> extends DurableObject<Env> {
  readonly #kind: Kind;
  readonly #registering: Job;
  readonly #erasing: Job;
  protected readonly jobs: Jobs;
  protected readonly log: WebhookEndpointLog;
  #life: L | null = null;
  /** Tests interrupt the object here; a no-op in production. */
  probe: (point: string) => Promise<void> = async () => {};
  /** Shorter in tests. */
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
      backOff: alwaysRetry(5_000),
    });
    this.#registering = this.jobs.add({
      name: `${kind.what} registration`,
      dueAt: (now) => (this.#life && readMeta(sql, 'registered') !== '1' ? now : null),
      run: () => this.#register(),
      backOff: alwaysRetry(5_000),
    });
  }

  protected abstract entry(life: L): Entry;
  /** Rooms written before the endpoint was registered, which may have missed it. */
  protected abstract onFound(rooms: string[]): void;
  /** Null before creation and during erasure. */
  protected get life(): L | null {
    return this.#life;
  }

  protected keep(life: L): void {
    writeMeta(this.ctx.storage.sql, this.#kind.keptAs, JSON.stringify(life));
    this.#life = life;
  }

  /** Loads the record. @returns false if there is none */
  protected wake(): boolean {
    const { sql } = this.ctx.storage;
    if (!hasSchema(sql) || readMeta(sql, 'erasing') === '1') return false;
    migrate(sql, this.#kind.steps);
    this.#life = this.#read();
    return this.#life !== null;
  }

  /**
   * Stores and registers the endpoint. A repeat with the same receipt gets the same response without the
   * secret.
   */
  protected async createEndpoint<T extends { secret: string | null }>(
    life: L,
    receipt: Receipt | null,
    view: () => T,
  ): Promise<Result<T>> {
    const { storage } = this.ctx;
    const newEndpoint = storage.transactionSync(() => {
      migrate(storage.sql, this.#kind.steps);
      const act = (): Result<T> => {
        if (this.#life) return fail(ALREADY_EXISTS);
        this.keep(life);
        this.log.note(life.createdAt, 'created');
        return ok(view());
      };
      return runOnce(storage, receipt, Date.now(), act, hideSecret);
    });
    // `register` sets the alarm synchronously with the write, so an interrupted registration is retried.
    await this.register();
    return newEndpoint;
  }

  /** Adds a secret; the previous one stays valid for a day. Returned only once. */
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
    return runOnce(this.ctx.storage, receipt, now, act, hideSecret);
  }

  /** End of the previous secret's validity; null: no longer valid. */
  protected rotatedUntil({ secrets }: L): string | null {
    const old = secrets.find(({ until }) => until !== null && until > Date.now());
    return old?.until ? new Date(old.until).toISOString() : null;
  }

  /** Registers in the index, now or in an alarm. Never rejects. */
  protected register(): Promise<void> {
    const registration = this.#registering.start();
    this.jobs.arm();
    return registration;
  }

  /**
   * Registers, then reads once which rooms were written since creation: they may have looked before. Later
   * rooms find the row. The object is stored before the index row, so that creation works while D1 is down.
   */
  async #register(): Promise<void> {
    const life = this.#life;
    const { sql } = this.ctx.storage;
    if (!life || readMeta(sql, 'registered') === '1') return;
    const entry = this.entry(life);
    try {
      const db = await tenantDatabase(this.env, life.address.tenant);
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
      // Skip if erased meanwhile: the tables are gone.
      if (hasSchema(sql)) {
        this.onFound((rooms?.results ?? []).map(({ id }) => id));
        writeMeta(sql, 'registered', '1');
      }
    } finally {
      // Erased meanwhile: the row may have been inserted after the deletion.
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
    const db = await tenantDatabase(this.env, tenant);
    await db.prepare(sql).bind(tenant, id).run();
  }

  /** Updates the index row at the next registration. */
  protected renewEntry(): void {
    writeMeta(this.ctx.storage.sql, 'registered', '0');
  }

  override async alarm(): Promise<void> {
    await this.jobs.ring();
  }

  /** Erases the endpoint and its index row; retried in alarms. */
  protected async removeAll(): Promise<Result<null>> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return ok(null);
    this.#life = null;
    writeMeta(storage.sql, 'erasing', '1');
    this.jobs.arm();
    await this.#erasing.start();
    return ok(null);
  }

  protected missingFailure(): { ok: false; failure: Failure } {
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

  #rules(): { loopback: boolean } {
    return { loopback: readConfig(this.env).webhookLoopback };
  }

  /** Finds problems of a URL; none if it is absent. */
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

const MAX_LOG_ROWS = 50;

/** Log of a webhook or a hook, newest first. Each kind's schema has the table. */
class WebhookEndpointLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  note(at: string, what: string): void {
    const { n } = this.#sql
      .exec<{ n: number }>('INSERT INTO log (at, what) VALUES (?, ?) RETURNING n', at, what)
      .one();
    this.#sql.exec('DELETE FROM log WHERE n <= ?', n - MAX_LOG_ROWS);
  }

  list(): { at: string; what: string }[] {
    return this.#sql.exec<{ at: string; what: string }>('SELECT at, what FROM log ORDER BY n DESC').toArray();
  }
}

const ALREADY_EXISTS = {
  code: 'conflict',
  detail: 'This id is already taken.',
  fix: 'Use a new Idempotency-Key.',
} as const;

/** The secret is returned once, not to repeats. */
const hideSecret = <T extends { secret: string | null }>(made: T): T => ({ ...made, secret: null });
