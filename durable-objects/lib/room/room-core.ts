import { always, PATIENT } from '../../../src/base/back-off';
import { sleep } from '../../../src/base/sleep';
import type { Receipt } from '../../../src/contract/access';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { type HiddenLines, NO_HIDDEN_LINES } from '../../../src/contract/events/fold/hidden-lines';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { RoomState } from '../../../src/room/room-state';
import type { Address } from '../../../src/room/rpc';
import { BEAT_MS, Jobs } from '../jobs';
import { Credentials } from './credentials';
import { type RoomDeps, roomDeps } from './deps';
import { journalVersion, type RoomEngine } from './engine';
import { eraseRoom, isMarked, markErasing } from './erase';
import { Ledger } from './ledger';
import { LoadedRoom, latestRound } from './loaded-room';
import { Meter } from './meter';
import type { Probe, RoomJobs, RoomParts } from './parts';
import { Pump } from './pump';
import { once } from './receipts';
import { type EmbedAside, RoundPlayer } from './round-player';
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

/** Events of a past that are stored before others are served again. */
const ADOPTED_AT_ONCE = 500;
/** Age at which a past that is not whole is deleted. No request lasts as long. */
const UNFINISHED_MS = 600_000;

/** Background work that stored events call for, such as rewriting memories. Must be idempotent. */
export interface FollowUp<S> {
  isDue(state: S): boolean;
  run(): Promise<void>;
}

/** Waits by the clock, beside the rounds. */
export interface Timers {
  /** When it is to ring; null: never. */
  nextAt(now: number): number | null;
  /** It is time, or was a while ago; it may also ring too early. */
  ring(now: number): void;
}

/**
 * Common half of scenes and runs: a room is made, asked, given something to play, rung and erased here. `loaded-room.ts`
 * loads it, `pump.ts` plays its rounds one after the other, `round-player.ts` plays one, by the rules of the engine. Each
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
  /** Null while nothing has been created here, or when it is being erased. */
  #loadedRoom: LoadedRoom<S> | null = null;
  isErasing = false;
  /** Ends when the past that is being stored is; null: none is. */
  #making: Promise<void> | null = null;
  /** When a past began to be stored that is not whole yet, in milliseconds since the epoch. */
  #unfinishedSince: number | null = null;
  /** Waits of this kind of room; null: none. */
  timers: Timers | null = null;
  /** Background work of this kind of room; null: none. */
  followUp: FollowUp<S> | null = null;
  onMoved: (state: S) => void = () => {};
  /** Tests cut the room off here; in production it does nothing. */
  probe: Probe = async () => {};
  /** Tests may wake the room as code of another version. */
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
      backOff: always(5_000),
    });
    this.#alarm.add({
      name: 'deletion of an unfinished import',
      dueAt: () => this.#unfinishedSince && this.#unfinishedSince + UNFINISHED_MS,
      run: async () => {
        if (this.#making) return;
        this.#unfinishedSince = null;
        await ctx.storage.deleteAll();
      },
      backOff: always(5_000),
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
      name: 'following changed lines',
      dueAt: (now) => {
        const room = this.#activeRoom;
        return room && this.followUp?.isDue(room.state) ? now : null;
      },
      run: async () => this.followUp?.run(),
      backOff: PATIENT,
    });
    const settling = this.#alarm.add({
      name: 'settling with the tenant',
      dueAt: (now) => this.#activeRoom?.meter.dueAt(this.#pump.isRunning ? now + BEAT_MS : now) ?? null,
      run: async (failures) => this.#activeRoom?.meter.settle(failures),
      backOff: PATIENT,
      isLong: true,
    });
    const outbox = this.#alarm.add({
      name: 'outbox',
      dueAt: (now) => {
        const room = this.#activeRoom;
        return room?.outbox.pending() ? (this.#isIndexed(room) ? now : now + BEAT_MS) : null;
      },
      run: async () => this.#activeRoom?.outbox.run(),
      backOff: PATIENT,
      isLong: true,
      // The bundle of a cancelled round waits for the step that is still out.
      mayLeave: true,
    });
    return { rounds, followUps, settling, outbox };
  }

  /** True while the pump runs, which is a moment longer than a round is open. */
  get isPlaying(): boolean {
    return this.#pump.isRunning;
  }

  /** The room, or the failure every call answers with when there is none. */
  open(): Result<LoadedRoom<S>> {
    if (this.#loadedRoom && !this.isErasing) {
      // Whoever wakes the room also wakes what was cut off; a round that broke waits for its time.
      const { isRunning, retryAt } = this.jobs.rounds;
      if (!isRunning && retryAt === null && this.#pump.hasWork(this.#loadedRoom)) this.kick();
      return ok(this.#loadedRoom);
    }
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: this.engine.kind, id });
  }

  /** Lines that the owner alone reads. */
  hiddenLines(): HiddenLines {
    const room = this.#loadedRoom;
    return (room && this.engine.hiddenLines?.(room.state)) ?? NO_HIDDEN_LINES;
  }

  look<T>(view: (loadedRoom: LoadedRoom<S>) => T): Result<T> {
    const opening = this.open();
    return opening.ok ? ok(view(opening.value)) : opening;
  }

  /** Make the room: schema, address and first events in one transaction. A repeat is answered by {@link made}. */
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
   * Make a room with a past: an import or a fork. The past may have tens of thousands of events, so it is stored in slices
   * with a pause after each. The room exists once the last slice is stored. If a crash cuts the import, a repeat of the
   * request starts over, and otherwise an alarm deletes the slices.
   *
   * @param first the first events of its own
   */
  async createFrom<T>(
    address: Address,
    receipt: Receipt | null,
    past: readonly Event[],
    first: EventDraft[],
    view: (state: S) => T,
  ): Promise<Result<T>> {
    // A repeat that comes meanwhile is answered as the first request is.
    while (this.#making) await this.#making;
    const refusal = this.#mayNotMake<T>(receipt);
    if (refusal) return refusal;
    let end = (): void => {};
    this.#making = new Promise((resolve) => {
      end = resolve;
    });
    try {
      const state = await this.#adopt(address, past);
      return this.#mayNotMake<T>(receipt) ?? this.#make(address, receipt, state, first, view);
    } finally {
      this.#making = null;
      end();
    }
  }

  /** Stores a past, and folds it. */
  async #adopt(address: Address, past: readonly Event[]): Promise<S | null> {
    const { storage } = this.ctx;
    this.#unfinishedSince = Date.now();
    storage.transactionSync(() => {
      migrate(storage.sql, ROOM_MIGRATIONS);
      storage.sql.exec('DELETE FROM ledger');
      writeAddress(storage.sql, address);
      writeMeta(storage.sql, 'making', String(this.#unfinishedSince));
    });
    // The alarm deletes what a crash leaves.
    this.#alarm.arm();
    const ledger = new Ledger(storage.sql);
    let state: S | null = null;
    for (let at = 0; at < past.length && !this.isErasing; at += ADOPTED_AT_ONCE) {
      const slice = past.slice(at, at + ADOPTED_AT_ONCE);
      storage.transactionSync(() => ledger.adopt(slice));
      for (const event of slice) state = this.engine.reduce(state, event);
      await sleep(0);
    }
    return state;
  }

  /** The answer to a request that can't make the room any more; null: it can. */
  #mayNotMake<T>(receipt: Receipt | null): Result<T> | null {
    if (!this.isErasing) return this.made<T>(receipt);
    return fail({
      code: 'conflict',
      detail: 'this room is being erased',
      fix: 'use a new Idempotency-Key',
    });
  }

  /** @param state what its past comes to; null: it has none */
  #make<T>(
    address: Address,
    receipt: Receipt | null,
    past: S | null,
    drafts: EventDraft[],
    view: (state: S) => T,
  ): Result<T> {
    const { storage } = this.ctx;
    const { sql } = storage;
    const answer = storage.transactionSync(() => {
      migrate(sql, ROOM_MIGRATIONS);
      writeAddress(sql, address);
      const at = new Date().toISOString();
      const ledger = new Ledger(sql);
      if (past) {
        writeMeta(sql, 'adopted', String(ledger.head));
        sql.exec("DELETE FROM meta WHERE key = 'making'");
      }
      let state = past;
      const all = this.#starts.follow(state, drafts, ledger.head, at);
      const newEvents = ledger.append(all, latestRound(state ?? { rounds: 0 }, all), null, at);
      for (const event of newEvents) state = this.engine.reduce(state, event);
      // The room need not fold its past again to wake.
      if (past) new Snapshots(sql, ledger, this.engine).keep(state as S);
      return once(storage, receipt, Date.now(), () => ok(view(state as S)));
    });
    this.#wake();
    this.kick();
    return answer;
  }

  /**
   * Answers a request to make the room when it is there, alike when this request made it. Null: it is still to be made.
   */
  made<T>(receipt: Receipt | null): Result<T> | null {
    if (!this.open().ok) return null;
    if (!receipt) return fail({ code: 'conflict', detail: 'this id is taken', fix: 'create the room again' });
    return once<T>(this.ctx.storage, receipt, Date.now(), () =>
      fail({ code: 'idempotency_mismatch', key: receipt.key }),
    );
  }

  /**
   * Take an input: `decide` gives its events from the state (and what else there is of the room), or refuses. Stored with
   * its receipt; the round starts at once in the same commit when none is open.
   *
   * @param keep what a repeat of the request is answered; default: the same
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
        // Not what began along with it: that has its hops from its inputs.
        if (receipt?.hops) loadedRoom.hops.note(events.slice(0, drafts.value.length), receipt.hops);
        return ok(view(loadedRoom.state, events));
      };
      result = once(this.ctx.storage, receipt, Date.now(), act, keep);
    } catch (error) {
      loadedRoom.takeBack(before);
      throw error;
    }
    if (events.length > 0) this.sockets.broadcast(events);
    this.kick();
    return result;
  }

  /** Start, or go on with, whatever there is to play. Every entry to the room ends here. */
  kick(): void {
    const room = this.#activeRoom;
    if (!room) return;
    // An entry goes on at once with what was postponed.
    this.jobs.rounds.retryAt = null;
    this.jobs.rounds.startIfDue();
    if (this.#isIndexed(room)) this.jobs.outbox.retryAt = null;
    this.jobs.settling.startIfDue();
    this.jobs.followUps.startIfDue();
    this.jobs.outbox.startIfDue();
    this.onMoved(room.state);
    this.#alarm.arm();
  }

  /** The alarm. It never waits for a round. */
  async alarm(): Promise<void> {
    const ringing = this.#alarm.ring();
    this.kick();
    await ringing;
  }

  /** Null when there is no room, or it is being erased. */
  get #activeRoom(): LoadedRoom<S> | null {
    return this.isErasing ? null : this.#loadedRoom;
  }

  /** A run that goes on, or is paused, is listed as such at once; a scene is busy and quiet again with every round. */
  #isIndexed({ state, outbox }: LoadedRoom<S>): boolean {
    return !state.open || (this.engine.unit !== 'round' && outbox.status !== this.engine.status(state));
  }

  /** This life of the room stays marked as erasing, so that a step still under way finds nobody to report to. */
  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    await this.#making;
    await this.jobs.outbox.ended;
    const meter = this.#loadedRoom?.meter ?? new Meter(this);
    await eraseRoom(storage, this.env, readAddress(storage.sql), meter);
  }

  /** Stop everything and erase the room in alarms; from here on it is not found. */
  erase(): Result<null> {
    const opening = this.open();
    const { sql } = this.ctx.storage;
    if (this.#making) {
      markErasing(sql, undefined);
      this.isErasing = true;
      this.#alarm.arm();
      return ok(null);
    }
    // Until nothing is left of it, it answers that it is on its way.
    if (!opening.ok) return this.isErasing && hasSchema(sql) ? ok(null) : opening;
    markErasing(sql, this.engine.world?.(opening.value.state));
    this.isErasing = true;
    opening.value.outbox.stop();
    this.sockets.closeAll(1001, 'the room was deleted');
    this.#alarm.arm();
    return ok(null);
  }

  /** See {@link Snapshots.rebuild}. */
  rebuild(): S | null {
    return this.#loadedRoom?.snapshots.rebuild() ?? null;
  }

  /** Play a round again (see {@link RoundStarter.retry}). `extra` comes before the start of one that failed. */
  retry<T>(
    n: number,
    receipt: Receipt | null,
    extra: EventDraft[],
    view: (state: S, events: Event[]) => T,
    attempt?: number,
  ): Result<T> {
    const at = new Date().toISOString();
    const decide = (state: S, { ledger }: LoadedRoom<S>) => {
      const eventsOf = (round: number) => ledger.ofRound(round);
      return attempt === undefined
        ? this.#starts.retry(state, n, { eventsOf, extra, at })
        : this.#starts.chooseTry(state, n, attempt, eventsOf(n));
    };
    return this.accept(receipt, decide, view);
  }

  /** Store events and fold them; a round that can start does so in the same commit. Inside a transaction. */
  #store(loadedRoom: LoadedRoom<S>, drafts: EventDraft[]): Event[] {
    const at = new Date().toISOString();
    const mayStart = !this.#pump.isRunning && !this.isErasing;
    const all = mayStart ? this.#starts.follow(loadedRoom.state, drafts, loadedRoom.ledger.head, at) : drafts;
    return loadedRoom.write(all, at);
  }

  /** See {@link RoundPlayer.embed}. */
  embed: EmbedAside = (...asked) => this.#player.embed(this.#loadedRoom, ...asked);

  #wake(): void {
    const { sql } = this.ctx.storage;
    this.isErasing = isMarked(sql);
    const makingSince = readMeta(sql, 'making');
    this.#unfinishedSince = makingSince === null ? null : Number(makingSince);
    if (this.isErasing || makingSince !== null) return;
    migrate(sql, ROOM_MIGRATIONS);
    this.#loadedRoom = LoadedRoom.wake<S>(this);
  }
}
