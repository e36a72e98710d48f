import type { Case } from './case-list';
import { AROUND_CASES } from './cases-around';
import { FIT_CASES } from './cases-fit';
import { MARK_CASES } from './cases-marks';
import { QUOTE_CASES } from './cases-quotes';
import { REST_CASES } from './cases-rest';
import { STRANGE_CASES } from './cases-strange';

export const CASES: Case[] = [
  ...AROUND_CASES,
  ...QUOTE_CASES,
  ...MARK_CASES,
  ...REST_CASES,
  ...FIT_CASES,
  ...STRANGE_CASES,
];
