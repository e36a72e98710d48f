import type { Guard } from './guard';
import { cleanLine, isUsableLine } from './line';
import type { Speakers } from './row-label';
import { wholeSentences } from './sentences';
import { stripOtherSpeakers } from './speakers';

export interface LineOptions {
  /** Names in the conversation: the line loses its own label and ends before another speaker's. */
  speakers?: Speakers;
  /** Sentences that leak are moved to the thought. */
  guard?: Guard;
  /** In characters, default 300; a longer line is cut at a sentence, else at a word. */
  limit?: number;
  /** Set if the answer was truncated by its token limit: the line ends with its last complete sentence. */
  isCut?: boolean;
}

export interface SpokenText {
  /** The part that may be spoken; `''` if none. */
  line: string;
  isUsable: boolean;
  /** Removed reasoning, planning and leaking sentences, at most 600 characters. Private. */
  thought: string;
  /** Lines that the model wrote for other speakers, after its own. */
  others: string;
  hadLabel: boolean;
  /** True if an unfinished sentence was dropped at the end. */
  isShortened: boolean;
}

/**
 * Extracts a spoken line from prose; see {@link cleanLine}. Check it with {@link rejectionReason} before you show it.
 * @example readLine('**Ada:** Late again.\nMara: Sorry!', { speakers: { own: ['Ada'], others: ['Mara'] } });
 * // { line: 'Late again.', others: 'Mara: Sorry!', hadLabel: true, … }
 */
export function readLine(raw: string, options: LineOptions = {}): SpokenText {
  const { speakers, isCut = false, ...cleaning } = options;
  const { line: cleaned, residue } = cleanLine(raw, cleaning);
  const own = speakers ? stripOtherSpeakers(cleaned, speakers) : { line: cleaned, cut: '', hadLabel: false };
  // The line was complete if another speaker's label follows.
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
