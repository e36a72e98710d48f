import { DurableObject } from 'cloudflare:workers';
import type { Receipt } from '../../../src/api/access';
import { type Failure, fail, ok, type Result } from '../../../src/api/problems';
import { readConfig } from '../../../src/config';
import type { Address } from '../../../src/room/rpc';
import { rotate, SEND_TIMEOUT_MS, type Secret } from '../../../src/webhooks/send';
import { Alarms } from '../room/alarms';
import { once } from '../room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from '../room/schema';
import { ListenerLog } from './listener-log';
import { type Entry, Registration } from './registration';

/** What is kept of a listener of any kind. */
export interface Listening {
  address: Address;
  createdAt: string;
  secrets: Secret[];
}

/** What tells the kinds of listeners apart. */
interface Kind {
  what: 'webhook' | 'hook';
  /** Where it stands in D1. */
  table: 'webhooks' | 'hooks';
  /** Where in `meta` it is kept, as JSON. */
  keptAs: 'subscription' | 'hook';
  steps: readonly string[];
}

/**
 * A Durable Object that somebody outside is reached by: a webhook, or a hook. It stands in the index, where rooms look
 * for whom to tell; it has secrets, and a log of what was done to it; it erases itself with its entry.
 */
export abstract class Listener<L extends Listening> extends DurableObject<Env> {
  readonly #kind: Kind;
  readonly #alarms: Alarms;
  readonly #registration: Registration;
  protected readonly log: ListenerLog;
  #life: L | null = null;
  /** Tests cut it off here; in production it does nothing. */
  probe: (point: string) => Promise<void> = async () => {};
  /** Tests wait less long for receivers that do not answer. */
  timeoutMs = SEND_TIMEOUT_MS;

  constructor(ctx: DurableObjectState, env: Env, kind: Kind) {
    super(ctx, env);
    this.#kind = kind;
    this.#alarms = new Alarms(ctx);
    this.#registration = new Registration(ctx.storage.sql, env, kind.table);
    this.log = new ListenerLog(ctx.storage.sql);
  }

  /** Start whatever is due. Returns at once. */
  protected abstract start(): void;
  /** Is anything under way? */
  protected abstract isBusy(): boolean;
  /** When there is something to do that nobody is doing; null: there is nothing. */
  protected abstract nextAt(): number | null;
  /** How it stands in the index. */
  protected abstract entry(life: L): Pick<Entry, 'room' | 'answers'>;
  /** Rooms that were written before it stood there, and may have looked in vain. */
  protected abstract onFound(rooms: string[]): void;
  /** Whatever else an alarm is for. */
  protected async onAlarm(): Promise<void> {}

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
    const made = storage.transactionSync(() => {
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
    this.#alarms.arm({ now: Date.now(), roundOpen: true, outboxAt: null, erasing: false });
    await this.register();
    return made;
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

  /** Stand in the index, and go on. */
  protected async register(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { address, createdAt } = life;
    const entry = { ...address, createdAt, ...this.entry(life) };
    await this.#registration.add(entry, (rooms) => this.onFound(rooms));
    // Erased meanwhile: its entry may have come after the end.
    if (!this.#life) await this.#registration.remove(address);
    this.kick();
  }

  /** Something in its entry has changed: it is written again when it registers next. */
  protected renewEntry(): void {
    this.#registration.renew();
  }

  protected kick(): void {
    this.start();
    this.arm();
  }

  protected arm(): void {
    const times = [this.#life ? this.nextAt() : null, this.#registration.retryAt];
    const known = times.filter((at) => at !== null);
    this.#alarms.arm({
      now: Date.now(),
      roundOpen: this.isBusy(),
      outboxAt: known.length > 0 ? Math.min(...known) : null,
      erasing: false,
    });
  }

  override async alarm(): Promise<void> {
    this.#alarms.rang();
    if (readMeta(this.ctx.storage.sql, 'erasing') === '1') return this.#eraseNow();
    if (!this.#life) return;
    await this.onAlarm();
    await this.register();
  }

  /** Stop, and erase everything, entry and all; in alarms, when it can't be done at once. */
  protected async vanish(): Promise<Result<null>> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return ok(null);
    this.#life = null;
    writeMeta(storage.sql, 'erasing', '1');
    await storage.setAlarm(Date.now());
    await this.#eraseNow();
    return ok(null);
  }

  protected missing(): { ok: false; failure: Failure } {
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: this.#kind.what, id });
  }

  /** Which addresses may be sent to. */
  protected rules(): { loopback: boolean } {
    return { loopback: readConfig(this.env).webhookLoopback };
  }

  #read(): L | null {
    const { sql } = this.ctx.storage;
    const kept = readMeta(sql, this.#kind.keptAs);
    if (kept === null) return null;
    // Webhooks of before kept where they live beside the rest.
    const address = readMeta(sql, 'address');
    return {
      ...(address !== null && { address: JSON.parse(address) as Address }),
      ...(JSON.parse(kept) as L),
    };
  }

  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return;
    const kept = this.#read();
    if (kept && !(await this.#registration.remove(kept.address))) return storage.setAlarm(Date.now() + 5_000);
    await storage.deleteAll();
  }
}

const TAKEN = { code: 'conflict', detail: 'this id is taken', fix: 'use a new Idempotency-Key' } as const;

/** The secret is shown once and kept for its use alone, not for a repeat. */
const hideSecret = <T extends { secret: string | null }>(made: T): T => ({ ...made, secret: null });
