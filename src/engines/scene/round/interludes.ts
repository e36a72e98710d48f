import type { MemoryPort } from '../../../api/memories';
import { answererOf } from '../../../base/answerer';
import type { PayloadOf } from '../../../events/events';
import type { CountTokens } from '../../../model/tokens';
import { RoundFailure, type StepContext } from '../../../room/step-context';
import { characterId, findMember, type SceneState } from '../state';
import { type AgentInputs, type AgentRequest, askCharacter, askNarrator, gatherInputs } from './agents';
import { askAgent } from './ask-agent';
import { nameOf, plainCue } from './director';
import { hearLine, lineEvents } from './lines';
import { keepMemories, presentNow } from './memories';
import { Recorder } from './record';
import { MAX_SUMMARIZED, summarizeDue } from './summaries';

const NARRATOR = 'narrator';

/**
 * A round in which the narrator speaks and nobody else; the director is not asked.
 *
 * @throws RoundFailure when it can't be reached, or gives no usable line
 */
export async function playNarration(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  memory: MemoryPort,
): Promise<void> {
  const { state, seed } = ctx;
  const recorder = new Recorder();
  const agentInputs = gatherInputs(ctx, Math.min(state.summary.unsummarized, MAX_SUMMARIZED));
  const { round } = agentInputs;
  const request = askNarrator(agentInputs, { count, seed });
  const cue = plainCue(NARRATOR);
  const { thoughts } = state.settings;
  const turn = { round, pass: 1 as const, cue, actor: NARRATOR, name: 'Narrator', thoughts };
  await recorder.keep(round, async () => {
    const { line } = await askAgent(ctx, recorder, NARRATOR, NARRATOR, request, {
      decide: ({ answer, profile }) =>
        answer.ok ? hearLine(turn, answer, profile) : new RoundFailure(answer.failure, NARRATOR),
      events: (spoken) => lineEvents(turn, spoken),
    });
    await summarizeDue(ctx, recorder, agentInputs, [...agentInputs.past, line], { count, seed });
    await ctx.commit('close', async () => [
      ...(await keepMemories(ctx.state, memory, recorder, [{ line, present: presentNow(ctx.state) }])),
      ...recorder.close(round, [NARRATOR]),
    ]);
  });
}

/**
 * A round in which one line is spoken anew: the character is asked again with what it knew then, and the new words
 * take the place of the old.
 *
 * @param seq of the line
 * @throws RoundFailure when the line is too far back, or no usable one comes
 */
export async function playRegeneration(
  ctx: StepContext<SceneState>,
  count: CountTokens,
  seq: number,
): Promise<void> {
  const { state, seed } = ctx;
  const agentInputs = gatherInputs(ctx);
  const { round } = agentInputs;
  const line = agentInputs.past.find((one) => one.seq === seq);
  const id = line && findMember(state, characterId(line.actor))?.id;
  if (!line || id === undefined) {
    const detail = `line ${seq} is no line of a character within the scene's history window`;
    throw new RoundFailure({ code: 'conflict', detail, fix: 'edit it, or roll back to its round' }, '');
  }
  const earlier = agentInputs.past.filter((one) => one.seq !== null && one.seq < seq);
  const sameRound = earlier.filter((one) => one.round === line.round);
  const own: AgentInputs = {
    ...agentInputs,
    round: line.round,
    past: earlier.filter((one) => one.round < line.round),
    inputs: sameRound.filter(({ actor }) => !actor.startsWith('character:')),
    replies: sameRound.filter(({ actor }) => actor.startsWith('character:')),
    state: before(state, line.round),
  };
  const request = withoutSpeaker(askCharacter(own, 1, null, plainCue(id), { count, seed }, true));
  const recorder = new Recorder();
  const step = `regenerate:${id}`;
  await recorder.keep(round, async () => {
    await askAgent(ctx, recorder, step, line.actor, request, {
      decide: ({ answer }) => (answer.ok ? answer : new RoundFailure(answer.failure, step)),
      events: ({ value: { text, kind }, rung, ...answer }) => {
        const by = { by: 'model', ...answererOf(answer), rung } as const;
        const payload: PayloadOf<'line.edited'> = { seq, text, kind, ...by };
        return [{ kind: 'line.edited', actor: line.actor, audience: line.audience, round, payload }];
      },
    });
    recorder.note(`${nameOf(state, id)} spoke line ${seq} anew`);
    await ctx.commit('close', recorder.close(round, []));
  });
}

/** Its sentences would be shown as a new line of the round. */
function withoutSpeaker<T>({ ask, use, fallback }: AgentRequest<T>): AgentRequest<T> {
  const { speaker: _speaker, ...silent } = ask;
  return { ask: silent, use, ...(fallback && { fallback: () => withoutSpeaker(fallback()) }) };
}

/** The scene without what was summed up of this round and later ones. */
function before(state: SceneState, round: number): SceneState {
  const { summary } = state;
  const running = summary.throughRound < round ? summary.running : null;
  const bullets = summary.bullets.filter((bullet) => bullet.round < round);
  return { ...state, summary: { ...summary, running, bullets } };
}
