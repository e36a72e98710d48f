import { memoizeText } from '../../base/memoize';
import type { MemoryOrigin, RecallRequest, Recollection } from '../../contract/memories';

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are arent as at be because been before being but by can cant could couldnt did
  didnt do does doesnt doing dont for from had hadnt has hasnt have havent having he hed her here hers him his how i id
  if ill im in into is isnt it its ive just let lets me more most my no nor not now of off oh on once only or our ours
  out over own s same shall she shed should shouldnt so some such t than that thats the their them then there theres
  these they theyre this those through to too under until up us very was wasnt we well were werent what when where which
  while who whom why will with wont would wouldnt yes you youd your youre yours`.split(/\s+/),
);

const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Most distinct words in a query: the first ones count. */
export const MAX_QUERY_WORDS = 24;
const MAX_TEXT = 20_000;
const MAX_WORD = 40;

export interface Candidate {
  id: number;
  scene: string;
  round: number;
  text: string;
  /** Source of its text. Unset: `generated`. */
  origin?: MemoryOrigin;
  /** Factor on its score, normally 1; see {@link nameBoost}. */
  boost: number;
  /** Number of the write, counted over all scenes of the world. */
  tick: number;
  /**
   * Minus the sum of the {@link rarity} of the matched words: lower is better. null if it did not match by
   * words.
   */
  rank: number | null;
  /** Cosine between its embedding and the query's, -1 to 1; null without embeddings. */
  similarity: number | null;
}

export interface Scoring
  extends Pick<RecallRequest, 'scene' | 'round' | 'topK' | 'minScore' | 'halfLife' | 'floor'> {
  query: string;
  tick: number;
  cast: string[];
}

/** Scripts without spaces between words, or with optional ones: they are split into pairs of letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Splits a text into folded words: lower case, without accents and compatibility forms. Runs of a script
 * without spaces become overlapping pairs (`記憶術` → `記憶`, `憶術`). Keeps repeats; drops stop words.
 */
export function splitWords(text: string): string[] {
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

/** Size of the cache in characters: the same memories are recalled round after round. */
const KNOWN_WORDS = 200_000;

const knownWordCounts = memoizeText((text): ReadonlySet<string> => new Set(splitWords(text)), KNOWN_WORDS);

/** A word is counted in at most this many memories, newest first: a more frequent one has little weight. */
export const COMMON = 50;

/**
 * The weight of a word that occurs in `memories` memories (at least 1): the inverse document frequency of
 * BM25, with {@link COMMON} as the number of documents because memories are not counted beyond it.
 */
export const rarity = (memories: number): number => Math.log(1 + COMMON / memories);

export const queryWords = (text: string): string[] =>
  [...new Set(splitWords(text))].slice(0, MAX_QUERY_WORDS);

/** A character remembers events it took part in better than events it only heard. */
export const nameBoost = (text: string): number => (/^I: /m.test(text) ? 1.25 : 1);

const NAMED_BOOST = 1.2;

/**
 * Age of a memory in rounds, at least 0. For this scene, including memories copied by a fork, the rounds
 * since. Other scenes have their own round numbers, so the age is the number of writes in the world since,
 * plus one.
 */
export function memoryAge(
  memory: Pick<Candidate, 'scene' | 'round' | 'tick'>,
  now: Pick<Scoring, 'scene' | 'round' | 'tick'>,
): number {
  return Math.max(0, memory.scene === now.scene ? now.round - memory.round : now.tick - memory.tick + 1);
}

/** Halves a score after each half-life, down to `floor`. */
export const decay = (age: number, halfLife: number, floor: number): number =>
  Math.max(floor, 0.5 ** (age / halfLife));

/**
 * Returns the best memories, best first; on equal scores the newer one first.
 *
 * The score is relevance × decay × boosts, at most 1. Relevance by words is the rank relative to the best
 * rank, times n / (n + 1) for n matched words: a single word counts half. Relevance by embedding is the
 * cosine. Combined: 1 - (1 - words) (1 - embedding). Boosts: the memory's own ({@link nameBoost}), and {@link
 * NAMED_BOOST} if it names a cast member that the query names.
 */
export function scoreMemories(candidates: readonly Candidate[], scoring: Scoring): Recollection[] {
  const words = queryWords(scoring.query);
  const named = scoring.cast
    .map((id) => splitWords(id.replaceAll('-', ' ')))
    .filter((name) => name.length > 0 && name.every((word) => words.includes(word)));
  const bestRank = Math.min(0, ...candidates.map(({ rank }) => rank ?? 0));
  const scored = candidates.map((candidate) => {
    const told = knownWordCounts(candidate.text);
    const byWords = relevanceByWords(candidate.rank, bestRank, words, told);
    const byMeaning = Math.min(1, Math.max(0, candidate.similarity ?? 0));
    const relevance = 1 - (1 - byWords) * (1 - byMeaning);
    const isNamed = named.some((name) => name.every((word) => told.has(word)));
    const boost = candidate.boost * (isNamed ? NAMED_BOOST : 1);
    const kept = decay(memoryAge(candidate, scoring), scoring.halfLife, scoring.floor);
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
  // FTS5 matches stems, so a result may share no literal word: count it as one.
  const shared = Math.max(1, words.filter((word) => told.has(word)).length);
  const beside = best < 0 ? Math.max(0, rank / best) : 1;
  return beside * (shared / (shared + 1));
}
