import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import type { Chance, Dice } from '../../packages/zmachine-story/src/random';

/** State of Frotz's random numbers: the generator, and the short sequence that a small seed selects. */
interface FrotzDice extends Dice {
  /** Length of the repeating sequence; 0: none. */
  interval: number;
  counter: number;
}

/** Smaller seeds select a repeating sequence (the Standard's remarks on section 2). */
const FIRST_SEED = 1000;

/** The random numbers of Frotz for `-s <seed>`: the same seed gives the same game. */
export const FROTZ_CHANCE: Chance = {
  seed: (seed): FrotzDice => {
    const origin = (Number(seed) || 0) >>> 0;
    return { state: origin, origin, reseeds: 0, interval: 0, counter: 0 };
  },
  throwDice: (dice: FrotzDice, range) => {
    if (range <= 0) {
      const isRow = range < 0 && -range < FIRST_SEED;
      dice.interval = isRow ? -range : 0;
      dice.counter = 0;
      if (!isRow) dice.state = range === 0 ? dice.origin : -range;
      return 0;
    }
    if (dice.interval > 0) {
      const place = dice.counter;
      dice.counter = (place + 1) % dice.interval;
      return (place % range) + 1;
    }
    dice.state = (Math.imul(0x015a4e35, dice.state) + 1) >>> 0;
    return (((dice.state >>> 16) & 0x7fff) % range) + 1;
  },
};

export interface Typed {
  input: string;
  awaits: 'line' | 'key';
}

/** A setting without effect that prints a line of its own: it marks the end of a step. */
const MARK = '\\sf0';
const MARK_ANSWER = /Speed Factor 0\n/;
/** Time limit of a walkthrough, in ms. */
const PATIENCE = 60_000;

export const hasFrotz = (command: string): boolean => spawnSync(command, ['-v']).error === undefined;

/**
 * Plays inputs in `dfrotz` from a story's beginning.
 *
 * @param command the program, e.g. `/usr/games/dfrotz`
 * @returns the output up to the first input, and after each input; shorter if the story ended before
 */
export function playInFrotz(command: string, path: string, seed: number, typed: readonly Typed[]): string[] {
  const lines = typed.flatMap(({ input, awaits }) => [MARK, awaits === 'key' ? keyLine(input) : input]);
  const { stdout, error } = spawnSync(command, ['-q', '-m', '-Z', '0', '-s', String(seed), path], {
    input: Buffer.from(`${[...lines, MARK].join('\n')}\n`, 'latin1'),
    timeout: PATIENCE,
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'latin1',
  });
  if (error) throw error;
  return cutSteps(stdout);
}

const KEY_LINES: Readonly<Record<string, string>> = {
  enter: '',
  return: '',
  space: ' ',
  escape: '\\[',
  up: '\\^',
  down: '\\.',
  left: '\\<',
  right: '\\>',
};

/** One key per line: `dfrotz` would use further characters as the next keys. */
const keyLine = (input: string): string => KEY_LINES[input.trim().toLowerCase()] ?? input.slice(0, 1);

/**
 * Splits the output at the marks. Text on the line of an input is printed again after a mark, so it is left
 * out.
 */
export function cutSteps(output: string): string[] {
  let line = '';
  return output.split(MARK_ANSWER).map((part) => {
    let length = line.length;
    while (length > 0 && !part.startsWith(line.slice(-length))) length--;
    line = part.slice(part.lastIndexOf('\n') + 1);
    return part.slice(length);
  });
}
