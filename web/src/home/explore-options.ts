import { MAX_STREAK_TO_VERIFY, STREAK_TO_VERIFY } from '../../../src/contract/confirmations';
import type { GridRun } from '../../../src/contract/runs';
import type { Choices } from '../kit/form/field-list';

export const EXPLORE_LABEL = 'Explore until';
export const EXPLORE_CHOICES: Choices<GridRun['explore']> = [
  ['settled', 'every action is settled'],
  ['budget', 'the budget is spent'],
];

export const VERIFY_LABEL = 'Right predictions to verify an action';
export const VERIFY_RANGE = { min: 1, max: MAX_STREAK_TO_VERIFY, placeholder: String(STREAK_TO_VERIFY) };
