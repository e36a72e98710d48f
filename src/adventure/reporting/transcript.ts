import type { TranscriptEntry, TranscriptPage } from '../../contract/adventures';
import type { Event, EventOf, PayloadOf } from '../../contract/events/events';
import { addCommand, type TrailStep, undoCommand } from '../../contract/events/fold/story-trail';
import type { RunTranscriptFormat } from '../../contract/transcripts';
import { inHtml, inMarkdown } from '../../report/escape';
import { renderPage } from '../../report/page';
import { renderProseHtml, renderProseMarkdown } from '../../report/prose';
import { END_WORDS } from './report/words';
import { placeView } from './views';

/** The game as played, oldest first: starts of episodes, commands, saves and restores. */
export function* transcript(events: Iterable<Event>): Generator<TranscriptEntry> {
  let before: TranscriptEntry | null = null;
  let trail: readonly TrailStep[] = [];
  for (const event of events) {
    let entry: TranscriptEntry | null = null;
    if (event.kind === 'episode.started') {
      const { n, story } = event.payload;
      trail = [{ turn: event.turn ?? 0, commands: [] }];
      entry = { ...withPlace(event, n, story), ...NO_COMMAND };
    }
    if (event.kind === 'command.executed') {
      const { episode, story, command, by, thinking, effect, died } = event.payload;
      trail = addCommand(trail, event.turn ?? 0, command);
      entry = { ...withPlace(event, episode, story), command, by, thinking, effect, died };
    }
    if (event.kind === 'story.restored' && before) {
      const back = undoCommand(trail, event.payload);
      trail = back.trail;
      entry = restoredEntry(event, before, back.undone);
    }
    if (event.kind === 'story.saved' && before) entry = savedEntry(event, before);
    if (!entry) continue;
    before = entry;
    yield entry;
  }
}

const NO_COMMAND = { command: null, by: 'system', thinking: null, effect: false, died: false } as const;

function restoredEntry(
  event: EventOf<'story.restored'>,
  { episode, turn }: TranscriptEntry,
  undone: readonly string[],
): TranscriptEntry {
  const { to, save, file = false, story } = event.payload;
  const restored = { turn: file ? -to : to, save, file: file || to < 0, undone: [...undone] };
  const standing = { ...withPlace(event, episode, story), turn: event.turn ?? turn };
  const text = `[${describeRestored(restored, standing.place?.name ?? null)}]`;
  return { ...standing, ...NO_COMMAND, by: 'player', text, restored };
}

function savedEntry({ seq, at, payload }: EventOf<'story.saved'>, before: TranscriptEntry): TranscriptEntry {
  const { turn, episode, upper, place, score } = before;
  const standing = { seq, turn, episode, at, upper, place, score };
  const text = `[Saved: ${payload.name.replace(/\s+/g, ' ')}.]`;
  return { ...standing, ...NO_COMMAND, by: 'player', text, saved: payload.name };
}

/** Commands named in the description of an undo. */
const MAX_NAMED = 8;

function describeRestored(
  { turn, save, file, undone }: NonNullable<TranscriptEntry['restored']>,
  place: string | null,
): string {
  const stands = place === null ? '' : ` The story stands at ${place} again.`;
  if (save !== null) return `Restored: ${save}.${stands}`;
  if (file) return `Restored from the file of a saved game.${stands}`;
  if (undone.length === 0) return `Back to where the story stood after turn ${turn}.${stands}`;
  const names = undone.slice(0, MAX_NAMED).map((command) => (command === '' ? 'Enter' : `"${command}"`));
  const more = undone.length - names.length;
  return `Taken back: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${stands}`;
}

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

const withPlace = (event: Event, episode: number, story: PayloadOf<'command.executed'>['story']) => ({
  seq: event.seq,
  turn: event.turn ?? 0,
  episode,
  at: event.at,
  text: story.text,
  upper: story.upper,
  place: placeView(story.reading.location),
  score: story.reading.score,
});

/** A part of the readable transcript. */
interface Piece {
  /** Text about an episode; null for a command, or for a save with its text in `text`. */
  mark: string | null;
  command: string | null;
  text: string;
}

/**
 * Writes a readable transcript: each command with the reply below it, and between episodes a line with the ending. In
 * plain text, commands follow `> `; the result is `''` before the first turn.
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
        ...(command === null ? [] : [`> ${command}\n${indentMarks(text)}`]),
        ...(command === null && text !== '' ? [indentMarks(text)] : []),
      ]);
      return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
    }
    case 'md': {
      const parts = pieces.flatMap(({ mark, command, text }) => [
        ...(mark === null ? [] : [`## ${inMarkdown(mark)}`]),
        ...(command === null ? [] : [`**\\> ${inMarkdown(command)}**`]),
        ...(text === '' ? [] : [renderProseMarkdown(text)]),
      ]);
      return `${[`# ${inMarkdown(title)}`, ...parts].join('\n\n')}\n`;
    }
    case 'html': {
      const body = pieces.flatMap(({ mark, command, text }) => [
        ...(mark === null ? [] : [`<h2>${inHtml(mark)}</h2>`]),
        ...(command === null ? [] : [`<h3>&gt; ${inHtml(command)}</h3>`]),
        ...(text === '' ? [] : [renderProseHtml(text)]),
      ]);
      return renderPage({ title, body: [`<h1>${inHtml(title)}</h1>`, ...body] });
    }
  }
}

/** Indents rows of a story that look like a command or the end of an episode. */
const indentMarks = (text: string): string => text.replace(/^(?=>|===)/gm, ' ');

export const transcriptText = (events: Iterable<Event>): string =>
  writeTranscript('txt', { title: '' }, events);

function* readPieces(events: Iterable<Event>): Generator<Piece> {
  const kept = [...events];
  const entries = new Map([...transcript(kept)].map((entry) => [entry.seq, entry]));
  for (const event of kept) {
    const { kind, payload } = event;
    const entry = entries.get(event.seq);
    if (entry) {
      const { command, text } = entry;
      const mark = kind === 'episode.started' ? `Episode ${payload.n}` : null;
      yield {
        mark,
        command: command === null ? null : plain(command).replace(/\s+/g, ' '),
        text: plain(text),
      };
    }
    if (kind === 'episode.completed') {
      const { n, end, score } = payload;
      const scoreText = score === null ? '' : `, score ${score}`;
      yield { mark: `Episode ${n} ended${scoreText}: ${END_WORDS[end]}`, command: null, text: '' };
    }
  }
}

/** Removes control characters except line breaks, which are trimmed at both ends. */
const plain = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/^\s*\n|\s+$/g, '');
