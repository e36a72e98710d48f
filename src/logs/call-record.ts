import type { CallRecord } from '../contract/calls';
import type { CallIntent, CallResult } from '../contract/stage';
import { callSummary, type StepRow } from './index-rows';

/** The whole record of a stored call: what `GET /v1/calls/{id}` answers and what a bundle keeps. */
export function callRecord(room: string, row: StepRow): CallRecord {
  const intent = JSON.parse(row.intent) as CallIntent;
  const result = row.result === null ? null : (JSON.parse(row.result) as CallResult);
  return {
    ...callSummary(room, row),
    messages: intent.messages,
    constraint: result?.constraint ?? null,
    raw: result?.raw ?? null,
    reasoning: result?.reasoning ?? null,
    parsed: result?.parsed ?? null,
    problems: result?.problems ?? [],
    error: result?.error ?? null,
    finishReason: result?.finishReason ?? null,
  };
}
