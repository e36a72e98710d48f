/** Formats an amount with enough digits to tell small sums apart. */
export const showMoney = (amount: number): string =>
  amount.toLocaleString(undefined, { maximumFractionDigits: amount >= 1 ? 2 : 6 });
