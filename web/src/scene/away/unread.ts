import type { Line } from '../lines/fold-scene';

/** A stretch of events not seen in this browser: after `from`, up to `to`. */
export interface Missed {
  from: number;
  /** Null: the page is still out of sight. */
  to: number | null;
}

/** Missed lines of others: the seq of the entry below the mark, and their number. */
export interface Unread {
  seq: number;
  count: number;
}

/**
 * Finds other people's lines in a missed stretch; null if there are none.
 *
 * @param lines as displayed: the mark goes above a round's divider if its first missed line follows
 * @param self the visitor's actor, whose own lines from other devices do not count
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
