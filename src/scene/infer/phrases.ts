import type { StateField } from '../../contract/agents';
import type { Clause } from './clauses';
import { DETERMINERS, ING_NOUNS, MOODS_BY_VERB, PHRASE_ENDS, type Verbs } from './words';

/**
 * A change from one clause about its speaker; `value` null: the earlier value no longer holds, and the new
 * one is unknown.
 */
export interface PhraseReading {
  field: StateField;
  value: string | null;
}

export const lower = (words: readonly string[]): string[] => words.map((word) => word.toLowerCase());

/** The base of the verb at the front: `walks`, `walking`, `is walking`, or `walk` after `I`. */
export function findVerb({ words, form }: Clause, verbs: Verbs): { base: string; rest: string[] } | null {
  const [head = '', next = ''] = lower(words);
  const own = verbs[form].get(head) ?? verbs.participle.get(head);
  if (own !== undefined) return { base: own, rest: words.slice(1) };
  const going = /^(?:is|am|are)$/.test(head) ? verbs.participle.get(next) : undefined;
  return going === undefined ? null : { base: going, rest: words.slice(2) };
}

/** A noun phrase at the front of these words: `the foot of the stairs`. */
export function readPhrase(words: readonly string[]): { text: string; head: string; length: number } | null {
  const [first = ''] = words;
  const isOwners = /^\p{Lu}\p{L}+'s$/u.test(first);
  if (!DETERMINERS.has(first.toLowerCase()) && !isOwners) return null;
  let end = 1;
  while (end < 5 && isInside(words[end], end)) end += 1;
  const head = words[end - 1]?.toLowerCase() ?? '';
  if (end === 1) return null;
  if (words[end]?.toLowerCase() === 'of') {
    const inner = readPhrase(words.slice(end + 1));
    if (!inner) return null;
    end += 1 + inner.length;
  }
  const text = words.slice(0, end).join(' ');
  return { text: isOwners ? text : first.toLowerCase() + text.slice(first.length), head, length: end };
}

function isInside(word: string | undefined, index: number): boolean {
  const plain = word?.toLowerCase() ?? '';
  if (plain === '' || plain === 'of' || PHRASE_ENDS.has(plain) || /[^\p{L}'-]/u.test(plain)) return false;
  if (DETERMINERS.has(plain) || MOODS_BY_VERB.participle.has(plain)) return false;
  if (/ly$/.test(plain)) return false;
  return index === 1 || !/ing$/.test(plain) || ING_NOUNS.has(plain);
}
