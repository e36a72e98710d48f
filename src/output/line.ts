import { makeGuard } from './guard';
import { joinThoughts } from './reasoning';
import { isExample, looksLikeObject, stripEnds, takeSpeech } from './speech';

export { looksLikeObject } from './speech';

const MAX_LINE = 300;
const MAX_RESIDUE = 600;
const MIN_LINE = 6;
/** Share of letters and digits among what is not space; below it a line is noise. */
const MIN_LETTERS = 0.4;

const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+|\n+/;
/** A model announcing what it is about to do. Never when it is all there is. */
const PREAMBLE = new RegExp(
  [
    '\\bthe (?:user|prompt|scenario|task|instructions?) (?:wants?|asks?|is asking|asked|says?|said|gave|needs?|expects?|requires?|calls for|mentions?|is)\\b',
    '\\bmy (?:line|reply|response|answer|clue) (?:should|must|needs?|has to|will be|would be|could be)\\b',
    '\\b(?:stay|staying|remain|respond|reply|speak|answer) in[- ]character\\b',
    '^(?:i|we)\\b.{0,40}\\b(?:play|respond|reply|answer) as\\b',
    '\\b(?:one or two|1-2) sentences\\b|\\bplain prose\\b',
    "^(?:(?:al)?right|okay|ok|so|well|hmm+|first|now)?[,.! ]*(?:let me|let's|i(?:'ll| will| need to| have to| should| must)|we (?:need to|must|should)) (?:write|craft|compose|draft|brainstorm|respond|reply|answer|produce|output|generate|come up with|think about (?:what|how|the)|keep it)\\b",
  ].join('|'),
  'i',
);
/** The same in front of the line itself: `Sure, here is my reply:`. */
const ANNOUNCEMENT =
  /^(?:(?:sure|okay|ok|certainly|of course)[,.! ]{1,4})?(?:here(?:'s|’s| is) (?:my|the|your|a) (?:line|reply|response|answer|clue)[^:\n]{0,40}|(?:\*\*)?(?:final|my) (?:line|reply|response|answer|clue)(?:\*\*)?):\s*(?:\*\*)?/i;
/** The instruction coming back: never speech. */
const ECHO = new RegExp(
  [
    '^\\W*output format\\b',
    '\\b(?:reply|respond|answer) with (?:only )?(?:a|one|exactly one)(?: single| valid)? json object\\b',
    '\\b(?:no|without) (?:think blocks|markdown fences|markdown|reasoning)\\b',
    '\\bjson (?:schema|object|format)\\b.{0,40}\\b(?:must|with|follow|match|requires?|contains?)\\b',
    '\\bkind must be one of\\b|\\bfields, all required\\b|\\bexample of the form\\b',
    '\\b(?:output|return|provide|produce|write) (?:only )?(?:a |the |valid )*json\\b',
    '^\\W*(?:kind|text|thought) (?:must be|should be|is) (?:one|a string|required)\\b',
    '\\bif you (?:were|are) given a secret word\\b|\\bnever spell or quote it\\b',
    '^\\W*(?:schema|example|json|output|answer|response|reply)\\W*$',
    '\\bnever your reasoning\\b|\\bbrief,? evocative response\\b',
  ].join('|'),
  'i',
);
/** How an endpoint's or a proxy's failure reads when it is passed off as an answer. */
const PROVIDER_ERROR = new RegExp(
  [
    '^\\W*(?:model|provider|api|server|upstream|gateway|http|openai|openrouter|inference)[ _]?error\\b',
    '^\\W*(?:error|status)(?: code)?:?\\s{0,4}[45]\\d\\d\\b|^http(?:/[\\d.]+)? [45]\\d\\d\\b',
    '^\\W*[45]\\d\\d:? (?:bad|unauthorized|payment|forbidden|not found|request|too many|internal|service|gateway)',
    '^\\W*(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|too many requests)\\W*$',
    '^\\W*(?:rate limit (?:reached|exceeded)|upstream (?:connect|request)|(?:the )?request timed out|context length exceeded)',
    "^this model's maximum context length|^the (?:server|model) (?:had an error|is (?:currently )?overloaded)",
    '^\\W*(?:error|exception|traceback)\\b.{0,60}\\b(?:api|model|request|provider|endpoint|timeout|token|quota|connection|most recent call)',
    '^(?:you exceeded your current quota|incorrect api key|<!doctype html|<html)',
  ].join('|'),
  'i',
);

export interface CleanLine {
  /** What may be spoken, at most 300 characters; `""` when nothing is left. */
  line: string;
  /** What was taken off, at most 600 characters: private thought. */
  residue: string;
}

/**
 * Makes a spoken line of a model's answer. Reasoning, a planning preamble, echoes of the instruction and sentences that
 * say one of `secrets` (see `guard.ts`) go to the residue; a preamble that is all there is becomes the line. An object
 * never becomes speech: its `text` does, when it has one, and else nothing of it.
 */
export function cleanLine(raw: string, { secrets = [] }: { secrets?: readonly string[] } = {}): CleanLine {
  const guard = makeGuard(secrets);
  const { spoken, aside } = takeSpeech(raw);
  const residue = [...aside];
  const prose = spoken.trim().replace(ANNOUNCEMENT, (announcement) => {
    residue.push(announcement);
    return '';
  });

  const kept: string[] = [];
  const planning: string[] = [];
  for (const sentence of prose.split(SENTENCE_END)) {
    const trimmed = sentence.trim().replace(/\s+/g, ' ');
    if (trimmed === '') continue;
    if (ECHO.test(trimmed) || guard.leaks(trimmed)) residue.push(trimmed);
    else if (kept.length === 0 && PREAMBLE.test(trimmed)) planning.push(trimmed);
    else kept.push(trimmed);
  }
  if (kept.length > 0) residue.push(...planning);
  const line = cutAtWord(unquote((kept.length > 0 ? kept : planning).join(' ')), MAX_LINE);
  // A secret may be spelled over several sentences, and a cut may bare one.
  const spoils = looksLikeObject(line) || guard.leaks(line);
  if (spoils) residue.push(line);
  return { line: spoils ? '' : line, residue: joinThoughts(residue).slice(0, MAX_RESIDUE).trim() };
}

/**
 * What can never be spoken, however it was wrapped: nothing but punctuation, the instruction's own example, a
 * provider's error. Unlike {@link isUsableLine} it lets a short line pass: inside JSON a "No." was meant as one.
 */
export function isSpoilt(text: string): boolean {
  const trimmed = text.trim();
  return !/[\p{L}\p{N}]/u.test(trimmed) || isExample(trimmed) || PROVIDER_ERROR.test(trimmed);
}

/**
 * Whether a text can be spoken: not empty, not a placeholder, not the instruction's example, not an object, not a
 * provider's error, not mostly punctuation, and at least six characters.
 */
export function isUsableLine(text: string): boolean {
  const trimmed = text.trim();
  const bare = stripEnds(trimmed);
  if (trimmed.length < MIN_LINE || bare.length < MIN_LINE - 1) return false;
  if (isExample(trimmed) || looksLikeObject(trimmed) || PROVIDER_ERROR.test(trimmed)) return false;
  const letters = trimmed.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
  return letters >= trimmed.replace(/\s+/g, '').length * MIN_LETTERS;
}

function unquote(line: string): string {
  const match = /^(["“'‘])([\s\S]*)(["”'’])$/.exec(line.trim());
  const inner = match?.[2];
  return inner === undefined || /["“”]/.test(inner) ? line.trim() : inner.trim();
}

function cutAtWord(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const head = line.slice(0, limit);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  const end = sentence > 0 ? sentence + 1 : head.lastIndexOf(' ');
  return head.slice(0, end > 0 ? end : limit).trim();
}
