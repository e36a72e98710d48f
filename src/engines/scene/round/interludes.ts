import type { MemoryPort } from '../../../api/memories';
import type { EventDraft, PayloadOf } from '../../../events/events';
import type { CountTokens } from '../../../model/tokens';
import { RoundFailure, type StepContext } from '../../../room/step-context';
import { newestOf, personaOf, readInputs, readPast } from '../history';
import { findMember, type SceneState } from '../state';
import { type AgentInputs, type AgentRequest, askCharacter, askNarrator } from './agents';
import { askAgent } from './ask-agent';
import { nameOf } from './director';
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
  const round = roundOf(state);
  const recorder = new Recorder();
  const agentInputs = gatherInputs(ctx, round, state.summary.unsummarized);
  const request = askNarrator(agentInputs, { count, seed });
  const cue = { id: NARRATOR, guidance: null, entry: null, exit: null };
  const { thoughts } = state.settings;
  const turn = { round, pass: 1 as const, cue, actor: NARRATOR, name: 'Narrator', thoughts };
  await recorder.keep(round, async () => {
    const { line } = await askAgent(ctx, recorder, NARRATOR, NARRATOR, request, {
      decide: ({ answer, profile }) =>
        answer.ok ? hearLine(turn, answer, profile) : new RoundFailure(answer.failure, NARRATOR),
      events: (spoken) => lineEvents(turn, spoken),
    });
    await summarizeDue(ctx, recorder, agentInputs, [...agentInputs.past, line], { count, seed });
    await ctx.commit('close', async () => {
      const memories = await keepMemories(ctx.state, memory, [{ line, present: presentNow(ctx.state) }]);
      recorder.record.memory.written = memories.count;
      recorder.note(...memories.notes);
      return [...memories.drafts, ...close(recorder, round, [NARRATOR])];
    });
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
  const round = roundOf(state);
  const agentInputs = gatherInputs(ctx, round);
  const line = agentInputs.past.find((one) => one.seq === seq);
  const id = line?.actor.startsWith('character:') ? line.actor.slice('character:'.length) : null;
  if (!line || id === null || !findMember(state, id)) {
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
  const cue = { id, guidance: null, entry: null, exit: null };
  const request = withoutSpeaker(askCharacter(own, 1, null, cue, { count, seed }, true));
  const recorder = new Recorder();
  const step = `regenerate:${id}`;
  await recorder.keep(round, async () => {
    await askAgent(ctx, recorder, step, line.actor, request, {
      decide: ({ answer }) => (answer.ok ? answer : new RoundFailure(answer.failure, step)),
      events: ({ value: { text, kind }, provider, rung }) => {
        const payload: PayloadOf<'line.edited'> = { seq, text, kind, by: 'model', provider, rung };
        return [{ kind: 'line.edited', actor: line.actor, audience: line.audience, round, payload }];
      },
    });
    recorder.note(`${nameOf(state, id)} spoke line ${seq} anew`);
    await ctx.commit('close', close(recorder, round, []));
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

const close = (recorder: Recorder, round: number, actors: string[]): EventDraft[] => [
  recorder.draft(round),
  { kind: 'round.completed', actor: 'system', round, payload: { actors, skipped: [] } },
];

const roundOf = (state: SceneState): number => state.open?.n ?? state.rounds;

/** @param least messages that are needed at least, for a summary */
function gatherInputs(ctx: StepContext<SceneState>, round: number, least = 0): AgentInputs {
  const { state } = ctx;
  const newest = newestOf(state);
  return {
    state,
    round,
    past: readPast(ctx, Math.min(least, MAX_SUMMARIZED)),
    inputs: readInputs(state, round),
    type: newest?.type === 'narration' ? 'narration' : 'continuation',
    persona: personaOf(state, newest),
    world: state.world,
    trackers: state.trackers,
  };
}
