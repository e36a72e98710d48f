import type { Json } from '../../../src/base/json';
import type { Message } from '../../../src/contract/calls';
import type { SlimStep } from '../../../src/storage/index-rows';
import { firstOfRound } from './ledger';
import { readPrompt } from './prompt-lines';

/** Reads the table `steps` for users other than the journal. Numbers are assigned in order. */

/** Intent (with messages) and result are JSON text. */
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

const STEP_COLUMNS = 'n, round, key, kind, status, intent, prompt, result, started_at, cost';

type StoredStep = StepRow & { prompt: string | null };

/** The question of a step: `prompt` has the messages of a call, `intent` everything else. */
export interface StepQuestion {
  /** JSON. */
  intent: string;
  /** `text`: the messages as JSON. */
  prompt: { messages: readonly Message[]; text: string } | null;
}

export function splitIntent(kind: string, intent: Json): StepQuestion {
  if (kind !== 'call') return { intent: JSON.stringify(intent), prompt: null };
  const { messages, ...head } = intent as { messages?: Message[] };
  const prompt = messages ? { messages, text: JSON.stringify(messages) } : null;
  return { intent: JSON.stringify(head), prompt };
}

/** Column `prompt` of a step; prompts refer to it by number. */
export const findPrompt =
  (sql: SqlStorage) =>
  (n: number): string =>
    sql.exec<{ prompt: string }>('SELECT prompt FROM steps WHERE n = ?', n).one().prompt;

/** Puts the messages back into the intent, as its last field. */
function readStep({ prompt, ...step }: StoredStep, promptOf: (n: number) => string): StepRow {
  if (prompt === null) return step;
  const messages = readPrompt(prompt, promptOf);
  return { ...step, intent: `${step.intent.slice(0, -1)},"messages":${messages}}` };
}

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
    .exec<StoredStep>(
      `SELECT ${STEP_COLUMNS} FROM steps WHERE n = ? AND round = ? AND kind = 'call'`,
      n,
      round,
    )
    .toArray();
  return row && readStep(row, findPrompt(sql));
}

/**
 * The calls of a round, in order.
 * @param from lower bound of their numbers, searched if omitted
 */
export function listRoundCalls(sql: SqlStorage, round: number, from?: number): StepRow[] {
  // The room only has the newest rounds' calls, so reading to the end is cheaper than a second search.
  const steps = sql
    .exec<StoredStep>(
      `SELECT ${STEP_COLUMNS} FROM steps WHERE n >= ? AND round = ? AND kind = 'call' ORDER BY n`,
      from ?? firstOfRound(sql, 'steps', 'n', round),
      round,
    )
    .toArray();
  const promptOf = (n: number) => steps.find((step) => step.n === n)?.prompt ?? '';
  return steps.map((step) => readStep(step, promptOf));
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
      `SELECT n, round, key, kind, status, started_at, cost, intent,
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
