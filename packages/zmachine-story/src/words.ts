import { lookUp } from './dictionary';
import type { Machine } from './machine';
import { toLine } from './opcodes';
import type { StoryStep } from './types';

const DIRECTIONS = [
  ...['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'],
  ...['up', 'down', 'in', 'out', 'fore', 'aft', 'port', 'starboard'],
];

/** The dictionary keeps 6 letters in version 3, else 9. @internal */
export const knows = ({ memory, dictionary, text }: Machine, word: string): boolean =>
  lookUp(memory, dictionary, text.encode(toLine(word, text))) !== 0;

/** Some stories know only the short names, because the long ones share their first six letters. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
]);

/** The story's word for a direction: `ne` if it does not know `northeast`. Other inputs are unchanged. @internal */
export function spellDirection(machine: Machine, input: string): string {
  const short = SHORT.get(input.trim().toLowerCase());
  return short === undefined || knows(machine, input.trim()) || !knows(machine, short) ? input : short;
}

/** @internal */
export const listDirections = (machine: Machine): string[] =>
  DIRECTIONS.filter((word) => knows(machine, spellDirection(machine, word)));

/** @internal */
export const waitWord = (machine: Machine): string =>
  ['wait', 'z'].find((word) => knows(machine, word)) ?? 'wait';

/** Requests for an empty line. */
const AT_ENTER = /\b(?:hit|press|type)\b[^.\n]{0,20}\b(?:return|enter)\b/i;

/** Characters to search for a question at the end of a text. */
export const ENTER_PROMPTS = 200;

/** True if a story that waits for a line wants just Enter, as at "Hit RETURN". */
export const isEnterPrompt = ({ awaits, text }: Pick<StoryStep, 'awaits' | 'text'>): boolean =>
  awaits === 'line' && AT_ENTER.test(text.slice(-ENTER_PROMPTS));

const DEATH = /\byou (?:have died|are dead|died|have been killed|have perished)\b/i;
const WON = /\b(?:won|win|victor|triumph|congratulations|success|escaped|the end\b)/i;
/** In characters. */
const MAX_BANNER = 200;

/** True if a text reports the player's death: in words, or as a line in asterisks that does not mention winning. */
export function looksDeadly(text: string): boolean {
  if (DEATH.test(text)) return true;
  return text.split('\n').some((line) => {
    const banner = line.trim();
    if (banner.length > MAX_BANNER || !banner.startsWith('**') || !banner.endsWith('**')) return false;
    return /[^*\s]/.test(banner) && !WON.test(banner);
  });
}

export type KnownWords = ReturnType<typeof loadKnownWords>;

/** Looks words up in a dictionary that keeps only the first letters of long words. */
export function loadKnownWords(vocabulary: readonly string[]) {
  const dictionary = new Set(vocabulary);
  const wordLength = Math.max(6, ...vocabulary.map((word) => word.length));
  return { knows: (word: string): boolean => dictionary.has(word.slice(0, wordLength)) };
}
