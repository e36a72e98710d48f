import type { Guard } from '../guard/guard';
import { bringsThought } from '../thought/private';
import { splitReasoning } from '../thought/reasoning';
import { isExample, REPEATED_EXAMPLE, repeatsExample } from './examples';
import { dropUnseen, holdsObject } from './object-traces';
import { echoesInstruction, startsPlanning } from './planning';
import { isProviderError } from './provider-error';
import { isRefusal } from './refusal';

const CHANNEL =
  /^\s{0,8}(?:assistant)?(?:analysis|commentary)(?:\s{0,4}["'(“]?\p{Lu}|(?:we|the|user|okay|let|need)\b|\s+to=)|(?:\b|[\p{Ll}.!?])assistant(?:final|analysis|commentary)|^\s{0,8}final\p{Lu}\p{Ll}/u;
/** Special tokens of a chat template, and tags around an answer or a call. */
const MARKUP =
  /<\|[\w /-]{1,40}\|>|\[\/?(?:INST|SYS|TOOL_CALLS)\]|<<\/?SYS>>|<\/?(?:s|tool_(?:call|response)s?|function(?:_call)?s?|invoke|parameter|(?:final_)?answer|response|output|reply|result|text|kind|message)(?:[\s=][^<>]{0,200})?>/i;
/** Fields on lines of their own: an object without its braces. */
const FIELD_LINE =
  /(?:^|\\n)[\s\p{Cf}*_"'`-]{0,8}(?:kind[*_"'`]{0,4}\s{0,4}[:=]\s{0,4}[*_"'`]{0,3}[\w.-]{1,40}[*_"'`,]{0,4}\s*$|text[*_"'`]{0,4}\s{0,4}[:=])/imu;
/** What stands where an answer should: blanks to fill in, and what programs print for nothing. */
const BLANK =
  /^\W*(?:null|undefined|nan|n\/a|tbd|todo|lorem ipsum\b[\s\S]*|(?:insert |enter |add |put )?(?:your|a|the) (?:\w{1,20} )?(?:line|text|reply|response|answer|dialogue|clue) (?:(?:goes )?here|text))\W*$|^\s*(?:<[^<>]{1,60}>|\{{1,2}[^{}]{1,60}\}{1,2}|\[(?:insert|your|enter|placeholder|text|line)\b[^[\]]{0,60}\])\W*$/i;

/**
 * Why a text may not be spoken as it stands, in words that quote nothing of it (they go back into a prompt as what was
 * got); null when it may. One rule for a whole line, for the beginning of one that is still being written, and for every
 * extra field: secrets, objects, reasoning and planning, the instruction coming back, placeholders, a provider's error, a model
 * that declines.
 * What is refused for how it begins is refused for its first sentence already.
 */
export function rejectionReason(text: string, guard: Guard): string | null {
  const trimmed = dropUnseen(text).trim();
  if (guard.leaks(text)) return 'one that gives a secret away';
  if (holdsObject(trimmed) || FIELD_LINE.test(trimmed)) return 'an object';
  if (isProviderError(trimmed)) return 'an error message';
  if (splitReasoning(trimmed).answer !== trimmed || bringsThought(trimmed) || CHANNEL.test(trimmed)) {
    return 'reasoning';
  }
  if (MARKUP.test(trimmed)) return 'markup';
  if (repeatsExample(trimmed)) return REPEATED_EXAMPLE;
  if (isBlank(trimmed)) return 'nothing that can be spoken';
  if (echoesInstruction(trimmed)) return 'the instruction';
  if (isRefusal(trimmed)) return 'a refusal';
  return startsPlanning(trimmed) ? 'planning' : null;
}

/**
 * Whether a text says nothing: punctuation alone, a placeholder (`<summary>`, `[…]`, `null`), what our own examples say. A
 * short "No." is a line, and so is a smile.
 */
export const isBlank = (text: string): boolean =>
  !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) || isExample(text) || BLANK.test(text);
