/** Share of a budget from which it is shown as nearly spent. */
const NEARLY = 0.8;

/**
 * Returns the values of a meter: green, then yellow when nearly spent, red when spent.
 *
 * @param isSpent true if too little is left for the next call
 */
export function buildMeter(used: number, limit: number, isSpent = used >= limit) {
  const max = limit > 0 ? limit : 1;
  const value = limit > 0 ? Math.min(used, limit) : 1;
  // A meter whose optimum is the minimum shows values above `high` as the worst.
  const low = isSpent ? Math.min(value, max) / 2 : max * NEARLY;
  return { min: 0, max, low, high: isSpent ? low : max, optimum: 0, value };
}
