import { findListed, rejectionReason } from 'answer-reader';
import type { z } from 'zod';
import { answererKind } from '../../base/answerer';
import { isObject, type Json, type JsonObject } from '../../base/json';
import { drawOnce } from '../../base/random';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import type { ResolvedProfile } from '../../contract/profiles';
import { mismatch } from '../../model/mismatch';
import { outputSchema } from '../../model/output-schema';
import { writeForm } from '../../model/prompt';
import type { Answer, Ask } from '../../room/step-context';
import { renderJudgePrompt } from '../prompt/table';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from '../round/agents';
import type { JudgeBrief } from '../round/briefs';
import type { GameOutcome, TableState } from '../state';
import { agentProfile, type SceneState } from '../state';
import { listPlayers } from './state';

export type JudgeAnswer = {
  thought?: string | null;
  kind: string;
  text: string;
  /** null: no winner, or not decided yet. */
  winner: string | null;
  scores: Record<string, number>;
};

const MAX_TEXT = 4000;
const MAX_SCORE = 10;

/** One schema per profile, because schemas are cached by identity. The players of a scene never change. */
const made = new WeakMap<ResolvedProfile, { key: string; schema: z.ZodType<JudgeAnswer> }>();

function verdictSchema(profile: ResolvedProfile, cast: string[]): z.ZodType<JudgeAnswer> {
  const key = JSON.stringify(cast);
  const cachedSchema = made.get(profile);
  if (cachedSchema?.key === key) return cachedSchema.schema;
  const options = { mayEmit: ['verdict'], extraFields: ['winner', 'scores'], cast };
  const schema = outputSchema(options) as unknown as z.ZodType<JudgeAnswer>;
  made.set(profile, { key, schema });
  return schema;
}

/**
 * Asks the judge, who knows both words, the odd one out and all lines.
 *
 * @param isLast true in the last round
 */
export function askJudge(
  agentInputs: AgentInputs,
  table: TableState,
  isLast: boolean,
  tools: AgentTools,
): AgentRequest<JudgeAnswer> {
  const { state } = agentInputs;
  return withFallbackProfile(agentProfile(state, 'judge'), (profile) => {
    const players = listPlayers(state, table);
    const cast = players.map(({ name }) => name);
    const schema = verdictSchema(profile, cast);
    const example = judgeExample(cast, isLast, `${tools.seed}/judge/example`);
    const envelope = buildAgentEnvelope(agentInputs, 'judge', profile, writeForm(schema, example), tools);
    const { words, odd } = table;
    const brief: JudgeBrief = {
      task: 'judge',
      seed: `${tools.seed}/judge`,
      ...{ players, words, odd, isLast },
      envelope,
    };
    const round = table.round + 1;
    const prompt = renderJudgePrompt(
      envelope,
      { players, words, odd, isLast, round, rounds: state.game?.rounds ?? round },
      tools.count,
    );
    const ask: Ask<JudgeAnswer, JudgeBrief> = {
      role: 'judge',
      purpose: isLast ? 'judge the game' : 'look at the game',
      brief,
      messages: prompt.messages,
      schema,
      schemaName: 'verdict',
      profile,
      example: example as unknown as JsonObject,
      check: checkVerdict,
      salvage: (_answer, json) => salvageWinner(json, cast),
    };
    return { ask, use: prompt.use };
  });
}

/**
 * Example of a verdict, which names a winner after the last round. A seeded draw picks the player, because a
 * model that repeats the example would otherwise favor one.
 */
function judgeExample(cast: readonly string[], isLast: boolean, seed: string): JudgeAnswer {
  const best = cast[Math.floor(drawOnce(seed) * cast.length)] ?? null;
  return {
    thought: null,
    kind: 'verdict',
    text: '',
    winner: isLast ? best : null,
    scores: Object.fromEntries(cast.map((name) => [name, isLast && name === best ? 7 : 5])),
  };
}

/** Checks that a verdict's text, which everyone reads, is plain prose. The schema limits the names. */
function checkVerdict({ text }: JudgeAnswer): { pointer: string; message: string }[] {
  const faults: ReturnType<typeof mismatch>[] = [];
  if (text.length > MAX_TEXT) {
    faults.push(mismatch('/text', `at most ${MAX_TEXT} characters`, String(text.length)));
  }
  const why = rejectionReason(text);
  if (why !== null) faults.push(mismatch('/text', 'a verdict in plain words', why));
  return faults;
}

/** Keeps the winner of a verdict whose text is unusable; null if it names no player. */
function salvageWinner(json: Json, cast: readonly string[]): JudgeAnswer | null {
  if (!isObject(json) || typeof json.winner !== 'string') return null;
  const winner = findListed(json.winner, cast);
  if (winner === null) return null;
  const scores = isObject(json.scores) ? Object.entries(json.scores) : [];
  return {
    kind: 'verdict',
    text: `The winner is ${winner}.`,
    winner,
    scores: Object.fromEntries(
      scores.filter(
        (score): score is [string, number] => cast.includes(score[0]) && Number.isFinite(score[1]),
      ),
    ),
  };
}

const clampScore = (score: number): number => Math.min(MAX_SCORE, Math.max(0, score));

export interface Ruling {
  /** null: the game continues. */
  outcome: GameOutcome | null;
  /** Events to store when the round closes; only the owner reads them until the game ends. */
  drafts: EventDraft[];
  notes: string[];
}

/**
 * Ends the game if the verdict names a player, or after the last round; then the words are revealed to
 * everyone. A failure that is not the players' fault gives `no_contest`: a winner is never made up.
 */
export function readVerdict(
  state: SceneState,
  table: TableState,
  round: number,
  isLast: boolean,
  answer: Answer<JudgeAnswer>,
): Ruling {
  if (!answer.ok) {
    const note = isLast
      ? 'the judge gave no verdict that can be used: no contest'
      : 'the judge gave no usable answer: the game goes on';
    const outcome: GameOutcome | null = isLast ? { reason: 'no_contest', winner: null, scores: {} } : null;
    return conclude(table, round, outcome, [], [note]);
  }
  const players = listPlayers(state, table);
  const idOf = (name: string | null): string | null => players.find((one) => one.name === name)?.id ?? null;
  const winner = idOf(answer.value.winner);
  const scores = Object.fromEntries(
    Object.entries(answer.value.scores).flatMap(([name, score]) => {
      const id = idOf(name);
      return id === null ? [] : [[id, clampScore(score)]];
    }),
  );
  const isOver = isLast || winner !== null;
  const notes = isLast && winner === null ? ['the judge named no winner: no contest'] : [];
  const { rung, value } = answer;
  const payload: PayloadOf<'judge.ruled'> = {
    ...{ text: value.text, winner, scores },
    ...answererKind(answer),
    rung,
  };
  const audience = isOver ? ['*'] : ['owner'];
  const ruling: EventDraft = { kind: 'judge.ruled', actor: 'judge', audience, round, payload };
  const reason = winner === null ? 'no_contest' : 'verdict';
  return conclude(table, round, isOver ? { reason, winner, scores } : null, [ruling], notes);
}

function conclude(
  { words, odd }: TableState,
  round: number,
  outcome: GameOutcome | null,
  drafts: EventDraft[],
  notes: string[],
): Ruling {
  if (!outcome) return { outcome, drafts, notes };
  const payload: PayloadOf<'run.finished'> = { ...outcome, reveal: { words, odd } };
  const finishedEvent: EventDraft = { kind: 'run.finished', actor: 'system', round, payload };
  return { outcome, drafts: [...drafts, finishedEvent], notes };
}
