import type { CallStatus, CallSummary } from '../api/calls';
import { formatCallId } from '../api/ids';
import { fromNanos } from '../billing/prices';
import type { Event } from '../events/events';
import type { CallIntent, CallResult } from '../room/step-context';

/** A call as the room's journal keeps it, and as it lies in a bundle. */
export interface CallStep<Intent = CallIntent, Outcome = CallResult> {
  n: number;
  round: number;
  key: string;
  /** open | done | lost | discarded | superseded | aside */
  status: string;
  startedAt: string;
  intent: Intent;
  result: Outcome | null;
  /** Null: it was free. Absent in bundles of before it was counted. `money` in billionths, null without a price. */
  cost?: { seat: string; money: number | null } | null;
}

/** The parts that a list shows: without the prompt and what was made of the answer. */
export type SlimStep = CallStep<
  Omit<CallIntent, 'messages'>,
  Pick<CallResult, 'status' | 'rung' | 'usage' | 'latencyMs'>
>;

interface RoundRow {
  n: number;
  attempt: number;
  status: string;
  startedAt: string;
  endedAt: string | null;
}

interface DiffRow {
  turn: number;
  action: string;
  summary: string;
  changed: number;
  hadEffect: number;
}

/** Returns the index rows of these events: the newest state of each round, and each turn's frame diff. */
export function indexEvents(events: Iterable<Event>): { rounds: RoundRow[]; diffs: DiffRow[] } {
  const rounds = new Map<number, Partial<RoundRow> & { n: number }>();
  const diffs: DiffRow[] = [];
  for (const event of events) {
    const n = event.round ?? event.turn;
    if (n === undefined) continue;
    const status = /^(?:round|turn)\.(completed|failed|cancelled|rolledback)$/.exec(event.kind)?.[1];
    if (event.kind === 'round.started' || event.kind === 'turn.started') {
      const { attempt } = event.payload;
      rounds.set(n, { n, attempt, status: 'running', startedAt: event.at, endedAt: null });
    } else if (status) {
      rounds.set(n, { ...rounds.get(n), n, status, endedAt: event.at });
    }
    if (event.kind === 'action.analyzed') {
      const { action, diff, hadEffect } = event.payload;
      diffs.push({
        turn: n,
        action,
        summary: diff.summary,
        changed: diff.count,
        hadEffect: hadEffect ? 1 : 0,
      });
    }
  }
  // A batch may hold a round's end without its start: the statement then keeps what D1 has (index-statements.ts).
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
export function callSummary(room: string, step: SlimStep): CallSummary {
  const { intent, result } = step;
  return {
    id: formatCallId({ room, round: step.round, n: step.n }),
    room,
    round: step.round,
    n: step.n,
    step: step.key,
    role: intent.role,
    purpose: intent.purpose,
    attempt: intent.attempt,
    provider: intent.provider,
    model: intent.model,
    status: statusOf(step.status, result),
    rung: result?.rung ?? null,
    promptTokens: result?.usage.promptTokens ?? 0,
    completionTokens: result?.usage.completionTokens ?? 0,
    latencyMs: result?.latencyMs ?? null,
    startedAt: step.startedAt,
    seat: step.cost?.seat || null,
    money: step.cost?.money == null ? null : fromNanos(step.cost.money),
  };
}

function statusOf(step: string, result: Pick<CallResult, 'status'> | null): CallStatus {
  if (step === 'open' || step === 'lost' || step === 'discarded') return step;
  return result?.status ?? 'lost';
}
