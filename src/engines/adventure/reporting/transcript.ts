import type { TranscriptEntry, TranscriptPage } from '../../../api/adventures';
import type { RunTranscriptFormat } from '../../../api/transcripts';
import type { Event, PayloadOf } from '../../../events/events';
import { inHtml, inMarkdown } from '../../report/escape';
import { writePage } from '../../report/page';
import { proseInHtml, proseInMarkdown } from '../../report/prose';
import { END_WORDS } from './report/words';
import { placeView } from './views';

/** Lists the game as it was played, oldest first: the beginning of each episode, and every command. */
export function* transcript(events: Iterable<Event>): Generator<TranscriptEntry> {
  for (const event of events) {
    if (event.kind === 'episode.started') {
      const { n, story } = event.payload;
      const noCommand = { command: null, by: 'system', thinking: null, effect: false, died: false } as const;
      yield { ...placed(event, n, story), ...noCommand };
    }
    if (event.kind === 'command.executed') {
      const { episode, story, command, by, thinking, effect, died } = event.payload;
      yield { ...placed(event, episode, story), command, by, thinking, effect, died };
    }
  }
}

/** Returns the entries after an event, at most `limit` of them. */
export function transcriptPage(
  events: Iterable<Event>,
  { after, limit }: { after: number; limit: number },
): TranscriptPage {
  const items: TranscriptEntry[] = [];
  for (const entry of transcript(events)) {
    if (entry.seq <= after) continue;
    if (items.length === limit) return { items, next: String(items.at(-1)?.seq) };
    items.push(entry);
  }
  return { items, next: null };
}

const placed = (event: Event, episode: number, story: PayloadOf<'command.executed'>['story']) => ({
  seq: event.seq,
  turn: event.turn ?? 0,
  episode,
  at: event.at,
  text: story.text,
  upper: story.upper,
  place: placeView(story.reading.location),
  score: story.reading.score,
});

/** A piece of the game as it is read: the beginning or end of an episode, or a command and its answer. */
interface Piece {
  /** Words about an episode; null: the piece is a command. */
  mark: string | null;
  command: string | null;
  text: string;
}

/**
 * Writes the game for reading: every command, the story's answer below it, and a line between two episodes that says how
 * the first one ended. As plain text commands stand after `> `, and before the first turn it is `''`.
 */
export function writeTranscript(
  as: RunTranscriptFormat,
  { title }: { title: string },
  events: Iterable<Event>,
): string {
  const pieces = [...readPieces(events)];
  switch (as) {
    case 'txt': {
      const parts = pieces.flatMap(({ mark, command, text }) => [
        ...(mark === null ? [] : [`=== ${mark} ===`]),
        ...(command === null ? [] : [`> ${command}\n${text}`]),
        ...(command === null && text !== '' ? [text] : []),
      ]);
      return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
    }
    case 'md': {
      const parts = pieces.flatMap(({ mark, command, text }) => [
        ...(mark === null ? [] : [`## ${inMarkdown(mark)}`]),
        ...(command === null ? [] : [`**\\> ${inMarkdown(command)}**`]),
        ...(text === '' ? [] : [proseInMarkdown(text)]),
      ]);
      return `${[`# ${inMarkdown(title)}`, ...parts].join('\n\n')}\n`;
    }
    case 'html': {
      const body = pieces.flatMap(({ mark, command, text }) => [
        ...(mark === null ? [] : [`<h2>${inHtml(mark)}</h2>`]),
        ...(command === null ? [] : [`<h3>&gt; ${inHtml(command)}</h3>`]),
        ...(text === '' ? [] : [proseInHtml(text)]),
      ]);
      return writePage({ title, body: [`<h1>${inHtml(title)}</h1>`, ...body] });
    }
  }
}

/** The game as plain text. */
export const transcriptText = (events: Iterable<Event>): string =>
  writeTranscript('txt', { title: '' }, events);

function* readPieces(events: Iterable<Event>): Generator<Piece> {
  for (const event of events) {
    if (event.kind === 'episode.started') {
      const { n, story } = event.payload;
      yield { mark: `Episode ${n}`, command: null, text: plain(story.text) };
    }
    if (event.kind === 'command.executed') {
      const { command, story } = event.payload;
      yield { mark: null, command: plain(command), text: plain(story.text) };
    }
    if (event.kind === 'episode.completed') {
      const { n, end, score } = event.payload;
      const scoreText = score === null ? '' : `, score ${score}`;
      yield { mark: `Episode ${n} ended${scoreText}: ${END_WORDS[end]}`, command: null, text: '' };
    }
  }
}

/** Cleans text for a terminal: line breaks, but no other control characters; none at either end. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/^\s*\n|\s+$/g, '');
