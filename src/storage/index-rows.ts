import { fromNanos } from '../billing/prices';
import type { CallRecord, CallStatus, CallSummary } from '../contract/calls';
import type { Event } from '../contract/events/events';
import { formatCallId } from '../contract/ids';
import type { CallIntent, CallResult } from '../room/step-context';

/** A call as stored in the room's journal and in bundles. */
export interface CallStep<Intent = CallIntent, Outcome = CallResult> {
  n: number;
  round: number;
  key: string;
  /** open | done | lost | discarded | retried | unjournaled */
  status: string;
  startedAt: string;
  intent: Intent;
  result: Outcome | null;
  /** Null: free. `money` in billionths, null without a price. */
  cost: { seat: string; money: number | null } | null;
}

/** The fields that lists need, without prompt and answer. */
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

/** Index rows of events: the newest state of each round, and each turn's frame diff. */
export function indexEvents(events: Iterable<Event>): { rounds: RoundRow[]; diffs: DiffRow[] } {
  const rounds = new Map<number, RoundRow>();
  const diffs: DiffRow[] = [];
  for (const event of events) {
    const n = event.round ?? event.turn;
    if (n === undefined) continue;
    const status = /^(?:round|turn)\.(completed|failed|cancelled|rolledback)$/.exec(event.kind)?.[1];
    if (event.kind === 'round.started' || event.kind === 'turn.started') {
      const { attempt } = event.payload;
      rounds.set(n, { n, attempt, status: 'running', startedAt: event.at, endedAt: null });
    } else if (status) {
      // A batch may contain a round's end without its start; the statement then keeps D1's start
      // (index-statements.ts).
      const start = rounds.get(n) ?? { n, attempt: 0, startedAt: '' };
      rounds.set(n, { ...start, status, endedAt: event.at });
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
  return { rounds: [...rounds.values()], diffs };
}

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
    status: callStatus(step.status, result),
    rung: result?.rung ?? null,
    promptTokens: result?.usage.promptTokens ?? 0,
    completionTokens: result?.usage.completionTokens ?? 0,
    reasoningTokens: result?.usage.reasoningTokens ?? null,
    cachedTokens: result?.usage.cachedTokens ?? null,
    providerCost: result?.usage.cost ?? null,
    latencyMs: result?.latencyMs ?? null,
    startedAt: step.startedAt,
    seat: step.cost?.seat || null,
    money: step.cost?.money == null ? null : fromNanos(step.cost.money),
  };
}

/** The full record, as in `GET /v1/calls/{id}`. */
export function callRecord(room: string, step: CallStep): CallRecord {
  const { intent, result } = step;
  return {
    ...callSummary(room, step),
    messages: result?.sent ?? intent.messages,
    constraint: result?.constraint ?? null,
    raw: result?.raw ?? null,
    reasoning: result?.reasoning ?? null,
    parsed: result?.parsed ?? null,
    problems: result?.problems ?? [],
    error: result?.error ?? null,
    notes: result?.notes ?? [],
    finishReason: result?.finishReason ?? null,
  };
}

function callStatus(step: string, result: Pick<CallResult, 'status'> | null): CallStatus {
  if (step === 'open' || step === 'lost' || step === 'discarded') return step;
  return result?.status ?? 'lost';
}
