import { memoizeText } from '../../base/memoize';
import { isWord, splitWords } from './words';

/** Characters of cached texts. */
export const MAX_CACHED = 400_000;

/**
 * True if two objectives have the same text. Strict, because a falsely refused objective is lost, while refinement
 * merges a missed repetition later: every meaningful word must be equal. Ignores only spelling (case, spacing, quotes,
 * hyphens, closing punctuation, plurals), articles, and the position of phrases. So a number, place id, negation or
 * opposite always distinguishes two objectives. Does not handle synonyms.
 */
export function isSameObjective(a: string, b: string): boolean {
  const [one, other] = [readKeys(a), readKeys(b)];
  return one.flat === other.flat || one.clauses === other.clauses;
}

interface Keys {
  flat: string;
  clauses: string;
}

/** Cached, because each declaration reads all objectives of a run. */
const readKeys = memoizeText((text): Keys => {
  const words = splitWords(text);
  return { flat: toFlat(words), clauses: toClauses(words) };
}, MAX_CACHED);

/** Ignored before another word; `press button A` keeps its last word. */
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'some', 'please']);
/** Links in either word order: key *of*, *for* or *at* the door. */
const LINKS: ReadonlySet<string> = new Set(['of', 'for', 'at']);
/** Verbs whose meaning changes with a link: look at, look for. The first word of a text counts too. */
const PHRASAL: ReadonlySet<string> = new Set(['look', 'search', 'ask', 'wait', 'call', 'watch', 'go']);
const SAME_WORD = new Map([
  ['into', 'in'],
  ['inside', 'in'],
  ['onto', 'on'],
]);
/** Words that begin a movable phrase: "with the key, open …", "open … with the key". */
const HEADS: ReadonlySet<string> = new Set(
  'to from in on at under behind with without through by before after until near'.split(' '),
);
const CLAUSE_ENDS: ReadonlySet<string> = new Set(['and', 'then']);

/** Singularizes regular English plurals. */
function toSingular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/[a-z]{2}ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

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

const toFlat = (words: readonly string[]): string => readTokens(words, false).filter(isWord).join(' ');

interface Phrase {
  head: string;
  words: string[];
}

/**
 * Joins the clauses in order, each as its phrases sorted by first word (stable). Joins letters: `trap door` becomes
 * `trapdoor`.
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

/** Attaches a clause of phrases alone ("in the kitchen, …") to the previous clause, else the next. */
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

/** Joins words, with a space only next to a digit or symbol. */
function join(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isJoined = /\p{L}$/u.test(text) && /^[\p{L}\p{M}]+$/u.test(word);
    return isJoined || text === '' ? text + word : `${text} ${word}`;
  }, '');
}
