import type { Event } from '../contract/events/events';
import type { RoomPreview } from '../contract/glance';
import { callSummary, indexEvents, type SlimStep } from './index-rows';
import { shareStatements } from './shared-memory';

export interface RoomRow {
  id: string;
  tenant: string;
  kind: 'scene' | 'run';
  title: string;
  status: string;
  rounds: number;
  /** Names such as `qwen3:8b by local`. */
  answeredBy: string[];
  createdAt: string;
}

/** `glance` null: unchanged. */
type IndexedRoom = RoomRow & { glance: RoomPreview | null };

/**
 * Updates the index with a room's events and calls, and with data its run shares. All writes are keyed and
 * safe to repeat.
 */
export function indexStatements(
  db: D1Database,
  room: IndexedRoom,
  events: readonly Event[],
  steps: readonly SlimStep[],
): D1PreparedStatement[] {
  const { id, tenant, kind, title, status, createdAt } = room;
  const updatedAt = events.at(-1)?.at ?? createdAt;
  const { rounds, diffs } = indexEvents(events);
  const calls = steps.map((step) => ({ ...callSummary(id, step), nanos: step.cost?.money ?? null }));
  const upsert = (sql: string, rows: readonly unknown[]): D1PreparedStatement[] =>
    rows.length > 0 ? [db.prepare(sql).bind(id, tenant, JSON.stringify(rows))] : [];
  return [
    db
      .prepare(UPSERT_ROOM)
      .bind(
        id,
        tenant,
        kind,
        title,
        status,
        room.rounds,
        createdAt,
        updatedAt,
        JSON.stringify(room.answeredBy),
        room.glance && JSON.stringify(room.glance),
      ),
    ...upsert(UPSERT_ROUNDS, rounds),
    ...upsert(UPSERT_CALLS, calls),
    ...upsert(UPSERT_DIFFS, diffs),
    ...shareStatements(db, { tenant, run: id }, events),
  ];
}

const UPSERT_ROOM = `INSERT INTO rooms (id, tenant, kind, title, status, rounds, created_at, updated_at, answered_by, glance)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, coalesce(?10, '{}'))
  ON CONFLICT (id) DO UPDATE SET
    title = ?4, status = ?5, rounds = ?6, updated_at = max(updated_at, ?8), answered_by = ?9,
    glance = coalesce(?10, glance)`;

// A round's end may come in a later batch than its start: an end alone (attempt 0) keeps the stored start.
const UPSERT_ROUNDS = `INSERT INTO rounds (room, tenant, n, attempt, status, started_at, ended_at)
  SELECT ?1, ?2, j.value->>'n', j.value->>'attempt', j.value->>'status', j.value->>'startedAt', j.value->>'endedAt'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET
    attempt = max(attempt, excluded.attempt), status = excluded.status, ended_at = excluded.ended_at,
    started_at = CASE excluded.attempt WHEN 0 THEN started_at ELSE excluded.started_at END`;

const UPSERT_CALLS = `INSERT INTO calls (room, tenant, n, round, step, role, purpose, attempt, provider, model, status, rung,
    prompt_tokens, completion_tokens, latency_ms, started_at, seat, money,
    reasoning_tokens, cached_tokens, provider_cost)
  SELECT ?1, ?2, j.value->>'n', j.value->>'round', j.value->>'step', j.value->>'role', j.value->>'purpose',
    j.value->>'attempt', j.value->>'provider', j.value->>'model', j.value->>'status', j.value->>'rung',
    j.value->>'promptTokens', j.value->>'completionTokens', j.value->>'latencyMs', j.value->>'startedAt',
    j.value->>'seat', j.value->>'nanos', j.value->>'reasoningTokens', j.value->>'cachedTokens',
    j.value->>'providerCost'
  FROM json_each(?3) j WHERE true
  ON CONFLICT (room, n) DO UPDATE SET status = excluded.status, rung = excluded.rung`;

const UPSERT_DIFFS = `INSERT OR REPLACE INTO frame_diffs (room, tenant, turn, action, summary, changed, had_effect)
  SELECT ?1, ?2, j.value->>'turn', j.value->>'action', j.value->>'summary', j.value->>'changed', j.value->>'hadEffect'
  FROM json_each(?3) j`;
