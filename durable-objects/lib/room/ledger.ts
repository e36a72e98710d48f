import type { Event, EventDraft } from '../../../src/contract/events/events';
import { checkRow } from '../../../src/room/row-limit';
import { type LedgerRow, LedgerTail } from './ledger-tail';

/** Most characters of another room's ledger in one row: three bytes each fit. */
const ADOPTED = 500_000;
/** Characters of events after which a page is full, however many were asked for: an RPC answer ends at 32 MiB. */
const PAGE_CHARS = 8_000_000;

/**
 * The append-only list of events. One row holds the events of one commit, so that they are stored together or not
 * at all, and so that a round costs a row per step rather than one per event.
 */
export class Ledger {
  readonly #sql: SqlStorage;
  readonly #tail: LedgerTail;
  #head: number;

  constructor(sql: SqlStorage, tail = new LedgerTail()) {
    this.#sql = sql;
    this.#tail = tail;
    this.#head = sql.exec<{ head: number | null }>('SELECT max(seq) AS head FROM ledger').one().head ?? 0;
  }

  /** Seq of the newest event; 0 when empty. */
  get head(): number {
    return this.#head;
  }

  /** Seq of the last event that was stored before `at`; 0: there is none. Looked for from the newest back. */
  headAt(at: string): number {
    const [row] = this.#sql
      .exec<{ seq: number }>('SELECT seq FROM ledger WHERE at < ? ORDER BY seq DESC LIMIT 1', at)
      .toArray();
    return row?.seq ?? 0;
  }

  /** Number the drafts and store them in one row. The caller holds the transaction when more belongs to it. */
  append(drafts: EventDraft[], round: number, step: string | null, at: string): Event[] {
    if (drafts.length === 0) return [];
    const events = drafts.map((draft, i): Event => {
      const { audience = ['*'], ...rest } = draft;
      return { seq: this.#head + 1 + i, at, audience, ...rest };
    });
    const text = checkRow(JSON.stringify(events), 'a commit of events');
    const seq = this.#head + events.length;
    this.#sql.exec('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)', seq, round, step, at, text);
    this.#head = seq;
    this.#tail.push({ seq, round, step, at, events: text });
    return events;
  }

  /**
   * Store the next events of another room's ledger as this one's beginning, each with its own seq and time. A row holds
   * events of one round, as rounds are looked for by row.
   */
  adopt(events: readonly Event[]): void {
    let row: { event: Event; text: string }[] = [];
    let round = this.#rows('ORDER BY seq DESC LIMIT 1')[0]?.round ?? 0;
    let size = 0;
    const flush = () => {
      const last = row.at(-1)?.event;
      if (!last) return;
      const text = checkRow(`[${row.map((one) => one.text).join(',')}]`, 'a commit of events');
      this.#sql.exec('INSERT INTO ledger VALUES (?, ?, ?, ?, ?)', last.seq, round, null, last.at, text);
      this.#head = last.seq;
      this.#tail.push({ seq: last.seq, round, step: null, at: last.at, events: text });
      row = [];
      size = 0;
    };
    for (const event of events) {
      const next = Math.max(round, event.round ?? event.turn ?? round);
      const text = JSON.stringify(event);
      if (next !== round || size + text.length > ADOPTED) flush();
      round = next;
      size += text.length;
      row.push({ event, text });
    }
    flush();
  }

  /** Forget what a rolled-back transaction had appended. */
  reread(): void {
    this.#head =
      this.#sql.exec<{ head: number | null }>('SELECT max(seq) AS head FROM ledger').one().head ?? 0;
    this.#tail.drop(this.#head);
  }

  /** Events after `after`, oldest first, at most `limit`; fewer when they are large. */
  page(after: number, limit: number): Event[] {
    const events: Event[] = [];
    if (this.#tail.reaches(after)) {
      for (const row of this.#tail.after(after)) {
        for (const event of row) if (event.seq > after) events.push(event);
        if (events.length >= limit) break;
      }
      return events.slice(0, limit);
    }
    let size = 0;
    const rows = this.#sql.exec<LedgerRow>(
      'SELECT seq, round, step, at, events FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?',
      after,
      limit,
    );
    for (const row of rows) {
      for (const event of parse(row)) if (event.seq > after) events.push(event);
      size += row.events.length;
      if (events.length >= limit || size >= PAGE_CHARS) break;
    }
    return events.slice(0, limit);
  }

  /** Every event from `from` to `to`, oldest first, without holding them all. */
  *walk(from = 1, to = this.#head): Generator<Event> {
    for (let after = from - 1; after < to; ) {
      const events = this.page(after, 500);
      if (events.length === 0) return;
      for (const event of events) {
        if (event.seq > to) return;
        yield event;
        after = event.seq;
      }
    }
  }

  /** Events before or at `to`, newest first, without holding them all. */
  *walkBack(to = this.#head): Generator<Event> {
    for (let before = this.#endOfRow(to); ; ) {
      const keptRows = this.#tail.before(before);
      if (keptRows) {
        before = keptRows.seq;
        yield* backFrom(keptRows.events, to);
        continue;
      }
      const rows = this.#rows('WHERE seq < ? ORDER BY seq DESC LIMIT 64', before);
      this.#tail.extend(rows, before, this.#head);
      for (const row of rows) {
        before = row.seq;
        yield* backFrom(parse(row), to);
      }
      if (rows.length < 64) return;
    }
  }

  /** The seq after the row that holds `to`, which may end after it. */
  #endOfRow(to: number): number {
    if (to >= this.#head) return this.#head + 1;
    const tailEnd = this.#tail.endOfRow(to);
    if (tailEnd !== null) return tailEnd + 1;
    const [last] = this.#sql
      .exec<{ seq: number }>('SELECT seq FROM ledger WHERE seq >= ? ORDER BY seq LIMIT 1', to)
      .toArray();
    return (last?.seq ?? this.#head) + 1;
  }

  /** The commits of one round that a step wrote, after `afterSeq`. */
  commitsOf(round: number, afterSeq: number): Map<string, Event[]> {
    const commits = new Map<string, Event[]>();
    for (const row of this.#rows(
      'WHERE seq > ? AND round = ? AND step IS NOT NULL ORDER BY seq',
      afterSeq,
      round,
    )) {
      if (row.step !== null) commits.set(row.step, parse(row));
    }
    return commits;
  }

  /**
   * The inputs of round (turn) `n`, and every event it wrote, oldest first.
   *
   * @param from the round wrote nothing before this seq; looked for when it is not known
   */
  ofRound(n: number, from?: number): Event[] {
    const own: Event[] = [];
    for (const row of this.#rowsOfRound(n, from))
      for (const event of row) if ((event.round ?? event.turn) === n) own.push(event);
    // Inputs belong to no round when they arrive; the round's start names them.
    const namedLines = own.flatMap((event) =>
      event.kind === 'round.started' || event.kind === 'turn.started' ? event.payload.inputs : [],
    );
    const inputs = [...new Set(namedLines)].flatMap((seq) => this.page(seq - 1, 1));
    return [...inputs, ...own].sort((a, b) => a.seq - b.seq);
  }

  #rowsOfRound(n: number, from?: number): (readonly Event[])[] {
    if (this.#tail.reachesRound(n)) return this.#tail.ofRound(n);
    const first = from ?? firstOfRound(this.#sql, 'ledger', 'seq', n);
    const rows: LedgerRow[] = [];
    const query = 'SELECT seq, round, step, at, events FROM ledger WHERE seq >= ? ORDER BY seq';
    for (const row of this.#sql.exec<LedgerRow>(query, first)) {
      // Rounds never fall: without this, each round of a long room would cost as much as all that follow it.
      if (row.round > n) break;
      if (row.round === n) rows.push(row);
    }
    return rows.map(parse);
  }

  #rows(where: string, ...bound: (number | string)[]): LedgerRow[] {
    return this.#sql
      .exec<LedgerRow>(`SELECT seq, round, step, at, events FROM ledger ${where}`, ...bound)
      .toArray();
  }
}

function parse(row: LedgerRow): Event[] {
  return JSON.parse(row.events) as Event[];
}

/** Those that are not after `to`, the last first. */
function* backFrom(events: readonly Event[], to: number): Generator<Event> {
  for (const event of events.toReversed()) if (event.seq <= to) yield event;
}

/**
 * The lowest key of `table` whose `round` is at least `n`, by bisection: rounds never fall as keys rise, and an
 * index would cost one more written row for each row.
 */
export function firstOfRound(
  sql: SqlStorage,
  table: 'ledger' | 'steps',
  key: 'seq' | 'n',
  n: number,
): number {
  // The bisection is one statement: a query for each of its steps would cost ten times as much. Its lower bound only
  // ever rises. (`min` and `max` apart: SQLite reads the whole table for both in the same query.)
  return sql
    .exec<{ low: number }>(
      `WITH RECURSIVE search(low, high) AS (
         SELECT ifnull((SELECT min(${key}) FROM ${table}), 0), ifnull((SELECT max(${key}) FROM ${table}), 0) + 1
         UNION ALL
         SELECT iif(ifnull(found.round, ?1) >= ?1, low, found.${key} + 1),
           iif(ifnull(found.round, ?1) >= ?1, (low + high) / 2, high)
         FROM search LEFT JOIN ${table} AS found
           ON found.${key} = (SELECT ${key} FROM ${table} WHERE ${key} >= (low + high) / 2 ORDER BY ${key} LIMIT 1)
         WHERE low < high
       )
       SELECT max(low) AS low FROM search`,
      n,
    )
    .one().low;
}
