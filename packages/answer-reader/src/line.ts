import { type Guard, NO_GUARD } from './guard';
import { isExample, repeatsExample, stripEnds } from './instruction';
import type { Work } from './json-text';
import { withoutControls } from './json-text';
import { takeAnnouncedAnswer } from './markup';
import {
  echoesInstruction,
  isFiller,
  isPreamble,
  isProviderError,
  isRefusal,
  startsPlanning,
  takeAnnouncement,
} from './patterns';
import { bringsThought } from './private';
import { joinThoughts, splitReasoning } from './reasoning';
import { cutAtSentence, LIST_ROW } from './sentences';
import { dropUnseen, holdsObject, LABEL_INSIDE, looksLikeObject, takeSpeech } from './speech';
import { cutAtLetter } from './text';

const MAX_LINE = 300;
const MAX_RESIDUE = 600;
/** Characters of a speech that are searched: no line starts later. */
const MAX_SEARCHED = 20_000;
const MIN_LINE = 6;
/** Share of letters and digits among what is not space; below it a line is noise. */
const MIN_LETTERS = 0.4;

/** The punctuation of an object, and nothing else. */
const SYNTAX = /^[\s"'“”{}[\]:,\\`]+$/;
const SENTENCE_END = /(?<=[.!?…]["'”’)*]?)\s+/;
/** A name in bold alone on a row: who speaks in the next. */
const BOLD_ROW = /^\s*(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__)\s*$/;
/** A row whose last sentence is over: the next one is not its second half. */
const SENTENCE_OVER = /(?:[.!?…:—–]["'“”’)*_]{0,3}|[。！？：।؟۔」』]["”’」』）)*_]{0,3})\s*$/;
/** A row of a table, a block quote, or one that begins with a label. */
const OWN_ROW = /^\s*(?:[>|]|(?:\p{Lu}|\p{Lo})[^:：.!?"“”]{0,40}[:：](?:\s|\p{Lo}|「))/u;
const NEW_ROW = '\n';
const PARAGRAPH = '\n\n';
/** A stage direction in which the model thinks: `(thinking: …)`. */
const THINKING_ASIDE =
  /[([*]\s{0,4}(?:thinking|thoughts?|thinks|reasoning|analysis|(?:inner|internal)(?: (?:monologue|thoughts?|voice))?|to (?:my|him|her|them)sel(?:f|ves))\s{0,4}:([^()[\]*]{0,2000})(?:[)\]*]|$)/gi;

/** A sentence, and what stands between it and the one before: a space or a break. */
interface Piece {
  lead: string;
  text: string;
}

const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map(({ lead, text }, index) => (index === 0 ? text : lead + text)).join('');

export interface CleanLine {
  /** The part that may be spoken, within the limit; `""` when nothing is left. */
  line: string;
  /** The part that was taken off, at most 600 characters: private thought. */
  residue: string;
}

/**
 * Makes a spoken line of a model's answer. Reasoning, a planning preamble, echoes of the instruction and sentences that
 * leak, as `guard` says, go to the residue; a preamble that is all there is becomes the line. An object
 * never becomes speech: its `text` does, when it has one, and else nothing of it. Control characters are left out.
 * Paragraphs stay; a row that breaks in the middle of a sentence is joined to the next.
 *
 * @param options.limit most characters of the line; what is longer is cut at a sentence, else at a word. Default 300
 * @param options.work counts the characters looked at, for tests
 */
export function cleanLine(
  raw: string,
  {
    guard = NO_GUARD,
    limit = MAX_LINE,
    work = { steps: 0 },
  }: { guard?: Guard; limit?: number; work?: Work } = {},
): CleanLine {
  work.steps += raw.length;
  const announced = takeAnnouncedAnswer(raw.toWellFormed());
  const { spoken, aside } = takeSpeech(announced.answer, work);
  const residue = [...announced.thoughts, ...aside];
  work.steps += spoken.length;
  const heardText = withoutControls(spoken.slice(0, MAX_SEARCHED)).replace(
    THINKING_ASIDE,
    (_, thought: string) => {
      residue.push(thought);
      return ' ';
    },
  );
  const { line: prose, announcement } = takeAnnouncement(heardText.toWellFormed().trim());
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
      inThought ||= bringsThought(plain);
      if (inThought || echoesInstruction(plain) || guard.leaks(text, work)) {
        residue.push(text);
        continue;
      }
      const piece = { lead, text };
      lead = ' ';
      if (keptPieces.length === 0 && isPreamble(text)) planning.push(...fillers.splice(0), piece);
      // `Okay.` belongs to what follows it.
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
  // A secret may be spelled over several sentences, and a cut may bare one.
  const spoils = holdsObject(dropUnseen(line)) || SYNTAX.test(line) || guard.leaks(line, work);
  if (spoils) residue.push(line);
  return { line: spoils ? '' : line, residue: cutAtLetter(joinThoughts(residue), MAX_RESIDUE).trim() };
}

/**
 * Says whether a text can be spoken: not empty, not a placeholder, not the instruction's example, not an object, not a
 * provider's error, not mostly punctuation, and at least six characters.
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
  // The end of a field whose beginning is lost.
  const whole = line.trim().replace(/^([^"]*)",$/, '$1');
  const match = /^(["“'‘])([\s\S]*)(["”'’])$/.exec(whole);
  const inner = match?.[2];
  return inner === undefined || /["“”]|[.!?…,]['’]\s/.test(inner) || LABEL_INSIDE.test(inner)
    ? whole
    : inner.trim();
}

const CHANNEL =
  /^\s{0,8}(?:assistant)?(?:analysis|commentary)(?:\s{0,4}["'(“]?\p{Lu}|(?:we|the|user|okay|let|need)\b|\s+to=)|(?:\b|[\p{Ll}.!?])assistant(?:final|analysis|commentary)|^\s{0,8}final\p{Lu}\p{Ll}/u;
/** Special tokens of a chat template, and tags around an answer or a call. */
const MARKUP =
  /<\|[\w /-]{1,40}\|>|\[\/?(?:INST|SYS|TOOL_CALLS)\]|<<\/?SYS>>|<\/?(?:s|tool_(?:call|response)s?|function(?:_call)?s?|invoke|parameter|(?:final_)?answer|response|output|reply|result|text|kind|message)(?:[\s=][^<>]{0,200})?>/i;
/** Fields on lines of their own: an object without its braces. */
const FIELD_LINE =
  /(?:^|\\n)[\s\p{Cf}*_"'`-]{0,8}(?:kind[*_"'`]{0,4}\s{0,4}[:=]\s{0,4}[*_"'`]{0,3}[\w.-]{1,40}[*_"'`,]{0,4}\s*$|text[*_"'`]{0,4}\s{0,4}[:=])/imu;
/** Texts in place of an answer: blanks to fill in, and what programs print for nothing. */
const BLANK =
  /^\W*(?:null|undefined|nan|n\/a|tbd|todo|lorem ipsum\b[\s\S]*|(?:insert |enter |add |put )?(?:your|a|the) (?:\w{1,20} )?(?:line|text|reply|response|answer|dialogue|clue) (?:(?:goes )?here|text))\W*$|^\s*(?:<[^<>]{1,60}>|\{{1,2}[^{}]{1,60}\}{1,2}|\[(?:insert|your|enter|placeholder|text|line)\b[^[\]]{0,60}\])\W*$/i;

/** Reasons to reject a text, as the model that is asked again may be told what was got. */
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
  /** See {@link Guard}. */
  leaks?: (text: string) => boolean;
  /**
   * Looks for one reason alone. `blank`: the text says nothing, though it may be as short as "No."; `example`: it is the
   * line of an example or a placeholder; `refusal`: the model declines its task.
   */
  only?: 'blank' | 'example' | 'refusal';
}

/**
 * Says why a text may not be spoken as it stands, in words that quote nothing of it (they go back into a prompt as what
 * was got); null when it may. One rule for a whole line, for the beginning of one that is still being written, and for
 * every extra field: secrets, objects, reasoning and planning, the instruction coming back, placeholders, a provider's
 * error, a model that declines. What is refused for how it begins is refused for its first sentence already.
 *
 * @param options a guard, or one of the reasons to look for alone
 */
export function rejectionReason(text: string, options: RejectionOptions = {}): Rejection | null {
  if (options.only !== undefined) return CHECKS[options.only](text) ? REASONS[options.only] : null;
  const visibleText = dropUnseen(text).trim();
  if (options.leaks?.(text)) return 'one that gives a secret away';
  if (holdsObject(visibleText) || FIELD_LINE.test(visibleText)) return 'an object';
  if (isProviderError(visibleText)) return 'an error message';
  const { answer, reasoning } = splitReasoning(visibleText);
  const isSplit = answer !== visibleText && (reasoning !== '' || !MARKUP.test(visibleText));
  if (isSplit || bringsThought(visibleText) || CHANNEL.test(visibleText)) return 'reasoning';
  if (MARKUP.test(visibleText)) return 'markup';
  if (repeatsExample(visibleText)) return 'the line of the example';
  if (isBlank(visibleText)) return 'nothing that can be spoken';
  if (echoesInstruction(visibleText)) return 'the instruction';
  if (isRefusal(visibleText)) return 'a refusal';
  return startsPlanning(visibleText) ? 'planning' : null;
}

/**
 * Says whether a text says nothing: punctuation alone, a placeholder (`<summary>`, `[…]`, `null`), what our own
 * examples say. A short "No." is a line, and so is a smile.
 */
export const isBlank = (text: string): boolean =>
  !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) || isExample(text) || BLANK.test(text);

const CHECKS = { blank: isBlank, example: isExample, refusal: isRefusal };
const REASONS = {
  blank: 'nothing that can be spoken',
  example: 'the line of the example',
  refusal: 'a refusal',
} as const;
