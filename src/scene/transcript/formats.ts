import type { TranscriptFormat } from '../../contract/transcripts';
import { inMarkdown } from '../../report/escape';
import { renderProseMarkdown, stripProse } from '../../report/prose';
import { writeChatHeader, writeChatMessage } from './chat-file';
import type { TranscriptEntry, TranscriptHead } from './entries';
import { describeRecipients, type Faces, writeStoryPage } from './story-page';

/** Writes a transcript format piece by piece. */
interface Writer {
  begin: (head: TranscriptHead) => string;
  line: (entry: TranscriptEntry) => string;
  /** Writes the heading of a round; unset in most formats. */
  round?: (n: number) => string;
  end: string;
}

/** The dates of the first and last line, and all speakers: `2026-03-01 to 2026-03-05 · Ada, Bo, Mara`. */
function describe({ firstAt, lastAt, players, characters }: TranscriptHead): string {
  const [from, to] = [firstAt, lastAt].map((at) => at.slice(0, 10));
  const days = from === to ? from : `${from} to ${to}`;
  const names = [...characters, ...players];
  return names.length === 0 ? `${days}` : `${days} · ${names.join(', ')}`;
}

/** The audience in parentheses after a name, with the format's escaping. */
const howIn = (entry: TranscriptEntry, write: (words: string) => string): string =>
  entry.hearers === null ? '' : ` (${write(describeRecipients(entry))})`;

/** Longest list of names: a scene has at most a hundred, each with up to 80 characters. */
const MAX_NAMES = 10_000;
const namesInMarkdown = (names: string) => inMarkdown(names, MAX_NAMES);
const flat = (words: string): string => stripProse(words).replace(/\s+/g, ' ');

/** A continuation line that looks like another speaker's line. */
const LIKE_A_LINE = /\n(?=[^:：\n]{1,200}(?::(?=\s|$)|：))/g;
const indentRows = (words: string): string => words.replace(LIKE_A_LINE, '\n  ');
const quoteRows = (words: string): string => words.replace(LIKE_A_LINE, '\n> ');

const text: Writer = {
  begin: (head) => `${flat(head.title)}\n${flat(describe(head))}\n`,
  line: (entry) => `\n${flat(entry.name)}${howIn(entry, flat)}: ${indentRows(stripProse(entry.text))}\n`,
  end: '',
};

const markdown: Writer = {
  begin: (head) => `# ${inMarkdown(head.title)}\n\n${namesInMarkdown(describe(head))}\n`,
  line: (entry) =>
    `\n**${inMarkdown(entry.name)}**${howIn(entry, namesInMarkdown)}: ${quoteRows(renderProseMarkdown(entry.text))}\n`,
  end: '',
};

const chat: Writer = {
  begin: (head) => writeChatHeader(head),
  line: (entry) => writeChatMessage(entry),
  end: '',
};

const WRITERS: Readonly<Record<Exclude<TranscriptFormat, 'html'>, Writer>> = {
  txt: text,
  md: markdown,
  jsonl: chat,
};

interface Part {
  isFirst: boolean;
  isLast: boolean;
  round?: number | undefined;
}

/**
 * Writes lines of a transcript in one format.
 *
 * @param faces pictures of characters, for the format that shows them
 *
 * @example
 * ```ts
 * writeTranscript('md', transcriptHead(state, entries), entries, { isFirst: true, isLast: true });
 * ```
 */
export function writeTranscript(
  as: TranscriptFormat,
  head: TranscriptHead,
  entries: readonly TranscriptEntry[],
  part: Part,
  faces: Faces = {},
): string {
  const { begin, line, round, end } = as === 'html' ? writeStoryPage(head, faces) : WRITERS[as];
  let open = part.round ?? 0;
  const lines = entries.map((entry) => {
    const isNew = round && entry.round !== null && entry.round > open;
    open = entry.round ?? open;
    return `${isNew ? round(open) : ''}${line(entry)}`;
  });
  return [part.isFirst ? begin(head) : '', ...lines, part.isLast ? end : ''].join('');
}
