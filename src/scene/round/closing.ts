import { isSmall } from '../../base/answerer';
import { agentProfile, characterId } from '../state';
import { summarizeCards } from './card-summaries';
import { numberLines, writeMemories } from './memories';
import type { RoundProgress } from './round-progress';
import { summarizeDue } from './summaries';

/** Ends the round: a summary if one is due, then memories, world and record in one commit. */
export async function close(round: RoundProgress): Promise<void> {
  const { state } = round.ctx;
  const spokenLines = numberLines(round.said, round.ctx.played()).filter(({ line }) => line.text !== '');
  const messages = [...round.shared.past, ...spokenLines.map(({ line }) => line)];
  await summarizeDue(round.ctx, round.recorder, round.listInputs(), messages, round.tools);
  const { first, second } = round.lead;
  const hasDirector = (first ?? second) !== null && !isSmall(agentProfile(state, 'director'));
  if (hasDirector) await summarizeCards(round.ctx, round.recorder, round.tools);

  const memories = writeMemories(state, round.recorder, spokenLines);
  const actors = [...new Set(round.replies.flatMap(({ actor }) => characterId(actor) ?? []))];
  const ending = round.recorder.close(round.n, actors, round.skipped);
  await round.ctx.commit('close', [...memories, ...round.overlay(), ...ending]);
}
