import { Marked, type Token } from 'marked';

const READER = new Marked({ gfm: true, breaks: true });
/** Longest text that is parsed; longer ones are shown as they are, because parsing them could take too long. */
const LONGEST = 50_000;
/** Deepest nesting of quotes and lists; deeper ones would exhaust the stack. */
const DEEPEST = 40;

/** Returns the tokens of a text; null when it is better shown as it is. */
export function readMarkdown(text: string): Token[] | null {
  if (text.length > LONGEST) return null;
  const deepest = text.match(/^[ \t>*+-]+/gm)?.some((lead) => lead.replace(/[ \t]/g, '').length > DEEPEST);
  if (deepest) return null;
  try {
    return READER.lexer(text);
  } catch {
    // The parser throws on an endless loop or too deep a nesting.
    return null;
  }
}

export type TextLink =
  | { kind: 'room'; href: string }
  /** `host` is shown next to the link; null if the text is the URL. */
  | { kind: 'page'; href: string; host: string | null };

/** Matches scenes and runs with their views, but no page that takes a key, an invitation or an order. */
const ROOM =
  /^#\/(?:scenes\/scn_[0-9a-z]{20}(?:\/screen)?|runs\/(?:run|adv)_[0-9a-z]{20}(?:\/(?:report|compare))?)(?:\?[\w=&-]*)?$/;

/**
 * Parses a link in untrusted text. Only rooms of this server and https pages can be opened.
 *
 * @param label the visible link text
 * @param stage the page's URL; only its origin and path matter
 * @returns null if the link should be shown as text
 */
export function readLink(href: string, label: string, stage: string): TextLink | null {
  if (ROOM.test(href)) return { kind: 'room', href };
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  const here = new URL(stage);
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === here.origin) {
    const isRoom = url.pathname === here.pathname && url.search === '' && ROOM.test(url.hash);
    return isRoom ? { kind: 'room', href: url.hash } : null;
  }
  if (url.protocol !== 'https:') return null;
  return { kind: 'page', href: url.href, host: label.trim() === href ? null : url.host };
}
