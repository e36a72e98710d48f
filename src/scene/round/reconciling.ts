import type { DirectorReconciliation } from '../../contract/agents';
import { inferDeltas } from '../infer/infer';
import type { SuggestedDelta } from '../prompt/envelope';
import { listCast, type SceneState } from '../state';
import { isWhisper } from '../whispers';
import { type Pass, perform } from './acting';
import { askAgent } from './ask-agent';
import { askWorld } from './ask-world';
import { direct } from './directing';
import { type AnyPlan, changeEvents, noChanges, resolveReconciliation } from './director';
import type { EarlySpeaker } from './early-speaker';
import { LINE_DUE, type RoundProgress } from './round-progress';

/**
 * Plays the lines of the first pass, and the second pass. Suggested changes replace a second pass if a player's line is
 * due.
 *
 * @param why reason, for the record, if the round has no second pass
 */
export async function performAndReconcile(
  round: RoundProgress,
  first: Pass,
  why: string,
  earlySpeaker: EarlySpeaker | null = null,
): Promise<void> {
  const directing = round.lead.second === null ? [] : [round.directing(2)];
  await perform(round, 1, first, directing, earlySpeaker);
  // Without a line that they follow, store them on their own.
  if (first.resolvedPlan.groups.length === 0 && directing.length > 0)
    await round.ctx.commit('group.1:0', directing);
  if (round.lead.second === null) await recordSuggested(round, why);
  else if (round.hasFollowed(directing)) await reconcile(round);
  else await recordSuggested(round, LINE_DUE);
}

/**
 * Applies the state changes that the lines suggest, if no director decides them.
 *
 * @param why reason, for the record
 */
async function recordSuggested(round: RoundProgress, why: string): Promise<void> {
  const { state } = round.ctx;
  const suggested = inferDeltas(
    round.replies.filter((line) => !isWhisper(line)),
    listCast(state),
  );
  round.recorder.record.suggested = suggested;
  round.recorder.note(`${why}: states are what the lines suggest`);
  const updates = suggested.map(({ id, field, value }) => ({ id, field, value }));
  const events = changeEvents(state, 1, round.n, { updates, entered: [], exited: [] });
  if (events.length > 0) await round.ctx.commit('suggested', events);
}

/** Plays the second pass and its speakers. If it gives way to a player's line, suggested changes replace it. */
async function reconcile(round: RoundProgress): Promise<void> {
  round.recorder.record.suggested = inferDeltas(round.replies, listCast(round.ctx.state));
  const resolve = (now: SceneState, plan: AnyPlan | null) =>
    plan === null ? noChanges() : resolveReconciliation(now, plan as DirectorReconciliation);
  const second = await direct(round, 2, resolve, { gaveWay: null });
  if (second === null) return recordSuggested(round, LINE_DUE);
  const skippedIds = await perform(round, 2, second, []);
  for (const id of skippedIds) round.recorder.note(`${id} was still to act and could not`);
}

export async function recordWorld(round: RoundProgress): Promise<void> {
  const { record } = round.recorder;
  if (!round.ctx.state.settings.worldAgent) return;
  const agentInputs = { ...round.listInputs(), suggested: spokenSuggestions(round) };
  const request = askWorld(agentInputs, round.tools);
  const report = await askAgent(round.ctx, round.recorder, 'world', 'world', request, {
    decide: ({ answer }) => (answer.ok ? answer.value : null),
    unreached: null,
  });
  record.worldAgent = report ? 'asked' : 'failed';
  if (!report)
    return round.recorder.note('the world agent failed: world and trackers are as the director left them');
  const withheld: string[] = [];
  const { worldUpdates, trackers } = round.redactor().facts(report, withheld);
  round.recorder.note(...withheld);
  round.world.push(...(worldUpdates ?? []));
  round.trackers.push(...(trackers ?? []));
}

function spokenSuggestions(round: RoundProgress): SuggestedDelta[] {
  const { suggested } = round.recorder.record;
  if (!round.replies.some(isWhisper)) return suggested;
  return inferDeltas(
    round.replies.filter((line) => !isWhisper(line)),
    listCast(round.ctx.state),
  );
}
