import type { CallRecord, Message } from '../contract/calls';
import type { Event } from '../contract/events';
import type { Json, JsonObject } from '../contract/json';
import type { ExportFile } from '../contract/rooms';
import { framePath, pad, toActionKnowledge, toAgentState, toEnvironment } from './export-state';
import type { ExecutedPayload, FramePayload, KnowledgePayload } from './payloads';
import { framePng } from './png';
import { reportMarkdown } from './report';
import { type RunState, reduceRun } from './state';

/** A call with its place in the ledger: the state was this before it, and that once its answer was stored. */
interface PlacedCall {
  call: CallRecord;
  folder: string;
  /** Seqs of the last events before and with it. */
  beforeSeq: number;
  afterSeq: number;
  /** Numbers of the frames it was shown; a suggestion is shown one. */
  frames: { before: number | null; after: number | null };
}

/**
 * The files of an export, in the folder layout of the exploration seed. Folds the ledger once, so a file is made when
 * its moment is reached: frames as they were captured, calls with the states around them, the summary at the end.
 *
 * @param events the whole ledger of the run, in order
 * @param calls every call of the run, in any order; they are numbered from 1 by their `n`
 */
export function* exportRun(events: Event[], calls: CallRecord[]): Generator<ExportFile> {
  const placed = placeCalls(events, calls);
  const frames = new Map<number, string>();
  const numbers = new Map<number, number>();
  const befores = new Map<number, RunState>();
  const wanted = new Set(placed.map((place) => place.beforeSeq));
  let state: RunState | null = null;
  for (const event of events) {
    state = reduceRun(state, event);
    if (event.kind === 'frame.captured') {
      const { n, label, cells } = event.payload as unknown as FramePayload;
      frames.set(n, cells);
      if (label !== 'after') yield picture(framePath(label, n), cells);
    }
    if (event.kind === 'knowledge.updated') yield* exportObservation(event, frames, numbers);
    if (wanted.has(event.seq)) befores.set(event.seq, state);
    for (const place of placed) {
      if (place.afterSeq !== event.seq) continue;
      const before = toAgentState(befores.get(place.beforeSeq) ?? state, numbers);
      yield* exportCall(place, before, toAgentState(state, numbers), frames);
    }
  }
  if (!state) return;
  yield json('state.json', toAgentState(state, numbers));
  yield json('action_knowledge.json', toActionKnowledge(state, numbers));
  yield json('environment.json', toEnvironment(state));
  yield { path: 'final_report.md', text: reportMarkdown(state) };
  yield { path: 'ledger.jsonl', text: events.map((event) => `${JSON.stringify(event)}\n`).join('') };
}

function* exportObservation(
  event: Event,
  frames: ReadonlyMap<number, string>,
  numbers: Map<number, number>,
): Generator<ExportFile> {
  const { beforeFrame, afterFrame } = (event.payload as unknown as KnowledgePayload).verdict.observation;
  const n = numbers.size + 1;
  numbers.set(afterFrame, n);
  yield picture(framePath('before', n), frames.get(beforeFrame) ?? '');
  yield picture(framePath('after', n), frames.get(afterFrame) ?? '');
}

function* exportCall(
  place: PlacedCall,
  before: JsonObject,
  after: JsonObject,
  frames: ReadonlyMap<number, string>,
): Generator<ExportFile> {
  const { call, folder } = place;
  for (const which of ['before', 'after'] as const) {
    const cells = frames.get(place.frames[which] ?? 0);
    if (cells !== undefined) yield picture(`${folder}/${which}.png`, cells);
  }
  yield { path: `${folder}/prompt.txt`, text: writePrompt(call.messages) };
  yield json(`${folder}/response.json`, describeResponse(call));
  yield json(`${folder}/state_before.json`, before);
  yield json(`${folder}/state_after.json`, after);
}

/** Find each call's moment: the events of its turn that its ask led to, or the end of the turn when it led to none. */
function placeCalls(events: Event[], calls: CallRecord[]): PlacedCall[] {
  const turns = Map.groupBy(events, (event) => event.turn ?? 0);
  return [...calls]
    .sort((a, b) => a.n - b.n)
    .map((call, i) => {
      const own = turns.get(call.round) ?? [];
      const target = own.findLast(
        (event) => event.kind === 'action.executed' && event.payload.role === 'target',
      );
      return call.role === 'analyst'
        ? placeAnalysis(call, i + 1, own, target)
        : placeSuggestion(call, i + 1, own);
    });
}

function placeSuggestion(call: CallRecord, n: number, own: Event[]): PlacedCall {
  const settled = findSettled(call, own, 'action.suggested');
  const end = own.at(-1)?.seq ?? 1;
  const frame = settled?.payload.frame;
  return {
    call,
    folder: `calls/${pad(n)}_${call.purpose}`,
    beforeSeq: settled ? settled.seq - 1 : end,
    afterSeq: settled?.seq ?? end,
    frames: { before: typeof frame === 'number' ? frame : null, after: null },
  };
}

function placeAnalysis(call: CallRecord, n: number, own: Event[], target: Event | undefined): PlacedCall {
  const analyzed = findSettled(call, own, 'action.analyzed');
  const learnt =
    analyzed && own.find((event) => event.kind === 'knowledge.updated' && event.seq > analyzed.seq);
  const end = own.at(-1)?.seq ?? 1;
  const executed = target?.payload as unknown as ExecutedPayload | undefined;
  const shown = target && own.find((event) => event.kind === 'frame.captured' && event.seq > target.seq);
  return {
    call,
    folder: `calls/${pad(n)}_${executed?.action ?? 'unknown'}_${call.purpose}`,
    // As in the seed, the state before an analysis is the one before the action was executed.
    beforeSeq: target ? target.seq - 1 : end,
    afterSeq: learnt?.seq ?? end,
    frames: {
      before: executed?.beforeFrame ?? null,
      after: (shown?.payload as unknown as FramePayload | undefined)?.n ?? null,
    },
  };
}

/** The event that the call's ask ended with. A call's step is its ask's step and its number: `suggest/1`. */
const findSettled = (call: CallRecord, own: Event[], kind: Event['kind']): Event | undefined =>
  own.findLast((event) => event.kind === kind && event.payload.step === call.step.split('/')[0]);

function describeResponse(call: CallRecord): JsonObject {
  return {
    id: call.id,
    provider: call.provider,
    model: call.model,
    purpose: call.purpose,
    attempt: call.attempt,
    status: call.status,
    rung: call.rung,
    timestamp: call.startedAt,
    raw_response: call.raw,
    parsed_response: call.parsed as Json,
    reasoning: call.reasoning,
    problems: call.problems.map((problem) => ({ ...problem })),
    error: call.error,
    finish_reason: call.finishReason,
    prompt_tokens: call.promptTokens,
    completion_tokens: call.completionTokens,
    latency_ms: call.latencyMs,
  };
}

/** A prompt as text; a frame shows as its label, because its picture lies beside it. */
function writePrompt(messages: readonly Message[]): string {
  return messages
    .map(({ role, content }) => {
      const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
      const text = parts.map((part) => (part.type === 'text' ? part.text : `[image: ${part.label}]`));
      return `--- ${role} ---\n${text.join('\n')}\n`;
    })
    .join('\n');
}

const json = (path: string, value: JsonObject): ExportFile => ({
  path,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

const picture = (path: string, cells: string): ExportFile => ({ path, base64: toBase64(framePng(cells)) });

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
