import { cutAtLetter } from '../base/fold-text';

/**
 * Text that comes from models, games and callers, made harmless: one line, of bounded length, that means nothing to
 * Markdown or HTML but itself.
 */

/** Longest text that a report quotes unless it says otherwise. */
const MAX_QUOTE = 600;

/** One line without control characters, cut when it is longer than `most` characters. */
function flatten(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > most ? `${cutAtLetter(line, most)}…` : line;
}

/** For Markdown, in a paragraph, a list or a cell of a table: no markup, no HTML, no end of a cell. */
export const inMarkdown = (text: string, most = MAX_QUOTE): string =>
  escapeMarkdown(flatten(text, most))
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');

/** For HTML, in text and in quoted attributes. */
export const inHtml = (text: string, most = MAX_QUOTE): string => escapeHtml(flatten(text, most));

/** Escapes a part of a line for Markdown; the beginning of a line needs more. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*[\]|~]/g, '\\$&')
    // Inside a word it means nothing, and names are full of it.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Escapes text for HTML, in text and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
