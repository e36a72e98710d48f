import { isSmall } from '../../base/answerer';
import { loadTokenizer } from '../../base/tokens';
import type { DirectorPlan } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import type { MemoryPort } from '../../contract/memories';
import type { StepContext } from '../../room/step-context';
import { playJudgement } from '../judgement/judgement';
import { agentProfile, characterId, type SceneState } from '../state';
import { playTableRound } from '../table/play-table';
import { chooseSpeakers, namesSpeaker } from './choose-speakers';
import { close } from './closing';
import { direct, makeEarlySpeaker } from './directing';
import { type AnyPlan, changeEvents, resolveByRule, resolvePlan, resolveWithoutPlan } from './director';
import { canCueEarly } from './early-cue';
import { playDraft, playNarration, playRewriting } from './interludes';
import { listPresent, recallMemories } from './memories';
import { performAndReconcile, recordWorld } from './reconciling';
import { RoundProgress } from './round-progress';

/** First words of the step names; together they make the version of a round's journal. */
export const ROUND_STEPS = [
  'open',
  'suggested',
  'cue',
  'director.1',
  'approval',
  'director.2',
  'character.1',
  'character.2',
  'group.1',
  'group.2',
  'world',
  'summary',
  'narrator',
  'regenerate',
  'continue',
  'draft',
  'table',
  'clue',
  'judge',
  'close',
] as const;

/**
 * Plays one round (docs/direct.md#how-a-round-works): the director, while the characters' memories are
 * recalled; the characters in order, the first as soon as its part of the plan has arrived; the director
 * again, with at most one more pass of characters; the world agent if enabled; a summary if due; new
 * memories; the close. {@link resolveLead} may leave out either pass. An explicitly empty list of actors, with
 * no one addressed or leaving, closes the round at once. A player's line that is due ends it after the
 * current line.
 *
 * An unreachable agent fails the round. An unusable director's plan is replaced by the rule, and a character
 * with an unusable answer is skipped; both are recorded. Memories, summary and world agent may fail, with a
 * note in the record.
 *
 * @throws RoundFailure if a model is unreachable; stored steps stay, and a retry continues from that request
 */
export async function playRound(ctx: StepContext<SceneState>, memory: MemoryPort): Promise<void> {
  const count = await loadTokenizer();
  const [first] = ctx.state.answering;
  if (ctx.state.table) return playTableRound(ctx, count, ctx.state.table);
  if (first?.type === 'narration') return playNarration(ctx, count);
  if (first?.type === 'regenerate' || first?.type === 'continue') return playRewriting(ctx, count, first);
  if (first?.type === 'draft') return playDraft(ctx, count, first);
  if (first?.type === 'judgement') return playJudgement(ctx, count, first);
  const round = new RoundProgress(ctx, count);
  // Changes that the speakers already saw stay, even if the round fails.
  await round.recorder.keep(
    round.n,
    () => playCast(round, memory),
    () => round.overlay(),
  );
}

async function playCast(round: RoundProgress, memory: MemoryPort): Promise<void> {
  const { state } = round.ctx;
  const { inputs } = round.shared;
  const addressees = [...new Set(state.answering.flatMap((input) => input.to))];
  const recall = () => recallMemories(round.ctx, memory, round.shared, round.tools.count);
  // If the inputs name the speaker, there is no need to ask a small model.
  const { approvePlans } = state.settings;
  const isPlain =
    isSmall(agentProfile(state, 'director')) && !approvePlans && namesSpeaker(state, inputs, addressees);
  if (round.lead.first === null || isPlain) {
    const why = isPlain ? 'the words named who speaks' : 'the round has no director';
    await performByRule(round, addressees, recall, why);
    return close(round);
  }
  await round.ctx.commit('open', [round.directing(1)]);
  // The director does not use memories, so recall them while it answers.
  const resolve = (now: SceneState, plan: AnyPlan | null) =>
    plan === null ? resolveWithoutPlan(now, addressees) : resolvePlan(now, plan as DirectorPlan, addressees);
  const earlySpeaker = canCueEarly(round.lead, state, inputs) ? makeEarlySpeaker(round, addressees) : null;
  const first = await direct(round, 1, resolve, { during: recall, earlySpeaker }).finally(() =>
    round.keepRecalled(),
  );
  // A character that enters now hears the inputs; one that leaves has heard them.
  const hearers = [...new Set([...listPresent(state), ...first.resolvedPlan.entered])];
  round.said.push(...inputs.map((line) => ({ line, present: hearers })));
  const isEmpty =
    (first.plan as DirectorPlan | null)?.actingCharacters?.length === 0 &&
    first.resolvedPlan.groups.length === 0;
  if (isEmpty && state.settings.worldAgent) {
    round.recorder.note('nobody acted: the world agent was not asked');
  }
  if (!isEmpty) {
    await performAndReconcile(round, first, 'the director has one pass', earlySpeaker);
    await recordWorld(round);
  }
  await close(round);
}

/**
 * Plays the speakers that the rule chooses, without a director.
 *
 * @param why reason, for the record
 */
async function performByRule(
  round: RoundProgress,
  addressees: string[],
  recall: () => Promise<EventDraft[]>,
  why: string,
): Promise<void> {
  const { state, seed } = round.ctx;
  const { inputs, past } = round.shared;
  const lastSpeaker = characterId(past.at(-1)?.actor ?? '');
  const chosenIds = chooseSpeakers(state, { inputs, addressed: addressees, lastSpeaker }, seed);
  const resolvedPlan = resolveByRule(state, chosenIds);
  const first = round.announce(1, resolvedPlan.groups[0]);
  await round.ctx.commit('open', async () => [
    ...(await recall()),
    ...changeEvents(state, 1, round.n, resolvedPlan),
    ...first,
  ]);
  round.keepRecalled();
  round.recorder.pass(1, null, resolvedPlan);
  const hearers = [...new Set([...listPresent(state), ...resolvedPlan.entered])];
  round.said.push(...inputs.map((line) => ({ line, present: hearers })));
  await performAndReconcile(round, { plan: null, resolvedPlan }, why);
  if (round.lead.second !== null) await recordWorld(round);
}
