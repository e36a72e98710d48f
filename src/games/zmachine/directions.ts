import { lookUp } from './dictionary';
import type { Machine } from './machine';
import { toLine } from './opcodes/input';

const DIRECTIONS = [
  ...['north', 'south', 'east', 'west', 'northeast', 'northwest', 'southeast', 'southwest'],
  ...['up', 'down', 'in', 'out', 'fore', 'aft', 'port', 'starboard'],
];

/** Says whether the story's dictionary has a word, cut to its length: 6 letters in version 3, else 9. */
export const knows = ({ memory, dictionary, text }: Machine, word: string): boolean =>
  lookUp(memory, dictionary, text.encode(toLine(word, text))) !== 0;

/** The words of directions that the story knows. */
export const listDirections = (machine: Machine): string[] =>
  DIRECTIONS.filter((word) => knows(machine, word));

/** Returns the command that lets a turn pass. */
export const waitWord = (machine: Machine): string =>
  ['wait', 'z'].find((word) => knows(machine, word)) ?? 'wait';
