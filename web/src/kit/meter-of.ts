/** From this share on a budget is shown as nearly spent. */
const NEARLY = 0.8;

/**
 * The values of a meter that is green while much is left, yellow when it is nearly spent and red when it is spent.
 *
 * @param isSpent too little is left for the next call, whatever was used
 */
export function meterOf(used: number, limit: number, isSpent = used >= limit) {
  const max = limit > 0 ? limit : 1;
  const value = limit > 0 ? Math.min(used, limit) : 1;
  // Of a meter whose best value is the lowest, what is above `high` is the worst.
  const low = isSpent ? Math.min(value, max) / 2 : max * NEARLY;
  return { min: 0, max, low, high: isSpent ? low : max, optimum: 0, value };
}
