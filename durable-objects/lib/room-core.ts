import type { Receipt } from '../../src/contract/access';
import type { Event, EventDraft, EventPage, Viewer } from '../../src/contract/events';
import { fail, ok, type Result } from '../../src/contract/problems';
import type { RoomState } from '../../src/contract/room-state';
import type { Address, News, TenantApi } from '../../src/contract/rooms';
import { UNLIMITED } from '../../src/money/shortage';
import { showEvent } from '../../src/scene/visibility';
import { Alarms, BEAT_MS } from './alarms';
import type { RoomDeps } from './deps';
import { journalVersion, type RoomEngine } from './engine';
import { purge } from './erase';
import { Hops } from './hops';
import type { Probe } from './journal';
import { Ledger } from './ledger';
import { Life, latestRound } from './life';
import { Meter } from './meter';
import { Outbox } from './outbox';
import { once } from './receipts';
import { type EmbedAside, RoundPlayer } from './round-player';
import { hasSchema, migrate, ROOM_STEPS, readMeta, writeMeta } from './schema';
import { Snapshots } from './snapshots';
import { Sockets } from './sockets';
import { Starts } from './starts';

/** What a room waits for by the clock, beside its rounds. */
export interface Timers {
  /** When it is to ring; null: never. */
  nextAt(now: number): number | null;
  /** It is time, or was a while ago; it may also ring too early. */
  ring(now: number): void;
}

/** Rounds that end within this time of each other go to the index together. */
const FLUSH_WITHIN_MS = 500;

/** Letting go costs some milliseconds, as much as a short turn. */
const ROUNDS_AT_A_STRETCH = 8;

/**
 * Everything a scene and a run have in common: the ledger and the state folded from it, the pump that plays rounds,
 * the alarm, the outbox, the sockets. How a round is played is in `round-player.ts`, what is played in the engine.
 */
export class RoomCore<S extends RoomState> {
  readonly sockets: Sockets;
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #engine: RoomEngine<S>;
  readonly #deps: () => RoomDeps;
  readonly #alarms: Alarms;
  readonly #starts: Starts<S>;
  readonly #player: RoundPlayer<S>;
  /** Null while nothing has been created here, or when it is being erased. */
  #life: Life<S> | null = null;
  #erasing = false;
  #pump: Promise<void> | null = null;
  /** When the outbox sets off by itself while the room goes on playing; null: it need not. */
  #flushTimer: ReturnType<typeof setTimeout> | null = null;
  /** Of the kind of room; null: none. */
  timers: Timers | null = null;
  /** Tests cut the room off here; in production it does nothing. */
  probe: Probe = async () => {};
  /** Tests may wake the room as code of another version. */
  version: string;

  constructor(ctx: DurableObjectState, env: Env, engine: RoomEngine<S>, deps: () => RoomDeps) {
    this.#ctx = ctx;
    this.#env = env;
    this.#engine = engine;
    this.#deps = deps;
    this.version = journalVersion(engine.stepNames);
    this.sockets = new Sockets(ctx);
    this.#alarms = new Alarms(ctx);
    this.#starts = new Starts(engine, ctx.storage.sql, () => this.version);
    this.#player = new RoundPlayer({
      storage: ctx.storage,
      engine,
      starts: this.#starts,
      sockets: this.sockets,
      deps,
      version: () => this.version,
      isErasing: () => this.#erasing,
      probe: (step, point) => this.probe(step, point),
    });
    if (hasSchema(ctx.storage.sql)) this.#wake();
  }

  /** The room, or the failure every call answers with when there is none. */
  open(): Result<Life<S>> {
    if (this.#life && !this.#erasing) {
      // Whoever wakes the room also wakes what was cut off.
      if (!this.#pump && this.#hasWork(this.#life)) this.kick();
      return ok(this.#life);
    }
    const id = this.#ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: this.#engine.kind, id });
  }

  /** What is to be seen of the room as it is now. */
  look<T>(view: (life: Life<S>) => T): Result<T> {
    const opened = this.open();
    return opened.ok ? ok(view(opened.value)) : opened;
  }

  /**
   * Make the room: schema, address and first events in one transaction. A repeat with the same receipt is answered alike.
   *
   * @param past events of the room this one is a fork of; they come before its first own
   */
  create<T>(
    address: Address,
    receipt: Receipt | null,
    first: () => Result<EventDraft[]>,
    view: (state: S) => T,
    past: readonly Event[] = [],
  ): Result<T> {
    const { storage } = this.#ctx;
    if (this.#erasing)
      return fail({
        code: 'conflict',
        detail: 'this room is being erased',
        fix: 'use a new Idempotency-Key',
      });
    if (this.#life) {
      if (!receipt)
        return fail({ code: 'conflict', detail: 'this id is taken', fix: 'create the room again' });
      return once<T>(storage, receipt, Date.now(), () =>
        fail({ code: 'idempotency_mismatch', key: receipt.key }),
      );
    }
    const drafts = first();
    if (!drafts.ok) return drafts;
    const answer = storage.transactionSync(() => {
      migrate(storage.sql, ROOM_STEPS);
      writeMeta(storage.sql, 'tenant', address.tenant);
      writeMeta(storage.sql, 'id', address.id);
      const at = new Date().toISOString();
      const ledger = new Ledger(storage.sql);
      ledger.adopt(past);
      if (past.length > 0) writeMeta(storage.sql, 'adopted', String(ledger.head));
      let state: S | null = null;
      for (const event of past) state = this.#engine.reduce(state, event);
      const all = this.#starts.follow(state, drafts.value, ledger.head, at);
      const written = ledger.append(all, latestRound(state ?? { rounds: 0 }, all), null, at);
      for (const event of written) state = this.#engine.reduce(state, event);
      return once(storage, receipt, Date.now(), () => ok(view(state as S)));
    });
    this.#wake();
    this.kick();
    return answer;
  }

  /**
   * Take an input: `decide` gives its events from the state (and what else there is of the room), or refuses. Stored with its receipt; the round starts
   * at once in the same commit when none is open.
   *
   * @param keep what a repeat of the request is answered; default: the same
   */
  accept<T>(
    receipt: Receipt | null,
    decide: (state: S, life: Life<S>) => Result<EventDraft[]>,
    view: (state: S, events: Event[]) => T,
    keep?: (value: T) => T,
  ): Result<T> {
    const opened = this.open();
    if (!opened.ok) return opened;
    const life = opened.value;
    const before = life.state;
    let events: Event[] = [];
    let result: Result<T>;
    try {
      const act = (): Result<T> => {
        const drafts = decide(life.state, life);
        if (!drafts.ok) return drafts;
        events = this.#store(life, drafts.value);
        // Not what began along with it: that has its hops from its inputs.
        if (receipt?.hops) life.hops.note(events.slice(0, drafts.value.length), receipt.hops);
        return ok(view(life.state, events));
      };
      result = once(this.#ctx.storage, receipt, Date.now(), act, keep);
    } catch (error) {
      life.takeBack(before);
      throw error;
    }
    if (events.length > 0) this.sockets.broadcast(events);
    this.kick();
    return result;
  }

  /** Start, or go on with, whatever there is to play. Every entry to the room ends here. */
  kick(): void {
    const life = this.#life;
    if (!life || this.#erasing) return;
    if (!this.#pump && this.#hasWork(life)) {
      this.#pump = this.#drain(life);
      this.#ctx.waitUntil(this.#pump);
    } else if (!this.#pump) this.#settle(life);
    const { retryAt } = life.outbox;
    if (!life.state.open || (retryAt !== null && retryAt <= Date.now())) this.#flush();
    this.#arm();
  }

  /** The alarm: beat, and never wait for a round. */
  async alarm(): Promise<void> {
    this.#alarms.rang();
    if (this.#erasing) return this.#eraseNow();
    this.timers?.ring(Date.now());
    this.kick();
  }

  async #eraseNow(): Promise<void> {
    const { storage } = this.#ctx;
    if (!hasSchema(storage.sql)) return;
    await this.#life?.outbox.stop();
    const address = this.#address();
    const meter = this.#life?.meter ?? this.#makeMeter(address);
    const world = readMeta(storage.sql, 'world');
    const done = await Promise.all([purge(this.#env, address, world), meter.close().then(() => true)]).then(
      (all) => all.every(Boolean),
      (error: unknown) => {
        console.warn('erase: will try again', error instanceof Error ? error.message : 'unknown error');
        return false;
      },
    );
    if (!done) return storage.setAlarm(Date.now() + 5_000);
    // It takes the alarm with it: there is no moment at which a half-erased room has none. This life of the room
    // stays marked as erasing, so that a step still under way finds nobody to report to.
    await storage.deleteAll();
  }

  /** Stop everything and erase the room in alarms; from here on it is not found. */
  erase(): Result<null> {
    const opened = this.open();
    const { sql } = this.#ctx.storage;
    // Until nothing is left of it, it answers that it is on its way.
    if (!opened.ok) return this.#erasing && hasSchema(sql) ? ok(null) : opened;
    const world = this.#engine.world?.(opened.value.state);
    // Kept beside the mark, as a room that is being erased knows no state any more.
    if (world !== undefined) writeMeta(sql, 'world', world);
    writeMeta(sql, 'erasing', '1');
    this.#erasing = true;
    this.sockets.closeAll(1001, 'the room was deleted');
    this.#arm();
    return ok(null);
  }

  events(query: { after: number; limit: number }, viewer: Viewer): Result<EventPage> {
    const opened = this.open();
    if (!opened.ok) return opened;
    const { ledger } = opened.value;
    const page = ledger.page(query.after, query.limit);
    const last = page.at(-1)?.seq ?? query.after;
    const events = page.flatMap((event) => showEvent(event, viewer) ?? []);
    return ok({ events, next: last < ledger.head ? String(last) : null, head: ledger.head });
  }

  /** As {@link events}, with how many hooks lie behind each. */
  news(query: { after: number; limit: number }, viewer: Viewer): Result<News> {
    const page = this.events(query, viewer);
    const opened = this.open();
    if (!page.ok) return page;
    return opened.ok ? ok({ ...page.value, hops: opened.value.hops.of(page.value.events) }) : opened;
  }

  /** Seq of the last event that was stored before this time, or that a fork brought along; 0: there is none. */
  headAt(at: string): Result<number> {
    const opened = this.open();
    if (!opened.ok) return opened;
    const adopted = Number(readMeta(this.#ctx.storage.sql, 'adopted') ?? '0');
    return ok(Math.max(adopted, opened.value.ledger.headAt(at)));
  }

  /** See {@link Snapshots.rebuild}. */
  rebuild(): S | null {
    return this.#life?.snapshots.rebuild() ?? null;
  }

  /** Play a round again (see {@link Starts.retry}). `extra` comes before the start of one that failed. */
  retry<T>(
    n: number,
    receipt: Receipt | null,
    extra: EventDraft[],
    view: (state: S, events: Event[]) => T,
  ): Result<T> {
    const decide = (state: S, { ledger }: Life<S>): Result<EventDraft[]> => {
      const retried = this.#starts.retry(state, n, (round) => ledger.ofRound(round));
      return retried.ok ? ok([...(state.failed?.open.n === n ? extra : []), ...retried.value]) : retried;
    };
    return this.accept(receipt, decide, view);
  }

  /** Store events and fold them; a round that can start does so in the same commit. Inside a transaction. */
  #store(life: Life<S>, drafts: EventDraft[]): Event[] {
    const at = new Date().toISOString();
    const mayStart = !this.#pump && !this.#erasing;
    const all = mayStart ? this.#starts.follow(life.state, drafts, life.ledger.head, at) : drafts;
    return life.write(all, at);
  }

  /** See {@link RoundPlayer.embed}. */
  embed<T>(...asked: Parameters<EmbedAside<T>>): Promise<T> {
    return this.#player.embed(this.#life, ...asked);
  }

  async #drain(life: Life<S>): Promise<void> {
    try {
      for (let played = 1; !this.#erasing && !this.#waits(life); played += 1) {
        if (!life.state.open) {
          const at = new Date().toISOString();
          const begun = this.#starts.follow(life.state, [], life.ledger.head, at);
          if (begun.length > 0) this.#append(life, begun, at);
          if (!life.state.open) break;
        }
        await this.#player.play(life);
        life.snapshots.keep(life.state);
        if (this.#hasWork(life)) this.#flushSoon();
        else this.#flush();
        // Rounds that ask nobody outside never let go by themselves: whoever wants to pause, or to look, comes in here.
        if (played % ROUNDS_AT_A_STRETCH === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      }
    } finally {
      // In the same breath as the last look at the queue: an input that arrives after it finds no pump.
      this.#pump = null;
      this.#settle(life);
    }
    // What waits for its time may count from the end of the last round.
    this.#arm();
  }

  #append(life: Life<S>, drafts: EventDraft[], at = new Date().toISOString()): void {
    this.sockets.broadcast(life.write(drafts, at));
  }

  /** Tell the tenant what was spent, once nothing is played. */
  #settle(life: Life<S>): void {
    const { retryAt } = life.meter;
    if (this.#erasing || this.#pump || !life.meter.owes() || (retryAt !== null && retryAt > Date.now()))
      return;
    this.#ctx.waitUntil(life.meter.settle().then(() => this.#arm()));
  }

  #flush(): void {
    const life = this.#life;
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    if (!life || this.#erasing || !this.#deps().outbox || !life.outbox.pending()) return;
    this.#ctx.waitUntil(life.outbox.flush());
  }

  /** The same, a little later: what ends until then goes along. */
  #flushSoon(): void {
    this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_WITHIN_MS);
  }

  #arm(): void {
    const life = this.#life;
    const now = Date.now();
    this.#alarms.arm({
      now,
      timerAt: life && !this.#erasing ? this.#timerAt(life, now) : null,
      roundOpen: life !== null && this.#hasWork(life),
      settleAt: life?.meter.owes() ? (life.meter.retryAt ?? Date.now() + BEAT_MS) : null,
      outboxAt: life ? this.#outboxAt(life) : null,
      erasing: this.#erasing,
    });
  }

  #timerAt(life: Life<S>, now: number): number | null {
    const times = [this.timers?.nextAt(now), this.#engine.nextAt?.(life.state, now)];
    const known = times.filter((at) => at != null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** A round is open, or one could start: also when it waits for the step of a cancelled one to come back. */
  #hasWork(life: Life<S>): boolean {
    if (this.#waits(life)) return false;
    const { state } = life;
    return (
      state.open !== null || this.#engine.next(state) !== null || (this.#engine.due?.(state).length ?? 0) > 0
    );
  }

  /** The open round can't go on before something arrives: nothing is to be played, and no alarm need beat. */
  #waits(life: Life<S>): boolean {
    return life.state.open !== null && (this.#engine.waits?.(life.state) ?? false);
  }

  #outboxAt(life: Life<S>): number | null {
    if (!this.#deps().outbox) return null;
    // A flush may be cut off without a word: look again one beat later.
    return life.outbox.retryAt ?? (life.outbox.pending() ? Date.now() + BEAT_MS : null);
  }

  #address(): Address {
    const { sql } = this.#ctx.storage;
    return { tenant: readMeta(sql, 'tenant') ?? '', id: readMeta(sql, 'id') ?? '' };
  }

  /** Load what is stored: the newest snapshot, and the ledger after it. */
  #wake(): void {
    const { sql } = this.#ctx.storage;
    this.#erasing = readMeta(sql, 'erasing') === '1';
    if (this.#erasing) return;
    migrate(sql, ROOM_STEPS);
    // An intent nobody waits for any more; its round may have been cancelled, so that no journal will see it.
    sql.exec(
      "UPDATE steps SET status = 'lost' WHERE n > (SELECT indexed_step FROM outbox WHERE id = 1) AND status = 'open'",
    );
    const ledger = new Ledger(sql);
    const snapshots = new Snapshots(sql, ledger, this.#engine);
    const state = snapshots.stateAt(ledger.head);
    if (!state) return;
    const address = this.#address();
    const meter = this.#makeMeter(address);
    const outbox = this.#makeOutbox(ledger);
    const parts = { address, ledger, snapshots, meter, outbox, hops: new Hops(sql, ledger) };
    this.#life = new Life(parts, this.#engine, state);
  }

  #makeMeter({ tenant, id }: Address): Meter {
    const { TENANTS } = this.#env;
    const { prices, sleep } = this.#deps();
    return new Meter({
      sql: this.#ctx.storage.sql,
      tenant,
      room: id,
      prices,
      sleep,
      purse: () => TENANTS.get(TENANTS.idFromName(tenant)) as unknown as TenantApi,
      budgets: () => (this.#life && this.#engine.budgets?.(this.#life.state)) || UNLIMITED,
      probe: (what, point) => this.probe(what, point),
      onRest: () => this.#life && this.#settle(this.#life),
    });
  }

  #makeOutbox(ledger: Ledger): Outbox {
    return new Outbox({
      storage: this.#ctx.storage,
      ledger,
      env: this.#env,
      now: () => Date.now(),
      row: () => {
        const life = this.#life;
        if (!life || this.#erasing) return null;
        const { title, rounds, createdAt } = life.state;
        const status = this.#engine.status(life.state);
        return { ...life.address, kind: this.#engine.kind, title, status, rounds, createdAt };
      },
      onRetry: () => this.#arm(),
    });
  }
}
