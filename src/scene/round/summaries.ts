import { cutAtSentence, rejectionReason } from 'answer-reader';
import { answererKind, isSmall } from '../../base/answerer';
import type { Json, JsonObject } from '../../base/json';
import { type SummaryReport, summaryReport } from '../../contract/agents';
import type { PayloadOf } from '../../contract/events/events';
import { writeForm } from '../../model/prompt';
import type { Ask, StepContext } from '../../room/step-context';
import { canSee } from '../../room/visibility';
import { buildAgentViewer } from '../prompt/envelope';
import { renderSummaryPrompt } from '../prompt/reports';
import type { Line } from '../state';
import { agentProfile, type SceneState } from '../state';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import { askAgent } from './ask-agent';
import type { SummaryBrief } from './briefs';
import type { Recorder } from './record';

/** Most messages in one summary: after repeated failures the oldest are left out. */
const MAX_SUMMARIZED = 200;
/**
 * From this many times `summarizeAfter` messages on, the summary no longer gives way to a player's line. In a busy
 * scene a line is always due, so the summary would never be written.
 */
const MAX_BACKLOG = 3;
/** Most messages that are summarized again after an edit, {@link MAX_SUMMARIZED} per round. */
const MAX_RESUMMARIZED = 4000;

export const countUnsummarized = ({ summary }: Pick<SceneState, 'summary'>): number =>
  Math.min(summary.unsummarized, summary.isStale ? MAX_RESUMMARIZED : MAX_SUMMARIZED);

/**
 * Chooses the messages of the next summary: normally the newest. To rebuild a stale summary, the oldest, in
 * whole rounds, so that no part of a long past is lost.
 */
function chooseDue(unsummarized: Line[], isStale: boolean): Line[] {
  if (!isStale) return unsummarized.slice(-MAX_SUMMARIZED);
  const batch = unsummarized.slice(0, MAX_SUMMARIZED);
  const nextRound = unsummarized[batch.length]?.round;
  const whole = batch.filter(({ round }) => round !== nextRound);
  return whole.length > 0 ? whole : batch;
}

/**
 * Summarizes once more than `summarizeAfter` messages have no summary: one call covers all of them, with a
 * sentence for each round and the scene so far. Only public lines go in, because everyone reads the result. A
 * partial summary is accepted; without any usable sentence, the next round tries again. A summary of lines
 * that were edited since is rebuilt here, after the last line of the round, so that no line waits for it.
 *
 * @param messages the conversation up to now, oldest first
 */
export async function summarizeDue(
  ctx: StepContext<SceneState>,
  recorder: Recorder,
  agentInputs: AgentInputs,
  messages: Line[],
  tools: AgentTools,
): Promise<void> {
  const { state } = ctx;
  const { unsummarized, isStale = false } = state.summary;
  if (unsummarized <= state.settings.summarizeAfter && !isStale) return;
  const missing = messages.slice(-unsummarized);
  const due = chooseDue(
    missing.filter((line) => canSee(line.audience, buildAgentViewer('summarizer'))),
    isStale,
  );
  const last = due.at(-1);
  // All messages were whispers.
  if (!last) return;
  const remaining = isStale ? missing.length - 1 - missing.lastIndexOf(last) : 0;
  const request = askSummary(agentInputs, due, tools);
  const summary = await askAgent(ctx, recorder, 'summary', 'summarizer', request, {
    decide: ({ answer }): PayloadOf<'summary.written'> | null => {
      if (!answer.ok) return null;
      const { bullets, running } = answer.value;
      const linesOf = (lines: Line[]) => lines.flatMap(({ seq }) => seq ?? []);
      return {
        bullets: bullets.map(({ round, text }) => ({
          ...{ round, text, lines: linesOf(due.filter((line) => line.round === round)) },
        })),
        running,
        throughRound: remaining > 0 ? last.round : agentInputs.round,
        throughLine: Math.max(0, ...linesOf(due)),
        messages: unsummarized - remaining,
        ...answererKind(answer),
        rung: answer.rung,
      };
    },
    unreached: null,
    events: (payload) =>
      payload ? [{ kind: 'summary.written', actor: 'system', round: agentInputs.round, payload }] : [],
  });
  recorder.record.summary = summary ? 'written' : 'failed';
  if (!summary) return recorder.note('the summary failed; it is tried again after the next round');
  const summaryRounds = new Set(summary.bullets.map(({ round }) => round));
  const skippedRounds = [...new Set(due.map(({ round }) => round))].filter(
    (round) => !summaryRounds.has(round),
  );
  if (skippedRounds.length > 0)
    recorder.note(
      `the summary is not all that was asked for: no sentence for round ${skippedRounds.join(', ')}`,
    );
}

function askSummary(
  agentInputs: AgentInputs,
  messages: Line[],
  tools: AgentTools,
): AgentRequest<SummaryReport> {
  return withFallbackProfile(agentProfile(agentInputs.state, 'summarizer'), (profile) => {
    const instruction = writeForm(summaryReport, summaryExample(messages) as unknown as JsonObject, true);
    const envelope = buildAgentEnvelope(agentInputs, 'summarizer', profile, instruction, tools);
    const { state } = agentInputs;
    const { unsummarized } = state.summary;
    const backlog = Math.min(MAX_BACKLOG * state.settings.summarizeAfter, MAX_SUMMARIZED / 2);
    const layout = { isSmall: isSmall(profile), running: state.summary.running };
    const { prompt, asked } = renderSummaryPrompt(envelope, messages, tools.count, layout);
    const example = summaryExample(asked);
    const brief: SummaryBrief = { task: 'summary', seed: `${tools.seed}/summary`, messages: asked, envelope };
    const rounds = new Set(asked.map(({ round }) => round));
    const ask: Ask<SummaryReport, SummaryBrief> = {
      role: 'summarizer',
      purpose: 'summarise the scene',
      brief,
      messages: prompt.messages,
      schema: summaryReport,
      schemaName: 'summary_report',
      profile,
      example: example as unknown as JsonObject,
      explainsFields: true,
      ...(unsummarized < backlog && { givesWay: true }),
      check: ({ bullets, running }) => [...checkBullets(bullets, rounds), ...checkWords(bullets, running)],
      salvage: (answer, json) =>
        salvageSummary(answer, json, { rounds, running: agentInputs.state.summary.running }),
    };
    return { ask, use: prompt.use };
  });
}

/** Requires exactly one sentence for each requested round. */
function checkBullets(bullets: SummaryReport['bullets'], rounds: ReadonlySet<number>) {
  const roundList = [...rounds].join(', ');
  const seenRounds = new Set<number>();
  const faults = bullets.flatMap(({ round }, index) => {
    const isNew = rounds.has(round) && !seenRounds.has(round);
    seenRounds.add(round);
    const pointer = `/bullets/${index}/round`;
    return isNew ? [] : [{ pointer, message: `expected each of the rounds ${roundList} once, got ${round}` }];
  });
  const missing = [...rounds].filter((round) => !seenRounds.has(round));
  if (missing.length === 0) return faults;
  return [
    ...faults,
    { pointer: '/bullets', message: `expected a sentence for round ${missing.join(', ')}, got none` },
  ];
}

function checkWords(bullets: SummaryReport['bullets'], running: string) {
  const texts = [
    ...bullets.map(({ text }, index) => ({ pointer: `/bullets/${index}/text`, text })),
    { pointer: '/running', text: running },
  ];
  return texts.flatMap(({ pointer, text }) =>
    rejectionReason(text, { only: 'blank' }) !== null
      ? [{ pointer, message: 'expected a sentence, got a placeholder' }]
      : [],
  );
}

const MAX_ROUNDS = 12;
const MAX_NAMES = 3;

/** An example that names the speakers of each round, which is true of any messages. */
function summaryExample(messages: readonly Line[]): SummaryReport {
  const rounds = [...new Set(messages.map(({ round }) => round))];
  const whoSpoke = (lines: readonly Line[]): string =>
    [...new Set(lines.map(({ name }) => name))].slice(0, MAX_NAMES).join(', ');
  return {
    bullets: rounds.slice(0, MAX_ROUNDS).map((round) => ({
      round,
      text: `${whoSpoke(messages.filter((line) => line.round === round))} spoke.`,
    })),
    running: `Up to round ${rounds.at(-1) ?? 0}, ${whoSpoke(messages)} spoke.`,
  };
}

export interface SummaryTask {
  rounds: ReadonlySet<number>;
  running: string | null;
}

/**
 * Most characters of a round's sentence, and of the running summary (about 200 words), in a salvaged answer.
 */
const MAX_SENTENCE = 400;
const MAX_RUNNING = 1_500;
const MIN_WORDS = 3;
const RUNNING = ['running', 'summary', 'text', 'content'] as const;
const SENTENCE = ['text', 'sentence', 'summary', 'content'] as const;
/** `Round 3: They talked.`, with or without a list marker. */
const ROUND_LABEL = /^[\s\-*•#>]*(?:\d+[.)]\s*)?\**round\s+(\d{1,6})\**\s*[:.\-–—]+\**\s*(\S.*)$/i;

/**
 * Salvages a summary in the wrong format: sentences of requested rounds and the running summary, from an
 * incomplete or oversized object or from prose. Placeholders do not count.
 *
 * @param json the object in the answer, if there is one
 * @returns null if no part is usable
 */
export function salvageSummary(answer: string, json: Json, asked: SummaryTask): SummaryReport | null {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const parts = isObject ? readObject(json) : readProse(answer);
  const seenRounds = new Set<number>();
  const bullets = parts.bullets.flatMap(({ round, text }) => {
    if (!asked.rounds.has(round) || seenRounds.has(round)) return [];
    const sentence = usable(text, MAX_SENTENCE);
    if (sentence === null) return [];
    seenRounds.add(round);
    return [{ round, text: sentence }];
  });
  const running =
    parts.running.map((text) => usable(text, MAX_RUNNING)).find((text) => text !== null) ?? null;
  if (running === null && bullets.length === 0) return null;
  const sum = running ?? asked.running ?? bullets.map(({ text }) => text).join(' ');
  return { bullets, running: sum };
}

interface FoundSummary {
  bullets: SummaryReport['bullets'];
  running: string[];
}

function readObject(json: { [key: string]: Json }): FoundSummary {
  const { bullets } = json;
  const entries = Array.isArray(bullets) ? bullets : [];
  return {
    bullets: entries.flatMap((one) => {
      if (typeof one === 'string') return readRound(one);
      if (typeof one !== 'object' || one === null || Array.isArray(one)) return [];
      const round = Number(one.round);
      const [text] = pickTexts(one, SENTENCE);
      return Number.isInteger(round) && text !== undefined ? [{ round, text }] : [];
    }),
    running: pickTexts(json, RUNNING),
  };
}

const pickTexts = (object: { [key: string]: Json }, names: readonly string[]): string[] =>
  names.flatMap((name) => (typeof object[name] === 'string' ? [object[name]] : []));

function readProse(answer: string): FoundSummary {
  const lines = answer
    .replace(/```\w*/g, '')
    .split('\n')
    .map((line) => line.replace(/^[\s#>*•-]+/, '').trim())
    .filter((line) => line !== '');
  const bullets = lines.flatMap(readRound);
  const rest = lines.filter((line) => readRound(line).length === 0);
  return { bullets, running: [rest.join(' ')] };
}

function readRound(line: string): SummaryReport['bullets'] {
  const [, round, text] = ROUND_LABEL.exec(line) ?? [];
  return text === undefined ? [] : [{ round: Number(round), text }];
}

/** The text, cut to `most` characters; null if it is empty or not in the style of minutes. */
function usable(text: string, most: number): string | null {
  const words = text.toWellFormed().replace(/\s+/g, ' ').trim();
  if (words.split(' ').length < MIN_WORDS) return null;
  if (rejectionReason(words) !== null) return null;
  return cutAtSentence(words, most);
}
