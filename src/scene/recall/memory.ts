import { memoizeText } from '../../base/memoize';
import type { MemoryOrigin, RecallRequest, Recollection } from '../../contract/memories';

/** English words that say nothing about what a text is about. Folded, apostrophes left out. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are arent as at be because been before being but by can cant could couldnt did
  didnt do does doesnt doing dont for from had hadnt has hasnt have havent having he hed her here hers him his how i id
  if ill im in into is isnt it its ive just let lets me more most my no nor not now of off oh on once only or our ours
  out over own s same shall she shed should shouldnt so some such t than that thats the their them then there theres
  these they theyre this those through to too under until up us very was wasnt we well were werent what when where which
  while who whom why will with wont would wouldnt yes you youd your youre yours`.split(/\s+/),
);

const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Most distinct words of a query that are searched for: the first ones count. */
export const MAX_QUERY_WORDS = 24;
/** Most characters of a text that are looked at for words. */
const MAX_TEXT = 20_000;
const MAX_WORD = 40;

/** A memory that was found, and what it is weighed by. */
export interface Candidate {
  /** Rises with every memory written. */
  id: number;
  scene: string;
  round: number;
  text: string;
  /** Where its text comes from. Absent: `generated`. */
  origin?: MemoryOrigin;
  /** Its own weight; 1 is that of any other. See {@link boostOf}. */
  boost: number;
  /** Number of the write, counted over all scenes of the world. */
  tick: number;
  /** Minus the sum of the {@link rarity} of the words it was found by: the lower, the better. Null when found otherwise. */
  rank: number | null;
  /** Cosine of its embedding and that of the query, -1 to 1. Null when there are none. */
  similarity: number | null;
}

/** What memories are weighed for. */
export interface Scoring
  extends Pick<RecallRequest, 'scene' | 'round' | 'topK' | 'minScore' | 'halfLife' | 'floor'> {
  query: string;
  /** `tick` of the newest memory of the world. */
  tick: number;
  /** Ids of the cast. */
  cast: string[];
}

/** Scripts that don't put spaces between words, or not between all of them: they are cut into pairs of letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * The words of a text, folded: lower case, without accents, compatibility forms made plain. Runs of a script without
 * spaces become overlapping pairs (`記憶術` → `記憶`, `憶術`). Repeats are kept; stop words are left out.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .slice(0, MAX_TEXT)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    // "don't" is one word, not two.
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replace(UNSPACED, (run) => ` ${toPairs(run).join(' ')} `);
  const words = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => word.slice(0, MAX_WORD)).filter((word) => !isStopWord(word));
}

function toPairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** Characters of memories whose words are known: the same ones come to mind in round after round. */
const KNOWN_WORDS = 200_000;

const wordsTold = memoizeText((text): ReadonlySet<string> => new Set(wordsOf(text)), KNOWN_WORDS);

/** In how many memories a word is looked for, the newest first: one that is in as many tells little. */
export const COMMON = 50;

/**
 * How much a word tells that is in so many memories, at least 1 of them: the inverse document frequency of BM25 with
 * {@link COMMON} for the number of documents, as the memories that have it are not counted beyond.
 */
export const rarity = (memories: number): number => Math.log(1 + COMMON / memories);

/** The different words that a text is searched by; the first ones count. */
export const queryWords = (text: string): string[] => [...new Set(wordsOf(text))].slice(0, MAX_QUERY_WORDS);

/** What one took part in stays with one better than what one only heard. */
export const boostOf = (text: string): number => (/^I: /m.test(text) ? 1.25 : 1);

/** How much better a memory of somebody who is being talked about fits. */
const NAMED_BOOST = 1.2;

/**
 * How old a memory is, in rounds, at least 0. Of this scene, what a fork brought along included: the rounds since. Other scenes of the world count their own rounds, and at their own times; their memories
 * are as old as the number of rounds that any scene of the world has remembered since, and one more.
 */
export function ageOf(
  memory: Pick<Candidate, 'scene' | 'round' | 'tick'>,
  now: Pick<Scoring, 'scene' | 'round' | 'tick'>,
): number {
  return Math.max(0, memory.scene === now.scene ? now.round - memory.round : now.tick - memory.tick + 1);
}

/** What age leaves of a score: a half after each half-life, and never less than `floor`. */
export const decay = (age: number, halfLife: number, floor: number): number =>
  Math.max(floor, 0.5 ** (age / halfLife));

/**
 * The memories that fit best, best first, the newer one first where two fit equally well.
 *
 * The score is relevance × decay × boosts, at most 1. Relevance by words is the rank beside the best of the ranks, times
 * n / (n + 1) for n words of the query found in it: one word in common is half a reason. Relevance by embedding is the
 * cosine. Either is enough and both are better: 1 - (1 - words) (1 - embedding). The boosts are the memory's own
 * ({@link boostOf}) and {@link NAMED_BOOST} when it tells of somebody of the cast whom the query names.
 */
export function scoreMemories(candidates: readonly Candidate[], scoring: Scoring): Recollection[] {
  const words = queryWords(scoring.query);
  const named = scoring.cast
    .map((id) => wordsOf(id.replaceAll('-', ' ')))
    .filter((name) => name.length > 0 && name.every((word) => words.includes(word)));
  const bestRank = Math.min(0, ...candidates.map(({ rank }) => rank ?? 0));
  const scored = candidates.map((candidate) => {
    const told = wordsTold(candidate.text);
    const byWords = relevanceByWords(candidate.rank, bestRank, words, told);
    const byMeaning = Math.min(1, Math.max(0, candidate.similarity ?? 0));
    const relevance = 1 - (1 - byWords) * (1 - byMeaning);
    const isNamed = named.some((name) => name.every((word) => told.has(word)));
    const boost = candidate.boost * (isNamed ? NAMED_BOOST : 1);
    const kept = decay(ageOf(candidate, scoring), scoring.halfLife, scoring.floor);
    return { ...candidate, score: Math.min(1, relevance * kept * boost) };
  });
  return scored
    .filter(({ score }) => score > 0 && score >= scoring.minScore)
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .slice(0, scoring.topK)
    .map(({ text, scene, round, score, origin = 'generated' }) => ({
      ...{ text, scene, round, score },
      ...(origin !== 'generated' && { origin }),
    }));
}

function relevanceByWords(
  rank: number | null,
  best: number,
  words: readonly string[],
  told: ReadonlySet<string>,
): number {
  if (rank === null) return 0;
  // FTS5 searches by stems, so that what it found may share no word letter by letter: then it shares one.
  const shared = Math.max(1, words.filter((word) => told.has(word)).length);
  const beside = best < 0 ? Math.max(0, rank / best) : 1;
  return beside * (shared / (shared + 1));
}
