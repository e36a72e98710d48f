/** Effects in a row, each on another board, that a definition must predict before they are seen. */
export const STREAK_TO_VERIFY = 3;
/** Greatest number of these that a run may ask for (`verifyAfter`). */
export const MAX_STREAK_TO_VERIFY = 10;
/** The newest effects that are looked at, and the share of them that must have been predicted right. */
export const EFFECTS_LOOKED_AT = 10;
export const SHARE_TO_VERIFY = 0.8;
