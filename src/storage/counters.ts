import type { Event } from '../contract/events/events';
import { callSummary, indexEvents, type SlimStep } from './index-rows';
import type { RoomRow } from './index-statements';
import { databaseAt, listShards } from './shards';

/** All metrics of `/metrics`, by name in the table `counters`, or per database. */
const METRICS = {
  rooms: ['gauge', 'Existing scenes and runs.'],
  rounds_total: ['counter', 'Ended rounds and turns.'],
  calls_total: ['counter', 'Model calls.'],
  prompt_tokens_total: ['counter', 'Prompt tokens.'],
  completion_tokens_total: ['counter', 'Completion tokens, including reasoning.'],
  cost_total: ['counter', 'Cost of calls according to PRICES, in its currency.'],
  call_seconds_sum: ['counter', 'Total latency of answered calls, in seconds.'],
  outbox_batches_total: ['counter', 'Batches written to the index.'],
  outbox_lag_seconds_sum: ['counter', 'Age of the oldest event of each batch, in seconds.'],
  deliveries_total: ['counter', 'Messages sent by webhooks.'],
  database_bytes: ['gauge', 'Size of a database of the index.'],
} as const;
type CounterName = keyof typeof METRICS;

const roomKind = ({ id, kind }: Pick<RoomRow, 'id' | 'kind'>): string =>
  id.startsWith('adv_') ? 'adventure' : kind === 'run' ? 'grid' : kind;

/**
 * Counts an outbox batch. Must precede the index statements in the transaction: rows already in the index are
 * not counted, so a batch can be sent twice.
 *
 * @param now milliseconds since 1970
 */
export function countStatements(
  db: D1Database,
  room: RoomRow,
  events: readonly Event[],
  steps: readonly SlimStep[],
  now: number,
): D1PreparedStatement[] {
  const kind = `kind="${roomKind(room)}"`;
  const rounds = indexEvents(events).rounds.filter(({ endedAt }) => endedAt !== null);
  const calls = steps.map((step) => ({
    ...callSummary(room.id, step),
    nanos: step.cost?.money ?? 0,
  }));
  const oldest = events[0];
  const lag = oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest.at)) / 1000;
  return [
    ...(rounds.length > 0 ? [db.prepare(COUNT_ROUNDS).bind(room.id, kind, JSON.stringify(rounds))] : []),
    ...(calls.length > 0 ? [db.prepare(COUNT_CALLS).bind(room.id, kind, JSON.stringify(calls))] : []),
    addTo(db, 'outbox_batches_total', kind, 1),
    addTo(db, 'outbox_lag_seconds_sum', kind, lag),
  ];
}

/** Adds to a counter. @param labels `name="value"`, comma-separated; only values from closed lists */
export const addTo = (
  db: D1Database,
  name: CounterName,
  labels: string,
  value: number,
): D1PreparedStatement =>
  db.prepare(`INSERT INTO counters VALUES (?1, ?2, ?3) ${ADD}`).bind(name, labels, value);

/**
 * Prometheus text format, version 0.0.4, summed over all databases.
 *
 * @throws errors of D1
 */
export async function writeMetrics(env: Env): Promise<string> {
  const lines = new Map<string, number>();
  const add = (name: string, labels: string, value: number) => {
    const series = `${name}{${labels}}`;
    lines.set(series, (lines.get(series) ?? 0) + value);
  };
  await Promise.all(
    listShards(env).map(async (shard) => {
      const { results, meta } = await databaseAt(env, shard)
        .prepare('SELECT name, labels, value FROM counters')
        .run<{ name: string; labels: string; value: number }>();
      for (const { name, labels, value } of results) add(name, labels, value);
      add('database_bytes', `database="${shard}"`, meta.size_after ?? 0);
    }),
  );
  const series = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = Object.entries(METRICS).flatMap(([name, [type, help]]) => {
    const full = `proscenium_${name}`;
    const mine = series.filter(([line]) => line.startsWith(`${name}{`));
    if (mine.length === 0) return [];
    const samples = mine.map(([line, value]) => `proscenium_${line} ${value}`);
    return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...samples];
  });
  return `${text.join('\n')}\n`;
}

const ADD = 'ON CONFLICT (name, labels) DO UPDATE SET value = value + excluded.value';

// A regenerated round ends again.
const COUNT_ROUNDS = `INSERT INTO counters
  SELECT 'rounds_total', ?2 || ',status="' || (j.value->>'status') || '"', count(*) FROM json_each(?3) j
  WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE room = ?1 AND n = j.value->>'n' AND ended_at = j.value->>'endedAt')
  GROUP BY 2 ${ADD}`;

const COUNT_CALLS = `WITH fresh AS (
    SELECT j.value AS call FROM json_each(?3) j
    WHERE NOT EXISTS (SELECT 1 FROM calls WHERE room = ?1 AND n = j.value->>'n'))
  INSERT INTO counters SELECT name, labels, value FROM (
    SELECT 'calls_total' AS name, ?2 || ',status="' || (call->>'status') || '"' AS labels, count(*) AS value
      FROM fresh GROUP BY 2
    UNION ALL SELECT 'prompt_tokens_total', ?2, sum(call->>'promptTokens') FROM fresh
    UNION ALL SELECT 'completion_tokens_total', ?2, sum(call->>'completionTokens') FROM fresh
    UNION ALL SELECT 'cost_total', ?2, sum(call->>'nanos') / 1e9 FROM fresh
    UNION ALL SELECT 'call_seconds_sum', ?2, sum(call->>'latencyMs') / 1e3 FROM fresh WHERE call->>'status' = 'answered'
  ) WHERE value > 0 ${ADD}`;
