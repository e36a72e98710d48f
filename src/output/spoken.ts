import type { Guard } from './guard';
import { isSpoilt, looksLikeObject } from './line';
import { splitReasoning } from './reasoning';

/** The start of an object in the middle of a line. */
const OBJECT_INSIDE = /\{\s*["'“][^"'”]{1,64}["'”]\s*:/;

/**
 * Why a text may not be spoken as it stands, in words that quote nothing of it (they go back into a prompt as what was
 * got); null when it may. One rule for a whole line, for the beginning of one that is still being written, and for every
 * extra field: secrets, objects, reasoning, placeholders, a provider's error.
 */
export function whyUnspoken(text: string, guard: Guard): string | null {
  if (guard.leaks(text)) return 'one that gives a secret away';
  if (looksLikeObject(text) || OBJECT_INSIDE.test(text)) return 'an object';
  if (isSpoilt(text)) return 'nothing that can be spoken';
  if (splitReasoning(text).reasoning !== '') return 'reasoning';
  return null;
}
