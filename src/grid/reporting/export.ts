import { toBase64 } from '../../base/base64';
import type { Json, JsonObject } from '../../base/json';
import type { GameAction } from '../../contract/agents';
import type { CallRecord, Message } from '../../contract/calls';
import type { Event, EventOf } from '../../contract/events/events';
import type { ReplayStep } from '../../contract/replays';
import type { ExportFile } from '../../room/rpc';
import { jsonFile, messageText } from '../../runs/export';
import { framePng } from '../../runs/picture/draw';
import { type RunState, reduceRun } from '../state';
import { actionKey } from '../transition';
import { readRecord } from './evidence';
import {
  countObservation,
  framePath,
  pad,
  toActionKnowledge,
  toAgentState,
  toEnvironment,
  toRules,
} from './export-state';
import { type PlacedCall, placeCalls, readContext } from './place-calls';
import { listSteps } from './replay';
import { reportHtml, reportMarkdown } from './report/report';

/**
 * Yields the files of an export (folder layout: docs/runs.md#export-and-import). Folds the ledger only once
 * and yields each file when the fold reaches its event: frames when captured, calls with the states around
 * them, the summary last.
 *
 * @param events the run's entire ledger, in order
 * @param calls every call of the run, in any order; numbered from 1 in the order of their `n`
 */
export function* exportRun(events: Event[], calls: CallRecord[]): Generator<ExportFile> {
  const placedCalls = placeCalls(events, calls);
  const frames = new Map<number, string>();
  const paths = new Map<number, string>();
  const numbers = new Map<number, number>();
  const befores = new Map<number, RunState>();
  const neededSeqs = new Set(placedCalls.map((place) => place.beforeSeq));
  let state: RunState | null = null;
  for (const event of events) {
    state = reduceRun(state, event);
    if (event.kind === 'frame.captured') {
      const { n, label, cells } = event.payload;
      frames.set(n, cells);
      paths.set(n, framePath(label === 'after' ? 'unanalyzed' : label, n));
      if (label !== 'after') yield picture(framePath(label, n), cells);
    }
    if (event.kind === 'knowledge.updated') yield* exportObservation(event, frames, paths, numbers);
    if (neededSeqs.has(event.seq)) befores.set(event.seq, state);
    for (const place of placedCalls) {
      if (place.afterSeq !== event.seq) continue;
      const before = toAgentState(befores.get(place.beforeSeq) ?? state, numbers);
      yield* exportCall(place, before, toAgentState(state, numbers), frames);
    }
  }
  if (!state) return;
  // The turn of this target restarted before the analysis, so its frame still needs a file.
  for (const [n, path] of paths) {
    if (path === framePath('unanalyzed', n)) yield picture(path, frames.get(n) ?? '');
  }
  const record = readRecord(state, events);
  yield jsonFile('state.json', toAgentState(state, numbers));
  yield jsonFile('action_knowledge.json', toActionKnowledge(state, numbers));
  yield jsonFile('environment.json', toEnvironment(state));
  yield jsonFile('rules.json', toRules(record));
  const { program } = state.world ?? {};
  if (program) yield { path: 'world.js', text: `${program.source}\n` };
  yield jsonFile('actions.json', { actions: listSteps(events).map((step) => describeStep(step, paths)) });
  yield { path: 'final_report.md', text: reportMarkdown(record) };
  yield { path: 'report.html', text: reportHtml(record) };
  yield { path: 'ledger.jsonl', text: events.map((event) => `${JSON.stringify(event)}\n`).join('') };
}

/** A message sent to the game, including doubtful and refused ones. */
const describeStep = (step: ReplayStep, paths: ReadonlyMap<number, string>): JsonObject => ({
  step: step.n,
  turn: step.turn,
  timestamp: step.at,
  kind: step.kind,
  action: step.action && actionKey(step.action as GameAction),
  role: step.role,
  before_frame_path: paths.get(step.beforeFrame ?? 0) ?? null,
  frame_path: paths.get(step.frame ?? 0) ?? null,
  animation_frames: step.animation.length,
  game_state: step.state,
  level: step.level,
  had_effect: step.hadEffect,
  was_consistent: step.consistent,
  note: step.note,
});

function* exportObservation(
  event: EventOf<'knowledge.updated'>,
  frames: ReadonlyMap<number, string>,
  paths: Map<number, string>,
  numbers: Map<number, number>,
): Generator<ExportFile> {
  const { beforeFrame, afterFrame } = event.payload.verdict.observation;
  const n = countObservation(numbers, event);
  paths.set(afterFrame, framePath('after', n));
  yield picture(framePath('before', n), frames.get(beforeFrame) ?? '');
  yield picture(framePath('after', n), frames.get(afterFrame) ?? '');
}

function* exportCall(
  place: PlacedCall,
  before: JsonObject,
  after: JsonObject,
  frames: ReadonlyMap<number, string>,
): Generator<ExportFile> {
  const { call } = place;
  const folder = turnFolder(place);
  const images: string[] = [];
  for (const which of ['before', 'after'] as const) {
    const cells = frames.get(place.frames[which] ?? 0);
    if (cells === undefined) continue;
    images.push(`${folder}/${which}.png`);
    yield picture(`${folder}/${which}.png`, cells);
  }
  yield { path: `${folder}/prompt.txt`, text: writePrompt(call.messages) };
  yield jsonFile(`${folder}/response.json`, describeResponse(place, images));
  yield jsonFile(`${folder}/state_before.json`, before);
  yield jsonFile(`${folder}/state_after.json`, after);
}

/** Calls are numbered across the run; the folder of an analysis includes its action. */
function turnFolder({ call, n, target }: PlacedCall): string {
  const about = call.role === 'analyst' ? `${target?.id ?? 'unknown'}_` : '';
  return `calls/${pad(n)}_${about}${call.purpose}`;
}

function describeResponse({ call, n, target }: PlacedCall, images: string[]): JsonObject {
  return {
    id: call.id,
    call_id: n,
    action_being_analyzed: call.role === 'analyst' && target ? actionKey(target) : null,
    suggested_action: call.role !== 'analyst' && target ? actionKey(target) : null,
    images_sent: images,
    context_provided: readContext(call),
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

/** Text only. Pictures are separate files. */
const writePrompt = (messages: readonly Message[]): string =>
  messages.map((message) => `--- ${message.role} ---\n${messageText(message)}\n`).join('\n');

/** Pixels per side of a cell, the same as for pictures served over HTTP. */
const SCALE = 8;
const picture = (path: string, cells: string): ExportFile => ({
  path,
  base64: toBase64(framePng(cells, SCALE)),
});
