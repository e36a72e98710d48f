import type { LoreEntry, LoreVerdict } from '../../../../src/contract/lore';
import { say } from '../../words/say';

const LOGIC: Record<LoreEntry['logic'], string> = {
  any: 'one of the secondary keys must be there',
  all: 'all secondary keys must be there',
  none: 'no secondary key may be there',
  'not-all': 'not all secondary keys may be there',
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
      return { short: say('comes in'), long: 'It is always in.' };
    case 'talk':
      return {
        short: say('comes in'),
        long: `${foundKeys} ${keys.length > 1 ? 'were' : 'was'} found${besides}.`,
      };
    case 'lore':
      return { short: say('comes in'), long: `The text of another entry has ${foundKeys}${besides}.` };
    case 'disabled':
      return {
        short: say('off'),
        long: entry.enabled ? 'Its text says @@dont_activate.' : 'It is switched off.',
      };
    case 'reader':
      return { short: 'other readers', long: 'It is for other characters than the one that reads.' };
    case 'timing':
      return { short: 'later', long: 'It comes in later: the talk is too short, or it is not its turn.' };
    case 'duplicate':
      return { short: 'duplicate', long: 'Found, but another entry has the same keys and text.' };
    case 'no-keys':
      return { short: 'no key', long: 'It has no key and is not always in: nothing can bring it in.' };
    case 'no-match':
      return { short: 'not found', long: 'None of its keys is in what is searched.' };
    case 'waiting':
      return { short: say('waits'), long: 'It waits for the text of another entry, and none came in.' };
    case 'logic':
      return {
        short: 'secondary keys',
        long:
          `${foundKeys} was found, but ${LOGIC[entry.logic]}` +
          `${there === '' ? '' : `; there: ${there}`}${absent === '' ? '' : `; not there: ${absent}`}.`,
      };
    case 'probability':
      return { short: say('die'), long: `Found, but its die (${entry.probability} %) fell against it.` };
    case 'group':
      return {
        short: say('group'),
        long: `Found, but another entry of its group (${entry.group}) was taken.`,
      };
    case 'budget':
      return { short: 'no room', long: 'Found, but the tokens of the book do not reach for it.' };
    case 'empty':
      return { short: say('empty'), long: 'Found, but it has no text.' };
    case 'unsearched':
      return {
        short: 'too costly',
        long: 'The keys of the book take too long to look for: whether this one is there is not known.',
      };
  }
}
