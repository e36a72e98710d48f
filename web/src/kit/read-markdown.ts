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

/** Where a link of a text may lead. */
export type TextLink =
  | { kind: 'room'; href: string }
  /** `host` is shown beside the link; null where its words are that very address. */
  | { kind: 'page'; href: string; host: string | null };

/** Scenes and runs, with their views: no page that takes a key, an invitation or an order. */
const ROOM =
  /^#\/(?:scenes\/scn_[0-9a-z]{20}(?:\/screen)?|runs\/(?:run|adv)_[0-9a-z]{20}(?:\/(?:report|compare))?)(?:\?[\w=&-]*)?$/;

/**
 * Reads a link of a text that anybody may have written. Only rooms of this stage and https pages elsewhere can be opened.
 *
 * @param label the words of the link, as they are shown
 * @param stage the address of this page; only its origin and path count
 * @returns null where the text is to be shown as it is
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
