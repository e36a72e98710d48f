import type { CountTokens } from '../../base/tokens';
import type { PromptUse } from '../../contract/context';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Ask, StepContext } from '../../room/step-context';
import { inputPersona, newestLine, readHistory, readInputs } from '../history';
import { isRewrite } from '../pace';
import { type AgentContextEnvelope, buildEnvelope, type EnvelopeInput } from '../prompt/envelope';
import { linesVisibleTo } from '../prompt/window';
import { hasTurns, type SceneState } from '../state';

export interface AgentRequest<T> {
  ask: Ask<T>;
  use: PromptUse;
  /** The request for the fallback profile, used when this one gives no usable answer. */
  fallback?: () => AgentRequest<T>;
}

/** Builds a request for a profile and its fallback. Each has its own window, line kinds and answer format. */
export function withFallbackProfile<T>(
  profile: ResolvedProfile,
  make: (profile: ResolvedProfile) => AgentRequest<T>,
): AgentRequest<T> {
  const { fallback } = profile;
  return { ...make(profile), ...(fallback && { fallback: () => make(fallback) }) };
}

export type AgentInputs = Omit<
  EnvelopeInput,
  'viewer' | 'profile' | 'count' | 'seed' | 'schemaTokens' | 'shown'
> & {
  before: number;
};

export interface AgentTools {
  count: CountTokens;
  seed: string;
}

/**
 * Gathers the inputs that all agents of the open round share.
 *
 * @param least minimum number of messages, for a summary
 */
export function gatherInputs(ctx: StepContext<SceneState>, least = 0): AgentInputs {
  const { state } = ctx;
  const round = state.open?.n ?? state.rounds;
  const newest = newestLine(state);
  const { type = 'continuation' } = newest ?? {};
  const past = readHistory(ctx, Math.max(least, 2 * state.historyWindow + 1));
  const inputs = readInputs(state, round);
  const spokenCount = state.answering.filter(({ type }) => type === 'user').length;
  return {
    ...{ state, round, past, inputs },
    before: Math.max(0, (state.summary.lines ?? 0) - spokenCount - past.length),
    type: isRewrite(type) ? 'continuation' : (type as AgentInputs['type']),
    persona: inputPersona(state, newest),
    world: state.world,
    trackers: state.trackers,
  };
}

/**
/**
 * Builds the envelope of one agent.
 *
 * @param instruction appended to the prompt by the gateway, so it must fit as well
 */
export function buildAgentEnvelope(
  agentInputs: AgentInputs,
  viewer: EnvelopeInput['viewer'],
  profile: ResolvedProfile,
  instruction: string,
  { count, seed }: AgentTools,
): AgentContextEnvelope {
  const isTurns = hasTurns(agentInputs.state, profile);
  const shownRounds = isTurns && { shown: linesVisibleTo(agentInputs, profile, count) };
  return buildEnvelope({
    ...agentInputs,
    ...{ viewer, profile, count, seed, schemaTokens: count(instruction) },
    ...shownRounds,
  });
}
