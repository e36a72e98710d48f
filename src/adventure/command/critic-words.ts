import { listThings, type Thing } from 'zmachine-story';
import { wordSet } from '../lines';

/** Compares the objects that a command names with the visible ones and the story's vocabulary. */

/** Words between objects. Knowing them says nothing about the place. */
const BETWEEN = wordSet(`
  a an the some my your his her its their this that these those it them him me myself self all everything both every
  each any one other another and or but except then of in on at to from with without into onto inside outside under
  underneath beneath behind over above below across through around about against between beside by for off out up down
  away back upon using again
`);

/** Verbs of speech: the words after them need not name visible objects. */
const TALKS = wordSet(`
  ask tell say answer reply talk speak shout yell scream whisper sing call type write consult think pray dial
`);

/** Significant letters of a word, in early and later versions (Z-Machine Standard 13). */
const CUTS = [6, 9] as const;

const splitWords = (command: string): string[] =>
  (straighten(command).match(/[\p{L}\p{N}]+(?:[-'][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/'s$/, ''),
  );

const straighten = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/**
 * Finds a word that is neither in the story's dictionary nor in the name of a visible or carried object: no story acts
 * on it. `isVerb`: it is the first word. Null if every word may have a meaning, as in speech.
 */
export function findUnknownWord(
  command: string,
  things: readonly Thing[],
  vocabulary: readonly string[],
): { word: string; isVerb: boolean } | null {
  const all = splitWords(command);
  // In an order (`robot, take lamp`) or quotation, another character interprets the words.
  if (vocabulary.length === 0 || /[",“”]/.test(command) || TALKS.has(all[0] ?? '')) return null;
  const isKnown = knows(vocabulary);
  const thingWords = listNames(things);
  const isFine = (word: string) =>
    BETWEEN.has(word) ||
    /^\d+$/.test(word) ||
    isKnown(word) ||
    thingWords.has(word) ||
    word.split(/[-']/).every(isKnown);
  const at = all.findIndex((word) => !isFine(word));
  const word = all[at];
  return word === undefined ? null : { word, isVerb: at === 0 };
}

/** Checks words against the dictionary, whole or cut to its length. */
function knows(vocabulary: readonly string[]): (word: string) => boolean {
  const knownWords = new Set(vocabulary);
  const longest = vocabulary.reduce((most, word) => Math.max(most, word.length), 0);
  const cutLength = longest <= CUTS[0] ? CUTS[0] : CUTS[1];
  return (word) =>
    knownWords.has(word) || (word.length > cutLength && knownWords.has(word.slice(0, cutLength)));
}

const listNames = (things: readonly Thing[]): Set<string> =>
  new Set(listThings(things).flatMap(({ name }) => splitWords(name)));

/**
 * The object of a command, if the first lines of the reply say that it is missing and no visible or carried object has
 * its name; else null.
 */
export function namesNothing(command: string, things: readonly Thing[], text: string): string | null {
  const [verb = '', ...rest] = splitWords(command);
  if (TALKS.has(verb)) return null;
  const thingWords = listNames(things);
  const answer = straighten(text.slice(0, 400)).replace(/\s+/g, ' ');
  const missing = rest.filter((word) => !BETWEEN.has(word) && !thingWords.has(word));
  // If a named object is visible, the reply may be about something in or on it.
  if (missing.length === 0 || missing.length < rest.filter((word) => !BETWEEN.has(word)).length) return null;
  if (/\b(?:can't|cannot|can not|don't|do not) see any such thing\b/.test(answer)) return firstThing(rest);
  return missing.find((word) => refuses(answer, word)) ?? null;
}

/** `brass lamp` for `the brass lamp with the cloth`. */
function firstThing(rest: readonly string[]): string {
  const from = rest.findIndex((word) => !BETWEEN.has(word));
  const after = rest.slice(from);
  const end = after.findIndex((word) => BETWEEN.has(word));
  return after.slice(0, end === -1 ? undefined : end).join(' ');
}

/** Matches `you can't see any lamp here`, `there is no brass lamp here`, `I see no lamp`. */
function refuses(said: string, word: string): boolean {
  const thing = `(?:[\\p{L}-]+ ){0,2}${word}(?![\\p{L}\\p{N}])`;
  return new RegExp(
    `\\b(?:(?:can't|cannot|can not|don't|do not) see (?:any |an? |the |that )?|see no |there(?:'s| is| are) no )${thing}`,
    'u',
  ).test(said);
}
