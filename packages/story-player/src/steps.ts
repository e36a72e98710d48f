import type { Scene } from './scene';
import type { TryOutcome } from './tries';

/** A command's verb, and its thing with the rest. */
export const SPLIT = /^(\S+(?: (?:to|on|in|at|up|down|under|behind|through|with))?) (.+)$/;
/** Two things and the word between them. */
export const PAIR = /^(.+?) (to|on|in|at|under|with|about) (.+)$/;

/** The thing of a command: `dial` of `turn dial with wrench`; `''` if none. */
export function stepObject(command: string): string {
  const phrase = SPLIT.exec(command)?.[2] ?? '';
  return PAIR.exec(phrase)?.[1] ?? phrase;
}

export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Words of replies to compare. */
const ALIKE = 8;
/** True if two replies begin alike, apart from a thing's name. */
export const alike = (one: string, other: string): boolean => {
  const a = flat(one).split(' ').slice(0, ALIKE);
  const b = new Set(flat(other).split(' ').slice(0, ALIKE));
  return a.length > 0 && a.filter((word) => b.has(word)).length >= a.length * 0.7;
};

/** Remarks in parentheses before a reply: `(You use bare hands.)` */
const SIDE_REMARKS = /^(?:\s*\([^()]*\))+\s*/;

interface Answer {
  command: string;
  text: string;
}

/** True if two commands on one thing had similar replies: `The calendar is turned to July`, and to August. */
export const isSameStep = (one: Answer, other: Answer): boolean =>
  stepObject(one.command) !== '' &&
  stepObject(one.command) === stepObject(other.command) &&
  alike(one.text.replace(SIDE_REMARKS, ''), other.text.replace(SIDE_REMARKS, ''));

/** Steps of a thing to see before leaving it. */
const ENOUGH = 2;

/**
 * True if a command only moves a thing such as a dial one step further, as recent moves here did, and scores nothing.
 */
export function isOneMoreStep({ state, here }: Scene, { commands, text, points }: TryOutcome): boolean {
  const [command = ''] = commands;
  const steps = state.recent.filter(
    (move) => move.effect && move.from === here && isSameStep(move, { command, text }),
  );
  return points === 0 && commands.length === 1 && steps.length >= ENOUGH;
}
