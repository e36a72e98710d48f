import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import type { Event } from '../../../src/contract/events/events';
import { NO_HIDDEN_LINES } from '../../../src/contract/events/fold/hidden-lines';
import type { RoomPreview } from '../../../src/contract/glance';
import type { Address } from '../../../src/room/rpc';
import { bundleKey, closedEvents, endedRounds, packBundle } from '../../../src/storage/bundles';
import { countStatements } from '../../../src/storage/counters';
import type { SlimStep } from '../../../src/storage/index-rows';
import { indexStatements, type RoomRow } from '../../../src/storage/index-statements';
import { listWebhookEndpointsOfTenant } from '../../../src/storage/webhook-endpoints';
import { exportSpans } from '../../../src/traces/export-spans';
import { roundSpans } from '../../../src/traces/spans';
import { tenantDatabase, webhookEndpointStub } from '../stubs';
import { firstOfRound, type Ledger } from './ledger';
import { archiveCosts } from './meter';
import type { RoomParts } from './parts';
import { findRound, loadBundle, type RoundParts, writeBundle } from './round-bundle';
import { readAddress, readMeta } from './schema';
import { finishedSteps, firstOpenRound, hasFinishedStep, parseStep } from './step-rows';
import { readTenantModels } from './tenant-providers';

/** Calls of the newest rounds stay in the room after upload; older ones come from R2. */
export const KEPT_ROUNDS = 20;
const PAGE_ROWS = 400;
/** Events to search for the preview's last lines. */
const PREVIEW_EVENTS = 200;

/** Rounds that end within this time share an index write. */
const SEND_DELAY_MS = 500;

type Cursor = Record<
  'indexed_seq' | 'indexed_step' | 'bundled_seq' | 'told_seq' | 'traced_seq' | 'followed_seq',
  number
>;

/**
 * Copies the room to D1 (index) and R2 (bundles), and notifies webhooks of new events. It is a cursor over
 * ledger and steps, so when a store is down the room plays on and the cursor catches up. All writes are keyed
 * and safe to repeat.
 */
export class Outbox {
  readonly #parts: RoomParts;
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;
  readonly #address: Address;
  /** The row that {@link Outbox.#move} stores. */
  #cursor: Readonly<Cursor>;
  #stopped = false;
  /** The trace collector asked to wait until then, in milliseconds since the epoch. */
  #tracesWaitUntil = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** null: not looked up. */
  #webhookEndpoints: string[] | null = null;
  /** Last status sent to the index; null: none since the room loaded. */
  status: string | null = null;

  constructor(parts: RoomParts, ledger: Ledger) {
    this.#parts = parts;
    this.#sql = parts.ctx.storage.sql;
    this.#ledger = ledger;
    this.#address = readAddress(this.#sql);
    this.#cursor = this.#sql
      .exec<Cursor>(
        'SELECT indexed_seq, indexed_step, bundled_seq, told_seq, traced_seq, followed_seq FROM outbox WHERE id = 1',
      )
      .one();
  }

  /** The engine's follow-up has processed the events up to here; after a restart possibly later ones, too. */
  get followed(): number {
    return this.#cursor.followed_seq;
  }

  /** Stored with the next change of the row, to save a write. */
  follow(seq: number): void {
    this.#cursor = { ...this.#cursor, followed_seq: seq };
  }

  pending(): boolean {
    if (this.#stopped || !this.#parts.deps.outbox) return false;
    const { indexed_seq, indexed_step, bundled_seq, told_seq } = this.#cursor;
    return (
      this.#ledger.head > Math.min(indexed_seq, bundled_seq, told_seq) ||
      hasFinishedStep(this.#sql, indexed_step)
    );
  }

  send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.pending()) void this.#parts.jobs.outbox.start();
  }

  /** Sends after a short delay, to batch what ends until then. */
  sendSoon(): void {
    this.#timer ??= setTimeout(() => this.send(), SEND_DELAY_MS);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Rejects if a store or a webhook fails. */
  async run(): Promise<void> {
    for (let sent = true; sent && this.pending(); ) {
      const { indexed_seq } = this.#cursor;
      sent = await this.#sendPage();
      // In local development, D1 and R2 respond in-process and never yield.
      if (this.#cursor.indexed_seq - indexed_seq >= PAGE_ROWS) await sleep(0);
    }
    this.#parts.jobs.traces.startIfDue();
  }

  /** Returns false if there was no new data. */
  async #sendPage(): Promise<boolean> {
    const cursor = this.#cursor;
    const room = this.#row();
    if (!room) return false;
    this.status = room.status;
    // The stores fail independently: one being down must not block the other.
    const results = await Promise.allSettled([this.#index(room, cursor), this.#bundle(room, cursor)]);
    const sentIds = results.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
    if (sentIds.length > 0) {
      const sent: Cursor = Object.assign({ ...this.#cursor }, ...sentIds);
      // Without webhooks, save a separate write for `told_seq`.
      if (this.#webhookEndpoints?.length === 0) sent.told_seq = sent.indexed_seq;
      // Only rounds that end while traces are on are exported.
      sent.traced_seq = readConfig(this.#parts.env).traces ? this.#cursor.traced_seq : sent.bundled_seq;
      this.#move(sent);
      this.#trim(sent);
    }
    const { told_seq, indexed_seq } = this.#cursor;
    if (told_seq < indexed_seq) await this.#tell(room, indexed_seq);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return sentIds.length > 0;
  }

  /**
   * Notifies all webhooks of events up to `seq`; they fetch the events themselves, so this never waits for a
   * receiver. Pass only indexed seqs, so that late subscribers find the room in the index.
   */
  async #tell(room: RoomRow, seq: number): Promise<void> {
    const { env } = this.#parts;
    const list = this.#webhookEndpoints ?? (await this.#readWebhookEndpoints(room));
    this.#webhookEndpoints = null;
    const notifications = await Promise.allSettled(
      list.map((id) => webhookEndpointStub(env, room.tenant, id).tell(room.id, seq)),
    );
    for (const one of notifications) if (one.status === 'rejected') throw one.reason;
    if (!this.#stopped) this.#move({ told_seq: seq });
  }

  async #readWebhookEndpoints({ tenant, id }: RoomRow): Promise<string[]> {
    const db = await tenantDatabase(this.#parts.env, tenant);
    const endpointRows = await listWebhookEndpointsOfTenant(db, tenant, id).all<{ id: string }>();
    return endpointRows.results.map((row) => row.id);
  }

  #move(to: Partial<Cursor>): void {
    const cursor = { ...this.#cursor, ...to };
    const { indexed_seq, indexed_step, bundled_seq, told_seq, traced_seq, followed_seq } = cursor;
    this.#sql.exec(
      'UPDATE outbox SET indexed_seq = ?, indexed_step = ?, bundled_seq = ?, told_seq = ?, traced_seq = ?, followed_seq = ? WHERE id = 1',
      ...[indexed_seq, indexed_step, bundled_seq, told_seq, traced_seq, followed_seq],
    );
    this.#cursor = cursor;
  }

  async #index(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const { env } = this.#parts;
    const events = this.#ledger.page(cursor.indexed_seq, PAGE_ROWS);
    const steps = finishedSteps(this.#sql, cursor.indexed_step, PAGE_ROWS);
    if (events.length === 0 && steps.length === 0) return null;
    const db = await tenantDatabase(env, room.tenant);
    const calls = steps.filter(({ kind }) => kind === 'call').map((step) => parseStep<SlimStep>(step));
    const isCounted = readConfig(env).metricsKey !== null;
    const statements = [
      ...(isCounted ? countStatements(db, room, events, calls, Date.now()) : []),
      ...indexStatements(db, { ...room, glance: this.#glance() }, events, calls),
      listWebhookEndpointsOfTenant(db, room.tenant, room.id),
    ];
    const results = await db.batch<{ id: string }>(statements);
    this.#webhookEndpoints = (results.at(-1)?.results ?? []).map(({ id }) => id);
    return {
      indexed_seq: events.at(-1)?.seq ?? cursor.indexed_seq,
      indexed_step: steps.at(-1)?.n ?? cursor.indexed_step,
    };
  }

  #glance(): RoomPreview | null {
    const latestEvents: Event[] = [];
    for (const event of this.#ledger.walkBack()) {
      latestEvents.push(event);
      if (latestEvents.length >= PREVIEW_EVENTS) break;
    }
    const { engine, state } = this.#parts;
    return state && engine.glance(state, latestEvents.reverse());
  }

  #row(): RoomRow | null {
    const { engine, state } = this.#parts;
    if (!state) return null;
    const { title, createdAt } = state;
    const rounds = engine.countRounds?.(state) ?? state.rounds;
    return {
      ...{ ...this.#address, kind: engine.kind, title, status: engine.status(state), rounds, createdAt },
      answeredBy: engine.answeredBy(state),
    };
  }

  async #bundle(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const page = this.#ledger.page(cursor.bundled_seq, PAGE_ROWS);
    const events = closedEvents(page, firstOpenRound(this.#sql, cursor.indexed_step));
    const last = events.at(-1);
    if (!last) return null;
    const rounds = [...this.#endedRounds(events)];
    // Sockets get the last events of a round when this task ends. Packing takes longer than sending them.
    if (rounds.length > 0) await sleep(0);
    let past: RoundParts | undefined;
    for (const round of rounds) {
      // Rounds end in order, so the search continues after the previous round.
      past = findRound(this.#sql, this.#ledger, round, past);
      const bundle = await packBundle(writeBundle(room.id, round, past));
      const httpMetadata = { contentType: 'application/gzip' };
      await this.#parts.env.BUCKET.put(bundleKey(room.tenant, room.id, round), bundle, { httpMetadata });
      if (this.#stopped) return null;
    }
    return { bundled_seq: last.seq };
  }

  /** The rounds that these events end. Events of a fork's or import's past have their calls elsewhere. */
  #endedRounds(events: readonly Event[]): Iterable<number> {
    const adopted = Number(readMeta(this.#sql, 'adopted') ?? '0');
    return endedRounds(events.filter(({ seq }) => seq > adopted));
  }

  /** When rounds in R2 are exported as traces; null: all were. */
  tracesDueAt(now: number): number | null {
    const { traced_seq, bundled_seq } = this.#cursor;
    const isDue = !this.#stopped && readConfig(this.#parts.env).traces !== null && traced_seq < bundled_seq;
    return isDue ? Math.max(now, this.#tracesWaitUntil) : null;
  }

  /** Exports rounds as traces, in a job of its own, so that a slow collector does not delay the stores. */
  async trace(): Promise<void> {
    const { env, engine, state } = this.#parts;
    const target = readConfig(env).traces;
    if (!target || this.tracesDueAt(0) === null) return;
    const hidden = (state && engine.hiddenLines?.(state)) ?? NO_HIDDEN_LINES;
    const { known: providers } = await readTenantModels(env, this.#address.tenant);
    const options = {
      content: target.content,
      hidden: (seq: number) => hidden[seq] !== undefined,
      providers,
    };
    while (this.tracesDueAt(0) !== null) {
      const { traced_seq: after, bundled_seq } = this.#cursor;
      const events = this.#ledger.page(after, PAGE_ROWS).filter(({ seq }) => seq <= bundled_seq);
      for (const round of this.#endedRounds(events)) {
        const past = await loadBundle(env.BUCKET, this.#sql, this.#ledger, this.#address, round);
        const parts = { events: past.events, calls: past.steps };
        const spans = await roundSpans(this.#address.id, round, parts, { ...options, after });
        const waitMs = spans.length > 0 ? await exportSpans(target, spans) : 0;
        if (waitMs > 0) this.#tracesWaitUntil = Date.now() + waitMs;
        if (waitMs > 0 || this.#stopped) return;
      }
      this.#move({ traced_seq: events.at(-1)?.seq ?? bundled_seq });
    }
  }

  /** Deletes steps that both stores have, of rounds too old to change. */
  #trim(cursor: Cursor): void {
    const { state, ctx } = this.#parts;
    const { storage } = ctx;
    const newest = (state?.rounds ?? 0) - KEPT_ROUNDS;
    if (newest <= 0 || this.#ledger.head > cursor.bundled_seq) return;
    // Keep the newest step, so that its number is never reused, and its whole round, because a round with any
    // local calls is read locally.
    const [last] = storage.sql
      .exec<{ round: number }>('SELECT round FROM steps ORDER BY n DESC LIMIT 1')
      .toArray();
    if (!last) return;
    const keepFrom = firstOfRound(storage.sql, 'steps', 'n', Math.min(newest, last.round));
    if (keepFrom > cursor.indexed_step + 1) return;
    storage.transactionSync(() => {
      archiveCosts(storage.sql, keepFrom);
      storage.sql.exec('DELETE FROM steps WHERE n < ?', keepFrom);
    });
  }
}
