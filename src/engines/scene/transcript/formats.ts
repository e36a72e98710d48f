import type { TranscriptFormat } from '../../../api/transcripts';
import { inHtml, inMarkdown } from '../../report/escape';
import { beginPage, PAGE_END } from '../../report/page';
import { plainProse, proseInHtml, proseInMarkdown } from '../../report/prose';
import { writeChatHeader, writeChatMessage } from './chat-file';
import type { TranscriptEntry, TranscriptHead } from './entries';

/** One form of a transcript, written piece by piece. */
interface Writer {
  /** The beginning of the file. */
  begin: (head: TranscriptHead) => string;
  line: (entry: TranscriptEntry, head: TranscriptHead) => string;
  end: string;
}

/** The days from the first line to the last, and who speaks: `2026-03-01 to 2026-03-05 · Ada, Bo, Mara`. */
function describe({ firstAt, lastAt, players, characters }: TranscriptHead): string {
  const [from, to] = [firstAt, lastAt].map((at) => at.slice(0, 10));
  const days = from === to ? from : `${from} to ${to}`;
  const names = [...characters, ...players];
  return names.length === 0 ? `${days}` : `${days} · ${names.join(', ')}`;
}

/** `whispering to Bo`, or nothing. */
const how = ({ hearers }: TranscriptEntry): string => {
  if (hearers === null) return '';
  return hearers.length === 0 ? 'whispering' : `whispering to ${hearers.join(', ')}`;
};
/** The same behind a name, as the form writes it. */
const howIn = (entry: TranscriptEntry, write: (words: string) => string): string =>
  entry.hearers === null ? '' : ` (${write(how(entry))})`;

/** Longest list of names: a scene has at most a hundred of 80 characters. */
const MAX_NAMES = 10_000;
const namesInMarkdown = (names: string) => inMarkdown(names, MAX_NAMES);
const namesInHtml = (names: string) => inHtml(names, MAX_NAMES);
const flat = (words: string): string => plainProse(words).replace(/\s+/g, ' ');

const text: Writer = {
  begin: (head) => `${flat(head.title)}\n${flat(describe(head))}\n`,
  line: (entry) => `\n${flat(entry.name)}${howIn(entry, flat)}: ${plainProse(entry.text)}\n`,
  end: '',
};

const markdown: Writer = {
  begin: (head) => `# ${inMarkdown(head.title)}\n\n${namesInMarkdown(describe(head))}\n`,
  line: (entry) =>
    `\n**${inMarkdown(entry.name)}**${howIn(entry, namesInMarkdown)}: ${proseInMarkdown(entry.text)}\n`,
  end: '',
};

const html: Writer = {
  begin: (head) =>
    `${beginPage(head)}\n<header><h1>${inHtml(head.title)}</h1>\n<p class="quiet">${namesInHtml(describe(head))}</p></header>\n`,
  line: (entry) =>
    `<section id="line-${entry.seq}"><h3>${inHtml(entry.name)}${howIn(entry, namesInHtml)} ${timeOf(entry)}</h3>` +
    `${proseInHtml(entry.text)}</section>\n`,
  end: PAGE_END,
};

const timeOf = ({ at }: TranscriptEntry): string =>
  `<time class="quiet n" datetime="${inHtml(at)}">${inHtml(at.slice(0, 16).replace('T', ' '))}</time>`;

const chat: Writer = {
  begin: (head) => writeChatHeader(head),
  line: (entry) => writeChatMessage(entry),
  end: '',
};

const WRITERS: Readonly<Record<TranscriptFormat, Writer>> = { txt: text, md: markdown, html, jsonl: chat };

/**
 * Writes lines of a transcript in one form.
 *
 * @param part.isFirst the file begins with these lines
 * @param part.isLast it ends with them
 * @example
 * ```ts
 * writeTranscript('md', headOf(state, entries), entries, { isFirst: true, isLast: true });
 * ```
 */
export function writeTranscript(
  as: TranscriptFormat,
  head: TranscriptHead,
  entries: readonly TranscriptEntry[],
  part: { isFirst: boolean; isLast: boolean },
): string {
  const { begin, line, end } = WRITERS[as];
  const lines = entries.map((entry) => line(entry, head));
  return [part.isFirst ? begin(head) : '', ...lines, part.isLast ? end : ''].join('');
}
