import { escapePattern } from '../../base/escape-pattern';
import { fnv1a, MULBERRY_STEP, mulberryMix } from '../../base/random';

/** Seeded random numbers, equal on every machine. */
export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** Undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined;
}

/** FNV-1a seed, mulberry32 generator. */
export function rollDice(seed: string): Dice {
  let state = fnv1a(seed);
  const next = () => {
    state = (state + MULBERRY_STEP) | 0;
    return mulberryMix(state) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

/** Number of three-word sequences of a text that occurred before. */
export function overlap(text: string, before: readonly string[]): number {
  const earlier = new Set(before.flatMap(triples));
  return triples(text).filter((triple) => earlier.has(triple)).length;
}

function triples(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
}

/** The kind of a line, determined by keywords. */
export type Intent = 'question' | 'greeting' | 'thanks' | 'order' | 'told' | 'silence';

const GREETING = /^(hello|hi|hey|good (morning|evening|day|night|afternoon)|greetings)\b/i;
const ORDER =
  /^(please\b|let's\b|(tell|show|give|bring|take|open|close|shut|stop|wait|look|listen|come|go|help|hold|put|light|read|sit|stay|follow|leave|keep|pass|pour|find|answer|watch|be|try|check|get)\b)/i;

export function readIntent(text: string): Intent {
  const line = text.trim();
  if (line === '') return 'silence';
  if (line.includes('?')) return 'question';
  if (GREETING.test(line)) return 'greeting';
  if (/\bthank(s| you)\b/i.test(line)) return 'thanks';
  // Ignore an address in front: "Hesper, open the door".
  return ORDER.test(line.replace(/^[\p{L}'’. ]{1,30},\s*/u, '')) ? 'order' : 'told';
}

/** Determiners from the listener's point of view. */
const DETERMINERS = new Map(
  Object.entries({
    ...{ the: 'the', a: 'the', an: 'the', any: 'the', some: 'the', no: 'the', another: 'the', every: 'the' },
    ...{ my: 'your', our: 'your', your: 'my', his: 'his', her: 'her', their: 'their', its: 'its' },
    ...{ this: 'that', that: 'that', these: 'those', those: 'those' },
  }),
);

const ADJECTIVES = new Set(
  `old new last first next second little small big great long short same whole dark cold warm hot wet dry good bad
  best worst strange odd poor rich young red blue green black white grey golden broken lost missing locked open heavy
  light real true false only other own dead quiet loud late early spare round narrow`.split(/\s+/),
);

/** Adjectives that are nouns if no noun follows. */
const ALSO_NOUNS = new Set(['light', 'dark', 'cold', 'dead', 'quiet']);

const WEAK = new Set(
  `one ones thing things way bit lot moment minute time kind sort matter rest most more less few many much very
  and or but if so than then there here this that these those what which who whom whose when where why how is are was
  were be been being am do does did done have has had having will would shall should can could may might must not no
  yes to of in on at by for from with without about into over under after before between up down out off again just
  still too also even ever never always all any some every each both i me you he she it we they him her us them my your
  his its our their mine yours hello please thank thanks know think want like tell said says say really maybe perhaps
  because while until since let come goes going gone went make made take took anyone someone everyone nobody somebody
  anything something everything nothing today tonight tomorrow`.split(/\s+/),
);

const isWord = (token: string | undefined): token is string =>
  token !== undefined && /^[\p{L}][\p{L}'’-]+$/u.test(token) && !WEAK.has(token.toLowerCase());

/**
 * Topics of a text from the listener's point of view: `"Did you see my lamp?"` → `["your lamp"]`. Phrases with a
 * determiner first; without any, the longest capitalized word that does not begin a sentence.
 */
export function findTopics(text: string): string[] {
  // Text between asterisks is action, not speech.
  const tokens = text.replaceAll(/\*[^*]*\*/g, '.').match(/[\p{L}][\p{L}'’-]*|[.!?,;:…—]/gu) ?? [];
  const phrases = tokens.flatMap((token, index) => {
    const determiner = DETERMINERS.get(token.toLowerCase());
    const [first, second] = [tokens[index + 1], tokens[index + 2]];
    if (determiner === undefined || !isWord(first)) return [];
    // "That depends" is not a topic.
    if (/^th(at|is)$/i.test(token) && /[^s]s$/i.test(first)) return [];
    const isKnown = ADJECTIVES.has(first.toLowerCase());
    if (!isKnown && !/(ful|ous|ish|ern|less|[^e]{2}ed)$/i.test(first)) return [`${determiner} ${first}`];
    if (isWord(second)) return [`${determiner} ${first} ${second}`];
    // "Lantern" only ends like an adjective.
    return isKnown && !ALSO_NOUNS.has(first.toLowerCase()) ? [] : [`${determiner} ${first}`];
  });
  if (phrases.length > 0) return [...new Set(phrases)];
  const names = tokens.filter(
    (token, index) =>
      /^\p{Lu}/u.test(token) &&
      isWord(token) &&
      token.length >= 4 &&
      (tokens.length <= 2 || /^\p{L}/u.test(tokens[index - 1] ?? '')),
  );
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : [longest];
}

/** True if a text contains a person's name, or a long enough part of it. */
export function namesPerson(text: string, name: string): boolean {
  const parts = [name, ...name.split(/\s+/).filter((part) => part.length >= 3 && !TITLES.test(part))];
  return parts.some((part) => {
    const literal = escapePattern(part);
    return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
  });
}

const TITLES =
  /^(dr|mr|mrs|ms|miss|captain|old|young|madame|sir|lady|lord|the|aunt|uncle|father|sister|brother)\.?$/i;

/** How to address a person: first name, or the full name if it begins with a title. */
export function callName(name: string): string {
  const [first = name] = name.split(/\s+/);
  return TITLES.test(first) ? name : first;
}
