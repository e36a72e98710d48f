import type { CallRecord } from '../api/calls';
import { type CallStep, callSummary } from './index-rows';

/** The whole record of a stored call: what `GET /v1/calls/{id}` answers and what a bundle keeps. */
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
