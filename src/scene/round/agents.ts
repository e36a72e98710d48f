import { jsonInstruction, toProviderSchema } from 'answer-reader';
import type { JsonObject } from '../../base/json';
import type { CountTokens } from '../../base/tokens';
import type { PromptUse } from '../../contract/context';
import type { ResolvedProfile } from '../../contract/profiles';
import type { Ask, StepContext } from '../../room/step-context';
import { newestOf, personaOf, readInputs, readPast } from '../history';
import { rewrites } from '../pace';
import { type AgentContextEnvelope, buildEnvelope, type EnvelopeInput } from '../prompt/envelope';
import { shownTo } from '../prompt/window';
import { type SceneState, takesTurns } from '../state';

/** An ask, and what its prompt came to. */
export interface AgentRequest<T> {
  ask: Ask<T>;
  use: PromptUse;
  /** The same of the profile that is asked instead when this one gives no usable answer. */
  fallback?: () => AgentRequest<T>;
}

/** An ask for a profile, and for its fallback: each has its own window, kinds and form. */
export function askWith<T>(
  profile: ResolvedProfile,
  make: (profile: ResolvedProfile) => AgentRequest<T>,
): AgentRequest<T> {
  const { fallback } = profile;
  return { ...make(profile), ...(fallback && { fallback: () => make(fallback) }) };
}

/** Inputs that every agent of a round is given, before its own. */
export type AgentInputs = Omit<
  EnvelopeInput,
  'viewer' | 'profile' | 'count' | 'seed' | 'schemaTokens' | 'shown'
> & {
  /** Lines of the scene before the first of `past`. */
  before: number;
};

export interface AgentTools {
  count: CountTokens;
  /** Seed of the round. */
  seed: string;
}

/**
 * Gathers the inputs that all agents of the open round share.
 *
 * @param least messages that are needed at least, for a summary
 */
export function gatherInputs(ctx: StepContext<SceneState>, least = 0): AgentInputs {
  const { state } = ctx;
  const round = state.open?.n ?? state.rounds;
  const newest = newestOf(state);
  const { type = 'continuation' } = newest ?? {};
  const past = readPast(ctx, Math.max(least, 2 * state.historyWindow + 1));
  const inputs = readInputs(state, round);
  const spokenCount = state.answering.filter(({ type }) => type === 'user').length;
  return {
    ...{ state, round, past, inputs },
    before: Math.max(0, (state.summary.lines ?? 0) - spokenCount - past.length),
    type: rewrites(type) ? 'continuation' : (type as AgentInputs['type']),
    persona: personaOf(state, newest),
    world: state.world,
    trackers: state.trackers,
  };
}

/**
 * The instruction that ends the prompt of an agent of the house.
 *
 * @param example an answer that would be accepted. Default: one that says nothing
 */
export const writeForm = (schema: Parameters<typeof toProviderSchema>[0], example?: object): string =>
  jsonInstruction(toProviderSchema(schema), example as JsonObject | undefined);

/**
 * The envelope of one agent.
 *
 * @param instruction the gateway ends the prompt with it, so it must fit as well
 */
export function buildFor(
  agentInputs: AgentInputs,
  viewer: EnvelopeInput['viewer'],
  profile: ResolvedProfile,
  instruction: string,
  { count, seed }: AgentTools,
): AgentContextEnvelope {
  const isTurns = takesTurns(agentInputs.state, profile);
  const shownRounds = isTurns && { shown: shownTo(agentInputs, profile, count) };
  return buildEnvelope({
    ...agentInputs,
    ...{ viewer, profile, count, seed, schemaTokens: count(instruction) },
    ...shownRounds,
  });
}
