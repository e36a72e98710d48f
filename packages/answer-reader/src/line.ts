import { type Guard, NO_GUARD } from './guard';
import { isExample, repeatsExample, stripEnds } from './instruction';
import type { StepCounter } from './json-text';
import { withoutControls } from './json-text';
import { splitAnnouncedAnswer } from './markup';
import {
  echoesInstruction,
  isFiller,
  isPreamble,
  isProviderError,
  isRefusal,
  splitAnnouncement,
  startsPlanning,
} from './patterns';
import { startsThought } from './private';
import { joinThoughts, splitReasoning } from './reasoning';
import { cutAtSentence, LIST_ROW } from './sentences';
import { dropUnseen, extractSpeech, holdsObject, LABEL_INSIDE, looksLikeObject } from './speech';
import { cutAtLetter } from './text';

const MAX_LINE = 300;
const MAX_RESIDUE = 600;
const MAX_SEARCHED = 20_000;
const MIN_LINE = 6;
/** Minimum share of letters and digits among visible characters; below it a line is noise. */
const MIN_LETTERS = 0.4;

const SYNTAX = /^[\s"'“”{}[\]:,\\`]+$/;
const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+/;
/** A bold name alone on a row: the speaker of the next row. */
const BOLD_ROW = /^\s*(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)\s*$/;
/** A row that ends a sentence, so the next row does not continue it. */
const SENTENCE_OVER = /(?:[.!?…:—–]["'“”’)*_]{0,3}|[。！？：।؟۔」』]["”’」』）)*_]{0,3})\s*$/;
/** A table row, a block quote, or a row that begins with a label. */
const OWN_ROW = /^\s*(?:[>|]|(?:\p{Lu}|\p{Lo})[^:：.!?"“”]{0,40}[:：](?:\s|\p{Lo}|「))/u;
const NEW_ROW = '\n';
const PARAGRAPH = '\n\n';
/** A stage direction that contains thinking: `(thinking: …)`. */
const THINKING_ASIDE =
  /[([*]\s{0,4}(?:thinking|thoughts?|thinks|reasoning|analysis|(?:inner|internal)(?: (?:monologue|thoughts?|voice))?|to (?:my|him|her|them)sel(?:f|ves))\s{0,4}:([^()[\]*]{0,2000})(?:[)\]*]|$)/gi;

interface Piece {
  lead: string;
  text: string;
}

const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map(({ lead, text }, index) => (index === 0 ? text : lead + text)).join('');

export interface CleanLine {
  /** The part that may be spoken, within the limit; `""` if none. */
  line: string;
  /** The removed part, at most 600 characters: private thought. */
  residue: string;
}

/**
 * Extracts a spoken line from an answer. Moves reasoning, a planning preamble, echoes of the instruction and sentences
 * that `guard` rejects to the residue; a preamble without anything after it becomes the line. Speaks an object's
 * `text`, never the object. Removes control characters. Keeps paragraphs; joins a row that breaks within a sentence to
 * the next.
 * @param options.limit in characters, default 300; cut at a sentence, else at a word
 * @param options.work counts the characters read, for tests
 */
export function cleanLine(
  raw: string,
  {
    guard = NO_GUARD,
    limit = MAX_LINE,
    work = { steps: 0 },
  }: { guard?: Guard; limit?: number; work?: StepCounter } = {},
): CleanLine {
  work.steps += raw.length;
  const announced = splitAnnouncedAnswer(raw.toWellFormed());
  const { spoken, aside } = extractSpeech(announced.answer, work);
  const residue = [...announced.thoughts, ...aside];
  work.steps += spoken.length;
  const heardText = withoutControls(spoken.slice(0, MAX_SEARCHED)).replace(
    THINKING_ASIDE,
    (_, thought: string) => {
      residue.push(thought);
      return ' ';
    },
  );
  const { line: prose, announcement } = splitAnnouncement(heardText.toWellFormed().trim());
  residue.push(announcement);

  const keptPieces: Piece[] = [];
  const planning: Piece[] = [];
  const fillers: Piece[] = [];
  work.steps += prose.length;
  let length = 0;
  let lead = '';
  let isSentenceOver = true;
  for (const row of prose.split('\n')) {
    if (row.trim() === '') {
      lead = PARAGRAPH;
      continue;
    }
    let inThought = false;
    const isWhole = BOLD_ROW.test(row) || LIST_ROW.test(row) || OWN_ROW.test(row);
    lead = lead.startsWith(NEW_ROW) ? lead : isSentenceOver || isWhole ? NEW_ROW : ' ';
    isSentenceOver = isWhole || SENTENCE_OVER.test(row);
    for (const sentence of length > limit ? [] : row.split(SENTENCE_END)) {
      const text = sentence.trim().replace(/\s+/g, ' ');
      if (text === '') continue;
      work.steps += text.length;
      const plain = dropUnseen(text);
      inThought ||= startsThought(plain);
      if (inThought || echoesInstruction(plain) || guard.leaks(text, work)) {
        residue.push(text);
        continue;
      }
      const piece = { lead, text };
      lead = ' ';
      if (keptPieces.length === 0 && isPreamble(text)) planning.push(...fillers.splice(0), piece);
      // `Okay.` belongs to the next sentence.
      else if (keptPieces.length === 0 && isFiller(text)) fillers.push(piece);
      else {
        keptPieces.push(...fillers.splice(0), piece);
        length += text.length + 1;
      }
    }
  }
  if (keptPieces.length === 0 && planning.length === 0) keptPieces.push(...fillers.splice(0));
  planning.push(...fillers);
  if (keptPieces.length > 0) residue.push(...planning.map(({ text }) => text));
  const line = cutAtSentence(
    unquote(joinPieces(keptPieces.length > 0 ? keptPieces : planning)),
    limit,
  ).trim();
  // A secret may span several sentences, and a cut may expose one.
  const spoils = holdsObject(dropUnseen(line)) || SYNTAX.test(line) || guard.leaks(line, work);
  if (spoils) residue.push(line);
  return { line: spoils ? '' : line, residue: cutAtLetter(joinThoughts(residue), MAX_RESIDUE).trim() };
}

/**
 * True if a text can be spoken: at least six characters, and not a placeholder, the instruction's example, an object, a
 * provider's error or mostly punctuation.
 */
export function isUsableLine(text: string): boolean {
  const bareText = text.trim();
  const bare = stripEnds(bareText);
  if (bareText.length < MIN_LINE || bare.length < MIN_LINE - 1) return false;
  if (isExample(bareText) || looksLikeObject(bareText) || isProviderError(bareText)) return false;
  const letters = bareText.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
  return letters >= bareText.replace(/\s+/g, '').length * MIN_LETTERS;
}

function unquote(line: string): string {
  // The end of a field whose beginning is missing.
  const whole = line.trim().replace(/^([^"]*)",$/, '$1');
  const match = /^(["“'‘])([\s\S]*)(["”'’])$/.exec(whole);
  const inner = match?.[2];
  return inner === undefined || /["“”]|[.!?…,]['’]\s/.test(inner) || LABEL_INSIDE.test(inner)
    ? whole
    : inner.trim();
}

const CHANNEL =
  /^\s{0,8}(?:assistant)?(?:analysis|commentary)(?:\s{0,4}["'(“]?\p{Lu}|(?:we|the|user|okay|let|need)\b|\s+to=)|(?:\b|[\p{Ll}.!?])assistant(?:final|analysis|commentary)|^\s{0,8}final\p{Lu}\p{Ll}/u;
/** Special tokens of chat templates, and tags around an answer or call. */
const MARKUP =
  /<\|[\w /-]{1,40}\|>|\[\/?(?:INST|SYS|TOOL_CALLS)\]|<<\/?SYS>>|<\/?(?:s|tool_(?:call|response)s?|function(?:_call)?s?|invoke|parameter|(?:final_)?answer|response|output|reply|result|text|kind|message)(?:[\s=][^<>]{0,200})?>/i;
/** Fields on separate lines: an object without braces. */
const FIELD_LINE =
  /(?:^|\\n)[\s\p{Cf}*_"'`-]{0,8}(?:kind[*_"'`]{0,4}\s{0,4}[:=]\s{0,4}[*_"'`]{0,3}[\w.-]{1,40}[*_"'`,]{0,4}\s*$|text[*_"'`]{0,4}\s{0,4}[:=])/imu;
/** Templates to fill in, and representations of missing values. */
const BLANK =
  /^\W*(?:null|undefined|nan|n\/a|tbd|todo|lorem ipsum\b[\s\S]*|(?:insert |enter |add |put )?(?:your|a|the) (?:\w{1,20} )?(?:line|text|reply|response|answer|dialogue|clue) (?:(?:goes )?here|text))\W*$|^\s*(?:<[^<>]{1,60}>|\{{1,2}[^{}]{1,60}\}{1,2}|\[(?:insert|your|enter|placeholder|text|line)\b[^[\]]{0,60}\])\W*$/i;

/** Reasons to reject a text, worded for the retry prompt. */
export type Rejection =
  | 'one that gives a secret away'
  | 'an object'
  | 'an error message'
  | 'reasoning'
  | 'markup'
  | 'the line of the example'
  | 'nothing that can be spoken'
  | 'the instruction'
  | 'a refusal'
  | 'planning';

export interface RejectionOptions {
  leaks?: (text: string) => boolean;
  /**
   * Checks only one reason. `blank`: no content, though "No." is enough; `example`: an example line or placeholder;
   * `refusal`: the model declines its task.
   */
  only?: 'blank' | 'example' | 'refusal';
}

/**
 * Returns why a text must not be spoken; null if it may. Quotes none of the text, because the reason goes into the
 * retry prompt. The same rule applies to whole lines, streaming lines and extra fields. A text rejected for its
 * beginning is already rejected for its first sentence.
 * @param options a guard, or a single reason to check
 */
export function rejectionReason(text: string, options: RejectionOptions = {}): Rejection | null {
  if (options.only !== undefined) return CHECKS[options.only](text) ? REASONS[options.only] : null;
  const visibleText = dropUnseen(text).trim();
  if (options.leaks?.(text)) return 'one that gives a secret away';
  if (holdsObject(visibleText) || FIELD_LINE.test(visibleText)) return 'an object';
  if (isProviderError(visibleText)) return 'an error message';
  const { answer, reasoning } = splitReasoning(visibleText);
  const isSplit = answer !== visibleText && (reasoning !== '' || !MARKUP.test(visibleText));
  if (isSplit || startsThought(visibleText) || CHANNEL.test(visibleText)) return 'reasoning';
  if (MARKUP.test(visibleText)) return 'markup';
  if (repeatsExample(visibleText)) return 'the line of the example';
  if (isBlank(visibleText)) return 'nothing that can be spoken';
  if (echoesInstruction(visibleText)) return 'the instruction';
  if (isRefusal(visibleText)) return 'a refusal';
  return startsPlanning(visibleText) ? 'planning' : null;
}

/**
 * True if a text has no content: only punctuation, a placeholder (`<summary>`, `[…]`, `null`), or one of our examples.
 * "No." and an emoji are content.
 */
export const isBlank = (text: string): boolean =>
  !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) || isExample(text) || BLANK.test(text);

const CHECKS = { blank: isBlank, example: isExample, refusal: isRefusal };
const REASONS = {
  blank: 'nothing that can be spoken',
  example: 'the line of the example',
  refusal: 'a refusal',
} as const;
