import { cutAtLetter } from '../../base/fold-text';
import { memoizeObject } from '../../base/memoize';
import { cleanRows, quote } from '../../base/quote';
import type { Message } from '../../contract/calls';
import type { Line } from '../state';

/** Format of the conversation: `Name: words`, with `| ` before each further row of a line. */

/** Excludes the special characters of prompts, templates and Markdown from names. */
const NO_NAME = /[^\p{L}\p{M}\p{N} '’.,&()-]+/gu;
const MAX_NAME = 60;
/** A visible character. */
const SIGN = /[^\p{C}\p{Z}]/u;
/** Names that models know as roles; quoted if a speaker has one. */
const SIDES =
  /^(?:system(?: prompt| message| note)?|assistant|user|human|ai|model|tool|developer|bot|instructions?|output format)$/i;

/**
 * Reduces a name to letters, digits and a few other characters on one line, so that it cannot imitate prompt
 * markup.
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
  // Keep a name of symbols alone, so that such speakers stay distinguishable.
  if (plain === '')
    return SIGN.test(name) ? quote(cutAtLetter(name.trim(), MAX_NAME).toWellFormed()) : 'Somebody';
  return SIDES.test(plain) ? `"${plain}"` : plain;
}

/** Follows the name of a speaker who whispers. */
const WHISPERING = ', whispering';
/** The same at the end of a name, with any punctuation around it. */
const ENDS_WHISPERING = /(?:\s*,\s*whispering[^\p{L}\p{N}]*)+$/iu;

/** Removes an ending that would look like the label of a whisper. */
export const withoutWhispering = (name: string): string => name.replace(ENDS_WHISPERING, '');

type Labeled = Pick<Line, 'name' | 'audience'> & Partial<Pick<Line, 'kind'>>;

/** A handout for some is shown, not whispered. */
export const speakerLabel = ({ name, audience, kind }: Labeled): string =>
  `${sanitizeName(name)}${audience.includes('*') || kind === 'handout' ? '' : WHISPERING}: `;

/** Cached, because all prompts of a round count and show the same lines. */
export const renderSpokenLine = memoizeObject((line: Labeled & Pick<Line, 'text'>): string => {
  const [first = '', ...others] = cleanRows(line.text.trim());
  return [`${speakerLabel(line)}${first}`, ...others.map((row) => (row === '' ? '|' : `| ${row}`))].join(
    '\n',
  );
});

/** Strips heading and quote marks from the start of each row, so that the text cannot imitate a section of the prompt. */
const renderOwnLine = ({ text }: Pick<Line, 'text'>): string =>
  cleanRows(text)
    .map((row) => row.replace(/^\s*(?:#+|\|)\s*/, ''))
    .join('\n')
    .trim();

export interface Turn {
  role: 'user' | 'assistant';
  content: string;
}

/** @param own the actor whose lines become assistant messages; null: none */
export const toTurn = (line: Line, own: string | null, shown = renderSpokenLine(line)): Turn =>
  line.actor === own ? { role: 'assistant', content: renderOwnLine(line) } : { role: 'user', content: shown };

/** Merges consecutive turns with the same role: templates require alternating roles, starting with the user. */
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

/** The names of everyone else, as they appear before their lines. */
export const listOtherNames = ({
  cast,
  personas,
}: {
  cast: readonly { name: string; active: boolean }[];
  personas: readonly { name: string }[];
}): string[] => [
  ...new Set([...personas, ...cast.filter(({ active }) => active)].map(({ name }) => sanitizeName(name))),
];
