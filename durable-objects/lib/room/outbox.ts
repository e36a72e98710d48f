import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import type { Event } from '../../../src/contract/events/events';
import type { Glance } from '../../../src/contract/glance';
import type { Address } from '../../../src/room/rpc';
import { bundleKey, closedEvents, endedRounds, packBundle } from '../../../src/storage/bundles';
import { countStatements } from '../../../src/storage/counters';
import type { SlimStep } from '../../../src/storage/index-rows';
import { indexStatements, type RoomRow } from '../../../src/storage/index-statements';
import { webhookEndpointsOf } from '../../../src/storage/webhook-endpoints';
import { databaseOf, webhookEndpointStub } from '../stubs';
import { firstOfRound, type Ledger } from './ledger';
import { foldCosts } from './meter';
import type { RoomParts } from './parts';
import { findRound, type RoundParts, writeBundle } from './round-bundle';
import { readAddress, readMeta } from './schema';
import { finishedSteps, firstOpenRound, hasFinishedStep, parseStep } from './step-rows';

/** Calls of this many rounds stay in the room once they are in R2; older ones are read from there. */
export const KEPT_ROUNDS = 20;
const PAGE_ROWS = 400;
/** Events in which the last words of a room are looked for. */
const GLANCED_EVENTS = 200;

/** Rounds that end within this time of each other go to the index together. */
const SEND_WITHIN_MS = 500;

type Cursor = { indexed_seq: number; indexed_step: number; bundled_seq: number; told_seq: number };

/**
 * Carries the room to D1 (index) and R2 (bundles), and tells those who listen by webhook how far the ledger has come. It
 * is a cursor over ledger and steps, not a copy of them: when a store is down the room goes on, and the cursor catches
 * up. Every write is keyed, so doing it twice changes nothing.
 */
export class Outbox {
  readonly #parts: RoomParts;
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;
  readonly #address: Address;
  #stopped = false;
  /** When it sets off by itself while the room goes on playing; null: it need not. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Webhooks that the last batch found; null: not looked up. */
  #webhookEndpoints: string[] | null = null;
  /** The status that the index was sent last; null: none since the room woke. */
  status: string | null = null;

  constructor(parts: RoomParts, ledger: Ledger) {
    this.#parts = parts;
    this.#sql = parts.ctx.storage.sql;
    this.#ledger = ledger;
    this.#address = readAddress(this.#sql);
  }

  /** Is anything stored that the index has not seen? */
  pending(): boolean {
    if (this.#stopped || !this.#parts.deps.outbox) return false;
    const cursor = this.#cursor();
    const { head } = this.#ledger;
    return (
      head > Math.min(cursor.indexed_seq, cursor.bundled_seq, cursor.told_seq) ||
      hasFinishedStep(this.#sql, cursor.indexed_step)
    );
  }

  /** Send what is new. */
  send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.pending()) void this.#parts.jobs.outbox.start();
  }

  /** The same, a little later: what ends until then goes along. */
  sendSoon(): void {
    this.#timer ??= setTimeout(() => this.send(), SEND_WITHIN_MS);
  }

  /** Send nothing more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Send all that is new. Rejects when a store or a webhook fails. */
  async run(): Promise<void> {
    for (let sent = true; sent && !this.#stopped; ) {
      const { indexed_seq } = this.#cursor();
      sent = await this.#sendPage();
      // Answers of D1 and R2 let nobody else in while they come from the same process, as on a local stage.
      if (this.#cursor().indexed_seq - indexed_seq >= PAGE_ROWS) await sleep(0);
    }
  }

  /** Send the next page to each store, and note what arrived. False when there was nothing to send. */
  async #sendPage(): Promise<boolean> {
    const cursor = this.#cursor();
    const room = this.#row();
    if (!room) return false;
    this.status = room.status;
    // The two stores fail apart: one being down must not hold up the other.
    const results = await Promise.allSettled([this.#index(room, cursor), this.#bundle(room, cursor)]);
    const sentIds = results.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
    if (sentIds.length > 0) {
      Object.assign(cursor, ...sentIds);
      // Nobody listens: it costs no write of its own to know so.
      if (this.#webhookEndpoints?.length === 0) cursor.told_seq = cursor.indexed_seq;
      const { indexed_seq, indexed_step, bundled_seq, told_seq } = cursor;
      this.#sql.exec(
        'UPDATE outbox SET indexed_seq = ?, indexed_step = ?, bundled_seq = ?, told_seq = ? WHERE id = 1',
        indexed_seq,
        indexed_step,
        bundled_seq,
        told_seq,
      );
      this.#trim(cursor);
    }
    if (cursor.told_seq < cursor.indexed_seq) await this.#tell(room, cursor.indexed_seq);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return sentIds.length > 0;
  }

  /**
   * Tell everyone who listens that there are events up to `seq`. They read them when they like: nothing here waits for a
   * receiver. Only what is in the index is told, so that whoever enters the index later sees there that the room was
   * written.
   */
  async #tell(room: RoomRow, seq: number): Promise<void> {
    const { env } = this.#parts;
    const list = this.#webhookEndpoints ?? (await this.#readWebhookEndpoints(room));
    this.#webhookEndpoints = null;
    const notifications = await Promise.allSettled(
      list.map((id) => webhookEndpointStub(env, room.tenant, id).tell(room.id, seq)),
    );
    for (const one of notifications) if (one.status === 'rejected') throw one.reason;
    if (!this.#stopped) this.#sql.exec('UPDATE outbox SET told_seq = ? WHERE id = 1', seq);
  }

  async #readWebhookEndpoints({ tenant, id }: RoomRow): Promise<string[]> {
    const db = await databaseOf(this.#parts.env, tenant);
    const endpointRows = await webhookEndpointsOf(db, tenant, id).all<{ id: string }>();
    return endpointRows.results.map((row) => row.id);
  }

  #cursor(): Cursor {
    return this.#sql
      .exec<Cursor>('SELECT indexed_seq, indexed_step, bundled_seq, told_seq FROM outbox WHERE id = 1')
      .one();
  }

  async #index(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const { env } = this.#parts;
    const events = this.#ledger.page(cursor.indexed_seq, PAGE_ROWS);
    const steps = finishedSteps(this.#sql, cursor.indexed_step, PAGE_ROWS);
    if (events.length === 0 && steps.length === 0) return null;
    const db = await databaseOf(env, room.tenant);
    const calls = steps.filter(({ kind }) => kind === 'call').map((step) => parseStep<SlimStep>(step));
    const isCounted = readConfig(env).metricsKey !== null;
    const statements = [
      ...(isCounted ? countStatements(db, room, events, calls, Date.now()) : []),
      ...indexStatements(db, { ...room, glance: this.#glance() }, events, calls),
      webhookEndpointsOf(db, room.tenant, room.id),
    ];
    const results = await db.batch<{ id: string }>(statements);
    this.#webhookEndpoints = (results.at(-1)?.results ?? []).map(({ id }) => id);
    return {
      indexed_seq: events.at(-1)?.seq ?? cursor.indexed_seq,
      indexed_step: steps.at(-1)?.n ?? cursor.indexed_step,
    };
  }

  #glance(): Glance | null {
    const latestEvents: Event[] = [];
    for (const event of this.#ledger.walkBack()) {
      latestEvents.push(event);
      if (latestEvents.length >= GLANCED_EVENTS) break;
    }
    const { engine, state } = this.#parts;
    return state && engine.glance(state, latestEvents.reverse());
  }

  #row(): RoomRow | null {
    const { engine, state } = this.#parts;
    if (!state) return null;
    const { title, rounds, createdAt } = state;
    return {
      ...{ ...this.#address, kind: engine.kind, title, status: engine.status(state), rounds, createdAt },
      answeredBy: engine.answeredBy(state),
    };
  }

  async #bundle(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const [sql, ledger] = [this.#sql, this.#ledger];
    const page = ledger.page(cursor.bundled_seq, PAGE_ROWS);
    const events = closedEvents(page, firstOpenRound(sql, cursor.indexed_step));
    const last = events.at(-1);
    if (!last) return null;
    let past: RoundParts | undefined;
    // What a fork or an import brought along had its calls elsewhere: there is nothing to be bundled.
    const adopted = Number(readMeta(sql, 'adopted') ?? '0');
    for (const round of endedRounds(events.filter(({ seq }) => seq > adopted))) {
      // Rounds end in their order: what the next one wrote comes after, and need not be looked for.
      past = findRound(sql, ledger, round, past);
      const bundle = await packBundle(writeBundle(room.id, round, past));
      const httpMetadata = { contentType: 'application/gzip' };
      await this.#parts.env.BUCKET.put(bundleKey(room.tenant, room.id, round), bundle, { httpMetadata });
      if (this.#stopped) return null;
    }
    return { bundled_seq: last.seq };
  }

  /** Drops what both stores have, of rounds so far behind the newest that they can't change any more. */
  #trim(cursor: Cursor): void {
    const { state, ctx } = this.#parts;
    const { storage } = ctx;
    const newest = (state?.rounds ?? 0) - KEPT_ROUNDS;
    if (newest <= 0 || this.#ledger.head > cursor.bundled_seq) return;
    // The newest step stays, so that its number is never given again; and with it its whole round, as a round that
    // has calls here is read from here.
    const [last] = storage.sql
      .exec<{ round: number }>('SELECT round FROM steps ORDER BY n DESC LIMIT 1')
      .toArray();
    if (!last) return;
    const keepFrom = firstOfRound(storage.sql, 'steps', 'n', Math.min(newest, last.round));
    if (keepFrom > cursor.indexed_step + 1) return;
    storage.transactionSync(() => {
      foldCosts(storage.sql, keepFrom);
      storage.sql.exec('DELETE FROM steps WHERE n < ?', keepFrom);
    });
  }
}
