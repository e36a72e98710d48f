import { cutAtLetter } from '../../base/fold-text';
import { closeCut } from '../../base/quote';
import { type CountTokens, CUT_MARK } from '../../base/tokens';
import {
  DEFAULT_SHARES,
  type PromptUse,
  SECTIONS,
  type Section,
  type SectionCap,
  type SectionUse,
} from '../../contract/context';

export interface Entry {
  text: string;
  /** Position in the shown text. The order of the list is the order in which to keep entries. */
  place: number;
}

export interface FittedSection {
  /** Sorted by `place`. */
  texts: { text: string; place: number }[];
  use: SectionUse;
}

/** Upper bound for an average token of prose. */
export const CHARS_PER_TOKEN = 8;
/** Shortest beginning of a cut entry that is worth its tokens. */
export const MIN_CUT = 8;

/**
 * Fits entries into a section (docs/direct.md#shares-and-caps). Keeps whole entries in order, and skips an entry
 * that does not fit, so that a long entry does not empty the section. Shortens an entry, with a mark, only if it
 * exceeds the whole section. With `unbroken`, stops at the first skipped entry, because a conversation must have no
 * gaps.
 *
 * @param limit in tokens
 */
export function fitEntries(
  entries: readonly Entry[],
  limit: number,
  cap: SectionCap,
  count: CountTokens,
  unbroken = false,
): FittedSection {
  const most = Math.min(limit, cap.maxTokens ?? Number.POSITIVE_INFINITY);
  let remaining = most;
  // The line break after the last entry is not shown.
  const mostChars = (cap.maxChars ?? Number.POSITIVE_INFINITY) + 1;
  let chars = mostChars;
  let isCut = false;
  const keptTexts: { text: string; place: number }[] = [];
  for (const entry of entries) {
    if (keptTexts.length >= (cap.topK ?? Number.POSITIVE_INFINITY)) break;
    const { text, place } = entry;
    const tokens = entrySize(text, most, count);
    if (tokens <= remaining && text.length < chars) {
      keptTexts.push({ text, place });
      remaining -= tokens;
      chars -= text.length + 1;
      continue;
    }
    const alone = tokens > most || text.length >= mostChars;
    const short = alone ? shortenEntry(entry, remaining - 1, chars - 1, count) : '';
    if (short !== '') {
      keptTexts.push({ text: short, place });
      remaining -= count(`${short}\n`);
      chars -= short.length + 1;
      isCut = true;
    }
    if (unbroken) break;
  }
  const use: SectionUse = {
    share: limit,
    tokens: most - remaining,
    entries: keptTexts.length,
    dropped: entries.length - keptTexts.length,
    cut: isCut,
  };
  return { texts: keptTexts.sort((a, b) => a.place - b.place), use };
}

/** Counts an entry with its line break. Returns limit + 1 without counting if the text is far too long. */
export const entrySize = (text: string, limit: number, count: CountTokens): number =>
  text.length > (limit + 1) * CHARS_PER_TOKEN ? limit + 1 : count(`${text}\n`);

/**
 * Shortens an entry to its beginning, with a mark, and closes its quotation. `''` if too little would remain.
 *
 * @param tokens maximum, including the mark
 * @param chars maximum, including the mark
 */
export function shortenEntry({ text }: Entry, tokens: number, chars: number, count: CountTokens): string {
  if (tokens < MIN_CUT || chars < MIN_CUT) return '';
  const cutAt = (length: number): string => closeCut(cutAtLetter(text, length), CUT_MARK);
  let low = 0;
  // Leave room for the mark and a closing quote.
  const most = Math.min(text.length - 1, chars - CUT_MARK.length - 1, tokens * CHARS_PER_TOKEN);
  let high = Math.max(0, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(cutAt(middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).trim() === '' ? '' : cutAt(low);
}

/**
 * Divides tokens among the sections. Absent sections give their share to the others in proportion. Counts round
 * down, so the sum never exceeds the sum of all shares.
 *
 * @param args.maxContextTokens tokens to share: the model's window minus the reserve and the fixed parts
 * @param args.shares percent for each section; scaled down if they exceed 100 together
 * @param args.present sections with content
 * @returns a count for every section, 0 for absent ones
 */
export function allocate(args: {
  maxContextTokens: number;
  shares?: Readonly<Record<Section, number>>;
  present: Iterable<Section>;
}): Record<Section, number> {
  const { maxContextTokens, shares = DEFAULT_SHARES } = args;
  const present = new Set(args.present);
  const sum = (sections: Iterable<Section>) =>
    [...sections].reduce((total, section) => total + shares[section], 0);
  const whole = Math.min(sum(SECTIONS), 100);
  const totalShare = sum(present);
  const tokens = Math.max(0, Math.floor(maxContextTokens));
  const counts = SECTIONS.map((section): [Section, number] => {
    if (!present.has(section) || totalShare === 0) return [section, 0];
    // Divide once, at the end: integers stay exact until then.
    return [section, Math.floor((tokens * shares[section] * whole) / (totalShare * 100))];
  });
  return Object.fromEntries(counts) as Record<Section, number>;
}

/** Sections that may share a prompt's budget. A section without entries is absent. */
export type SectionEntries = Partial<Record<Section, Entry[]>>;

interface Budget {
  maxContextTokens: number;
  reserve: number;
  shares: Readonly<Record<Section, number>>;
  caps: Partial<Record<Section, SectionCap>>;
}

const listPresent = (entries: SectionEntries): [Section, Entry[]][] =>
  (Object.entries(entries) as [Section, Entry[]][]).filter(([, list]) => list.length > 0);

/**
 * Shares the rest of the window among the sections with entries.
 *
 * @param fixed tokens of everything else in the prompt
 */
export function fitSections(args: {
  budget: Budget;
  fixed: number;
  entries: SectionEntries;
  count: CountTokens;
}): { fitted: Partial<Record<Section, FittedSection>>; use: Omit<PromptUse, 'fixedCut'> } {
  const { budget, fixed, entries, count } = args;
  const { maxContextTokens, reserve, shares, caps } = budget;
  const present = listPresent(entries);
  const counts = allocate({
    maxContextTokens: maxContextTokens - reserve - fixed,
    shares,
    present: present.map(([section]) => section),
  });
  const fittedSections = Object.fromEntries(
    present.map(([section, list]) => [
      section,
      fitEntries(list, counts[section], caps[section] ?? {}, count, section === 'history'),
    ]),
  ) as Partial<Record<Section, FittedSection>>;
  const uses = Object.fromEntries(Object.entries(fittedSections).map(([section, { use }]) => [section, use]));
  const total = Object.values(uses).reduce((sum, use) => sum + use.tokens, fixed);
  return { fitted: fittedSections, use: { window: maxContextTokens, reserve, fixed, total, sections: uses } };
}

/**
 * The number of tokens with which every section would fit whole, given shares and caps.
 *
 * @param most upper bound of the result
 */
export function tokensWanted(
  entries: SectionEntries,
  { shares, caps }: Pick<Budget, 'shares' | 'caps'>,
  most: number,
  count: CountTokens,
): number {
  const present = listPresent(entries);
  const sum = (sections: Section[]) => sections.reduce((total, section) => total + shares[section], 0);
  const whole = Math.min(sum([...SECTIONS]), 100);
  const totalShare = sum(present.map(([section]) => section));
  const needs = present.map(([section, list]) => {
    const percent = shares[section] * whole;
    if (percent === 0) return 0;
    const cap = caps[section]?.maxTokens ?? Number.POSITIVE_INFINITY;
    let tokens = 0;
    for (const { text } of list) {
      if (tokens >= Math.min(most, cap)) break;
      tokens += entrySize(text, most, count);
    }
    return Math.ceil((Math.min(tokens, cap) * totalShare * 100) / percent);
  });
  return Math.min(Math.max(0, most), Math.max(0, ...needs));
}
