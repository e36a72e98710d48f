import type { LoreEntry, LoreVerdict } from '../../../../src/contract/lore';
import { say } from '../../words/say';

const LOGIC: Record<LoreEntry['logic'], string> = {
  any: 'one secondary key must match',
  all: 'all secondary keys must match',
  none: 'no secondary key may match',
  'not-all': 'not all secondary keys may match',
};

const quote = (keys: readonly { key: string }[]): string => keys.map(({ key }) => `“${key}”`).join(', ');

/** Explains an entry's result in a tested talk: in a word, and in a sentence. */
export function verdictWords(verdict: LoreVerdict, entry: LoreEntry): { short: string; long: string } {
  const { why, keys, secondary } = verdict;
  const foundKeys = quote(keys);
  const there = quote(secondary.filter((key) => key.found !== null));
  const absent = quote(secondary.filter((key) => key.found === null));
  const besides = there === '' ? '' : `, with ${there}`;
  switch (why) {
    case 'constant':
      return { short: say('is included'), long: 'Always included.' };
    case 'talk':
      return {
        short: say('is included'),
        long: `Matched ${foundKeys}${besides}.`,
      };
    case 'lore':
      return {
        short: say('is included'),
        long: `Triggered by another entry's text, which contains ${foundKeys}${besides}.`,
      };
    case 'disabled':
      return {
        short: say('off'),
        long: entry.enabled ? 'Its text contains @@dont_activate.' : 'It is disabled.',
      };
    case 'reader':
      return { short: 'other readers', long: 'Only for other characters.' };
    case 'timing':
      return { short: 'later', long: 'Delayed: too few lines so far, or this round is skipped.' };
    case 'duplicate':
      return { short: 'duplicate', long: 'Matched, but another entry has the same keys and text.' };
    case 'no-keys':
      return { short: 'no key', long: 'It has no key and is not always included, so it is never used.' };
    case 'no-match':
      return { short: 'no match', long: 'No key matches the searched text.' };
    case 'waiting':
      return { short: say('waits'), long: "Waits for another entry's text, and no entry matched." };
    case 'logic':
      return {
        short: 'secondary keys',
        long:
          `${foundKeys} matched, but ${LOGIC[entry.logic]}` +
          `${there === '' ? '' : `; present: ${there}`}${absent === '' ? '' : `; missing: ${absent}`}.`,
      };
    case 'probability':
      return { short: say('by chance'), long: `Matched, but excluded by its ${entry.probability} % chance.` };
    case 'group':
      return {
        short: say('group'),
        long: `Matched, but another entry of its group (${entry.group}) was used.`,
      };
    case 'budget':
      return { short: 'no room', long: "Matched, but the lorebook's token budget is used up." };
    case 'empty':
      return { short: say('empty'), long: 'Matched, but it has no text.' };
    case 'unsearched':
      return {
        short: 'too slow',
        long: "This lorebook's keys take too long to search, so matches are unknown.",
      };
  }
}
