import type { CallIntent, CallResult } from '../../../src/room/step-context';
import type { Hold } from './meter';

/**
 * A call that stands in the list of the room's calls without being a step of its round: no replay asks for its result.
 * Cut off, it is `lost`, and counts as what was kept back for it.
 */
export class UnjournaledCall {
  readonly #sql: SqlStorage;
  readonly #hold: Hold;
  readonly #n: number;

  constructor(sql: SqlStorage, { round, intent, hold }: { round: number; intent: CallIntent; hold: Hold }) {
    this.#sql = sql;
    this.#hold = hold;
    this.#n = sql
      .exec<{ n: number }>(
        `INSERT INTO steps (round, key, kind, status, hash, intent, started_at, cost)
         VALUES (?, ?, 'call', 'open', '', ?, ?, ?) RETURNING n`,
        ...[round, intent.role, JSON.stringify(intent), new Date().toISOString(), hold.text],
      )
      .one().n;
  }

  /** @param call what came of it; null: it was not made */
  close(call: CallResult | null): void {
    if (call === null) {
      this.#sql.exec('DELETE FROM steps WHERE n = ?', this.#n);
      this.#hold.release();
      return;
    }
    const spent = this.#hold.settle(call);
    this.#sql.exec(
      "UPDATE steps SET status = 'aside', result = ?, cost = ? WHERE n = ?",
      ...[JSON.stringify(call), spent.text, this.#n],
    );
    spent.done();
  }

  /** Nobody knows what came of it. */
  discard(): void {
    this.#sql.exec("UPDATE steps SET status = 'discarded' WHERE n = ?", this.#n);
    this.#hold.forfeit();
  }
}
