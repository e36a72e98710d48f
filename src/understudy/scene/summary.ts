import { cutAtSentence } from 'answer-reader';
import { cutAtLetter } from '../../base/fold-text';
import type { SummaryReport } from '../../contract/agents';
import { CARD_LIMITS } from '../../scene/prompt/envelope';
import type { CardBrief, SummaryBrief } from '../../scene/round/briefs';
import type { CardField, Line } from '../../scene/state';
import { callName, findTopics, readIntent } from './listen';

/** In characters. */
const MAX_BULLET = 160;
/** Characters quoted from a line. */
const MAX_PIECE = 70;
/** Characters of a line to read. */
const MAX_READ = 2000;
/** In words, as in the summarizer's prompt. */
const MAX_RUNNING = 200;

/**
 * The offline summarizer: for each round, who asked about what and how the answers begin, in their own words. Appends
 * these to the running summary and drops its oldest sentences when it gets too long. Skips rounds without speech.
 */
export function summarizeRounds({ messages, envelope }: SummaryBrief): SummaryReport {
  const rounds = [...new Set(messages.map(({ round }) => round))];
  const bullets = rounds.flatMap((round) => {
    const text = summarizeRound(messages.filter((line) => line.round === round));
    return text === '' ? [] : [{ round, text }];
  });
  const parts = [envelope.runningSummary ?? '', ...bullets.map(({ text }) => text)].filter(
    (text) => text !== '',
  );
  return { bullets, running: cutOldest(parts.join(' ')) || 'Nothing has been said yet.' };
}

/** Cuts each text of a card at a sentence. */
export const shortenCard = ({ texts }: CardBrief): CardBrief['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      cutAtSentence(text, CARD_LIMITS[field as CardField]),
    ]),
  );

/** `Mara asks about the lamp; Bo answers: The lamp is lit.` As many lines as fit, at least the first. */
function summarizeRound(lines: readonly Line[]): string {
  let sentence = '';
  let isAnswer = false;
  for (const line of lines) {
    const piece = summarizeLine(line, isAnswer);
    if (piece === '') continue;
    const next = sentence === '' ? piece : `${sentence}; ${piece}`;
    if (sentence !== '' && next.length > MAX_BULLET - 1) break;
    sentence = next;
    isAnswer ||= line.actor.startsWith('persona:') && readIntent(line.text) === 'question';
  }
  const short = shorten(sentence, MAX_BULLET - 1);
  return short === '' || /[.!?…]$/.test(short) ? short : `${short}.`;
}

function summarizeLine({ actor, name, text }: Line, asked: boolean): string {
  const lineStart = text.slice(0, MAX_READ);
  const speech = firstSentence(lineStart.replaceAll(/\*[^*\n]*\*/g, ' '));
  const deed = firstSentence(lineStart);
  if (actor === 'narrator') return shorten(deed, MAX_PIECE);
  const who = clean(callName(name));
  if (who === '') return '';
  if (speech === '') return deed === '' ? '' : `${who} (${shorten(deed.replace(/[.!…]+$/, ''), MAX_PIECE)})`;
  const [topic] = readIntent(lineStart) === 'question' ? findTopics(lineStart) : [];
  if (topic !== undefined && topic.length <= MAX_PIECE) {
    return `${who} asks about ${topic.replace(/^(?:my|your)\b/, 'the')}`;
  }
  const verb = readIntent(lineStart) === 'question' ? 'asks' : asked ? 'answers' : 'says';
  return `${who} ${verb}: ${shorten(speech.replace(/\.+$/, ''), MAX_PIECE)}`;
}

const firstSentence = (text: string): string =>
  clean(/[^.!?…\n]*[\p{L}\p{N}][^.!?…\n]*[.!?…]*/u.exec(text)?.[0] ?? '');

const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[*_#`{}[\]<>|\\"“”]|\p{C}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Cuts at a space and adds `…`. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = cutAtLetter(text, most - 1);
  const at = start.lastIndexOf(' ');
  return `${(at > most / 2 ? start.slice(0, at) : start).replace(/[,;:.!?\s]+$/, '')}…`;
}

/** The last words of a text, preferably from the start of a sentence. */
function cutOldest(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length <= MAX_RUNNING) return words.join(' ');
  const lastWords = words.slice(-MAX_RUNNING);
  const end = [words.at(-MAX_RUNNING - 1) ?? '', ...lastWords].findIndex((word) => /[.!?…]$/.test(word));
  return lastWords.slice(end < 0 || end === lastWords.length ? 0 : end).join(' ');
}
