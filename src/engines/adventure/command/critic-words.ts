import type { Thing } from '../../../games/zmachine/types';

/** What a command names, held against what is there and what the story understands. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words between the things of a command. Whether the story knows them says nothing about what is here. */
const BETWEEN = words(`
  a an the some my your his her its their this that these those it them him me myself self all everything both every
  each any one other another and or but except then of in on at to from with without into onto inside outside under
  underneath beneath behind over above below across through around about against between beside by for off out up down
  away back upon using again
`);

/** Verbs after which anything may be said: what follows is no thing that must be there. */
const TALKS = words(`
  ask tell say answer reply talk speak shout yell scream whisper sing call type write consult think pray dial
`);

/** Letters of a word that a dictionary keeps, in the early versions and since (Z-Machine Standard 13). */
const CUTS = [6, 9] as const;

/** The words of a command, without quotes and other marks; `door's` is `door`. */
const wordsOf = (command: string): string[] =>
  (straighten(command).match(/[\p{L}\p{N}]+(?:[-'][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    word.replace(/'s$/, ''),
  );

const straighten = (text: string): string => text.toLowerCase().replaceAll('’', "'");

/**
 * A word of a command that neither the story's dictionary has nor anything that is visible or carried is named by: no
 * story acts on it. `isVerb`: it is the first word. Null when every word may mean something, as for what is said to
 * somebody.
 */
export function unknownWord(
  command: string,
  things: readonly Thing[],
  vocabulary: readonly string[],
): { word: string; isVerb: boolean } | null {
  const all = wordsOf(command);
  // An order (`robot, take lamp`) or a quotation is for somebody else to understand.
  if (vocabulary.length === 0 || /[",“”]/.test(command) || TALKS.has(all[0] ?? '')) return null;
  const known = knows(vocabulary);
  const named = namesOf(things);
  const isFine = (word: string) =>
    BETWEEN.has(word) ||
    /^\d+$/.test(word) ||
    known(word) ||
    named.has(word) ||
    word.split(/[-']/).every(known);
  const at = all.findIndex((word) => !isFine(word));
  const word = all[at];
  return word === undefined ? null : { word, isVerb: at === 0 };
}

/** Whether the dictionary has a word, or what it keeps of one. */
function knows(vocabulary: readonly string[]): (word: string) => boolean {
  const known = new Set(vocabulary);
  const longest = vocabulary.reduce((most, word) => Math.max(most, word.length), 0);
  const cut = longest <= CUTS[0] ? CUTS[0] : CUTS[1];
  return (word) => known.has(word) || (word.length > cut && known.has(word.slice(0, cut)));
}

/** All words of the names of things, and of what they hold. */
function namesOf(things: readonly Thing[], into = new Set<string>()): Set<string> {
  for (const { name, holds } of things) {
    for (const word of wordsOf(name)) into.add(word);
    namesOf(holds, into);
  }
  return into;
}

/**
 * The thing a command is about, when the story says in its first lines that it is not there, and nothing visible or
 * carried has that name. Null when it says no such thing.
 */
export function namesNothing(command: string, things: readonly Thing[], text: string): string | null {
  const [verb = '', ...rest] = wordsOf(command);
  if (TALKS.has(verb)) return null;
  const named = namesOf(things);
  const said = straighten(text.slice(0, 400)).replace(/\s+/g, ' ');
  const missing = rest.filter((word) => !BETWEEN.has(word) && !named.has(word));
  // With a name that is there, the refusal may be about something else in or on it.
  if (missing.length === 0 || missing.length < rest.filter((word) => !BETWEEN.has(word)).length) return null;
  if (/\b(?:can't|cannot|can not|don't|do not) see any such thing\b/.test(said)) return firstThing(rest);
  return missing.find((word) => refuses(said, word)) ?? null;
}

/** `brass lamp`, of `the brass lamp with the cloth`. */
function firstThing(rest: readonly string[]): string {
  const from = rest.findIndex((word) => !BETWEEN.has(word));
  const after = rest.slice(from);
  const end = after.findIndex((word) => BETWEEN.has(word));
  return after.slice(0, end === -1 ? undefined : end).join(' ');
}

/** `you can't see any lamp here`, `there is no brass lamp here`, `I see no lamp`. */
function refuses(said: string, word: string): boolean {
  const thing = `(?:[\\p{L}-]+ ){0,2}${word}(?![\\p{L}\\p{N}])`;
  return new RegExp(
    `\\b(?:(?:can't|cannot|can not|don't|do not) see (?:any |an? |the |that )?|see no |there(?:'s| is| are) no )${thing}`,
    'u',
  ).test(said);
}
