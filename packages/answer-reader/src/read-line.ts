import type { Guard } from './guard';
import { cleanLine, isUsableLine } from './line';
import type { Speakers } from './row-label';
import { wholeSentences } from './sentences';
import { takeOwnWords } from './speakers';

export interface LineOptions {
  /** Names in the conversation: the line loses its own label, and ends where another speaker's begins. */
  speakers?: Speakers;
  /** Sentences that leak go to the thought. */
  guard?: Guard;
  /** Most characters of the line; a longer one is cut at a sentence, else at a word. Default 300. */
  limit?: number;
  /** Set if the answer was cut off by its token limit: the line ends with its last complete sentence. */
  isCut?: boolean;
}

export interface SpokenText {
  /** The part that may be spoken; `''` if nothing is left. */
  line: string;
  /** True if the line is long enough to be spoken, and is no placeholder, object, error message or noise. */
  isUsable: boolean;
  /** Reasoning, planning and leaking sentences that were taken off, at most 600 characters. Private. */
  thought: string;
  /** Words that the model wrote for other speakers, behind the line. */
  others: string;
  /** True if the line began with its speaker's own name. */
  hadLabel: boolean;
  /** True if an unfinished sentence was dropped at the end. */
  isShortened: boolean;
}

/**
 * Reads a spoken line from a model's prose: see {@link cleanLine} for what it takes off. Ask {@link rejectionReason} before
 * you show it.
 *
 * @example
 * readLine('**Ada:** Late again.\nMara: Sorry!', { speakers: { own: ['Ada'], others: ['Mara'] } });
 * // { line: 'Late again.', others: 'Mara: Sorry!', hadLabel: true, … }
 */
export function readLine(raw: string, options: LineOptions = {}): SpokenText {
  const { speakers, isCut = false, ...cleaning } = options;
  const { line: cleaned, residue } = cleanLine(raw, cleaning);
  const own = speakers ? takeOwnWords(cleaned, speakers) : { line: cleaned, cut: '', hadLabel: false };
  // Behind another speaker's label the line itself was complete.
  const line = isCut && own.cut === '' ? wholeSentences(own.line) : own.line;
  return {
    line,
    isUsable: isUsableLine(line),
    thought: residue,
    others: own.cut,
    hadLabel: own.hadLabel,
    isShortened: line !== own.line,
  };
}
