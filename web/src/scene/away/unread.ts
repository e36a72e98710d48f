import type { Line } from '../lines/fold-scene';

/** A stretch of the ledger that this browser did not show: what came after `from`, up to `to`. */
export interface Missed {
  from: number;
  /** Null: the page is still out of sight. */
  to: number | null;
}

/** The lines of others that were missed: the seq of the entry above which the mark stands, and how many they are. */
export interface Unread {
  seq: number;
  count: number;
}

/**
 * Finds what others said in a stretch that was missed; null when nobody did.
 *
 * @param lines as they are drawn: the mark stands above the rule of a round when its first missed line follows it
 * @param self actor of the visitor, whose own lines, said on another device, are no news
 */
export function findUnread(lines: readonly Line[], { from, to }: Missed, self: string | null): Unread | null {
  const isMissed = ({ seq }: Line) => seq > from && (to === null || seq <= to);
  const isNews = (line: Line) => line.type === 'speech' && line.actor !== self && isMissed(line);
  let index = lines.findIndex(isNews);
  if (index < 0) return null;
  for (let before = lines[index - 1]; before; before = lines[index - 1]) {
    if (before.type === 'speech' || before.type === 'jotting' || !isMissed(before)) break;
    index -= 1;
  }
  return { seq: lines[index]?.seq ?? 0, count: lines.filter(isNews).length };
}
