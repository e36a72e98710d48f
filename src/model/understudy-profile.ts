import { UNDERSTUDY_NAME } from '../base/answerer';
import type { ResolvedProfile } from '../contract/profiles';

/** The profile of an agent that the understudy answers for, with every default applied. */
export const UNDERSTUDY_PROFILE: ResolvedProfile = {
  provider: UNDERSTUDY_NAME,
  model: UNDERSTUDY_NAME,
  temperature: 0,
  maxTokens: 800,
  maxContextTokens: 16_000,
  timeoutSeconds: 10,
  mayEmit: ['say'],
};
