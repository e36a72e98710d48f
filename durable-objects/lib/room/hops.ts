import type { Event } from '../../../src/contract/events/events';
import { readTrigger } from '../../../src/room/rounds';
import type { Ledger } from './ledger';

/** Older events no longer trigger anything. */
const MAX_KEPT_SEQS = 20_000;

interface Started {
  seq: number;
  hops: number;
}

/**
 * Counts the webhooks that an input passed through, to stop loops (src/webhooks/send.ts). Rows exist only for
 * deliveries that came through a hook, so most rooms write none.
 */
export class Hops {
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;

  constructor(sql: SqlStorage, ledger: Ledger) {
    this.#sql = sql;
    this.#ledger = ledger;
  }

  /** Records the hops of a delivery's events. Call it in the transaction that stores them. */
  note(events: readonly Event[], hops: number): void {
    for (const { seq } of events) this.#sql.exec('INSERT INTO hops VALUES (?, ?)', seq, hops);
    this.#sql.exec('DELETE FROM hops WHERE seq < ?', this.#ledger.head - MAX_KEPT_SEQS);
  }

  /** Hop counts by seq, only for events with at least one hop. */
  hopsFor(events: readonly Event[]): Record<number, number> {
    if (this.#sql.exec('SELECT 1 FROM hops LIMIT 1').toArray().length === 0) return {};
    const rounds = new Map<number, Started[]>();
    const hopRows = events.map((event): [number, number] => [event.seq, this.#find(event, rounds)]);
    return Object.fromEntries(hopRows.filter(([, hops]) => hops > 0));
  }

  #find({ seq, kind, actor, round, turn, payload }: Event, rounds: Map<number, Started[]>): number {
    // A revealed line has a new seq; count the original's hops.
    const own = this.#least([kind === 'line.revealed' ? payload.seq : seq]);
    const n = round ?? turn;
    // A player's action in an adventure has a turn number, but was not triggered by that turn.
    if (own > 0 || n === undefined || actor === 'player') return own;
    const starts = rounds.get(n) ?? this.#startsOf(n);
    rounds.set(n, starts);
    return starts.findLast((start) => start.seq <= seq)?.hops ?? 0;
  }

  /** A round counts the least hops of its inputs; a retried turn counts its trigger's. */
  #startsOf(n: number): Started[] {
    return this.#ledger
      .roundEvents(n)
      .filter((event) => event.kind === 'round.started' || event.kind === 'turn.started')
      .map((start) => ({ seq: start.seq, hops: this.#least(readTrigger(start)) }));
  }

  /** The minimum over several inputs; inputs without a row have 0. */
  #least(seqs: readonly number[]): number {
    const rows = this.#sql
      .exec<{ hops: number }>(
        'SELECT hops FROM hops WHERE seq IN (SELECT value FROM json_each(?))',
        JSON.stringify(seqs),
      )
      .toArray();
    return rows.length < seqs.length || rows.length === 0 ? 0 : Math.min(...rows.map(({ hops }) => hops));
  }
}
