import type { PromptUse, Section, SectionCap, SectionUse } from '../contract/context';
import { allocate } from './budget';
import { type CountTokens, CUT_MARK, cutToTokens } from './tokens';

/** One entry of a section, in the order in which entries are kept when not all fit. */
export interface Entry {
  text: string;
  /** Where it stands among those that are kept. */
  place: number;
}

export interface Fitted {
  /** What is kept, in the order of `place`. */
  texts: { text: string; place: number }[];
  use: SectionUse;
}

/** More characters than a token of any prose has, on average. */
const CHARS_PER_TOKEN = 8;
/** Shortest beginning of a cut entry that is worth its tokens. */
const MIN_CUT = 8;

/**
 * The entries that a section has room for (Design §6): whole ones, the first first; what does not fit is left out and
 * the next is tried, so that one long entry does not empty the section. Only an entry that alone exceeds the section
 * is shortened, with a mark, to what is left. With `unbroken`, nothing that comes after what was left out is kept: a
 * conversation has no holes.
 *
 * @param limit tokens the section may have
 */
export function fitEntries(
  entries: readonly Entry[],
  limit: number,
  cap: SectionCap,
  count: CountTokens,
  unbroken = false,
): Fitted {
  const most = Math.min(limit, cap.maxTokens ?? Number.POSITIVE_INFINITY);
  let left = most;
  let chars = cap.maxChars ?? Number.POSITIVE_INFINITY;
  let cut = false;
  const kept: { text: string; place: number }[] = [];
  for (const { text: whole, place } of entries) {
    if (kept.length >= (cap.topK ?? Number.POSITIVE_INFINITY)) break;
    const tooLong = whole.length > (most + 1) * CHARS_PER_TOKEN;
    const text = tooLong ? whole.slice(0, (most + 1) * CHARS_PER_TOKEN) : whole;
    const tokens = tooLong ? Number.POSITIVE_INFINITY : count(`${text}\n`);
    if (tokens <= left && text.length <= chars) {
      kept.push({ text, place });
      left -= tokens;
      chars -= text.length;
      continue;
    }
    const alone = tokens > most || text.length > (cap.maxChars ?? Number.POSITIVE_INFINITY);
    const short = alone ? cutToFit(tooLong ? text + CUT_MARK : text, left - 1, chars, count) : '';
    if (short !== '') {
      kept.push({ text: short, place });
      left -= count(`${short}\n`);
      chars -= short.length;
      cut = true;
    }
    if (unbroken) break;
  }
  const use: SectionUse = {
    share: limit,
    tokens: most - left,
    entries: kept.length,
    dropped: entries.length - kept.length,
    cut,
  };
  return { texts: kept.sort((a, b) => a.place - b.place), use };
}

function cutToFit(text: string, tokens: number, chars: number, count: CountTokens): string {
  if (tokens < MIN_CUT || chars < MIN_CUT) return '';
  const short = text.length > chars ? `${text.slice(0, Math.max(0, chars - 4))} […]` : text;
  return cutToTokens(short, tokens, count);
}

/** What may share the budget of a prompt; a section without entries is absent. */
export type SectionEntries = Partial<Record<Section, Entry[]>>;

/**
 * Share what the fixed parts leave of the window among the sections there is something for, and fit each of them.
 *
 * @param fixed tokens of the parts that are never cut
 */
export function fitSections(args: {
  budget: {
    maxContextTokens: number;
    reserve: number;
    shares: Readonly<Record<Section, number>>;
    caps: Partial<Record<Section, SectionCap>>;
  };
  fixed: number;
  entries: SectionEntries;
  count: CountTokens;
}): { fitted: Partial<Record<Section, Fitted>>; use: PromptUse } {
  const { budget, fixed, entries, count } = args;
  const { maxContextTokens, reserve, shares, caps } = budget;
  const all = Object.entries(entries) as [Section, Entry[]][];
  const present = all.filter(([, list]) => list.length > 0);
  const counts = allocate({
    maxContextTokens: maxContextTokens - reserve - fixed,
    shares,
    present: present.map(([section]) => section),
  });
  const fitted = Object.fromEntries(
    present.map(([section, list]) => [
      section,
      fitEntries(list, counts[section], caps[section] ?? {}, count, section === 'history'),
    ]),
  ) as Partial<Record<Section, Fitted>>;
  const uses = Object.fromEntries(Object.entries(fitted).map(([section, { use }]) => [section, use]));
  const total = Object.values(uses).reduce((sum, use) => sum + use.tokens, fixed);
  return { fitted, use: { window: maxContextTokens, reserve, fixed, total, sections: uses } };
}

/**
 * Cut the fixed parts of a prompt to what a window holds, the longest first: nothing else can make them fit. Parts are
 * told apart by place; what is not cut is returned as it was.
 */
export function cutFixed(parts: readonly string[], limit: number, count: CountTokens): string[] {
  // What cannot fit by far is not counted to its end.
  const most = Math.max(0, limit) * CHARS_PER_TOKEN;
  const out = parts.map((text) => (text.length > most ? text.slice(0, most) + CUT_MARK : text));
  const sizes = out.map((text) => count(text));
  let over = sizes.reduce((sum, tokens) => sum + tokens, 0) - limit;
  while (over > 0) {
    const at = sizes.indexOf(Math.max(...sizes));
    const size = sizes[at] ?? 0;
    if (size <= MIN_CUT) break;
    // Never below half at once, so that one long part does not vanish where two could share.
    const target = Math.max(Math.ceil(size / 2), size - over, MIN_CUT);
    const short = cutToTokens(out[at] ?? '', target, count);
    const now = count(short);
    if (now >= size) break;
    over -= size - now;
    out[at] = short;
    sizes[at] = now;
  }
  return out;
}
