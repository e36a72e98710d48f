import type { SpokenLine } from '../../contract/agents';
import type { AgentContextEnvelope } from '../prompt/envelope';
import { renderCluePrompt } from '../prompt/table';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from '../round/agents';
import { askLine, speechBrief } from '../round/ask-line';
import { characterName } from '../round/director';
import { castNames, speechRules, withKind } from '../round/talk';
import type { TableState } from '../state';
import { agentProfile } from '../state';
import { guardWords, listPlayers } from './state';

/** Removes lore that contains a dealt word; later lore is still found by its keys. */
function hideLore(envelope: AgentContextEnvelope, table: TableState): AgentContextEnvelope {
  const guard = guardWords(table);
  const raw = envelope.lore.raw.filter(({ content }) => !guard.leaks(content));
  return {
    ...envelope,
    lore: { ...envelope.lore, raw, formatted: raw.map(({ content }) => content).join('\n') },
  };
}

/**
 * Asks a player for a clue. The player knows only its own word and may say neither of the two.
 *
 * @param id of the player
 */
export function askClue(
  agentInputs: AgentInputs,
  table: TableState,
  id: string,
  tools: AgentTools,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  return withFallbackProfile(withKind(agentProfile(state, 'character', id), 'clue'), (profile) => {
    const talk = speechRules(profile, castNames(state));
    const viewer = `character:${id}` as const;
    const envelope = hideLore(
      buildAgentEnvelope(agentInputs, viewer, profile, talk.instruction, tools),
      table,
    );
    const word = Object.hasOwn(table.dealt, id) ? (table.dealt[id] ?? '') : '';
    const people = listPlayers(state, table)
      .filter((one) => table.people.includes(one.id))
      .map(({ name }) => name);
    const now = { word, round: table.round + 1, rounds: state.game?.rounds ?? 1, people };
    const { ask, use } = askLine({
      brief: { task: 'clue', seed: `${tools.seed}/clue/${id}`, word, ...speechBrief(talk, envelope) },
      purpose: `${characterName(state, id)} gives a clue`,
      prompt: renderCluePrompt(envelope, now, talk.mode, tools.count),
      ...{ profile, talk, actor: viewer },
    });
    return { ask: { ...ask, guard: guardWords(table) }, use };
  });
}
