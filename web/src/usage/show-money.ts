import { LOCALE } from '../words/languages';

/** Formats an amount with enough digits to tell small sums apart. */
export const formatMoney = (amount: number): string =>
  amount.toLocaleString(LOCALE, { maximumFractionDigits: amount >= 1 ? 2 : 6 });
