import { eyesOf, type Line } from '../context/envelope';
import type { SummaryReport } from '../contract/agents';
import type { EventDraft } from '../contract/events';
import type { Answer } from '../contract/stage';
import { type AgentTools, type Asking, askSummary, type Told } from './agents';
import type { SummaryWritten } from './payloads';
import type { SceneState } from './state';
import { maySee } from './visibility';

/** Most messages one summary takes in: when summaries kept failing, the oldest are left out. */
export const MOST_SUMMARIZED = 200;

/** A summary is due when more messages than `summarizeAfter` have none. */
export const isSummaryDue = ({ summary, settings }: SceneState): boolean =>
  summary.unsummarized > settings.summarizeAfter;

/**
 * One call that sums up every message without a summary: a sentence for each round, and the scene so far. Only what
 * everyone may know goes in, because everyone is told it.
 *
 * @param state as of now, this round's lines counted
 * @param messages the conversation up to now, oldest first
 * @returns null when all that was said was whispered
 */
export async function summarize(
  state: SceneState,
  told: Told,
  messages: Line[],
  tools: AgentTools,
  ask: (
    asking: Asking<SummaryReport>,
    settle: (answer: Answer<SummaryReport>) => EventDraft[],
  ) => Promise<Answer<SummaryReport>>,
): Promise<'written' | 'failed' | null> {
  const due = messages.slice(-Math.min(state.summary.unsummarized, MOST_SUMMARIZED));
  const open = due.filter((line) => maySee(line.audience, eyesOf('summarizer')));
  if (open.length === 0) return null;
  const answer = await ask(askSummary(told, open, tools), (settled) => {
    if (!settled.ok) return [];
    const payload: SummaryWritten = {
      bullets: settled.value.bullets,
      running: settled.value.running,
      throughRound: told.round,
      messages: state.summary.unsummarized,
      provider: settled.provider,
      rung: settled.rung,
    };
    return [{ kind: 'summary.written', actor: 'system', round: told.round, payload }];
  });
  return answer.ok ? 'written' : 'failed';
}
