import { Marked, type Token } from 'marked';

const READER = new Marked({ gfm: true, breaks: true });
/** Longer texts are shown as they are: reading them could take longer than anybody waits. */
const LONGEST = 50_000;
/** Quotes and lists inside one another; deeper ones would exhaust the stack of whoever reads them. */
const DEEPEST = 40;

/** The tokens of a text; null when it is better shown as it is. */
export function readMarkdown(text: string): Token[] | null {
  if (text.length > LONGEST) return null;
  const deepest = text.match(/^[ \t>*+-]+/gm)?.some((lead) => lead.replace(/[ \t]/g, '').length > DEEPEST);
  if (deepest) return null;
  try {
    return READER.lexer(text);
  } catch {
    // It says itself that it can't: an endless loop, or too deep.
    return null;
  }
}

/** The address, when it is one that may be opened from a line; else null. */
export function safeHref(href: string): string | null {
  if (href.startsWith('#')) return href;
  try {
    const { protocol } = new URL(href);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
