/** Correctly predicted effects in a row, on different boards, that verify a rule. */
export const STREAK_TO_VERIFY = 3;
/** Maximum for `verifyAfter`. */
export const MAX_STREAK_TO_VERIFY = 10;
/** Verification also needs this share of correct predictions among the latest effects. */
export const RECENT_EFFECTS = 10;
export const SHARE_TO_VERIFY = 0.8;
