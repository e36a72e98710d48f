import { type Growth, measureGrowth } from '../../../base/regex/cost';
import { parseRegex } from '../../../base/regex/syntax';

/** Steps that checking one answer may take in the worst text there is: about a second. `RegExp` can't be stopped. */
export const MAX_STEPS = 2 ** 28;
/** A schema that could only be checked against fewer characters than these is refused. */
export const SHORTEST_ANSWER = 500;
/** What a problem says to do. */
export const LESS =
  'write it with fewer repetitions in one another or side by side, each followed by what it can not take itself, ' +
  'and begin it with ^';

/** Null: the pattern alone can be looked for in time. @param pattern that `RegExp` accepts */
export const checkPatternCost = (pattern: string): string | null =>
  growthAt(growthOf(pattern), SHORTEST_ANSWER) <= MAX_STEPS ? null : `can take too long to look for: ${LESS}`;

export const growthAt = ({ bits, exponent }: Growth, length: number): number =>
  2 ** bits * length ** exponent;

/** As `measureGrowth`; a pattern that begins with `^` is tried at the beginning alone. */
export function growthOf(pattern: string): Growth {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { bits: 0, exponent: 1 };
  }
  const { bits, exponent } = measureGrowth(pattern, 'u');
  const isAnchored = parseRegex(pattern, 'u').every(
    ([first]) => first?.kind === 'assertion' && first.source === '^',
  );
  return { bits, exponent: isAnchored ? Math.max(1, exponent - 1) : exponent };
}
