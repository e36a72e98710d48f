import { escapePattern } from '../../base/escape-pattern';
import { fnv1a, MULBERRY_STEP, mulberryMix } from '../../base/random';

/** A seeded die: the same seed gives the same throws on every machine. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of a list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined;
}

/** FNV-1a to seed it, mulberry32 to throw it. */
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

/** How many runs of three words of a text were already said. */
export function overlap(text: string, before: readonly string[]): number {
  const earlier = new Set(before.flatMap(triples));
  return triples(text).filter((triple) => earlier.has(triple)).length;
}

function triples(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
}

/** What the understudy makes of a line: what sort of thing was said, and what it was about. No model, only words. */
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
  // An address in front ("Hesper, open the door") does not make it less of an order.
  return ORDER.test(line.replace(/^[\p{L}'’. ]{1,30},\s*/u, '')) ? 'order' : 'told';
}

/** Determiners, and how they sound from the other side of the table. */
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

/** Adjectives that are things as well where no other thing follows. */
const ALSO_NOUNS = new Set(['light', 'dark', 'cold', 'dead', 'quiet']);

/** Words that carry nothing to answer to. */
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
 * Every thing a text speaks of, as a listener would name it: `"Did you see my lamp?"` → `["your lamp"]`. Phrases with
 * a determiner come first; without any, the longest word with a capital that does not begin a sentence of several words.
 */
export function findTopics(text: string): string[] {
  // What somebody does between asterisks is seen, not said.
  const tokens = text.replaceAll(/\*[^*]*\*/g, '.').match(/[\p{L}][\p{L}'’-]*|[.!?,;:…—]/gu) ?? [];
  const phrases = tokens.flatMap((token, index) => {
    const determiner = DETERMINERS.get(token.toLowerCase());
    const [first, second] = [tokens[index + 1], tokens[index + 2]];
    if (determiner === undefined || !isWord(first)) return [];
    // "That depends" is no thing.
    if (/^th(at|is)$/i.test(token) && /[^s]s$/i.test(first)) return [];
    const isKnown = ADJECTIVES.has(first.toLowerCase());
    if (!isKnown && !/(ful|ous|ish|ern|less|[^e]{2}ed)$/i.test(first)) return [`${determiner} ${first}`];
    if (isWord(second)) return [`${determiner} ${first} ${second}`];
    // "The lantern" only ends like an adjective.
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

/** Whether a text names somebody: the whole name, or a part of it that is long enough to be meant. */
export function namesPerson(text: string, name: string): boolean {
  const parts = [name, ...name.split(/\s+/).filter((part) => part.length >= 3 && !TITLES.test(part))];
  return parts.some((part) => {
    const literal = escapePattern(part);
    return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(text);
  });
}

const TITLES =
  /^(dr|mr|mrs|ms|miss|captain|old|young|madame|sir|lady|lord|the|aunt|uncle|father|sister|brother)\.?$/i;

/** What one calls somebody across a table: the first name, or the whole of a name that begins with a title. */
export function callName(name: string): string {
  const [first = name] = name.split(/\s+/);
  return TITLES.test(first) ? name : first;
}
