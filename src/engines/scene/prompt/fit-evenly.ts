import type { SectionCap } from '../../../api/context';
import type { CountTokens } from '../../../model/tokens';
import { CHARS_PER_TOKEN, type Entry, type Fitted, MIN_CUT, shortenEntry, sizeOf } from './sections';

/**
 * Divide a limit so that nobody gets more than it needs: the small get all they need, the rest is shared equally among
 * the large. Together at most the limit.
 */
export function shareEvenly(needs: readonly number[], limit: number): number[] {
  const shares = needs.map(() => 0);
  const order = needs.map((need, at) => ({ need, at })).sort((a, b) => a.need - b.need);
  let left = Math.max(0, limit);
  let others = order.length;
  for (const { need, at } of order) {
    const share = Math.min(need, Math.floor(left / others));
    shares[at] = share;
    left -= share;
    others -= 1;
  }
  return shares;
}

/** Which may come when each needs at least so much: the first first, and what does not fit is passed over. */
function admit(least: readonly number[], limit: number): boolean[] {
  let left = limit;
  return least.map((need) => {
    if (need > left) return false;
    left -= need;
    return true;
  });
}

/**
 * Tokens that each entry needs, counted only where an even share of the limit may be enough for it: of a world's
 * hundreds of long facts, each prompt has a few words of each.
 */
function measure(entries: readonly Entry[], limit: number, count: CountTokens): number[] {
  const least = entries.map(({ text }) => Math.floor(text.length / CHARS_PER_TOKEN));
  const largestShare = Math.max(0, ...shareEvenly(least, limit));
  return entries.map(({ text }, at) =>
    (least[at] ?? 0) > largestShare ? Number.POSITIVE_INFINITY : count(`${text}\n`),
  );
}

/**
 * The entries of a section of which each says something else, so that none may be lost to the length of another:
 * short ones whole, and what they leave shared among the long ones, each shortened with a mark. Only where not even a
 * few words of each fit are entries left out, those that come last.
 *
 * @param limit tokens the section may have
 */
export function fitEvenly(
  entries: readonly Entry[],
  limit: number,
  cap: SectionCap,
  count: CountTokens,
): Fitted {
  const most = Math.max(0, Math.min(limit, cap.maxTokens ?? Number.POSITIVE_INFINITY));
  // The line break that ends the last entry is not shown.
  const chars = (cap.maxChars ?? Number.POSITIVE_INFINITY) + 1;
  const listed = entries.slice(0, cap.topK ?? Number.POSITIVE_INFINITY);
  const inTokens = admit(
    listed.map(({ text }) => Math.min(sizeOf(text, MIN_CUT, count), MIN_CUT + 1)),
    most,
  );
  const inChars = admit(
    listed.map(({ text }) => Math.min(text.length + 1, MIN_CUT + 1)),
    chars,
  );
  const admitted = listed.filter((_, at) => inTokens[at] && inChars[at]);
  const needs = measure(admitted, most, count);
  const tokenShares = shareEvenly(needs, most);
  const charShares = shareEvenly(
    admitted.map(({ text }) => text.length + 1),
    chars,
  );
  let used = 0;
  let cut = false;
  const texts = admitted.flatMap((entry, at) => {
    const tokens = needs[at] ?? 0;
    const mayTokens = tokenShares[at] ?? 0;
    const mayChars = charShares[at] ?? 0;
    if (tokens <= mayTokens && entry.text.length < mayChars) {
      used += tokens;
      return { text: entry.text, place: entry.place };
    }
    const text = shortenEntry(entry, mayTokens - 1, mayChars - 1, count);
    if (text === '') return [];
    cut = true;
    used += count(`${text}\n`);
    return { text, place: entry.place };
  });
  return {
    texts: texts.sort((a, b) => a.place - b.place),
    use: { share: limit, tokens: used, entries: texts.length, dropped: entries.length - texts.length, cut },
  };
}

/** A titled part of a prompt. */
export interface Block {
  title: string;
  /** Those that matter most first. */
  entries: Entry[];
}

/** A part with these lines, in their order; empty ones are left out. */
export const block = (title: string, texts: readonly string[]): Block => ({
  title,
  entries: texts.flatMap((text, place) => (text === '' ? [] : { text, place })),
});

export interface FittedBlocks {
  /** One for each block, as it stands in the prompt; `''` for a block of which nothing is left. */
  texts: string[];
  /** What they take together, titles included. */
  tokens: number;
  /** Something was shortened or left out. */
  cut: boolean;
}

/**
 * Titled parts within a limit: shared evenly among them, and within each among its entries, so that one long text
 * shortens no other.
 *
 * @param most tokens that they may take together
 */
export function fitBlocks(blocks: readonly Block[], most: number, count: CountTokens): FittedBlocks {
  const limit = Math.max(0, most);
  const measured = blocks.map(({ title, entries }) => {
    const least = Math.min(...entries.map(({ text }) => sizeOf(text, MIN_CUT, count)));
    const titleSize = count(`# ${title}\n\n`);
    let whole = titleSize;
    // More than all there is to share is never given.
    for (const { text } of entries) if (whole <= limit) whole += sizeOf(text, limit, count);
    return {
      titleSize,
      whole: entries.length > 0 ? whole : 0,
      least: entries.length > 0 ? titleSize + least : 0,
    };
  });
  const admitted = admit(
    measured.map(({ least }) => least),
    limit,
  );
  const shares = shareEvenly(
    measured.map(({ whole }, at) => (admitted[at] ? whole : 0)),
    limit,
  );
  let tokens = 0;
  let cut = false;
  const texts = blocks.map(({ title, entries }, at) => {
    const { titleSize = 0 } = measured[at] ?? {};
    if (entries.length === 0) return '';
    const { texts: kept, use } = fitEvenly(entries, (shares[at] ?? 0) - titleSize, {}, count);
    cut ||= use.cut || use.dropped > 0;
    if (kept.length === 0) return '';
    tokens += titleSize + use.tokens;
    return [`# ${title}`, ...kept.map(({ text }) => text)].join('\n');
  });
  return { texts, tokens, cut };
}
