import type { PayloadOf } from '../../../events/events';
import type { StepContext } from '../../../room/step-context';
import { type Line, viewerOfAgent } from '../prompt/envelope';
import type { SceneState } from '../state';
import { maySee } from '../visibility';
import { type AgentInputs, type AgentTools, askSummary } from './agents';
import { askAgent } from './ask-agent';
import type { Recorder } from './record';

/** Most messages one summary takes in: when summaries kept failing, the oldest are left out. */
export const MAX_SUMMARIZED = 200;

/** A summary is due when more messages than `summarizeAfter` have none. */
const isSummaryDue = ({ summary, settings }: SceneState): boolean =>
  summary.unsummarized > settings.summarizeAfter;

/**
 * When a summary is due: one call that sums up every message without one, a sentence for each round and the scene so
 * far. Only what everyone may know goes in, because everyone is told it. Any sentence that can be used is better than
 * none; when there is none, the next round tries again.
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
  if (!isSummaryDue(state)) return;
  const { unsummarized } = state.summary;
  const due = messages.slice(-Math.min(unsummarized, MAX_SUMMARIZED));
  const open = due.filter((line) => maySee(line.audience, viewerOfAgent('summarizer')));
  // All that was said was whispered.
  if (open.length === 0) return;
  const request = askSummary(agentInputs, open, tools);
  const summary = await askAgent(ctx, recorder, 'summary', 'summarizer', request, {
    decide: ({ answer }): PayloadOf<'summary.written'> | null => {
      if (!answer.ok) return null;
      const { bullets, running } = answer.value;
      const { provider, rung } = answer;
      return { bullets, running, throughRound: agentInputs.round, messages: unsummarized, provider, rung };
    },
    unreached: null,
    events: (payload) =>
      payload ? [{ kind: 'summary.written', actor: 'system', round: agentInputs.round, payload }] : [],
  });
  recorder.record.summary = summary ? 'written' : 'failed';
  if (!summary) return recorder.note('the summary failed; it is tried again after the next round');
  const summed = new Set(summary.bullets.map(({ round }) => round));
  const missing = [...new Set(open.map(({ round }) => round))].filter((round) => !summed.has(round));
  if (missing.length > 0)
    recorder.note(`the summary is not all that was asked for: no sentence for round ${missing.join(', ')}`);
}
