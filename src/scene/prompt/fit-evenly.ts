import type { CountTokens } from '../../base/tokens';
import type { SectionCap } from '../../contract/context';
import {
  CHARS_PER_TOKEN,
  type Entry,
  entrySize,
  type FittedSection,
  MIN_CUT,
  shortenEntry,
} from './sections';

/**
 * Max-min fair split: small needs are met in full, large ones share the rest equally. The sum is at most the limit.
 */
export function splitEvenly(needs: readonly number[], limit: number): number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((need, at) => ({ need, at })).sort((a, b) => a.need - b.need);
  let remaining = Math.max(0, limit);
  let others = order.length;
  for (const { need, at } of order) {
    const share = Math.min(need, Math.floor(remaining / others));
    shares[at] = share;
    remaining -= share;
    others -= 1;
  }
  return shares;
}

/** Admits entries in order, by minimum size. Skips those too large for the remaining room. */
function admit(least: readonly number[], limit: number): boolean[] {
  let remaining = limit;
  return least.map((need) => {
    if (need > remaining) return false;
    remaining -= need;
    return true;
  });
}

/**
 * Counts an entry's tokens only if it might fit an even share of the limit: with hundreds of long facts, a prompt
 * shows a few words of each.
 */
function measure(entries: readonly Entry[], limit: number, count: CountTokens): number[] {
  const least = entries.map(({ text }) => Math.floor(text.length / CHARS_PER_TOKEN));
  const largestShare = Math.max(0, ...splitEvenly(least, limit));
  return entries.map(({ text }, at) =>
    (least[at] ?? 0) > largestShare ? Number.POSITIVE_INFINITY : count(`${text}\n`),
  );
}

/**
 * Fits entries with unrelated content: keeps short ones whole, and shortens the long ones, with a mark, to equal
 * shares of the rest. Drops the last entries only if not even a few words of each fit.
 *
 * @param limit in tokens
 */
export function distributeTokens(
  entries: readonly Entry[],
  limit: number,
  cap: SectionCap,
  count: CountTokens,
): FittedSection {
  const most = Math.max(0, Math.min(limit, cap.maxTokens ?? Number.POSITIVE_INFINITY));
  // The line break after the last entry is not shown.
  const chars = (cap.maxChars ?? Number.POSITIVE_INFINITY) + 1;
  const candidates = entries.slice(0, cap.topK ?? Number.POSITIVE_INFINITY);
  const inTokens = admit(
    candidates.map(({ text }) => Math.min(entrySize(text, MIN_CUT, count), MIN_CUT + 1)),
    most,
  );
  const inChars = admit(
    candidates.map(({ text }) => Math.min(text.length + 1, MIN_CUT + 1)),
    chars,
  );
  const admittedEntries = candidates.filter((_, at) => inTokens[at] && inChars[at]);
  const needs = measure(admittedEntries, most, count);
  const tokenShares = splitEvenly(needs, most);
  const charShares = splitEvenly(
    admittedEntries.map(({ text }) => text.length + 1),
    chars,
  );
  let usedTokens = 0;
  let isCut = false;
  const texts = admittedEntries.flatMap((entry, at) => {
    const tokens = needs[at] ?? 0;
    const mayTokens = tokenShares[at] ?? 0;
    const mayChars = charShares[at] ?? 0;
    if (tokens <= mayTokens && entry.text.length < mayChars) {
      usedTokens += tokens;
      return { text: entry.text, place: entry.place };
    }
    const text = shortenEntry(entry, mayTokens - 1, mayChars - 1, count);
    if (text === '') return [];
    isCut = true;
    usedTokens += count(`${text}\n`);
    return { text, place: entry.place };
  });
  return {
    texts: texts.sort((a, b) => a.place - b.place),
    use: {
      share: limit,
      tokens: usedTokens,
      entries: texts.length,
      dropped: entries.length - texts.length,
      cut: isCut,
    },
  };
}

export interface Block {
  title: string;
  /** The most important first. */
  entries: Entry[];
}

/** Keeps the order; drops empty texts. */
export const block = (title: string, texts: readonly string[]): Block => ({
  title,
  entries: texts.flatMap((text, place) => (text === '' ? [] : { text, place })),
});

/**
 * Fits blocks into a limit. They share it evenly, and so do the entries of each block, so that a long text does not
 * shorten others.
 *
 * @param most tokens for all blocks together
 * @returns text of each block, `''` if there is no room for it; tokens of all, titles included; `cut`: true if an
 * entry was shortened or dropped
 */
export function fitBlocks(blocks: readonly Block[], most: number, count: CountTokens) {
  const limit = Math.max(0, most);
  const sizes = blocks.map(({ title, entries }) => {
    const least = Math.min(...entries.map(({ text }) => entrySize(text, MIN_CUT, count)));
    const titleSize = count(`# ${title}\n\n`);
    let whole = titleSize;
    // Stop counting above the limit.
    for (const { text } of entries) if (whole <= limit) whole += entrySize(text, limit, count);
    return {
      titleSize,
      whole: entries.length > 0 ? whole : 0,
      least: entries.length > 0 ? titleSize + least : 0,
    };
  });
  const isAdmitted = admit(
    sizes.map(({ least }) => least),
    limit,
  );
  const shares = splitEvenly(
    sizes.map(({ whole }, at) => (isAdmitted[at] ? whole : 0)),
    limit,
  );
  let tokens = 0;
  let isCut = false;
  const texts = blocks.map(({ title, entries }, at) => {
    const { titleSize = 0 } = sizes[at] ?? {};
    if (entries.length === 0) return '';
    const { texts: fittedTexts, use } = distributeTokens(entries, (shares[at] ?? 0) - titleSize, {}, count);
    isCut ||= use.cut || use.dropped > 0;
    if (fittedTexts.length === 0) return '';
    tokens += titleSize + use.tokens;
    return [`# ${title}`, ...fittedTexts.map(({ text }) => text)].join('\n');
  });
  return { texts, tokens, cut: isCut };
}
