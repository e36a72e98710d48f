const KEPT = 50;

/** What was done to a webhook or a hook, newest first. The table is one of its own schema. */
export class ListenerLog {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  note(at: string, what: string): void {
    const { n } = this.#sql
      .exec<{ n: number }>('INSERT INTO log (at, what) VALUES (?, ?) RETURNING n', at, what)
      .one();
    this.#sql.exec('DELETE FROM log WHERE n <= ?', n - KEPT);
  }

  list(): { at: string; what: string }[] {
    return this.#sql.exec<{ at: string; what: string }>('SELECT at, what FROM log ORDER BY n DESC').toArray();
  }
}
