import { escapeHtml, escapeMarkdown } from './escape';

/**
 * Text of any length that people, models and stories wrote, made harmless line by line: its line breaks stay, and
 * `*actions*` between asterisks stay what they are.
 */

/** No control characters but line breaks and tabs; no white space at either end. */
export const plainProse = (text: string): string =>
  text
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replace(/[^\P{C}\n\t\p{Cf}]/gu, '')
    // Marks that turn the direction of what follows reach beyond their line.
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .toWellFormed();

/** `*one action*`, or `**two**`: asterisks that stand against words, in pairs, on one line. */
const ACTION = /(?<![\\*\p{L}\p{N}])(\*{1,2})(?![\s*])([^*\n]*[^\s*])\1(?![*\p{L}\p{N}])/gu;

/** `**Ada**: ` and `**Ada** (…): `, by which transcripts name who speaks. */
const SPEAKER = /^\*\*[^*\n]+(?:[:：]\s*\*\*|\*\*\s*(?:\([^\n]*\))?\s*[:：])/;

/** For Markdown, each line break as one; asterisks around actions make emphasis, anything else is text. */
export const proseInMarkdown = (text: string): string =>
  plainProse(text)
    .split('\n')
    .map(lineInMarkdown)
    .join('\n')
    // Two spaces break a line within its paragraph.
    .replace(/(?<=[^\n])\n(?=[^\n])/g, '  \n');

function lineInMarkdown(line: string): string {
  const parts: string[] = [];
  let end = 0;
  // A row of a line never looks like the beginning of somebody else's.
  const from = SPEAKER.exec(line.trim()) ? line.indexOf('**') + 2 : 0;
  for (const { 0: whole, 1: marks = '', 2: action = '', index } of line.matchAll(ACTION)) {
    if (index < from) continue;
    parts.push(escapeMarkdown(line.slice(end, index)), marks, escapeMarkdown(action), marks);
    end = index + whole.length;
  }
  parts.push(escapeMarkdown(line.slice(end)));
  return (
    parts
      .join('')
      // Four spaces would make it code.
      .trim()
      .replace(/^(#{1,6}(?=\s|$)|[+=-])/, '\\$1')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
  );
}

/** For HTML, as paragraphs; asterisks around actions make emphasis. */
export const proseInHtml = (text: string): string =>
  plainProse(text)
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const html = escapeHtml(paragraph).replace(ACTION, (_, marks: string, action: string) =>
        marks === '*' ? `<em>${action}</em>` : `<strong>${action}</strong>`,
      );
      return `<p>${html.replaceAll('\n', '<br>')}</p>`;
    })
    .join('');
