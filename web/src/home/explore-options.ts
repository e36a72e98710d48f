import { MAX_STREAK_TO_VERIFY, STREAK_TO_VERIFY } from '../../../src/contract/confirmations';

export const EXPLORE_CHOICES = [
  ['settled', 'all actions are understood'],
  ['budget', 'the budget is spent'],
] as const;
export const VERIFY_RANGE = { min: 1, max: MAX_STREAK_TO_VERIFY, placeholder: String(STREAK_TO_VERIFY) };
