import type { Event } from '../../src/contract/events';
import { type Bundle, bundleKey, packBundle } from '../../src/logs/bundles';
import { callSummary, indexEvents, type SlimStep } from '../../src/logs/index-rows';
import { listenersOf } from '../../src/logs/listeners';
import { shareStatements } from '../../src/logs/shared-memory';
import { hideSealed } from '../../src/rooms/sealed';
import { firstOfRound, type Ledger } from './ledger';
import { foldCosts } from './meter';
import { listenerStub } from './stubs';

/** Calls of this many rounds stay in the room once they are in R2; older ones are read from there. */
export const KEPT_ROUNDS = 20;
const PAGE_ROWS = 400;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/** What the index says of the room itself. */
export interface RoomRow {
  id: string;
  tenant: string;
  kind: 'scene' | 'run';
  title: string;
  status: string;
  rounds: number;
  createdAt: string;
}

interface OutboxHost {
  storage: DurableObjectStorage;
  ledger: Ledger;
  env: Pick<Env, 'DB' | 'BUCKET' | 'COURIERS' | 'PORTERS'>;
  now: () => number;
  row: () => RoomRow | null;
  /** The outbox wants the alarm at `retryAt`. */
  onRetry: () => void;
}

type Cursor = { indexed_seq: number; indexed_step: number; bundled_seq: number; told_seq: number };

/**
 * Carries the room to D1 (index) and R2 (bundles), and tells those who listen by webhook how far the ledger has come. It
 * is a cursor over ledger and steps, not a copy of them: when a store is down the room goes on, and the cursor catches
 * up. Every write is keyed, so doing it twice changes nothing.
 */
export class Outbox {
  readonly #host: OutboxHost;
  #flight: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failures = 0;
  /** Who listens, as the last batch has found them; null: not known. */
  #listeners: string[] | null = null;
  /** When to try again after a failure; null when nothing has failed. */
  retryAt: number | null = null;

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /** Is anything stored that the index has not seen? */
  pending(): boolean {
    const cursor = this.#cursor();
    const { head } = this.#host.ledger;
    return (
      head > Math.min(cursor.indexed_seq, cursor.bundled_seq, cursor.told_seq) ||
      this.#hasFinishedStep(cursor.indexed_step)
    );
  }

  /** Send what is new. Joins a flush under way, which then looks once more. Never throws. */
  flush(): Promise<void> {
    if (this.#flight) this.#again = true;
    this.#flight ??= this.#run();
    return this.#flight;
  }

  /** Send nothing more; resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#flight;
  }

  async #run(): Promise<void> {
    this.retryAt = null;
    try {
      do {
        this.#again = false;
        while (!this.#stopped && (await this.#sendPage()));
      } while (this.#again && !this.#stopped);
      this.#failures = 0;
    } catch (error) {
      console.warn('outbox: will try again', error instanceof Error ? error.message : 'unknown error');
      const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
      this.#failures += 1;
      this.retryAt = this.#host.now() + wait;
      this.#host.onRetry();
    } finally {
      this.#flight = null;
    }
  }

  /** Send the next page to each store, and note what arrived. False when there was nothing to send. */
  async #sendPage(): Promise<boolean> {
    const { storage, row } = this.#host;
    const cursor = this.#cursor();
    const room = row();
    if (!room) return false;
    // The two stores fail apart: one being down must not hold up the other.
    const results = await Promise.allSettled([this.#index(room, cursor), this.#bundle(room, cursor)]);
    const sent = results.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
    if (sent.length > 0) {
      Object.assign(cursor, ...sent);
      // Nobody listens: it costs no write of its own to know so.
      if (this.#listeners?.length === 0) cursor.told_seq = cursor.indexed_seq;
      const { indexed_seq, indexed_step, bundled_seq, told_seq } = cursor;
      storage.sql.exec(
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
    return sent.length > 0;
  }

  /**
   * Tell everyone who listens that there are events up to `seq`. They read them when they like: nothing here waits for a
   * receiver. Only what is in the index is told, so that whoever enters the index later sees there that the room was
   * written.
   */
  async #tell(room: RoomRow, seq: number): Promise<void> {
    const { storage, env } = this.#host;
    const list = this.#listeners ?? (await this.#readListeners(room));
    this.#listeners = null;
    const told = await Promise.allSettled(
      list.map((id) => listenerStub(env, room.tenant, id).tell(room.id, seq)),
    );
    for (const one of told) if (one.status === 'rejected') throw one.reason;
    if (!this.#stopped) storage.sql.exec('UPDATE outbox SET told_seq = ? WHERE id = 1', seq);
  }

  async #readListeners({ tenant, id }: RoomRow): Promise<string[]> {
    const found = await listenersOf(this.#host.env.DB, tenant, id).all<{ id: string }>();
    return found.results.map((row) => row.id);
  }

  #cursor(): Cursor {
    return this.#host.storage.sql
      .exec<Cursor>('SELECT indexed_seq, indexed_step, bundled_seq, told_seq FROM outbox WHERE id = 1')
      .one();
  }

  async #index(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const events = this.#host.ledger.page(cursor.indexed_seq, PAGE_ROWS);
    const steps = this.#finishedSteps(cursor.indexed_step);
    if (events.length === 0 && steps.length === 0) return null;
    const { DB } = this.#host.env;
    const statements = [...this.#statements(room, events, steps), listenersOf(DB, room.tenant, room.id)];
    const results = await DB.batch<{ id: string }>(statements);
    this.#listeners = (results.at(-1)?.results ?? []).map(({ id }) => id);
    return {
      indexed_seq: events.at(-1)?.seq ?? cursor.indexed_seq,
      indexed_step: steps.at(-1)?.n ?? cursor.indexed_step,
    };
  }

  #hasFinishedStep(after: number): boolean {
    const [next] = this.#host.storage.sql
      .exec<{ status: string }>('SELECT status FROM steps WHERE n > ? ORDER BY n LIMIT 1', after)
      .toArray();
    return next !== undefined && next.status !== 'open';
  }

  /** Finished steps in order, up to the first one that is still under way; prompts and answers stay where they are. */
  #finishedSteps(after: number): StepRow[] {
    const rows = this.#host.storage.sql
      .exec<StepRow>(
        `SELECT n, round, key, kind, status, started_at, cost, json_remove(intent, '$.messages') AS intent,
           json_remove(result, '$.raw', '$.reasoning', '$.parsed', '$.problems') AS result
         FROM steps WHERE n > ? ORDER BY n LIMIT ?`,
        after,
        PAGE_ROWS,
      )
      .toArray();
    const open = rows.findIndex((row) => row.status === 'open');
    return open < 0 ? rows : rows.slice(0, open);
  }

  #statements(row: RoomRow, events: Event[], steps: StepRow[]): D1PreparedStatement[] {
    const db = this.#host.env.DB;
    const { rounds, diffs } = indexEvents(events);
    const calls = steps
      .filter((step) => step.kind === 'call')
      .map((step) => parseStep<SlimStep>(step))
      .map((step) => ({ ...callSummary(row.id, step), nanos: step.cost?.money ?? null }));
    const updatedAt = events.at(-1)?.at ?? row.createdAt;
    const statements = [
      db
        .prepare(UPSERT_ROOM)
        .bind(row.id, row.tenant, row.kind, row.title, row.status, row.rounds, row.createdAt, updatedAt),
    ];
    if (rounds.length > 0)
      statements.push(db.prepare(UPSERT_ROUNDS).bind(row.id, row.tenant, JSON.stringify(rounds)));
    if (calls.length > 0)
      statements.push(db.prepare(UPSERT_CALLS).bind(row.id, row.tenant, JSON.stringify(calls)));
    if (diffs.length > 0)
      statements.push(db.prepare(UPSERT_DIFFS).bind(row.id, row.tenant, JSON.stringify(diffs)));
    statements.push(...shareStatements(db, { tenant: row.tenant, run: row.id }, events));
    return statements;
  }

  async #bundle(room: RoomRow, cursor: Cursor): Promise<Partial<Cursor> | null> {
    const events = this.#closedEvents(cursor);
    const last = events.at(-1);
    if (!last) return null;
    let past: Found | undefined;
    for (const round of endedRounds(events)) {
      // Rounds end in their order: what the next one wrote comes after, and need not be looked for.
      past = this.#find(round, past);
      const bundle = await packBundle(writeBundle(room.id, round, past));
      const httpMetadata = { contentType: 'application/gzip' };
      await this.#host.env.BUCKET.put(bundleKey(room.tenant, room.id, round), bundle, { httpMetadata });
      if (this.#stopped) return null;
    }
    return { bundled_seq: last.seq };
  }

  /**
   * The next events, up to the end of a round that still has a call under way: a cancelled round is over before its
   * last call is, and its bundle waits for it.
   */
  #closedEvents(cursor: Cursor): Event[] {
    const { storage, ledger } = this.#host;
    const { round } = storage.sql
      .exec<{ round: number | null }>(
        "SELECT min(round) AS round FROM steps WHERE status = 'open' AND n > ?",
        cursor.indexed_step,
      )
      .one();
    const events = ledger.page(cursor.bundled_seq, PAGE_ROWS);
    const held = events.findIndex(
      (event) => ENDS.has(event.kind) && roundOf(event) >= (round ?? Number.POSITIVE_INFINITY),
    );
    return held < 0 ? events : events.slice(0, held);
  }

  /** What is in both stores need not stay here; only rounds well behind the newest can no longer change. */
  #trim(cursor: Cursor): void {
    const { storage, row } = this.#host;
    const newest = (row()?.rounds ?? 0) - KEPT_ROUNDS;
    if (newest <= 0 || this.#host.ledger.head > cursor.bundled_seq) return;
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

  /** The bundle of a round as the room has it now. */
  read(room: string, round: number): Bundle {
    return JSON.parse(writeBundle(room, round, this.#find(round))) as Bundle;
  }

  /** @param past what was found of an earlier round */
  #find(round: number, past?: Found): Found {
    const { storage, ledger } = this.#host;
    const [event, step] = [past?.events.at(-1), past?.calls.at(-1)];
    // Only the newest rounds have their calls here: reading on to the end costs less than a second search.
    const calls = storage.sql
      .exec<StepRow>(
        `SELECT ${STEP_COLUMNS} FROM steps WHERE n >= ? AND round = ? AND kind = 'call' ORDER BY n`,
        step ? step.n + 1 : firstOfRound(storage.sql, 'steps', 'n', round),
        round,
      )
      .toArray();
    return { events: ledger.ofRound(round, event && event.seq + 1), calls };
  }
}

/** What a round wrote. */
interface Found {
  events: Event[];
  calls: StepRow[];
}

/** The bundle of a round as JSON text. Prompts and answers are JSON already, and are put in as they are. */
function writeBundle(room: string, round: number, { events, calls }: Found): string {
  const steps = calls.map(({ intent, result, cost, started_at, kind: _, ...rest }) => {
    const head = JSON.stringify({ ...rest, startedAt: started_at });
    return `${head.slice(0, -1)},"cost":${cost ?? 'null'},"intent":${intent},"result":${result ?? 'null'}}`;
  });
  const head = JSON.stringify({ room, round, events: events.map(hideSealed) });
  return `${head.slice(0, -1)},"steps":[${steps.join(',')}]}`;
}

/** A row of `steps`; intent and result are JSON text. */
export type StepRow = {
  n: number;
  round: number;
  key: string;
  kind: string;
  status: string;
  started_at: string;
  intent: string;
  result: string | null;
  /** JSON of {@link import('./meter').StepCost}. */
  cost: string | null;
};

/** A row of `steps` with its JSON read. */
export function parseStep<Step extends SlimStep>({
  started_at,
  intent,
  result,
  cost,
  ...rest
}: StepRow): Step {
  const read = {
    ...rest,
    cost: JSON.parse(cost ?? 'null'),
    startedAt: started_at,
    intent: JSON.parse(intent),
    result: JSON.parse(result ?? 'null'),
  };
  return read as unknown as Step;
}

export const STEP_COLUMNS = 'n, round, key, kind, status, intent, result, started_at, cost';

const endedRounds = (events: Event[]): Set<number> =>
  new Set(events.filter((event) => ENDS.has(event.kind)).map(roundOf));

const roundOf = (event: Event): number => event.round ?? event.turn ?? 0;

const ENDS = new Set([
  'round.completed',
  'round.failed',
  'round.cancelled',
  'turn.cancelled',
  'turn.completed',
  'turn.failed',
]);

const UPSERT_ROOM = `INSERT INTO rooms VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  ON CONFLICT (id) DO UPDATE SET title = ?4, status = ?5, rounds = ?6, updated_at = max(updated_at, ?8)`;

// A round's end may come in a later batch than its start: an end alone (attempt 0) keeps the start that is there.
const UPSERT_ROUNDS = `INSERT INTO rounds (room, tenant, n, attempt, status, started_at, ended_at)
  SELECT ?1, ?2, j.value->>'n', j.value->>'attempt', j.value->>'status', j.value->>'startedAt', j.value->>'endedAt'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET
    attempt = max(attempt, excluded.attempt), status = excluded.status, ended_at = excluded.ended_at,
    started_at = CASE excluded.attempt WHEN 0 THEN started_at ELSE excluded.started_at END`;

const UPSERT_CALLS = `INSERT INTO calls (room, tenant, n, round, step, role, purpose, attempt, provider, model, status, rung,
    prompt_tokens, completion_tokens, latency_ms, started_at, seat, money)
  SELECT ?1, ?2, j.value->>'n', j.value->>'round', j.value->>'step', j.value->>'role', j.value->>'purpose',
    j.value->>'attempt', j.value->>'provider', j.value->>'model', j.value->>'status', j.value->>'rung',
    j.value->>'promptTokens', j.value->>'completionTokens', j.value->>'latencyMs', j.value->>'startedAt',
    j.value->>'seat', j.value->>'nanos'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET status = excluded.status, rung = excluded.rung`;

const UPSERT_DIFFS = `INSERT OR REPLACE INTO frame_diffs (room, tenant, turn, action, summary, changed, had_effect)
  SELECT ?1, ?2, j.value->>'turn', j.value->>'action', j.value->>'summary', j.value->>'changed', j.value->>'hadEffect'
  FROM json_each(?3) j`;
