import { isSmall } from '../../base/answerer';
import { loadTokenizer } from '../../base/tokens';
import type { DirectorPlan } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import type { MemoryPort } from '../../contract/memories';
import type { StepContext } from '../../room/step-context';
import { characterId, profileOf, type SceneState } from '../state';
import { playTableRound } from '../table/play-table';
import { perform } from './acting';
import { chooseSpeakers, namesSpeaker } from './choose-speakers';
import { close } from './closing';
import { direct, makeEarlySpeaker } from './directing';
import { type AnyPlan, changeEvents, resolveByRule, resolvePlan, resolveWithoutPlan } from './director';
import { mayCueEarly } from './early-cue';
import { playDraft, playNarration, playRewriting } from './interludes';
import { presentNow, recallMemories } from './memories';
import { keepState, keepSuggested, keepWorld, reconcile } from './reconciling';
import { RoundProgress } from './round-progress';

/** Names that begin the steps of a round; together they make the version of its journal. */
export const ROUND_STEPS = [
  'open',
  'state',
  'suggested',
  'cue',
  'director.1',
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
 * Play one round (docs/direct.md#how-a-round-works): director, and meanwhile what the characters remember; characters in order, the
 * first as soon as the part of the plan that concerns it is there; director again, at most one more pass of characters,
 * the world agent where it is switched on; a summary when one is due; what they will remember, close. An explicitly
 * empty list of actors, with nobody addressed and nobody leaving, closes the round at once: there is nothing to
 * reconcile.
 *
 * An agent that can't be reached fails the round. Of unusable answers, a director's plan is replaced by the rule and a
 * character is skipped; both are recorded. Memories, summary and world agent may fail, and the record says so.
 * @throws RoundFailure when a model can't be reached; what was stored before stays, and a retry goes on from that ask
 */
export async function playRound(ctx: StepContext<SceneState>, memory: MemoryPort): Promise<void> {
  const count = await loadTokenizer();
  const [first] = ctx.state.answering;
  if (ctx.state.table) return playTableRound(ctx, count, ctx.state.table);
  if (first?.type === 'narration') return playNarration(ctx, count, memory);
  if (first?.type === 'regenerate' || first?.type === 'continue') return playRewriting(ctx, count, first);
  if (first?.type === 'draft') return playDraft(ctx, count, first);
  const round = new RoundProgress(ctx, count);
  // What was true for those who spoke stays true when the round is given up.
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
  // What the words say, a small model is not asked.
  const isPlain = isSmall(profileOf(state, 'director')) && namesSpeaker(state, inputs, addressees);
  if (state.settings.director === 'off' || isPlain) {
    await performByRule(
      round,
      addressees,
      recall,
      isPlain ? 'the words named who speaks' : 'the scene has no director',
    );
    return close(round, memory);
  }
  await round.ctx.commit('open', [round.directing(1)]);
  // The director needs no memories: they come to mind while it thinks.
  const resolve = (now: SceneState, plan: AnyPlan | null) =>
    plan === null ? resolveWithoutPlan(now, addressees) : resolvePlan(now, plan as DirectorPlan, addressees);
  const earlySpeaker = mayCueEarly(state, inputs) ? makeEarlySpeaker(round, addressees) : null;
  const first = await direct(round, 1, resolve, recall, earlySpeaker).finally(() => round.keepRecalled());
  // Whoever comes in now comes in to what was just said; whoever leaves has heard it.
  const hearers = [...new Set([...presentNow(state), ...first.resolvedPlan.entered])];
  round.said.push(...inputs.map((line) => ({ line, present: hearers })));
  const isEmpty =
    (first.plan as DirectorPlan | null)?.actingCharacters?.length === 0 &&
    first.resolvedPlan.groups.length === 0;
  if (isEmpty && state.settings.worldAgent) {
    round.recorder.note('nobody acted: the world agent was not asked');
  }
  if (!isEmpty) {
    // A small model names ids alone: there is nothing that it could reconcile.
    const isLast = state.settings.maxDirectorPasses < 2 || isSmall(profileOf(state, 'director'));
    const isLight = state.settings.director === 'light';
    await perform(round, 1, first, isLast || isLight ? [] : [round.directing(2)], earlySpeaker);
    if (isLast) await keepSuggested(round, 'the director has one pass');
    else if (isLight) await keepState(round);
    else await reconcile(round);
    await keepWorld(round);
  }
  await close(round, memory);
}

/** Lets those speak whom the rule chooses. Nobody is asked who that is, or what came of it. @param why nobody is */
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
  const hearers = [...new Set([...presentNow(state), ...resolvedPlan.entered])];
  round.said.push(...inputs.map((line) => ({ line, present: hearers })));
  await perform(round, 1, { plan: null, resolvedPlan }, []);
  await keepSuggested(round, why);
}
