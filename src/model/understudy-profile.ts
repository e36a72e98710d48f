import { UNDERSTUDY_NAME } from '../base/answerer';
import type { ResolvedProfile } from '../contract/profiles';

export const UNDERSTUDY_PROFILE: ResolvedProfile = {
  provider: UNDERSTUDY_NAME,
  model: UNDERSTUDY_NAME,
  temperature: 0,
  maxTokens: 800,
  maxContextTokens: 16_000,
  timeoutSeconds: 10,
  mayEmit: ['say'],
};
