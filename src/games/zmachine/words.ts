import { lookUp } from './dictionary';
import type { Machine } from './machine';
import { toLine } from './opcodes';

const DIRECTIONS = [
  ...['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'],
  ...['up', 'down', 'in', 'out', 'fore', 'aft', 'port', 'starboard'],
];

/** Looks a word up, which the dictionary keeps as 6 letters in version 3, else as 9. */
const knows = ({ memory, dictionary, text }: Machine, word: string): boolean =>
  lookUp(memory, dictionary, text.encode(toLine(word, text))) !== 0;

/** The words of directions that the story knows. */
export const listDirections = (machine: Machine): string[] =>
  DIRECTIONS.filter((word) => knows(machine, word));

export const waitWord = (machine: Machine): string =>
  ['wait', 'z'].find((word) => knows(machine, word)) ?? 'wait';

const DEATH = /\byou (?:have died|are dead|died|have been killed|have perished)\b/i;
const WON = /\b(?:won|win|victor|triumph|congratulations|success|escaped|the end\b)/i;
/** A line that says how things ended is short, in characters. */
const MAX_BANNER = 200;

/** Says whether a text tells of the player's death: in words, or by a line between stars that does not speak of winning. */
export function looksDeadly(text: string): boolean {
  if (DEATH.test(text)) return true;
  return text.split('\n').some((line) => {
    const banner = line.trim();
    if (banner.length > MAX_BANNER || !banner.startsWith('**') || !banner.endsWith('**')) return false;
    return /[^*\s]/.test(banner) && !WON.test(banner);
  });
}
