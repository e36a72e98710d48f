import type { SpokenLine } from '../../contract/agents';
import { chatForPlayer } from '../prompt/chat-prompts';
import { fillTexts } from '../setup/fill-texts';
import { type Persona, profileOf } from '../state';
import { type AgentInputs, type AgentRequest, type AgentTools, askWith, buildFor } from './agents';
import { askLine, speakersOf, speechBrief } from './ask-line';
import { castNames, talkOf, withKind, withoutWhispers } from './talk';

export function askDraft(
  agentInputs: AgentInputs,
  persona: Persona,
  direction: string,
  tools: AgentTools,
): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  const ownProfile = withKind(profileOf(state, 'character'), 'say');
  return askWith(withoutWhispers(ownProfile), (profile) => {
    const talk = talkOf(profile, castNames(state));
    const actor = `persona:${persona.id}` as const;
    const envelope = buildFor(agentInputs, actor, profile, talk.instruction, tools);
    const own = fillTexts(state).personas.find(({ id }) => id === persona.id) ?? persona;
    return askLine({
      brief: { task: 'draft', seed: `${tools.seed}/draft`, ...speechBrief(talk, envelope) },
      purpose: `draft a line of ${persona.name}`,
      prompt: chatForPlayer(envelope, { persona: own, direction, mode: talk.mode }, tools.count),
      ...speakersOf(envelope, state, persona.name),
      ...{ profile, talk, actor, audience: [actor] },
    });
  });
}
