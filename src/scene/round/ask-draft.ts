import type { SpokenLine } from '../../contract/agents';
import { chatForPlayer } from '../prompt/chat-prompts';
import { fillTexts } from '../setup/fill-texts';
import { agentProfile, type Persona } from '../state';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import { askLine, listSpeakers, speechBrief } from './ask-line';
import { castNames, speechRules, withKind, withoutWhispers } from './talk';

export function askDraft(
  agentInputs: AgentInputs,
  persona: Persona,
  direction: string,
  tools: AgentTools,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  const ownProfile = withKind(agentProfile(state, 'character'), 'say');
  return withFallbackProfile(withoutWhispers(ownProfile), (profile) => {
    const talk = speechRules(profile, castNames(state));
    const actor = `persona:${persona.id}` as const;
    const envelope = buildAgentEnvelope(agentInputs, actor, profile, talk.instruction, tools);
    const own = fillTexts(state).personas.find(({ id }) => id === persona.id) ?? persona;
    return askLine({
      brief: { task: 'draft', seed: `${tools.seed}/draft`, ...speechBrief(talk, envelope) },
      purpose: `draft a line of ${persona.name}`,
      prompt: chatForPlayer(envelope, { persona: own, direction, mode: talk.mode }, tools.count),
      ...listSpeakers(envelope, state, persona.name),
      ...{ profile, talk, actor, audience: [actor] },
    });
  });
}
