import type { TranscriptEntry, TranscriptPage } from '../../../api/adventures';
import type { Event, PayloadOf } from '../../../events/events';
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

/**
 * Writes the game as plain text for reading: every command after `> `, the story's answer below it, and a line between two
 * episodes that says how the first one ended. `''` before the first turn.
 */
export function transcriptText(events: Iterable<Event>): string {
  const parts: string[] = [];
  for (const event of events) {
    if (event.kind === 'episode.started') {
      const { n, story } = event.payload;
      parts.push(`=== Episode ${n} ===`, plain(story.text));
    }
    if (event.kind === 'command.executed') {
      const { command, story } = event.payload;
      parts.push(`> ${plain(command)}\n${plain(story.text)}`);
    }
    if (event.kind === 'episode.completed') {
      const { n, end, score } = event.payload;
      const scoreText = score === null ? '' : `, score ${score}`;
      parts.push(`=== Episode ${n} ended${scoreText}: ${END_WORDS[end]} ===`);
    }
  }
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

/** Cleans text for a terminal: line breaks, but no other control characters; none at either end. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/^\s*\n|\s+$/g, '');
