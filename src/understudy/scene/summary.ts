import type { SummaryReport } from '../../api/agents';
import type { Line } from '../../engines/scene/prompt/envelope';
import type { SummaryBrief } from '../../engines/scene/round/briefs';
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
  const told = [envelope.runningSummary ?? '', ...bullets.map(({ text }) => text)].filter(
    (text) => text !== '',
  );
  return { bullets, running: cutOldest(told.join(' ')) || 'Nothing has been said yet.' };
}

/** `Mara asks about the lamp; Bo answers: The lamp is lit.`: as many lines as there is room for, the first at least. */
function tellRound(lines: readonly Line[]): string {
  let told = '';
  let asked = false;
  for (const line of lines) {
    const piece = tellLine(line, asked);
    if (piece === '') continue;
    const next = told === '' ? piece : `${told}; ${piece}`;
    if (told !== '' && next.length > MAX_BULLET - 1) break;
    told = next;
    asked ||= line.actor.startsWith('persona:') && readIntent(line.text) === 'question';
  }
  const short = shorten(told, MAX_BULLET - 1);
  return short === '' || /[.!?…]$/.test(short) ? short : `${short}.`;
}

function tellLine({ actor, name, text }: Line, asked: boolean): string {
  const read = text.slice(0, MAX_READ);
  const spoken = firstSentence(read.replaceAll(/\*[^*\n]*\*/g, ' '));
  const done = firstSentence(read);
  if (actor === 'narrator') return shorten(done, MAX_PIECE);
  const who = clean(callName(name));
  if (who === '') return '';
  if (spoken === '') return done === '' ? '' : `${who} (${shorten(done.replace(/[.!…]+$/, ''), MAX_PIECE)})`;
  const [topic] = readIntent(read) === 'question' ? findTopics(read) : [];
  if (topic !== undefined && topic.length <= MAX_PIECE) {
    return `${who} asks about ${topic.replace(/^(?:my|your)\b/, 'the')}`;
  }
  const verb = readIntent(read) === 'question' ? 'asks' : asked ? 'answers' : 'says';
  return `${who} ${verb}: ${shorten(spoken.replace(/\.+$/, ''), MAX_PIECE)}`;
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
  const cut = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const at = cut.lastIndexOf(' ');
  return `${(at > most / 2 ? cut.slice(0, at) : cut).replace(/[,;:.!?\s]+$/, '')}…`;
}

/** The last words of a text, from the beginning of a sentence where there is one. */
function cutOldest(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length <= MAX_RUNNING) return words.join(' ');
  const kept = words.slice(-MAX_RUNNING);
  const end = [words.at(-MAX_RUNNING - 1) ?? '', ...kept].findIndex((word) => /[.!?…]$/.test(word));
  return kept.slice(end < 0 || end === kept.length ? 0 : end).join(' ');
}
