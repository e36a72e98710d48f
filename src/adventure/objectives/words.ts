import { MAX_OBJECTIVE } from '../../contract/adventure-agents';
import { wordSet } from '../lines';

/** Characters read; longer texts are refused anyway. */
const MAX_READ = 20 * MAX_OBJECTIVE;

/** Invisible characters, except joiners of scripts and emoji. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;
/** Bullets: `- `, `• `, `1. `, `2) `. */
const BULLET = /^(?:[-*•–]|\d{1,2}[.)])\s+/u;
const QUOTED = /^(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|`([^`]*)`)$/u;

/**
 * An objective's text as stored: one line without control characters, bullet or surrounding quotes. `''` without
 * letters and digits.
 */
export function cleanObjective(raw: string): string {
  const line = raw
    .slice(0, MAX_READ)
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(BULLET, '');
  const match = QUOTED.exec(line);
  const text = (match?.slice(1).find((part) => part !== undefined) ?? line).trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Normalizes an id: `A2` for ` a2 `. */
export const readId = (id: string): string => id.trim().toUpperCase();

/** Announcements without content. */
const LABEL = /^(?:(?:my|the|new|next|current) )?(?:objective|goal|task|todo)\s*[:=]\s*/;
const INTENT =
  /^(?:(?:i|we|you) )?(?:(?:need|want|have|try|plan|aim|attempt) to|should|must|will|let us|let's|lets) (?=\S)/;

/** Numbers (`3.5`, `12:30`), signs, words and ids, clause punctuation, and symbols. */
const TOKEN =
  /\p{N}+(?:[.:/]\p{N}+)+|(?<![\p{L}\p{N}])-(?=\p{N})|[\p{L}\p{M}\p{N}]+|[,;:]|[\p{Sm}\p{Sc}\p{So}]/gu;

/**
 * Words of an objective for comparison: NFKC, lower case, without quotes, hyphens, possessives and announcements ("I
 * need to …"). Place ids, numbers and symbols are words; `,` `;` `:` stay as tokens between clauses. `don't` becomes
 * `do not`.
 */
export function splitWords(text: string): string[] {
  const plain = text
    .replace(/[‘’‛ʼ′`´]/gu, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(LABEL, '')
    .replace(INTENT, '')
    .replace(/\bcan(?:'t|not)\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/(?<=\p{L})'s(?!\p{L})/gu, '')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
    .replaceAll('&', ' and ');
  return plain.match(TOKEN) ?? [];
}

export const isWord = (token: string | undefined): boolean => token !== undefined && !/^[,;:]$/.test(token);

/** A place id: `l42`. */
const PLACE = /^l\d+$/;

/** Words that fit any game; an objective needs others too. */
const GENERIC = wordSet(`
  a about achieve act action actions active adventure advance again ahead all alive along also always an and another any
  anything area areas around as at avoid be beat better by can careful carefully check collect complete continue current
  dangers death different discover do dying each else entire environment escape every everything examine experiment
  exploration explore exploring figure find finish for forward from further furthermore game games get getting go goal
  goals going good has have here how i in increase interact interesting investigate is it item items its keep know learn
  level levels location locations look looking make map maximise maximize maybe me more move my new next not nothing
  object objective objectives objects of on or other our out place places play playing point points possible proceed
  progress progressing puzzle puzzles quest remain remaining rest room rooms safe score search see solve some something
  somewhere start stay stories story stuff succeed success surrounding surroundings survive task tasks test that the
  their then there thing things this through time to trying try turn turns unexplored unknown until up us useful
  victory want way we what where which while whole will win winning with without work world you your
`);

/**
 * True for a text without anything specific: "explore", "win the game", "make progress". A place ("explore L42") or a
 * word outside {@link GENERIC} ("explore the house") makes it specific.
 */
export function isVague(text: string): boolean {
  const words = splitWords(text).filter((token) => /\p{L}/u.test(token));
  const [places, plain] = [
    words.filter((word) => PLACE.test(word)),
    words.filter((word) => !PLACE.test(word)),
  ];
  if (places.length > 0) return plain.length === 0;
  return !plain.some((word) => !GENERIC.has(word) && isNameable(word));
}

export const contentWords = (text: string): string[] =>
  splitWords(text).filter((word) => !GENERIC.has(word) && (PLACE.test(word) || isNameable(word)));

/** True if a word can be a name: three letters, or one character of a logographic script. */
const isNameable = (word: string): boolean =>
  (word.match(/\p{L}/gu)?.length ?? 0) >= 3 || /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(word);
