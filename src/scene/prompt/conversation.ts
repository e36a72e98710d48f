import { cutAtLetter } from '../../base/fold-text';
import { indentRows, quote } from '../../base/quote';
import type { Message } from '../../contract/calls';
import type { Line } from '../state';

/** The conversation as a model reads it: `Name: words`, each further row of the words behind `| `. */

/** Marks of prompts, of templates and of Markdown: no name in a conversation has them. */
const NO_NAME = /[^\p{L}\p{M}\p{N} '’.,&()-]+/gu;
const MAX_NAME = 60;
/** Something that can be seen. */
const SIGN = /[^\p{C}\p{Z}]/u;
/** Names by which models know the sides of a conversation: as somebody's name they stand in quotes. */
const SIDES =
  /^(?:system(?: prompt| message| note)?|assistant|user|human|ai|model|tool|developer|bot|instructions?|output format)$/i;

/**
 * A name as it stands before words: letters, digits and little else, on one line, so that it can be nothing but a name.
 *
 * @example
 * ```ts
 * sanitizeName('# Ada:\nthe first'); // 'Ada the first'
 * ```
 */
export function sanitizeName(name: string): string {
  const whole = name
    .replace(NO_NAME, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const plain = cutAtLetter(whole, MAX_NAME).trim();
  // Signs alone tell people apart where there are no letters.
  if (plain === '')
    return SIGN.test(name) ? quote(cutAtLetter(name.trim(), MAX_NAME).toWellFormed()) : 'Somebody';
  return SIDES.test(plain) ? `"${plain}"` : plain;
}

/** Stands behind the name of who whispers. */
const WHISPERING = ', whispering';
/** The same at the end of a name, with any marks around it. */
const ENDS_WHISPERING = /(?:\s*,\s*whispering[^\p{L}\p{N}]*)+$/iu;

/** A name without an end that would read as the label of a whisper. */
export const withoutWhispering = (name: string): string => name.replace(ENDS_WHISPERING, '');

/** The name before the words of a line. */
export const speakerLabel = ({ name, audience }: Pick<Line, 'name' | 'audience'>): string =>
  `${sanitizeName(name)}${audience.includes('*') ? '' : WHISPERING}: `;

/** A line under its speaker's name. */
export function renderSpokenLine(line: Pick<Line, 'name' | 'text' | 'audience'>): string {
  const [first = '', ...others] = indentRows(line.text.trim());
  return [`${speakerLabel(line)}${first}`, ...others.map((row) => (row === '' ? '|' : `| ${row}`))].join(
    '\n',
  );
}

/** A line as its speaker wrote it: paragraphs, and no row that could be a heading of the prompt. */
const renderOwnLine = ({ text }: Pick<Line, 'text'>): string =>
  indentRows(text)
    .map((row) => row.replace(/^\s*(?:#+|\|)\s*/, ''))
    .join('\n')
    .trim();

/** A part of a chat: the words of the model itself, or anything that it is told. */
export interface Turn {
  role: 'user' | 'assistant';
  content: string;
}

/** Shows a line as a turn. @param own actor whose turns are the model's own; null: nobody's are */
export const toTurn = (line: Line, own: string | null, shown = renderSpokenLine(line)): Turn =>
  line.actor === own ? { role: 'assistant', content: renderOwnLine(line) } : { role: 'user', content: shown };

/** Joins neighbours of the same side: templates want the sides to alternate, and the user to begin. */
export function joinTurns(turns: readonly Turn[]): Message[] {
  const sides: Turn[] = [];
  for (const { role, content } of turns) {
    if (content === '') continue;
    const last = sides.at(-1);
    const between = role === 'assistant' || content.startsWith('#') ? '\n\n' : '\n';
    if (last?.role === role) last.content += `${between}${content}`;
    else sides.push({ role, content });
  }
  return sides;
}

/** Names of everybody else, as they stand before words. */
export const listOtherNames = ({
  cast,
  personas,
}: {
  cast: readonly { name: string; active: boolean }[];
  personas: readonly { name: string }[];
}): string[] => [
  ...new Set([...personas, ...cast.filter(({ active }) => active)].map(({ name }) => sanitizeName(name))),
];
