import type { PROVIDERS, Profile, ResolvedProfile } from '../contract/profiles';

/** What the operator configured; a profile that leaves something out gets it from here. */
export interface ModelDefaults {
  provider: (typeof PROVIDERS)[number];
  /** The operator's MODEL; the understudy is its own model. */
  model: string;
  timeoutSeconds: number;
}

/** A profile with every default applied, as it is frozen into a room. */
export function resolveProfile(profile: Profile | undefined, defaults: ModelDefaults): ResolvedProfile {
  const provider = profile?.provider ?? defaults.provider;
  return {
    provider,
    model: provider === 'understudy' ? 'understudy' : (profile?.model ?? defaults.model),
    temperature: profile?.temperature ?? 0.7,
    maxTokens: profile?.maxTokens ?? 800,
    maxContextTokens: profile?.maxContextTokens ?? 16_000,
    timeoutSeconds: profile?.timeoutSeconds ?? defaults.timeoutSeconds,
    mayEmit: profile?.mayEmit ?? ['say'],
  };
}
