import type { ExperimentUse, RowStatus, RunTally } from '../../../src/contract/experiments';
import type { Allotment } from '../../../src/runs/experiments/budget';
import type { Cell } from '../../../src/runs/experiments/plan';
import type { Change, Counts, PlannedRun, RunStanding } from '../../../src/runs/experiments/steps';

/** Tables of an experiment, as append-only migrations. Single values are in `meta`. */
export const EXPERIMENT_MIGRATIONS: readonly string[] = [
  `CREATE TABLE runs (
     n INTEGER PRIMARY KEY,        -- its place, from 1
     game TEXT NOT NULL,
     player INTEGER NOT NULL,      -- which of the models of the plan, from 0
     seed TEXT NOT NULL,
     run TEXT NOT NULL,            -- id of its room, made or not: it follows from experiment and n
     standing TEXT NOT NULL,       -- waiting | making | playing | over
     status TEXT NOT NULL,         -- as the table shows it
     reason TEXT,
     tally TEXT,                   -- JSON: what the run told of itself last
     tries INTEGER NOT NULL,       -- failures in a row that were tried again
     held INTEGER NOT NULL,        -- 1: it pauses or failed, and is to go on
     next_at INTEGER NOT NULL,     -- when to look at it, ms since 1970
     started_at INTEGER,
     ended_at INTEGER,
     allotment TEXT                -- JSON: the run's share of the experiment's budget
   );
   CREATE INDEX runs_by_standing ON runs (standing, n);
   CREATE TABLE receipts (key TEXT PRIMARY KEY, body_hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
   -- Events that webhooks are notified of.
   CREATE TABLE events (
     seq INTEGER PRIMARY KEY,      -- from 1, without gaps
     at TEXT NOT NULL,
     kind TEXT NOT NULL,
     payload TEXT NOT NULL         -- JSON
   );`,
];

type RunRow = {
  n: number;
  game: string;
  player: number;
  seed: string;
  run: string;
  standing: string;
  status: string;
  reason: string | null;
  tally: string | null;
  tries: number;
  held: number;
  next_at: number;
  started_at: number | null;
  ended_at: number | null;
  allotment: string | null;
};

export class ExperimentStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** @param ids room ids, in the order of `cells` */
  plan(cells: readonly Cell[], ids: readonly string[]): void {
    for (const [i, { n, game, player, seed }] of cells.entries())
      this.#sql.exec(
        `INSERT INTO runs (n, game, player, seed, run, standing, status, tries, held, next_at)
         VALUES (?, ?, ?, ?, ?, 'waiting', 'waiting', 0, 0, 0)`,
        ...[n, game, player, seed, ids[i] ?? ''],
      );
  }

  all(): PlannedRun[] {
    return this.#list('SELECT * FROM runs ORDER BY n');
  }

  get(n: number): PlannedRun | null {
    return this.#list('SELECT * FROM runs WHERE n = ?', n)[0] ?? null;
  }

  active(): PlannedRun[] {
    return this.#list("SELECT * FROM runs WHERE standing IN ('making', 'playing') ORDER BY n");
  }

  waiting(limit: number): PlannedRun[] {
    return this.#list("SELECT * FROM runs WHERE standing = 'waiting' ORDER BY n LIMIT ?", limit);
  }

  /** A run whose room may still exist; null: none. */
  firstMade(): PlannedRun | null {
    return this.#list("SELECT * FROM runs WHERE standing <> 'waiting' ORDER BY n LIMIT 1")[0] ?? null;
  }

  change(n: number, change: Change): void {
    const run = this.get(n);
    if (!run) return;
    const next = { ...run, ...change };
    this.#sql.exec(
      `UPDATE runs SET standing = ?, status = ?, reason = ?, tally = ?, tries = ?, held = ?, next_at = ?,
         started_at = ?, ended_at = ?, allotment = ? WHERE n = ?`,
      ...[next.standing, next.status, next.reason, next.tally && JSON.stringify(next.tally), next.tries],
      ...[next.held ? 1 : 0, next.nextAt, next.startedAt, next.endedAt],
      ...[next.allotment && JSON.stringify(next.allotment), n],
    );
  }

  skipWaiting(): void {
    this.#sql.exec("UPDATE runs SET standing = 'over', status = 'skipped' WHERE standing = 'waiting'");
  }

  hurry(now: number): void {
    this.#sql.exec(
      "UPDATE runs SET next_at = ? WHERE standing IN ('making', 'playing') AND next_at > ?",
      now,
      now,
    );
  }

  /** Total use according to the runs' last reports. Money is null until a run has reported some. */
  used(): ExperimentUse {
    return this.#sum((measure) => `tally ->> '${measure}'`, 'true');
  }

  /** Total that all other runs have used or, while they play, may still use. */
  committed(except: number): ExperimentUse {
    const reserved = (measure: string) =>
      `iif(standing IN ('making', 'playing'), coalesce(allotment ->> '${measure}', 0), 0)`;
    return this.#sum(
      (measure) => `max(coalesce(tally ->> '${measure}', 0), ${reserved(measure)})`,
      `n <> ${except}`,
    );
  }

  #sum(each: (measure: string) => string, where: string): ExperimentUse {
    const [actions, calls, tokens] = ['actions', 'calls', 'tokens'].map(
      (measure) => `coalesce(sum(${each(measure)}), 0) AS ${measure}`,
    );
    const money = `sum(${each('money')}) AS money`;
    return this.#sql
      .exec<ExperimentUse>(`SELECT ${actions}, ${calls}, ${tokens}, ${money} FROM runs WHERE ${where}`)
      .one();
  }

  drop(n: number): void {
    this.#sql.exec('DELETE FROM runs WHERE n = ?', n);
  }

  counts(): Counts & { refused: number } {
    const counts = { waiting: 0, making: 0, playing: 0, over: 0, refused: 0 };
    const rows = this.#sql.exec<{ standing: RunStanding; refused: number; n: number }>(
      "SELECT standing, status = 'refused' AS refused, count(*) AS n FROM runs GROUP BY 1, 2",
    );
    for (const { standing, refused, n } of rows) {
      counts[standing] += n;
      if (refused) counts.refused += n;
    }
    return counts;
  }

  #list(query: string, ...values: (string | number)[]): PlannedRun[] {
    return this.#sql
      .exec<RunRow>(query, ...values)
      .toArray()
      .map(({ standing, status, tally, held, next_at, started_at, ended_at, allotment, ...row }) => ({
        ...row,
        standing: standing as RunStanding,
        status: status as RowStatus,
        tally: tally === null ? null : (JSON.parse(tally) as RunTally),
        held: held === 1,
        nextAt: next_at,
        startedAt: started_at,
        endedAt: ended_at,
        allotment: allotment === null ? null : (JSON.parse(allotment) as Allotment),
      }));
  }
}
