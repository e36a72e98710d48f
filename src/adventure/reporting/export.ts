import type { Json } from '../../base/json';
import type { CallRecord } from '../../contract/calls';
import type { Event } from '../../contract/events/events';
import type { ExportFile } from '../../room/rpc';
import { jsonFile, messageText } from '../../runs/export';
import type { AdventureState } from '../state-types';
import { adventureReport, adventureReportHtml } from './report/report';
import { transcript, transcriptText } from './transcript';
import { adventureView, knowledgeView, mapView, objectivesView } from './views';

/**
 * The files of an export: the run as its pages show it, its ledger, and every call. Exports of the same ledger and
 * calls are byte-identical.
 * @param events the whole ledger of the run, in order
 * @param calls all calls of the run, in any order
 */
export function* exportAdventure(
  state: AdventureState,
  events: readonly Event[],
  calls: readonly CallRecord[],
): Generator<ExportFile> {
  const map = mapView(state);
  const { knowledge, ...remembered } = knowledgeView(state);
  yield jsonFile('run.json', {
    ...adventureView(state),
    seed: state.config.seed,
    storyFile: state.config.story,
  });
  yield { path: 'transcript.txt', text: transcriptText(events) };
  yield lines('transcript.jsonl', transcript(events));
  yield jsonFile('objectives.json', objectivesView(state));
  yield jsonFile('map.json', map);
  yield { path: 'map.mmd', text: `${map.mermaid}\n` };
  yield jsonFile('memories.json', remembered);
  yield { path: 'knowledge.md', text: `${knowledge ?? 'Nothing was written.'}\n` };
  yield { path: 'report.md', text: adventureReport(state, events) };
  yield { path: 'report.html', text: adventureReportHtml(state, events) };
  for (const call of calls.toSorted((a, b) => a.n - b.n)) yield jsonFile(filePath(call), describeCall(call));
  yield lines('events.jsonl', events);
}

const filePath = ({ round, n }: CallRecord): string => `calls/${String(round).padStart(4, '0')}-${n}.json`;

const describeCall = (call: CallRecord) => ({
  id: call.id,
  turn: call.round,
  agent: call.role,
  purpose: call.purpose,
  step: call.step,
  attempt: call.attempt,
  provider: call.provider,
  model: call.model,
  status: call.status,
  rung: call.rung,
  startedAt: call.startedAt,
  latencyMs: call.latencyMs,
  promptTokens: call.promptTokens,
  completionTokens: call.completionTokens,
  finishReason: call.finishReason,
  prompt: call.messages.map((message) => ({ role: message.role, text: messageText(message) })),
  raw: call.raw,
  parsed: call.parsed as Json,
  reasoning: call.reasoning,
  problems: call.problems,
  error: call.error,
});

const lines = (path: string, values: Iterable<object>): ExportFile => ({
  path,
  text: [...values].map((value) => `${JSON.stringify(value)}\n`).join(''),
});
