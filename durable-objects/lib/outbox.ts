import type { Event } from '../../src/contract/events';
import { type Bundle, bundleKey } from '../../src/logs/bundles';
import { callRecord } from '../../src/logs/call-record';
import { callSummary, indexEvents, type StepRow } from '../../src/logs/index-rows';
import { firstOfRound, type Ledger } from './ledger';

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

export interface OutboxHost {
  storage: DurableObjectStorage;
  ledger: Ledger;
  env: Pick<Env, 'DB' | 'BUCKET'>;
  now: () => number;
  row: () => RoomRow | null;
  /** The outbox wants the alarm at `retryAt`. */
  onRetry: () => void;
}

type Cursor = { indexed_seq: number; indexed_step: number; bundled_seq: number };

/**
 * Carries the room to D1 (index) and R2 (bundles). It is a cursor over ledger and steps, not a copy of them: when
 * either store is down the room goes on, and the cursor catches up. Every write is keyed, so doing it twice changes
 * nothing.
 */
export class Outbox {
  readonly #host: OutboxHost;
  #flight: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #failures = 0;
  /** When to try again after a failure; null when nothing has failed. */
  retryAt: number | null = null;

  constructor(host: OutboxHost) {
    this.#host = host;
  }

  /** Is anything stored that the index has not seen? */
  pending(): boolean {
    const cursor = this.#cursor();
    return this.#host.ledger.head > Math.min(cursor.indexed_seq, cursor.bundled_seq);
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
    try {
      do {
        this.#again = false;
        // The two stores fail apart: one being down must not hold up the other.
        const results = await Promise.allSettled([this.#index(), this.#bundle()]);
        const failed = results.find((r) => r.status === 'rejected');
        if (failed) throw failed.reason;
      } while (this.#again && !this.#stopped);
      this.#failures = 0;
      this.retryAt = null;
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

  #cursor(): Cursor {
    return this.#host.storage.sql
      .exec<Cursor>('SELECT indexed_seq, indexed_step, bundled_seq FROM outbox WHERE id = 1')
      .one();
  }

  async #index(): Promise<void> {
    const { ledger, storage, env } = this.#host;
    for (;;) {
      const cursor = this.#cursor();
      const row = this.#host.row();
      if (this.#stopped || !row || cursor.indexed_seq >= ledger.head) return;
      const events = ledger.page(cursor.indexed_seq, PAGE_ROWS);
      const steps = this.#finishedSteps(cursor.indexed_step);
      const seq = events.at(-1)?.seq ?? cursor.indexed_seq;
      await env.DB.batch(this.#statements(row, events, steps));
      storage.sql.exec(
        'UPDATE outbox SET indexed_seq = ?, indexed_step = ? WHERE id = 1',
        seq,
        steps.at(-1)?.n ?? cursor.indexed_step,
      );
    }
  }

  /** Finished steps in order, up to the first one that is still under way. */
  #finishedSteps(after: number): StepRow[] {
    const rows = this.#host.storage.sql
      .exec<StepRow>(`SELECT ${STEP_COLUMNS} FROM steps WHERE n > ? ORDER BY n LIMIT ?`, after, PAGE_ROWS)
      .toArray();
    const open = rows.findIndex((row) => row.status === 'open');
    return open < 0 ? rows : rows.slice(0, open);
  }

  #statements(row: RoomRow, events: Event[], steps: StepRow[]): D1PreparedStatement[] {
    const db = this.#host.env.DB;
    const { rounds, diffs } = indexEvents(events);
    const calls = steps.filter((step) => step.kind === 'call').map((step) => callSummary(row.id, step));
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
    return statements;
  }

  async #bundle(): Promise<void> {
    const { ledger, storage, env } = this.#host;
    for (;;) {
      const { bundled_seq: from } = this.#cursor();
      const row = this.#host.row();
      if (this.#stopped || !row || from >= ledger.head) return;
      const events = ledger.page(from, PAGE_ROWS);
      const ended = new Set(events.filter((e) => ENDS.has(e.kind)).map((e) => e.round ?? e.turn ?? 0));
      for (const round of ended) {
        const bundle = this.read(row.id, round);
        await env.BUCKET.put(bundleKey(row.tenant, row.id, round), JSON.stringify(bundle), {
          httpMetadata: { contentType: 'application/json' },
        });
        if (this.#stopped) return;
      }
      storage.sql.exec('UPDATE outbox SET bundled_seq = ? WHERE id = 1', events.at(-1)?.seq ?? from);
      const newest = Math.max(0, ...ended);
      // What is in R2 need not stay here; only rounds well behind the newest can no longer change.
      if (newest > KEPT_ROUNDS) {
        const keepFrom = firstOfRound(storage.sql, 'steps', 'n', newest - KEPT_ROUNDS);
        storage.sql.exec(
          'DELETE FROM steps WHERE n < ? AND n <= (SELECT indexed_step FROM outbox)',
          keepFrom,
        );
      }
    }
  }

  /** The bundle of a round as the room has it now. */
  read(room: string, round: number): Bundle {
    const { storage, ledger } = this.#host;
    const from = firstOfRound(storage.sql, 'steps', 'n', round);
    const steps = storage.sql.exec<StepRow>(
      `SELECT ${STEP_COLUMNS} FROM steps WHERE n >= ? AND n < ? AND kind = 'call' ORDER BY n`,
      from,
      firstOfRound(storage.sql, 'steps', 'n', round + 1),
    );
    const calls = steps.toArray().map((step) => callRecord(room, step));
    return { room, round, events: ledger.ofRound(round), calls };
  }
}

export const STEP_COLUMNS = 'n, round, key, kind, status, intent, result, started_at';

const ENDS = new Set(['round.completed', 'round.failed', 'round.cancelled', 'turn.completed', 'turn.failed']);

const UPSERT_ROOM = `INSERT INTO rooms VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  ON CONFLICT (id) DO UPDATE SET title = ?4, status = ?5, rounds = ?6, updated_at = ?8`;

// A round's end may come in a later batch than its start: an end alone (attempt 0) keeps the start that is there.
const UPSERT_ROUNDS = `INSERT INTO rounds (room, tenant, n, attempt, status, started_at, ended_at)
  SELECT ?1, ?2, j.value->>'n', j.value->>'attempt', j.value->>'status', j.value->>'startedAt', j.value->>'endedAt'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET
    attempt = max(attempt, excluded.attempt), status = excluded.status, ended_at = excluded.ended_at,
    started_at = CASE excluded.attempt WHEN 0 THEN started_at ELSE excluded.started_at END`;

const UPSERT_CALLS = `INSERT INTO calls (room, tenant, n, round, step, role, purpose, attempt, provider, model, status, rung,
    prompt_tokens, completion_tokens, latency_ms, started_at)
  SELECT ?1, ?2, j.value->>'n', j.value->>'round', j.value->>'step', j.value->>'role', j.value->>'purpose',
    j.value->>'attempt', j.value->>'provider', j.value->>'model', j.value->>'status', j.value->>'rung',
    j.value->>'promptTokens', j.value->>'completionTokens', j.value->>'latencyMs', j.value->>'startedAt'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET status = excluded.status, rung = excluded.rung`;

const UPSERT_DIFFS = `INSERT OR REPLACE INTO frame_diffs (room, tenant, turn, action, summary, changed, had_effect)
  SELECT ?1, ?2, j.value->>'turn', j.value->>'action', j.value->>'summary', j.value->>'changed', j.value->>'hadEffect'
  FROM json_each(?3) j`;
