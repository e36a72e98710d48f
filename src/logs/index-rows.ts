import type { CallStatus, CallSummary, Role, Rung } from '../contract/calls';
import type { Event } from '../contract/events';
import { formatCallId } from '../contract/ids';
import type { AnalyzedPayload } from '../contract/runs';
import type { CallIntent, CallResult } from '../contract/stage';

/** A row of the room's `steps` table. */
export type StepRow = {
  n: number;
  round: number;
  key: string;
  kind: string;
  status: string;
  intent: string;
  result: string | null;
  started_at: string;
};

export interface RoundRow {
  n: number;
  attempt: number;
  status: string;
  startedAt: string;
  endedAt: string | null;
}

export interface DiffRow {
  turn: number;
  action: string;
  summary: string;
  changed: number;
  hadEffect: number;
}

/** What the D1 index keeps of these events: the newest state of each round, and each turn's frame diff. */
export function indexEvents(events: Iterable<Event>): { rounds: RoundRow[]; diffs: DiffRow[] } {
  const rounds = new Map<number, Partial<RoundRow> & { n: number }>();
  const diffs: DiffRow[] = [];
  for (const event of events) {
    const n = event.round ?? event.turn;
    if (n === undefined) continue;
    const status = /^(?:round|turn)\.(started|completed|failed|cancelled|rolledback)$/.exec(event.kind)?.[1];
    if (status === 'started') {
      const attempt = Number(event.payload.attempt ?? 1);
      rounds.set(n, { n, attempt, status: 'running', startedAt: event.at, endedAt: null });
    } else if (status) {
      rounds.set(n, { ...rounds.get(n), n, status, endedAt: event.at });
    }
    if (event.kind === 'action.analyzed') {
      const { action, diff, hadEffect } = event.payload as unknown as AnalyzedPayload;
      diffs.push({
        turn: n,
        action,
        summary: diff.summary,
        changed: diff.count,
        hadEffect: hadEffect ? 1 : 0,
      });
    }
  }
  // A batch may hold a round's end without its start: the statement then keeps what D1 has (outbox.ts).
  const whole = [...rounds.values()].map((r) => ({
    n: r.n,
    attempt: r.attempt ?? 0,
    status: r.status ?? 'running',
    startedAt: r.startedAt ?? '',
    endedAt: r.endedAt ?? null,
  }));
  return { rounds: whole, diffs };
}

/** The index row of a stored call. */
export function callSummary(room: string, row: StepRow): CallSummary {
  const intent = JSON.parse(row.intent) as CallIntent;
  const result = row.result === null ? null : (JSON.parse(row.result) as CallResult);
  return {
    id: formatCallId({ room, round: row.round, n: row.n }),
    room,
    round: row.round,
    n: row.n,
    step: row.key,
    role: intent.role as Role,
    purpose: intent.purpose,
    attempt: intent.attempt,
    provider: intent.provider,
    model: intent.model,
    status: statusOf(row.status, result),
    rung: (result?.rung ?? null) as Rung | null,
    promptTokens: result?.usage.promptTokens ?? 0,
    completionTokens: result?.usage.completionTokens ?? 0,
    latencyMs: result?.latencyMs ?? null,
    startedAt: row.started_at,
  };
}

function statusOf(step: string, result: CallResult | null): CallStatus {
  if (step === 'open' || step === 'lost' || step === 'discarded') return step;
  return result?.status ?? 'lost';
}
