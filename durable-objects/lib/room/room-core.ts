import { alwaysRetry, PATIENT_BACK_OFF } from '../../../src/base/back-off';
import { sleep } from '../../../src/base/sleep';
import type { Receipt } from '../../../src/contract/access';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { type HiddenLines, NO_HIDDEN_LINES } from '../../../src/contract/events/fold/hidden-lines';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { RoomState } from '../../../src/room/room-state';
import type { Address } from '../../../src/room/rpc';
import { ALARM_INTERVAL_MS, Jobs } from '../jobs';
import { Credentials } from './credentials';
import { type RoomDeps, roomDeps } from './deps';
import { journalVersion, type RoomEngine } from './engine';
import { eraseRoom, isMarkedForErasure, markErasing } from './erase';
import { Ledger } from './ledger';
import { LoadedRoom, latestRound } from './loaded-room';
import { Meter } from './meter';
import type { Probe, RoomJobs, RoomParts } from './parts';
import { Pump } from './pump';
import { runOnce } from './receipts';
import { type EmbedUnjournaled, RoundPlayer } from './round-player';
import { RoundStarter } from './round-starter';
import {
  hasSchema,
  migrate,
  ROOM_MIGRATIONS,
  readAddress,
  readMeta,
  writeAddress,
  writeMeta,
} from './schema';
import { Snapshots } from './snapshots';
import { Sockets } from './sockets';

/** Events to store per slice of a past, before yielding. */
const ADOPT_BATCH = 500;
/** Age at which an incomplete import is deleted; longer than any request. */
const CREATION_TIMEOUT_MS = 600_000;

/** Background work that stored events call for, such as storing memories elsewhere. Must be idempotent. */
export interface FollowUp<S extends RoomState> {
  isDue(room: LoadedRoom<S>): boolean;
  run(): Promise<void>;
}

/** Clock-based waits, independent of rounds. */
export interface Timers {
  /** Time of the next call; null: none. */
  nextAt(now: number): number | null;
  /** May be called late, or too early. */
  ring(now: number): void;
}

/**
 * Common half of scenes and runs: creation, reads, inputs, alarm and erasure. `loaded-room.ts` loads the
 * room, `pump.ts` plays its rounds, `round-player.ts` plays one round by the rules of the engine. Each part
 * gets this object as {@link RoomParts}.
 */
export class RoomCore<S extends RoomState> implements RoomParts<S> {
  readonly ctx: DurableObjectState;
  readonly env: Env;
  readonly engine: RoomEngine<S>;
  readonly sockets: Sockets;
  readonly credentials: Credentials;
  readonly jobs: RoomJobs;
  readonly #alarm: Jobs;
  readonly #starts: RoundStarter<S>;
  readonly #player: RoundPlayer<S>;
  readonly #pump: Pump<S>;
  /** Null before creation and during erasure. */
  #loadedRoom: LoadedRoom<S> | null = null;
  isErasing = false;
  /** Settles when the import or fork in progress ends; null: none. */
  #making: Promise<void> | null = null;
  /** Start of an incomplete import or fork, in milliseconds since the epoch. */
  #unfinishedSince: number | null = null;
  timers: Timers | null = null;
  followUp: FollowUp<S> | null = null;
  onStateChanged: (state: S) => void = () => {};
  /** Tests interrupt the room here; a no-op in production. */
  probe: Probe = async () => {};
  /** Tests can load the room as another code version. */
  version: string;

  constructor(ctx: DurableObjectState, env: Env, engine: RoomEngine<S>) {
    this.ctx = ctx;
    this.env = env;
    this.engine = engine;
    this.version = journalVersion(engine.stepNames);
    this.sockets = new Sockets(ctx, () => this.hiddenLines());
    this.credentials = new Credentials(ctx, env, this.sockets);
    this.#starts = new RoundStarter(this);
    this.#player = new RoundPlayer(this);
    this.#pump = new Pump(this, this.#starts, this.#player);
    this.#alarm = new Jobs(ctx);
    this.jobs = this.#addJobs();
    if (hasSchema(ctx.storage.sql)) this.#wake();
  }

  get state(): S | null {
    return this.#loadedRoom?.state ?? null;
  }

  get deps(): RoomDeps {
    return roomDeps(this.env);
  }

  #addJobs(): RoomJobs {
    const { ctx, engine } = this;
    this.#alarm.add({
      name: 'room deletion',
      dueAt: (now) => (this.isErasing && hasSchema(ctx.storage.sql) ? now : null),
      run: () => this.#eraseNow(),
      backOff: alwaysRetry(5_000),
    });
    this.#alarm.add({
      name: 'deletion of an unfinished import',
      dueAt: () => this.#unfinishedSince && this.#unfinishedSince + CREATION_TIMEOUT_MS,
      run: async () => {
        if (this.#making) return;
        this.#unfinishedSince = null;
        await ctx.storage.deleteAll();
      },
      backOff: alwaysRetry(5_000),
      mayLeave: true,
    });
    this.#alarm.add({
      name: 'presence',
      dueAt: (now) => (this.#activeRoom && this.timers?.nextAt(now)) ?? null,
      run: async () => this.timers?.ring(Date.now()),
    });
    const rounds = this.#alarm.add({
      name: 'round',
      dueAt: (now) => {
        const room = this.#activeRoom;
        if (!room) return null;
        return this.#pump.hasWork(room) ? now : (engine.nextAt?.(room.state, now) ?? null);
      },
      run: async () => {
        const room = this.#activeRoom;
        if (room && this.#pump.hasWork(room)) await this.#pump.run(room);
      },
      isLong: true,
    });
    const followUps = this.#alarm.add({
      name: 'follow-up',
      dueAt: (now) => {
        const room = this.#activeRoom;
        return room && this.followUp?.isDue(room) ? now : null;
      },
      run: async () => this.followUp?.run(),
      backOff: PATIENT_BACK_OFF,
    });
    const settling = this.#alarm.add({
      name: 'settling with the tenant',
      dueAt: (now) =>
        this.#activeRoom?.meter.dueAt(this.#pump.isRunning ? now + ALARM_INTERVAL_MS : now) ?? null,
      run: async (failures) => this.#activeRoom?.meter.settle(failures),
      backOff: PATIENT_BACK_OFF,
      isLong: true,
    });
    const outbox = this.#alarm.add({
      name: 'outbox',
      dueAt: (now) => {
        const room = this.#activeRoom;
        return room?.outbox.pending() ? (this.#isIndexed(room) ? now : now + ALARM_INTERVAL_MS) : null;
      },
      run: async () => this.#activeRoom?.outbox.run(),
      backOff: PATIENT_BACK_OFF,
      isLong: true,
      // A cancelled round's bundle waits for its in-flight step.
      mayLeave: true,
    });
    const traces = this.#alarm.add({
      name: 'exporting traces',
      dueAt: (now) => this.#activeRoom?.outbox.tracesDueAt(now) ?? null,
      run: async () => this.#activeRoom?.outbox.trace(),
      backOff: PATIENT_BACK_OFF,
      isLong: true,
    });
    return { rounds, followUps, settling, outbox, traces };
  }

  /** True while the pump runs, which is slightly longer than a round is open. */
  get isPlaying(): boolean {
    return this.#pump.isRunning;
  }

  /** Returns `not_found` if there is no room or it is being erased. */
  open(): Result<LoadedRoom<S>> {
    if (this.#loadedRoom && !this.isErasing) {
      // Opening the room also resumes an interrupted round, unless a retry is already scheduled.
      const { isRunning, retryAt } = this.jobs.rounds;
      if (!isRunning && retryAt === null && this.#pump.hasWork(this.#loadedRoom)) this.resumeWork();
      return ok(this.#loadedRoom);
    }
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: this.engine.kind, id });
  }

  hiddenLines(): HiddenLines {
    const room = this.#loadedRoom;
    return (room && this.engine.hiddenLines?.(room.state)) ?? NO_HIDDEN_LINES;
  }

  look<T>(view: (loadedRoom: LoadedRoom<S>) => T): Result<T> {
    const opening = this.open();
    return opening.ok ? ok(view(opening.value)) : opening;
  }

  /**
   * Creates schema, address and first events in one transaction. Repeats get the response of {@link earlierResponse}.
   */
  create<T>(
    address: Address,
    receipt: Receipt | null,
    first: () => Result<EventDraft[]>,
    view: (state: S) => T,
  ): Result<T> {
    const refusal = this.#mayNotMake<T>(receipt);
    if (refusal) return refusal;
    const drafts = first();
    if (!drafts.ok) return drafts;
    return this.#make(address, receipt, null, drafts.value, view);
  }

  /**
   * Creates a room with a past: an import or a fork. The past may have tens of thousands of events, so it is
   * stored in slices, yielding after each. The room exists once the last slice is stored. After a crash, a
   * repeat of the request starts over; otherwise an alarm deletes the slices.
   *
   * @param first its own first events
   * @param meta rows of `meta` to store with it
   */
  async createFrom<T>(
    address: Address,
    receipt: Receipt | null,
    past: readonly Event[],
    first: EventDraft[],
    view: (state: S) => T,
    meta: readonly [key: string, value: string][] = [],
  ): Promise<Result<T>> {
    // A concurrent repeat gets the first request's response.
    while (this.#making) await this.#making;
    const refusal = this.#mayNotMake<T>(receipt);
    if (refusal) return refusal;
    let end = (): void => {};
    this.#making = new Promise((resolve) => {
      end = resolve;
    });
    try {
      const state = await this.#adopt(address, past);
      return this.#mayNotMake<T>(receipt) ?? this.#make(address, receipt, state, first, view, meta);
    } finally {
      this.#making = null;
      end();
    }
  }

  async #adopt(address: Address, past: readonly Event[]): Promise<S | null> {
    const { storage } = this.ctx;
    this.#unfinishedSince = Date.now();
    storage.transactionSync(() => {
      migrate(storage.sql, ROOM_MIGRATIONS);
      storage.sql.exec('DELETE FROM ledger');
      writeAddress(storage.sql, address);
      writeMeta(storage.sql, 'making', String(this.#unfinishedSince));
    });
    // The alarm deletes leftovers of a crash.
    this.#alarm.arm();
    const ledger = new Ledger(storage.sql);
    let state: S | null = null;
    for (let at = 0; at < past.length && !this.isErasing; at += ADOPT_BATCH) {
      const slice = past.slice(at, at + ADOPT_BATCH);
      await ledger.adopt(slice);
      for (const event of slice) state = this.engine.reduce(state, event);
      await sleep(0);
    }
    return state;
  }

  /** Response if the room exists or is being erased; null: it can be created. */
  #mayNotMake<T>(receipt: Receipt | null): Result<T> | null {
    if (!this.isErasing) return this.earlierResponse<T>(receipt);
    return fail({
      code: 'conflict',
      detail: 'This room is being deleted.',
      fix: 'Use a new Idempotency-Key.',
    });
  }

  #make<T>(
    address: Address,
    receipt: Receipt | null,
    past: S | null,
    drafts: EventDraft[],
    view: (state: S) => T,
    meta: readonly [key: string, value: string][] = [],
  ): Result<T> {
    const { storage } = this.ctx;
    const { sql } = storage;
    const answer = storage.transactionSync(() => {
      migrate(sql, ROOM_MIGRATIONS);
      writeAddress(sql, address);
      for (const [key, value] of meta) writeMeta(sql, key, value);
      const at = new Date().toISOString();
      const ledger = new Ledger(sql);
      if (past) {
        writeMeta(sql, 'adopted', String(ledger.head));
        sql.exec('UPDATE outbox SET followed_seq = ?', ledger.head);
        sql.exec("DELETE FROM meta WHERE key = 'making'");
      }
      let state = past;
      const all = this.#starts.follow(state, drafts, ledger.head, at);
      const newEvents = ledger.append(all, latestRound(state ?? { rounds: 0 }, all), null, at);
      for (const event of newEvents) state = this.engine.reduce(state, event);
      // Snapshot now, so that loading need not fold the whole past.
      if (past) new Snapshots(sql, ledger, this.engine).keep(state as S);
      return runOnce(storage, receipt, Date.now(), () => ok(view(state as S)));
    });
    this.#wake();
    this.resumeWork();
    return answer;
  }

  /**
   * Response to a creation request if the room exists: the original response if the same request created it.
   * null: no room yet.
   */
  earlierResponse<T>(receipt: Receipt | null): Result<T> | null {
    if (!this.open().ok) return null;
    if (!receipt)
      return fail({ code: 'conflict', detail: 'This id is already taken.', fix: 'Create the room again.' });
    return runOnce<T>(this.ctx.storage, receipt, Date.now(), () =>
      fail({ code: 'idempotency_mismatch', key: receipt.key }),
    );
  }

  /**
   * Accepts an input. `decide` returns its events or a failure. They are stored together with the receipt,
   * and with the start of a round if none is open.
   *
   * @param keep response to store for repeats; default: the same
   */
  accept<T>(
    receipt: Receipt | null,
    decide: (state: S, loadedRoom: LoadedRoom<S>) => Result<EventDraft[]>,
    view: (state: S, events: Event[]) => T,
    keep?: (value: T) => T,
  ): Result<T> {
    const opening = this.open();
    if (!opening.ok) return opening;
    const loadedRoom = opening.value;
    const before = loadedRoom.state;
    let events: Event[] = [];
    let result: Result<T>;
    try {
      const act = (): Result<T> => {
        const drafts = decide(loadedRoom.state, loadedRoom);
        if (!drafts.ok) return drafts;
        events = this.#store(loadedRoom, drafts.value);
        // Exclude the round start: its hops follow from its inputs.
        if (receipt?.hops) loadedRoom.hops.note(events.slice(0, drafts.value.length), receipt.hops);
        return ok(view(loadedRoom.state, events));
      };
      result = runOnce(this.ctx.storage, receipt, Date.now(), act, keep);
    } catch (error) {
      loadedRoom.rollbackTo(before);
      throw error;
    }
    if (events.length > 0) this.sockets.broadcast(events);
    this.resumeWork();
    return result;
  }

  /** Starts or resumes all pending work. Every entry point ends here. */
  resumeWork(): void {
    const room = this.#activeRoom;
    if (!room) return;
    this.jobs.rounds.retryAt = null;
    this.jobs.rounds.startIfDue();
    if (this.#isIndexed(room)) this.jobs.outbox.retryAt = null;
    this.jobs.settling.startIfDue();
    this.jobs.followUps.startIfDue();
    this.jobs.outbox.startIfDue();
    this.onStateChanged(room.state);
    this.#alarm.arm();
  }

  /** Never waits for a round. */
  async alarm(): Promise<void> {
    const ringing = this.#alarm.ring();
    this.resumeWork();
    await ringing;
  }

  get #activeRoom(): LoadedRoom<S> | null {
    return this.isErasing ? null : this.#loadedRoom;
  }

  /**
   * Index a run's continue or pause immediately. A scene's status changes with every round, so wait until
   * none is open.
   */
  #isIndexed({ state, outbox }: LoadedRoom<S>): boolean {
    return !state.open || (this.engine.unit !== 'round' && outbox.status !== this.engine.status(state));
  }

  /** Keep `isErasing` set, so that a step still in flight cannot write to the room. */
  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    await this.#making;
    await this.jobs.outbox.ended;
    const meter = this.#loadedRoom?.meter ?? new Meter(this);
    await eraseRoom(storage, this.env, readAddress(storage.sql), meter);
  }

  /** Stops everything and lets alarms erase the room. It is not found from now on. */
  erase(): Result<null> {
    const opening = this.open();
    const { sql } = this.ctx.storage;
    if (this.#making) {
      markErasing(sql, undefined);
      this.isErasing = true;
      this.#alarm.arm();
      return ok(null);
    }
    // Repeated deletes succeed until the data is gone.
    if (!opening.ok) return this.isErasing && hasSchema(sql) ? ok(null) : opening;
    markErasing(sql, this.engine.world?.(opening.value.state));
    this.isErasing = true;
    opening.value.outbox.stop();
    this.sockets.closeAll(1001, 'the room was deleted');
    this.#alarm.arm();
    return ok(null);
  }

  rebuild(): S | null {
    return this.#loadedRoom?.snapshots.rebuild() ?? null;
  }

  /**
   * Plays a round again (see {@link RoundStarter.retry}). `extra` is stored before the start of a failed
   * round's retry.
   */
  retry<T>(
    n: number,
    receipt: Receipt | null,
    extra: EventDraft[],
    view: (state: S, events: Event[]) => T,
    attempt?: number,
  ): Result<T> {
    const at = new Date().toISOString();
    const decide = (state: S, { ledger }: LoadedRoom<S>) => {
      const eventsOf = (round: number) => ledger.roundEvents(round);
      return attempt === undefined
        ? this.#starts.retry(state, n, { eventsOf, extra, at })
        : this.#starts.chooseTry(state, n, attempt, eventsOf(n));
    };
    return this.accept(receipt, decide, view);
  }

  /** Call it inside a transaction. */
  #store(loadedRoom: LoadedRoom<S>, drafts: EventDraft[]): Event[] {
    const at = new Date().toISOString();
    return loadedRoom.write(this.isErasing ? drafts : this.#addStart(loadedRoom, drafts, at), at);
  }

  #addStart({ state, ledger }: LoadedRoom<S>, drafts: EventDraft[], at: string): EventDraft[] {
    return this.#pump.isRunning
      ? this.#starts.join(state, drafts, (n) => ledger.roundEvents(n), at)
      : this.#starts.follow(state, drafts, ledger.head, at);
  }

  embed: EmbedUnjournaled = (...asked) => this.#player.embed(this.#loadedRoom, ...asked);

  #wake(): void {
    const { sql } = this.ctx.storage;
    this.isErasing = isMarkedForErasure(sql);
    const makingSince = readMeta(sql, 'making');
    this.#unfinishedSince = makingSince === null ? null : Number(makingSince);
    if (this.isErasing || makingSince !== null) return;
    migrate(sql, ROOM_MIGRATIONS);
    this.#loadedRoom = LoadedRoom.wake<S>(this);
  }
}
