import { escapeHtml, escapeMarkdown } from './escape';

/** Makes text of any length safe, line by line; keeps line breaks and `*actions*` between asterisks. */

/** Removes control characters (except line breaks and tabs) and surrounding white space. */
export const stripProse = (text: string): string =>
  text
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replace(/[^\P{C}\n\t\p{Cf}]/gu, '')
    // Bidirectional marks affect text beyond their line.
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .toWellFormed();

/** `*one action*` or `**two**`: paired asterisks adjacent to words, on one line. */
const ACTION = /(?<![\\*\p{L}\p{N}])(\*{1,2})(?![\s*])([^*\n]*[^\s*])\1(?![*\p{L}\p{N}])/gu;

/** `**Ada**: ` and `**Ada** (…): `, the speaker labels in transcripts. */
const SPEAKER = /^\*\*[^*\n]+(?:[:：]\s*\*\*|\*\*\s*(?:\([^\n]*\))?\s*[:：])/;

/** Keeps line breaks; asterisks around actions become emphasis, everything else is text. */
export const renderProseMarkdown = (text: string): string =>
  stripProse(text)
    .split('\n')
    .map(lineInMarkdown)
    .join('\n')
    // Two trailing spaces break a line within its paragraph.
    .replace(/(?<=[^\n])\n(?=[^\n])/g, '  \n');

function lineInMarkdown(line: string): string {
  const parts: string[] = [];
  let end = 0;
  // Escape text that looks like a speaker's label.
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
      // Four leading spaces would make it code.
      .trim()
      .replace(/^(#{1,6}(?=\s|$)|[+=-])/, '\\$1')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
  );
}

/** As paragraphs; asterisks around actions become emphasis. */
export const renderProseHtml = (text: string): string =>
  stripProse(text)
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const html = escapeHtml(paragraph).replace(ACTION, (_, marks: string, action: string) =>
        marks === '*' ? `<em>${action}</em>` : `<strong>${action}</strong>`,
      );
      return `<p>${html.replaceAll('\n', '<br>')}</p>`;
    })
    .join('');
