import type { Event } from '../../../src/contract/events/events';
import { readSetOff } from '../../../src/room/rounds';
import type { Ledger } from './ledger';

/** Events of this many seqs ago set off nothing any more. */
const KEPT_SEQS = 20_000;

/** A start of a round or turn, and how many hooks lie behind what it led to. */
interface Started {
  seq: number;
  hops: number;
}

/**
 * Counts the hooks through which an input has come (src/webhooks/send.ts). Most rooms have none: a row is written only
 * for a delivery that had come through a hook.
 */
export class Hops {
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;

  constructor(sql: SqlStorage, ledger: Ledger) {
    this.#sql = sql;
    this.#ledger = ledger;
  }

  /** These events are what a delivery became. In the transaction that stores them. */
  note(events: readonly Event[], hops: number): void {
    for (const { seq } of events) this.#sql.exec('INSERT INTO hops VALUES (?, ?)', seq, hops);
    this.#sql.exec('DELETE FROM hops WHERE seq < ?', this.#ledger.head - KEPT_SEQS);
  }

  /** By seq, of those events that hooks had a part in: how many lie behind each. */
  of(events: readonly Event[]): Record<number, number> {
    if (this.#sql.exec('SELECT 1 FROM hops LIMIT 1').toArray().length === 0) return {};
    const rounds = new Map<number, Started[]>();
    const hopRows = events.map((event): [number, number] => [event.seq, this.#find(event, rounds)]);
    return Object.fromEntries(hopRows.filter(([, hops]) => hops > 0));
  }

  #find({ seq, kind, actor, round, turn, payload }: Event, rounds: Map<number, Started[]>): number {
    // What was hidden is told again under a number of its own.
    const own = this.#least([kind === 'line.revealed' ? payload.seq : seq]);
    const n = round ?? turn;
    // What people do to an adventure bears the number of a turn, and is their own.
    if (own > 0 || n === undefined || actor === 'player') return own;
    const starts = rounds.get(n) ?? this.#startsOf(n);
    rounds.set(n, starts);
    return starts.findLast((start) => start.seq <= seq)?.hops ?? 0;
  }

  /** A round is as near to what somebody did as the nearest of its inputs; a turn that is tried again as what did that. */
  #startsOf(n: number): Started[] {
    return this.#ledger
      .ofRound(n)
      .filter((event) => event.kind === 'round.started' || event.kind === 'turn.started')
      .map((start) => ({ seq: start.seq, hops: this.#least(readSetOff(start)) }));
  }

  /** The least of several inputs; one that came through no hook has none. */
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
