import type { CallIntent, CallResult } from '../../../src/room/step-context';
import type { Reservation } from './meter';

/**
 * A call that stands in the list of the room's calls without being a step of its round: no replay asks for its result.
 * Cut off, it is `lost`, and counts as what was kept back for it.
 */
export class UnjournaledCall {
  readonly #sql: SqlStorage;
  readonly #reservation: Reservation;
  readonly #n: number;

  constructor(
    sql: SqlStorage,
    { round, intent, reservation }: { round: number; intent: CallIntent; reservation: Reservation },
  ) {
    this.#sql = sql;
    this.#reservation = reservation;
    this.#n = sql
      .exec<{ n: number }>(
        `INSERT INTO steps (round, key, kind, status, hash, intent, started_at, cost)
         VALUES (?, ?, 'call', 'open', '', ?, ?, ?) RETURNING n`,
        ...[round, intent.role, JSON.stringify(intent), new Date().toISOString(), reservation.text],
      )
      .one().n;
  }

  /** @param call what came of it; null: it was not made */
  close(call: CallResult | null): void {
    if (call === null) {
      this.#sql.exec('DELETE FROM steps WHERE n = ?', this.#n);
      this.#reservation.release();
      return;
    }
    const cost = this.#reservation.settle(call);
    this.#sql.exec(
      "UPDATE steps SET status = 'aside', result = ?, cost = ? WHERE n = ?",
      ...[JSON.stringify(call), cost.text, this.#n],
    );
    cost.done();
  }

  /** Nobody knows what came of it. */
  discard(): void {
    this.#sql.exec("UPDATE steps SET status = 'discarded' WHERE n = ?", this.#n);
    this.#reservation.forfeit();
  }
}
