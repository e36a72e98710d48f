import type { RoomState } from '../../../src/room/room-state';
import { fitsRow } from '../../../src/room/row-limit';
import type { RoomEngine } from './engine';
import type { Ledger } from './ledger';

/** Minimum number of events between two snapshots. */
const SNAPSHOT_INTERVAL = 64;

export class Snapshots<S extends RoomState> {
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;
  readonly #engine: RoomEngine<S>;
  /** Seq of the last attempted snapshot. */
  #seq: number;

  constructor(sql: SqlStorage, ledger: Ledger, engine: RoomEngine<S>) {
    this.#sql = sql;
    this.#ledger = ledger;
    this.#engine = engine;
    this.#seq = this.#read(ledger.head)?.seq ?? 0;
  }

  /** null before the first event. */
  stateAt(upTo: number): S | null {
    const snapshot = this.#read(upTo);
    return this.#fold(snapshot?.state ?? null, (snapshot?.seq ?? 0) + 1, upTo);
  }

  /** Folds the whole ledger. The result must equal the room's state. */
  rebuild(): S | null {
    return this.#fold(null, 1, this.#ledger.head);
  }

  keep(state: S): void {
    if (state.open || state.head - this.#seq < SNAPSHOT_INTERVAL) return;
    this.#seq = state.head;
    const text = JSON.stringify(state);
    // Too large for a row: folding from the ledger is slower but works.
    if (!fitsRow(text)) return;
    const { stateVersion } = this.#engine;
    this.#sql.exec('INSERT OR REPLACE INTO snapshot VALUES (1, ?, ?, ?)', state.head, stateVersion, text);
  }

  #fold(from: S | null, after: number, upTo: number): S | null {
    let state = from;
    for (const event of this.#ledger.walk(after, upTo)) state = this.#engine.reduce(state, event);
    return state;
  }

  #read(upTo: number): { seq: number; state: S } | null {
    const [row] = this.#sql
      .exec<{ seq: number; state: string }>(
        'SELECT seq, state FROM snapshot WHERE id = 1 AND seq <= ? AND version = ?',
        upTo,
        this.#engine.stateVersion,
      )
      .toArray();
    return row ? { seq: row.seq, state: JSON.parse(row.state) as S } : null;
  }
}
