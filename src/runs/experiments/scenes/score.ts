import { lazy } from '../../../base/memoize';
import { searchRegex } from '../../../base/regex/search';
import type { Cost } from '../../../contract/money';
import type { TrialLine, TrialRule } from '../../../contract/scene-trials';

/** Names of scores that every scene has. */
export const SCENE_SCORES = [
  ...['completed', 'lines', 'speakers', 'callsPerLine', 'tokensPerLine', 'moneyPerLine'],
] as const;

/** Of one rule on all lines. Enough for a usual pattern on a long script. */
const MAX_STEPS = 5_000_000;
const FLAGS = 'iu';

/** Why a rule's pattern cannot be used; null: it can. */
export function findPatternFault(pattern: string): string | null {
  try {
    new RegExp(pattern, FLAGS);
  } catch {
    return 'is not a regular expression';
  }
  return searchRegex(pattern, FLAGS, '', MAX_STEPS).found === 'unable'
    ? 'uses references or inline flags, which rules do not support'
    : null;
}

/**
 * Scores a played script. Rules read what everyone hears from the cast and the narrator after the opening.
 *
 * @param spent without the judge; money in currency units
 * @param hasPrices false: no cost per line
 */
export function scoreScript(
  rules: readonly TrialRule[],
  lines: readonly TrialLine[],
  spent: Cost,
  hasPrices: boolean,
): Record<string, number> {
  const spoken = lines.filter(
    ({ by, round, hearers }) => (by === 'character' || by === 'narrator') && round > 0 && hearers === null,
  );
  const perLine = (amount: number) => (spoken.length > 0 ? amount / spoken.length : null);
  const scores = {
    lines: spoken.length,
    speakers: new Set(spoken.flatMap(({ actor }) => actor ?? [])).size,
    callsPerLine: perLine(spent.calls),
    tokensPerLine: perLine(spent.tokens),
    moneyPerLine: hasPrices ? perLine(spent.money) : null,
    ...Object.fromEntries(rules.map((rule) => [rule.name, applyRule(rule, spoken)])),
  };
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, score]) => (score === null ? [] : [[name, score]])),
  );
}

/** null: there is no line to check, or the search of a pattern took too long. */
function applyRule(rule: TrialRule, spoken: readonly TrialLine[]): number | null {
  const { speaker, contains, absent, matches, maxWords } = rule;
  const texts = spoken
    .filter(({ actor }) => speaker === undefined || actor === speaker)
    .map(({ text }) => text);
  if (contains !== undefined) return Number(texts.some((text) => isIn(text, contains)));
  if (absent !== undefined) return Number(!texts.some((text) => isIn(text, absent)));
  if (matches !== undefined) {
    let left = MAX_STEPS;
    for (const text of texts) {
      const { found, steps } = searchRegex(matches, FLAGS, text, left, MAX_STEPS);
      if (found !== false) return found === true ? 1 : null;
      left -= steps;
    }
    return 0;
  }
  if (maxWords === undefined || texts.length === 0) return null;
  return texts.filter((text) => countWords(text) <= maxWords).length / texts.length;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const isIn = (text: string, part: string): boolean => fold(text).includes(fold(part));

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }));
const countWords = (text: string): number =>
  [...segmenter().segment(text)].filter(({ isWordLike }) => isWordLike).length;
