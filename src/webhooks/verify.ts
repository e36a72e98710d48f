import type { Delivery, Verification } from '../api/hooks';
import type { Result } from '../api/problems';
import type { Verified, Verify, VerifyTools } from './verified';
import { verifyBearer } from './verify-bearer';
import { verifyDiscord } from './verify-discord';
import { verifyGithub } from './verify-github';
import { verifySlack } from './verify-slack';
import { verifyStandard } from './verify-standard';

const VERIFIERS: Record<Verification, Verify> = {
  standard: verifyStandard,
  github: verifyGithub,
  slack: verifySlack,
  discord: verifyDiscord,
  bearer: verifyBearer,
};

/**
 * Whether a delivery comes from whom it should.
 *
 * @returns `unauthenticated` when it is forged, too old or from the future; `invalid` when its body is not a JSON object
 */
export const verifyDelivery = (
  kind: Verification,
  delivery: Delivery,
  tools: VerifyTools,
): Promise<Result<Verified>> => VERIFIERS[kind](delivery, tools);
