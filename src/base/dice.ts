import { drawOnce } from './random';

/** Dice notation: 1 to 20 dice with 2 to 1000 sides, and at most one modifier up to 1000. */
export const DICE_NOTATION =
  /^([1-9]|1[0-9]|20)?[dD]([2-9]|[1-9][0-9]{1,2}|1000)(?:([+-])([0-9]{1,3}|1000))?$/;

interface Roll {
  dice: number[];
  modifier: number;
  total: number;
}

/**
 * Rolls dice. The result depends only on the arguments.
 *
 * @throws RangeError for a notation that {@link DICE_NOTATION} does not match
 *
 * @example
 * ```ts
 * rollDice('2d6+1', 'seed'); // { dice: [3, 5], modifier: 1, total: 9 }
 * ```
 */
export function rollDice(notation: string, seed: string): Roll {
  const [whole, count = '1', sides = '', sign, amount = '0'] = DICE_NOTATION.exec(notation) ?? [];
  if (whole === undefined) throw new RangeError(`not a dice notation: ${notation}`);
  const dice = Array.from(
    { length: Number(count) },
    (_, n) => 1 + Math.floor(drawOnce(`dice\n${n}\n${seed}`) * Number(sides)),
  );
  const modifier = sign === '-' ? -Number(amount) : Number(amount);
  return { dice, modifier, total: dice.reduce((sum, one) => sum + one, modifier) };
}

/** Formats the sum of a roll: `3 + 5 + 1 = 9`; only the total of a single die without a modifier. */
export function formatRoll({ dice, modifier, total }: Roll): string {
  if (dice.length === 1 && modifier === 0) return String(total);
  const added = modifier === 0 ? '' : ` ${modifier < 0 ? '-' : '+'} ${Math.abs(modifier)}`;
  return `${dice.join(' + ')}${added} = ${total}`;
}
