import type { SlimStep } from '../../../src/storage/index-rows';
import { firstOfRound } from './ledger';

/** Reads the table `steps` for users other than the journal. Numbers are assigned in order. */

/** Intent and result are JSON text. */
export type StepRow = {
  n: number;
  round: number;
  key: string;
  kind: string;
  status: string;
  started_at: string;
  intent: string;
  result: string | null;
  /** JSON of {@link import('./meter').StepCost}. */
  cost: string | null;
};

const STEP_COLUMNS = 'n, round, key, kind, status, intent, result, started_at, cost';

export function parseStep<Step extends SlimStep>({
  started_at,
  intent,
  result,
  cost,
  ...rest
}: StepRow): Step {
  const row = {
    ...rest,
    cost: JSON.parse(cost ?? 'null'),
    startedAt: started_at,
    intent: JSON.parse(intent),
    result: JSON.parse(result ?? 'null'),
  };
  return row as unknown as Step;
}

/** Call `n` if it belongs to this round and is still in the room. */
export function findCall(sql: SqlStorage, round: number, n: number): StepRow | undefined {
  const [row] = sql
    .exec<StepRow>(`SELECT ${STEP_COLUMNS} FROM steps WHERE n = ? AND round = ? AND kind = 'call'`, n, round)
    .toArray();
  return row;
}

/**
 * The calls of a round, in order.
 * @param from lower bound of their numbers, searched if omitted
 */
export function listRoundCalls(sql: SqlStorage, round: number, from?: number): StepRow[] {
  // The room only has the newest rounds' calls, so reading to the end is cheaper than a second search.
  return sql
    .exec<StepRow>(
      `SELECT ${STEP_COLUMNS} FROM steps WHERE n >= ? AND round = ? AND kind = 'call' ORDER BY n`,
      from ?? firstOfRound(sql, 'steps', 'n', round),
      round,
    )
    .toArray();
}

export function hasFinishedStep(sql: SqlStorage, after: number): boolean {
  const [next] = sql
    .exec<{ status: string }>('SELECT status FROM steps WHERE n > ? ORDER BY n LIMIT 1', after)
    .toArray();
  return next !== undefined && next.status !== 'open';
}

/** Steps in order, up to the first open one, without prompts and answers. */
export function finishedSteps(sql: SqlStorage, after: number, limit: number): StepRow[] {
  const rows = sql
    .exec<StepRow>(
      `SELECT n, round, key, kind, status, started_at, cost, json_remove(intent, '$.messages') AS intent,
         json_remove(result, '$.raw', '$.reasoning', '$.parsed', '$.problems') AS result
       FROM steps WHERE n > ? ORDER BY n LIMIT ?`,
      after,
      limit,
    )
    .toArray();
  const open = rows.findIndex((row) => row.status === 'open');
  return open < 0 ? rows : rows.slice(0, open);
}

/**
 * The first round with an open step; null if none.
 * @param after steps up to this number are finished
 */
export function firstOpenRound(sql: SqlStorage, after: number): number | null {
  return sql
    .exec<{ round: number | null }>(
      "SELECT min(round) AS round FROM steps WHERE status = 'open' AND n > ?",
      after,
    )
    .one().round;
}
