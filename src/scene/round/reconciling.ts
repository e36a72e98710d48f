import type { DirectorReconciliation } from '../../contract/agents';
import type { EventDraft } from '../../contract/events/events';
import { inferDeltas } from '../infer/infer';
import type { SuggestedDelta } from '../prompt/envelope';
import { listCast, type SceneState } from '../state';
import { isWhisper } from '../whispers';
import { perform } from './acting';
import { askAgent } from './ask-agent';
import { askWorld } from './ask-world';
import { direct } from './directing';
import { type AnyPlan, changeEvents, noChanges, resolveReconciliation } from './director';
import type { RoundProgress } from './round-progress';

/** Reason, for the record, if a round ends early. */
export const LINE_DUE = 'a line was waiting';

/**
 * Applies the state changes that the lines suggest, if no director decides them.
 *
 * @param why reason, for the record
 */
export async function recordSuggested(round: RoundProgress, why: string): Promise<void> {
  const events = suggestedEvents(round, why);
  if (events.length > 0) await round.ctx.commit('suggested', events);
}

function suggestedEvents(round: RoundProgress, why: string): EventDraft[] {
  const { state } = round.ctx;
  const suggested = inferDeltas(
    round.replies.filter((line) => !isWhisper(line)),
    listCast(state),
  );
  round.recorder.record.suggested = suggested;
  round.recorder.note(`${why}: states are what the lines suggest`);
  const updates = suggested.map(({ id, field, value }) => ({ id, field, value }));
  return changeEvents(state, 1, round.n, { updates, entered: [], exited: [] });
}

/** Plays the second pass and its speakers. If it gives way to a player's line, suggested changes replace it. */
export async function reconcile(round: RoundProgress): Promise<void> {
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
