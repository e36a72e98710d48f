import { memoizeText } from '../../base/memoize';
import { isWord, wordsOf } from './words';

/** Most characters of texts that are cached once they are compared. */
export const MAX_CACHED = 400_000;

/**
 * Says whether two objectives are one, by their text alone. A refused repetition is lost, and a missed one is merged later
 * by refinement, so the rule is strict: every meaningful word must be the same. Only spelling (case, spacing, quotes,
 * hyphens, closing punctuation, plurals), articles, and the place of whole phrases may differ. A number, a place id, a
 * negation or an opposite therefore always keeps two objectives apart, without a list of opposites. Synonyms are not found
 * here.
 */
export function isSameObjective(a: string, b: string): boolean {
  const [one, other] = [readKeys(a), readKeys(b)];
  return one.flat === other.flat || one.clauses === other.clauses;
}

interface Keys {
  flat: string;
  clauses: string;
}

/** A run reads all of its objectives at each declaration. */
const readKeys = memoizeText((text): Keys => {
  const words = wordsOf(text);
  return { flat: toFlat(words), clauses: toClauses(words) };
}, MAX_CACHED);

/** Words that say nothing before another word; `press button A` keeps its last. */
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'some', 'please']);
/** Words that link a word to the one before it, in either order: key *of*, *for* or *at* the door. */
const LINKS: ReadonlySet<string> = new Set(['of', 'for', 'at']);
/** Verbs that change their meaning with a link: look at, look for. The first word of a text counts as one too. */
const PHRASAL: ReadonlySet<string> = new Set(['look', 'search', 'ask', 'wait', 'call', 'watch', 'go']);
const SAME_WORD = new Map([
  ['into', 'in'],
  ['inside', 'in'],
  ['onto', 'on'],
]);
/** Words that begin a phrase which may move within its clause: "with the key, open …", "open … with the key". */
const HEADS: ReadonlySet<string> = new Set(
  'to from in on at under behind with without through by before after until near'.split(' '),
);
const CLAUSE_ENDS: ReadonlySet<string> = new Set(['and', 'then']);

/** Returns the singular of an English plural, as far as its letters show it; other words unchanged. */
function toSingular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/[a-z]{2}ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Lists the meaningful tokens, each in its plain form. */
function readTokens(words: readonly string[], linksToo: boolean): string[] {
  const tokens: string[] = [];
  for (const [at, word] of words.entries()) {
    const isFollowed = isWord(words[at + 1]);
    if (isFollowed && ARTICLES.has(word)) continue;
    const before = words[at - 1] ?? '';
    const isLink = LINKS.has(word) && at > 1 && isFollowed && !PHRASAL.has(before);
    if (isLink && (word !== 'at' || !linksToo)) continue;
    tokens.push(toSingular(SAME_WORD.get(word) ?? word));
  }
  return tokens;
}

/** Lists all words in their order. */
const toFlat = (words: readonly string[]): string => readTokens(words, false).filter(isWord).join(' ');

interface Phrase {
  head: string;
  words: string[];
}

/**
 * Writes the clauses in their order, each as its phrases sorted by their first words. Phrases with the same first word keep
 * their order. Words of letters are written together: `trap door` is `trapdoor`.
 */
function toClauses(words: readonly string[]): string {
  const clauses: Phrase[][] = [[]];
  let phrase: Phrase | null = null;
  for (const token of readTokens(words, true)) {
    const isEnd = !isWord(token) || CLAUSE_ENDS.has(token);
    if (isEnd) {
      if (clauses.at(-1)?.length) clauses.push([]);
      phrase = null;
    } else if (HEADS.has(token) || !phrase) {
      phrase = HEADS.has(token) ? { head: token, words: [] } : { head: '', words: [token] };
      clauses.at(-1)?.push(phrase);
    } else phrase.words.push(token);
  }
  return attachPhrases(clauses)
    .map((clause) =>
      clause
        .toSorted((a, b) => (a.head < b.head ? -1 : a.head > b.head ? 1 : 0))
        .map(({ head, words: said }) => `${head}:${join(said)}`)
        .join(' '),
    )
    .join(' | ');
}

/** Attaches a clause of phrases alone ("in the kitchen, …") to its neighbour: the one before, else the one after. */
function attachPhrases(clauses: readonly Phrase[][]): Phrase[][] {
  const whole: Phrase[][] = [];
  for (const clause of clauses.filter(({ length }) => length > 0)) {
    const before = whole.at(-1);
    const isPart = (part: readonly Phrase[]): boolean => part.every(({ head }) => head !== '');
    if (before && (isPart(clause) || isPart(before))) before.push(...clause);
    else whole.push([...clause]);
  }
  return whole;
}

/** Joins words; a space stands only where a digit or a symbol would run into its neighbour. */
function join(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isJoined = /\p{L}$/u.test(text) && /^[\p{L}\p{M}]+$/u.test(word);
    return isJoined || text === '' ? text + word : `${text} ${word}`;
  }, '');
}
