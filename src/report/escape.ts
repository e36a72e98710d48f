import { cutAtLetter } from '../base/fold-text';

/**
 * Makes text of models, games and callers safe: one line, limited length, and no meaning in Markdown or HTML.
 */

const MAX_QUOTE = 600;

/** One line without control characters, at most `most` characters. */
function flatten(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > most ? `${cutAtLetter(line, most)}…` : line;
}

/** For Markdown paragraphs, lists and table cells. */
export const inMarkdown = (text: string, most = MAX_QUOTE): string =>
  escapeMarkdown(flatten(text, most))
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');

export const inHtml = (text: string, most = MAX_QUOTE): string => escapeHtml(flatten(text, most));

/** Escapes part of a Markdown line; the start of a line needs more. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]|~]/g, '\\$&')
    // An underscore inside a word has no meaning in Markdown, and names often contain it.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** For HTML text and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
