import { lookUp } from './dictionary';
import type { Machine } from './machine';
import { toLine } from './opcodes';
import type { StoryStep } from './types';

const DIRECTIONS = [
  ...['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'],
  ...['up', 'down', 'in', 'out', 'fore', 'aft', 'port', 'starboard'],
];

/** Looks a word up, which the dictionary keeps as 6 letters in version 3, else as 9. */
export const knows = ({ memory, dictionary, text }: Machine, word: string): boolean =>
  lookUp(memory, dictionary, text.encode(toLine(word, text))) !== 0;

/** Directions that some stories know by their short names alone: in six letters, the long ones are hard to tell apart. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
]);

/** The word by which the story knows a direction: `ne` where it does not know `northeast`. Other inputs stay as they are. */
export function spellDirection(machine: Machine, input: string): string {
  const short = SHORT.get(input.trim().toLowerCase());
  return short === undefined || knows(machine, input.trim()) || !knows(machine, short) ? input : short;
}

/** The directions that the story knows, by their full names. */
export const listDirections = (machine: Machine): string[] =>
  DIRECTIONS.filter((word) => knows(machine, spellDirection(machine, word)));

export const waitWord = (machine: Machine): string =>
  ['wait', 'z'].find((word) => knows(machine, word)) ?? 'wait';

/** Asks for an empty line before a story goes on. */
const AT_ENTER = /\b(?:hit|press|type)\b[^.\n]{0,20}\b(?:return|enter)\b/i;

/** Characters at the end of a text in which a question stands. */
export const ASKED = 200;

/** Says whether a story that waits for a line wants an empty one: Enter alone, as at "Hit RETURN". */
export const asksForEnter = ({ awaits, text }: Pick<StoryStep, 'awaits' | 'text'>): boolean =>
  awaits === 'line' && AT_ENTER.test(text.slice(-ASKED));

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
