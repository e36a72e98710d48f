import { sleep } from '../../../src/base/sleep';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { checkRow } from '../../../src/room/row-limit';
import { type LedgerRow, LedgerTail } from './ledger-tail';
import { packEvents, readEvents, rowChars } from './packed-payloads';

/** Maximum characters per row when adopting another room's events; fits the row limit at three bytes each. */
const ADOPTED_ROW_CHARS = 500_000;
/** A page ends after this many characters, because an RPC response is limited to 32 MiB. */
const PAGE_CHARS = 8_000_000;
const ROW_COLUMNS = 'seq, round, step, at, events, payloads';

/**
 * The append-only list of events. A row holds one commit, so its events are stored atomically and a round
 * costs one row per step instead of one per event.
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

  /** 0 when empty. */
  get head(): number {
    return this.#head;
  }

  /** Seq of the last event stored before `at`; 0 if none. Scans from the newest. */
  headAt(at: string): number {
    const [row] = this.#sql
      .exec<{ seq: number }>('SELECT seq FROM ledger WHERE at < ? ORDER BY seq DESC LIMIT 1', at)
      .toArray();
    return row?.seq ?? 0;
  }

  /** Assigns seqs and stores the drafts as one row. Wrap it in a transaction if other writes belong to it. */
  append(drafts: EventDraft[], round: number, step: string | null, at: string): Event[] {
    if (drafts.length === 0) return [];
    const events = drafts.map((draft, i): Event => {
      const { audience = ['*'], ...rest } = draft;
      return { seq: this.#head + 1 + i, at, audience, ...rest };
    });
    const text = checkRow(JSON.stringify(events), 'a commit of events');
    this.#insert({ seq: this.#head + events.length, round, step, at, events: text }, events);
    return events;
  }

  /**
   * Stores another room's next events with their own seqs and times. A row holds events of one round only,
   * because lookups are by row.
   */
  async adopt(events: readonly Event[]): Promise<void> {
    let row: Event[] = [];
    let texts: string[] = [];
    let round = this.#rows('ORDER BY seq DESC LIMIT 1')[0]?.round ?? 0;
    let size = 0;
    let waiting = 0;
    const flush = () => {
      const last = row.at(-1);
      if (!last) return;
      const text = checkRow(`[${texts.join()}]`, 'a commit of events');
      this.#insert({ seq: last.seq, round, step: null, at: last.at, events: text }, row);
      [row, texts, size] = [[], [], 0];
    };
    for (const event of events) {
      const next = Math.max(round, event.round ?? event.turn ?? round);
      const text = JSON.stringify(event);
      if (next !== round || size + text.length > ADOPTED_ROW_CHARS) flush();
      round = next;
      size += text.length;
      row.push(event);
      texts.push(text);
      waiting += text.length;
      if (waiting < ADOPTED_ROW_CHARS) continue;
      // Packing takes 15 ms per million characters.
      await sleep(0);
      waiting = 0;
    }
    flush();
  }

  #insert(row: Omit<LedgerRow, 'payloads'>, events: readonly Event[]): void {
    const { seq, round, step, at } = row;
    const packed = packEvents(events, row.events);
    this.#sql.exec(
      'INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?)',
      ...[seq, round, step, at, packed.events, packed.payloads],
    );
    this.#head = seq;
    this.#tail.push({ ...row, payloads: null });
  }

  /** Resets the cache after a transaction was rolled back. */
  resetCache(): void {
    this.#head =
      this.#sql.exec<{ head: number | null }>('SELECT max(seq) AS head FROM ledger').one().head ?? 0;
    this.#tail.drop(this.#head);
  }

  /** Events after `after`, oldest first, at most `limit`; fewer if they are large. */
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
      `SELECT ${ROW_COLUMNS} FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?`,
      after,
      limit,
    );
    for (const row of rows) {
      for (const event of readEvents(row)) if (event.seq > after) events.push(event);
      size += rowChars(row);
      if (events.length >= limit || size >= PAGE_CHARS) break;
    }
    return events.slice(0, limit);
  }

  /** Oldest first, loaded page by page. */
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

  /** Newest first, loaded in small pages: most readers need few rows beyond the cached ones. */
  *walkBack(to = this.#head): Generator<Event> {
    for (let before = this.#endOfRow(to); ; ) {
      const keptRows = this.#tail.before(before);
      if (keptRows) {
        before = keptRows.seq;
        yield* pageBackFrom(keptRows.events, to);
        continue;
      }
      const rows = this.#rows('WHERE seq < ? ORDER BY seq DESC LIMIT 16', before);
      this.#tail.extend(rows, before, this.#head);
      for (const row of rows) {
        before = row.seq;
        yield* pageBackFrom(readEvents(row), to);
      }
      if (rows.length < 16) return;
    }
  }

  /** The seq after the row that contains `to`; the row may extend beyond `to`. */
  #endOfRow(to: number): number {
    if (to >= this.#head) return this.#head + 1;
    const tailEnd = this.#tail.rowEndSeq(to);
    if (tailEnd !== null) return tailEnd + 1;
    const [last] = this.#sql
      .exec<{ seq: number }>('SELECT seq FROM ledger WHERE seq >= ? ORDER BY seq LIMIT 1', to)
      .toArray();
    return (last?.seq ?? this.#head) + 1;
  }

  commitsOfRound(round: number, afterSeq: number): Map<string, Event[]> {
    const commits = new Map<string, Event[]>();
    if (afterSeq >= this.#head) return commits;
    for (const row of this.#rows(
      'WHERE seq > ? AND round = ? AND step IS NOT NULL ORDER BY seq',
      afterSeq,
      round,
    )) {
      if (row.step !== null) commits.set(row.step, readEvents(row));
    }
    return commits;
  }

  /**
   * The inputs and all events of round (turn) `n`, oldest first.
   *
   * @param from lower bound of the round's seqs, searched if omitted
   */
  roundEvents(n: number, from?: number): Event[] {
    const own: Event[] = [];
    for (const row of this.#rowsOfRound(n, from))
      for (const event of row) if ((event.round ?? event.turn) === n) own.push(event);
    // Inputs have no round when they arrive; the round's start event lists them.
    const namedLines = own.flatMap((event) =>
      event.kind === 'round.started' || event.kind === 'turn.started' ? event.payload.inputs : [],
    );
    const inputs = [...new Set(namedLines)].flatMap((seq) => this.page(seq - 1, 1));
    return [...inputs, ...own].sort((a, b) => a.seq - b.seq);
  }

  #rowsOfRound(n: number, from?: number): (readonly Event[])[] {
    if (this.#tail.reachesRound(n)) return this.#tail.roundEvents(n);
    const first = from ?? firstOfRound(this.#sql, 'ledger', 'seq', n);
    const rows: LedgerRow[] = [];
    const query = `SELECT ${ROW_COLUMNS} FROM ledger WHERE seq >= ? ORDER BY seq`;
    for (const row of this.#sql.exec<LedgerRow>(query, first)) {
      // Rounds never decrease: stop, or each lookup in a long room would read all later rounds.
      if (row.round > n) break;
      if (row.round === n) rows.push(row);
    }
    return rows.map(readEvents);
  }

  #rows(where: string, ...bound: (number | string)[]): LedgerRow[] {
    return this.#sql.exec<LedgerRow>(`SELECT ${ROW_COLUMNS} FROM ledger ${where}`, ...bound).toArray();
  }
}

function* pageBackFrom(events: readonly Event[], to: number): Generator<Event> {
  for (const event of events.toReversed()) if (event.seq <= to) yield event;
}

/**
 * The lowest key of `table` whose `round` is at least `n`, by bisection. Rounds never decrease as keys grow,
 * and an index would cost an extra row write per row.
 */
export function firstOfRound(
  sql: SqlStorage,
  table: 'ledger' | 'steps',
  key: 'seq' | 'n',
  n: number,
): number {
  // One statement: a query per bisection step would cost ten times as much. The lower bound only increases.
  // `min` and `max` are separate because SQLite scans the whole table for both in one query.
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
