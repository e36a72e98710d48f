/** Detects repetition: a confused model repeats its own words or its prompt. */

/** A run of this many equal words is no coincidence. */
const SHARED_WORDS = 6;
/** A run of this many words that occurs this often marks a loop. */
const LOOP_WORDS = 3;
const LOOP_TIMES = 4;
/** Minimum words that must remain of a line. */
const MIN_WORDS = 3;

const SENTENCE_END = /(?<=[.!?…]["'”’)*]*)(?=\s)/u;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

const wordRuns = (words: readonly string[], length = SHARED_WORDS): string[] =>
  words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));

const allRuns = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => wordRuns(splitWords(text))));

const sharesRun = (line: string, runs: ReadonlySet<string>): boolean =>
  wordRuns(splitWords(line)).some((run) => runs.has(run));

/** True if the line and one of the texts share a run of six words. */
export const repeats = (line: string, texts: readonly string[]): boolean => sharesRun(line, allRuns(texts));

/** Removes the sentences that repeat one of the texts. Returns the line unchanged if too little would remain. */
export function cutRepeats(line: string, texts: readonly string[]): string {
  const runs = allRuns(texts);
  const rest = line
    .split(SENTENCE_END)
    .filter((sentence) => !sharesRun(sentence, runs))
    .join('')
    .trim();
  return splitWords(rest).length >= MIN_WORDS ? rest : line;
}

const QUOTED = /"[^"\n]*"|[“„«][^“”„«»\n]*[“”»]/;

/** Quotes are exempt: a thought may quote the line that the character will say. */
export const unquotedParts = (thought: string): string[] => thought.split(QUOTED);

export function isLoop(line: string): boolean {
  const runs = Map.groupBy(wordRuns(splitWords(line), LOOP_WORDS), (run) => run);
  return [...runs.values()].some((same) => same.length >= LOOP_TIMES);
}
