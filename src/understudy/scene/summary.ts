import { cutAtSentence } from 'answer-reader';
import { cutAtLetter } from '../../base/fold-text';
import type { SummaryReport } from '../../contract/agents';
import { CARD_LIMITS } from '../../scene/prompt/envelope';
import type { CardBrief, SummaryBrief } from '../../scene/round/briefs';
import type { CardField, Line } from '../../scene/state';
import { callName, findTopics, readIntent } from './listen';

/** Longest sentence about a round, in characters. */
const MAX_BULLET = 160;
/** Longest piece of what somebody said, in characters. */
const MAX_PIECE = 70;
/** Characters of a line that are read. */
const MAX_READ = 2000;
/** Words of the whole scene so far: what the summariser is told, too. */
const MAX_RUNNING = 200;

/**
 * The offline summariser: for each round who asked about what and how the answers began, in their own words; nothing
 * else. The scene so far is what it was, with the new sentences behind it and the oldest dropped when it grows too
 * long. A round in which nobody said anything has no sentence.
 */
export function summarizeRounds({ messages, envelope }: SummaryBrief): SummaryReport {
  const rounds = [...new Set(messages.map(({ round }) => round))];
  const bullets = rounds.flatMap((round) => {
    const text = tellRound(messages.filter((line) => line.round === round));
    return text === '' ? [] : [{ round, text }];
  });
  const parts = [envelope.runningSummary ?? '', ...bullets.map(({ text }) => text)].filter(
    (text) => text !== '',
  );
  return { bullets, running: cutOldest(parts.join(' ')) || 'Nothing has been said yet.' };
}

/** The beginning of each text of a card, up to the end of a sentence. */
export const shortenCard = ({ texts }: CardBrief): CardBrief['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      cutAtSentence(text, CARD_LIMITS[field as CardField]),
    ]),
  );

/** `Mara asks about the lamp; Bo answers: The lamp is lit.`: as many lines as there is room for, the first at least. */
function tellRound(lines: readonly Line[]): string {
  let sentence = '';
  let isAnswer = false;
  for (const line of lines) {
    const piece = tellLine(line, isAnswer);
    if (piece === '') continue;
    const next = sentence === '' ? piece : `${sentence}; ${piece}`;
    if (sentence !== '' && next.length > MAX_BULLET - 1) break;
    sentence = next;
    isAnswer ||= line.actor.startsWith('persona:') && readIntent(line.text) === 'question';
  }
  const short = shorten(sentence, MAX_BULLET - 1);
  return short === '' || /[.!?…]$/.test(short) ? short : `${short}.`;
}

function tellLine({ actor, name, text }: Line, asked: boolean): string {
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

/** The first sentence with a word in it. */
const firstSentence = (text: string): string =>
  clean(/[^.!?…\n]*[\p{L}\p{N}][^.!?…\n]*[.!?…]*/u.exec(text)?.[0] ?? '');

/** On one line, and without marks that could be taken for a form or for markup. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[*_#`{}[\]<>|\\"“”]|\p{C}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Cut at a space, with a mark. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = cutAtLetter(text, most - 1);
  const at = start.lastIndexOf(' ');
  return `${(at > most / 2 ? start.slice(0, at) : start).replace(/[,;:.!?\s]+$/, '')}…`;
}

/** The last words of a text, from the beginning of a sentence where there is one. */
function cutOldest(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length <= MAX_RUNNING) return words.join(' ');
  const lastWords = words.slice(-MAX_RUNNING);
  const end = [words.at(-MAX_RUNNING - 1) ?? '', ...lastWords].findIndex((word) => /[.!?…]$/.test(word));
  return lastWords.slice(end < 0 || end === lastWords.length ? 0 : end).join(' ');
}
