import type { Scene } from './scene';
import type { TryOutcome } from './tries';

/** A command with a thing: its verb, and the thing with what it is done with or to. */
export const SPLIT = /^(\S+(?: (?:to|on|in|at|up|down|under|behind|through|with))?) (.+)$/;
/** Two things, and the word between them. */
export const PAIR = /^(.+?) (to|on|in|at|under|with|about) (.+)$/;

/** The thing that a command is about: `dial` of `turn dial with wrench`; `''` where it names none. */
export function thingOf(command: string): string {
  const phrase = SPLIT.exec(command)?.[2] ?? '';
  return PAIR.exec(phrase)?.[1] ?? phrase;
}

export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Words by which the beginnings of answers are compared. */
const ALIKE = 8;
/** Says whether two answers begin alike: they differ in the name of a thing at most. */
export const alike = (one: string, other: string): boolean => {
  const a = flat(one).split(' ').slice(0, ALIKE);
  const b = new Set(flat(other).split(' ').slice(0, ALIKE));
  return a.length > 0 && a.filter((word) => b.has(word)).length >= a.length * 0.7;
};

/** Matches what a story says in brackets before its answer: `(You use bare hands.)` */
const ASIDES = /^(?:\s*\([^()]*\))+\s*/;

/** An answer that a command got. */
interface Answer {
  command: string;
  text: string;
}

/** Says whether two commands on one thing had answers alike: `The calendar is turned to July`, and to August. */
export const isSameStep = (one: Answer, other: Answer): boolean =>
  thingOf(one.command) !== '' &&
  thingOf(one.command) === thingOf(other.command) &&
  alike(one.text.replace(ASIDES, ''), other.text.replace(ASIDES, ''));

/** Steps of a thing that are seen before it is left. */
const ENOUGH = 2;

/**
 * Says whether a command only takes a thing, such as a dial, one step further: such steps were seen here lately, whatever it
 * was turned with, and this one brings no point.
 */
export function isOneMoreStep({ brief, here }: Scene, { commands, text, points }: TryOutcome): boolean {
  const [command = ''] = commands;
  const steps = brief.state.recent.filter(
    (move) => move.effect && move.from === here && isSameStep(move, { command, text }),
  );
  return points === 0 && commands.length === 1 && steps.length >= ENOUGH;
}
