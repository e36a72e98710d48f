import { cutAtSentence } from 'answer-reader';
import { cutAtLetter } from '../../base/fold-text';
import { memoizeText } from '../../base/memoize';
import { quote } from '../../base/quote';
import type { Memory } from './envelope';

/** Maximum characters for each speaker, and for a whole memory. */
const MAX_SAID = 110;
const MAX_MEMORY = 330;
const MARK = ' …';
/** Maximum characters of cached lines. */
const SHORTENED_CHARS = 200_000;

/**
 * Shortens a memory to its date and the first sentence of each speaker. The whole exchange would look like a part
 * of the conversation.
 *
 * @example
 * ```ts
 * renderMemory({ text: 'Mara: Is there a room? I am tired.\nI: Always.', round: 3, isHere: true, scene, score });
 * // - Round 3: "Mara: Is there a room? … I: Always."
 * ```
 */
export function renderMemory({ text, round, isHere, origin, pinned }: Memory): string {
  // Keep memories that an owner added or pinned whole.
  const whole = origin !== undefined || pinned ? text.replace(/\s+/g, ' ') : null;
  if (origin === 'added') return `- ${quote(whole ?? text)}`;
  const parts: string[] = [];
  let room = MAX_MEMORY;
  for (const row of text.split('\n')) {
    const short = shorten(row);
    if (short === '') continue;
    if (short.length > room) break;
    parts.push(short);
    room -= short.length + 1;
  }
  const when = isHere === false ? 'Another time' : `Round ${round}`;
  return `- ${when}: ${quote(whole ?? parts.join(' '))}`;
}

/** Cuts after the first sentence if it is short enough, otherwise after a word. Several characters heard the same lines. */
const shorten = memoizeText((row) => {
  const flat = row.replace(/\s+/g, ' ').trim();
  if (flat.length <= MAX_SAID) return flat;
  const sentence = /^.{20,}?(?:[.!?…]["”*)]*(?=\s)|[。！？؟।]["”」』）]*)/u.exec(
    cutAtLetter(flat, MAX_SAID),
  )?.[0];
  return `${sentence ?? cutAtSentence(flat, MAX_SAID)}${MARK}`;
}, SHORTENED_CHARS);
