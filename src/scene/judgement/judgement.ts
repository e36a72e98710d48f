import { z } from 'zod';
import { answererKind } from '../../base/answerer';
import { memoizeText } from '../../base/memoize';
import { quote, quoteBlock } from '../../base/quote';
import { type CountTokens, countPromptTokens } from '../../base/tokens';
import type { EventDraft, PayloadOf, Viewer } from '../../contract/events/events';
import { fail, ok, type Result } from '../../contract/problems';
import { MATERIAL_RULES } from '../../contract/scene-rules';
import { MAX_CRITERION_SCORE } from '../../contract/scene-trials';
import { writeForm } from '../../model/prompt';
import { type Brief, RoundFailure, type StepContext } from '../../room/step-context';
import { section } from '../prompt/parts';
import { type AgentRequest, withFallbackProfile } from '../round/agents';
import { askAgent } from '../round/ask-agent';
import { Recorder } from '../round/record';
import { fillTexts } from '../setup/fill-texts';
import { agentProfile, type QueuedInput, type SceneState } from '../state';
import { isOver } from '../table/state';
import { readTranscript, type TranscriptEntry } from '../transcript/entries';
import { refuseFinished } from '../turns';

/** Reads only public lines: no whispers, secrets, thoughts or notes. */
const AUDIENCE: Viewer = { owner: false, ids: [] };

export interface JudgementBrief extends Brief {
  task: 'judgement';
  criteria: string[];
}

export type JudgementAnswer = {
  text: string;
  scores: Record<string, number>;
};

/**
 * Requests scores of the scene so far. Only the owner sees the request and the ruling.
 *
 * @returns `finished` on a finished scene; `conflict` in a table game, which has a judge of its own
 */
export function judgementEvents(state: SceneState, criteria: Record<string, string>): Result<EventDraft[]> {
  if (state.status === 'finished' || isOver(state)) return refuseFinished(state);
  if (state.game) {
    const detail = 'a table game has a judge of its own';
    return fail({ code: 'conflict', detail, fix: 'Judge a scene without a game.' });
  }
  const payload: PayloadOf<'round.requested'> = { type: 'judgement', to: [], criteria };
  return ok([{ kind: 'round.requested', actor: 'system', audience: ['owner'], payload }]);
}

/** Schemas are cached by identity, so equal criteria share one. */
const answerSchema = memoizeText((names: string): z.ZodType<JudgementAnswer> => {
  const score = z.number().min(0).max(MAX_CRITERION_SCORE);
  const scores = (JSON.parse(names) as string[]).map((name) => [name, score]);
  return z.object({
    text: z.string().max(4000).describe('the reasons, in one to three sentences'),
    scores: z.object(Object.fromEntries(scores)).describe(`from 0 to ${MAX_CRITERION_SCORE}`),
  }) as unknown as z.ZodType<JudgementAnswer>;
}, 10_000);

const RULES = `You judge a role-play scene. You do not play in it, and you favor no one.

${MATERIAL_RULES}

Judge only the conversation below. Score every criterion from 0 (not at all) to ${MAX_CRITERION_SCORE} (fully). If the conversation shows nothing of it, score 0.`;

/**
 * Builds the prompt. If the conversation is too long for the window, its oldest lines are left out.
 *
 * @param tokens maximum tokens of the prompt
 */
export function renderJudgement(
  scene: { scenario: string; lines: readonly TranscriptEntry[]; criteria: Record<string, string> },
  tokens: number,
  count: CountTokens,
) {
  const criteria = Object.entries(scene.criteria).map(([name, text]) => `- ${quote(name)}: ${quote(text)}`);
  const rows = scene.lines.map(
    ({ by, name, text }) => `- ${quote(name)}${by === 'player' ? ' (player)' : ''}: ${quote(text)}`,
  );
  const write = (from: number) => [
    { role: 'system' as const, content: RULES },
    {
      role: 'user' as const,
      content: [
        section('The scene', [quoteBlock(scene.scenario)]),
        section('The conversation', [
          from > 0 ? `(${from} earlier lines are left out)` : '',
          ...(rows.length > 0 ? rows.slice(from) : ['Nobody has spoken yet.']),
        ]),
        section('The criteria', criteria),
        section('Your task', ['Score the scene by each criterion, and give your reasons.']),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    },
  ];
  // Add the newest lines while they fit, and count each once: the conversation may be long.
  let from = rows.length;
  for (let left = tokens - countPromptTokens(write(from), count); from > 0; from -= 1) {
    left -= count(`${rows[from - 1]}\n`);
    if (left < 0) break;
  }
  return write(from);
}

function askJudgement(
  ctx: StepContext<SceneState>,
  criteria: Record<string, string>,
  count: CountTokens,
): AgentRequest<JudgementAnswer> {
  const { state, seed } = ctx;
  const { scenario } = fillTexts(state, { reader: null });
  const lines = readTranscript(ctx.past(), state, AUDIENCE);
  const names = Object.keys(criteria);
  return withFallbackProfile(agentProfile(state, 'judge'), (profile) => {
    const schema = answerSchema(JSON.stringify(names));
    const reserve = profile.maxTokens + count(writeForm(schema));
    const window = profile.maxContextTokens;
    const messages = renderJudgement({ scenario, lines, criteria }, window - reserve, count);
    const brief: JudgementBrief = { task: 'judgement', seed: `${seed}/judge`, criteria: names };
    const total = countPromptTokens(messages, count);
    return {
      ask: {
        example: {
          text: 'She is short with him at first, and then offers him a chair.',
          scores: Object.fromEntries(names.map((name) => [name, MAX_CRITERION_SCORE / 2])),
        },
        ...{ role: 'judge', purpose: 'judge the scene', brief, messages, schema, profile },
        schemaName: 'judgement',
      },
      use: { window, reserve, total, fixed: total, fixedCut: false, sections: {} },
    };
  });
}

/**
 * A round in which only the judge answers: it scores the scene by the criteria of the input.
 *
 * @throws RoundFailure if there is no usable answer; a score is never made up
 */
export async function playJudgement(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  { criteria = {} }: QueuedInput,
): Promise<void> {
  const round = ctx.state.open?.n ?? ctx.state.rounds;
  const recorder = new Recorder();
  await recorder.keep(round, async () => {
    await askAgent(ctx, recorder, 'judge', 'judge', askJudgement(ctx, criteria, count), {
      decide: ({ answer }) => (answer.ok ? answer : new RoundFailure(answer.failure, 'judge')),
      events: ({ value: { text, scores }, rung, ...answer }) => {
        const payload: PayloadOf<'judge.ruled'> = {
          ...{ text, winner: null, scores, rung },
          ...answererKind(answer),
        };
        return [{ kind: 'judge.ruled', actor: 'judge', audience: ['owner'], round, payload }];
      },
    });
    await ctx.commit('close', recorder.close(round, []));
  });
}
