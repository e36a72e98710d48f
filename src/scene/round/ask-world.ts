import { type WorldReport, worldReport } from '../../contract/agents';
import { writeForm } from '../../model/prompt';
import type { Ask } from '../../room/step-context';
import { chatWithWorld } from '../prompt/chat-prompts';
import { agentProfile } from '../state';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import type { WorldBrief } from './briefs';

export function askWorld(agentInputs: AgentInputs, tools: AgentTools): AgentRequest<WorldReport> {
  return withFallbackProfile(agentProfile(agentInputs.state, 'world'), (profile) => {
    const envelope = buildAgentEnvelope(
      agentInputs,
      'world',
      profile,
      writeForm(worldReport, undefined, true),
      tools,
    );
    const brief: WorldBrief = { task: 'world', seed: `${tools.seed}/world`, envelope };
    const prompt = chatWithWorld(envelope, tools.count);
    const ask: Ask<WorldReport, WorldBrief> = {
      role: 'world',
      purpose: 'keep the world and its trackers',
      brief,
      messages: prompt.messages,
      schema: worldReport,
      schemaName: 'world_report',
      profile,
      explainsFields: true,
      givesWay: true,
    };
    return { ask, use: prompt.use };
  });
}
