/**
 * Text that comes from models, games and callers, made harmless: one line, of bounded length, that means nothing to
 * Markdown or HTML but itself.
 */

/** Longest text that a report quotes. */
const MAX_QUOTE = 600;

/** One line without control characters, cut when it is very long. */
function flatten(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

/** For Markdown, in a paragraph, a list or a cell of a table: no markup, no HTML, no end of a cell. */
export const inMarkdown = (text: string): string =>
  flatten(text)
    .replace(/[\\`*[\]|~]/g, '\\$&')
    // Inside a word it means nothing, and names are full of it.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** For HTML, in text and in quoted attributes. */
export const inHtml = (text: string): string =>
  flatten(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
