import type { SpokenLine } from '../../contract/agents';
import { chatWithNarrator } from '../prompt/chat-prompts';
import { agentProfile } from '../state';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import { askLine, listSpeakers, speechBrief } from './ask-line';
import { castNames, speechRules, withKind, withoutWhispers } from './talk';

export function askNarrator(agentInputs: AgentInputs, tools: AgentTools): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  // A profile shared with the characters has their line kinds, so replace them.
  const { narrator = withKind(agentProfile(state, 'narrator'), 'narrate') } = state.profiles;
  return withFallbackProfile(withoutWhispers(narrator), (profile) => {
    const talk = speechRules(profile, castNames(state));
    const envelope = buildAgentEnvelope(agentInputs, 'narrator', profile, talk.instruction, tools);
    return askLine({
      brief: { task: 'narrator', seed: `${tools.seed}/narrator`, ...speechBrief(talk, envelope) },
      purpose: 'the narrator speaks',
      prompt: chatWithNarrator(envelope, talk.mode, tools.count),
      ...listSpeakers(envelope, state),
      ...{ profile, talk, actor: 'narrator' },
    });
  });
}
