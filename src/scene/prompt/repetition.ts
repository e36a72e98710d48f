/** Rules for words that come back: a model that has lost its way says again what it has said or read. */

/** Words in a row that are no accident. */
const SHARED_WORDS = 6;
/** Words in a row that come back so often that the model has lost its way. */
const LOOP_WORDS = 3;
const LOOP_TIMES = 4;
/** Words that the rest of a line has at least to be a line. */
const MIN_WORDS = 3;

const SENTENCE_END = /(?<=[.!?…]["'”’)*]*)(?=\s)/u;

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

const wordRuns = (words: readonly string[], length = SHARED_WORDS): string[] =>
  words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));

const allRuns = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => wordRuns(splitWords(text))));

const sharesRun = (line: string, runs: ReadonlySet<string>): boolean =>
  wordRuns(splitWords(line)).some((run) => runs.has(run));

/** Says whether a line repeats six words in a row of one of the texts. */
export const repeats = (line: string, texts: readonly string[]): boolean => sharesRun(line, allRuns(texts));

/** A line without the sentences that repeat one of the texts, in its paragraphs; the line as it is when too little would be left. */
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

/** The parts of a thought that are not quoted: what it quotes may be the line that it will say. */
export const unquotedParts = (thought: string): string[] => thought.split(QUOTED);

/** Says whether a line goes round in circles. */
export function isLoop(line: string): boolean {
  const runs = Map.groupBy(wordRuns(splitWords(line), LOOP_WORDS), (run) => run);
  return [...runs.values()].some((same) => same.length >= LOOP_TIMES);
}
