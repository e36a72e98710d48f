import type { SpokenLine } from '../../contract/agents';
import { chatWithNarrator } from '../prompt/chat-prompts';
import { profileOf } from '../state';
import { type AgentInputs, type AgentRequest, type AgentTools, askWith, buildFor } from './agents';
import { askLine, speakersOf, speechBrief } from './ask-line';
import { castNames, talkOf, withKind, withoutWhispers } from './talk';

export function askNarrator(agentInputs: AgentInputs, tools: AgentTools): AgentRequest<SpokenLine> {
  const { state } = agentInputs;
  // A profile shared with the characters has their line kinds, so replace them.
  const { narrator = withKind(profileOf(state, 'narrator'), 'narrate') } = state.profiles;
  return askWith(withoutWhispers(narrator), (profile) => {
    const talk = talkOf(profile, castNames(state));
    const envelope = buildFor(agentInputs, 'narrator', profile, talk.instruction, tools);
    return askLine({
      brief: { task: 'narrator', seed: `${tools.seed}/narrator`, ...speechBrief(talk, envelope) },
      purpose: 'the narrator speaks',
      prompt: chatWithNarrator(envelope, talk.mode, tools.count),
      ...speakersOf(envelope, state),
      ...{ profile, talk, actor: 'narrator' },
    });
  });
}
