import { useEffect } from 'preact/hooks';

/** The seq of the newest event seen in each room, by ID, in this browser. */
const KEY = 'proscenium:seen';
/** Number of remembered rooms; the least recently read are forgotten. */
const MOST = 300;

function readAll(): Record<string, number> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Returns the seq up to which this browser has shown the room; null: it never has. */
export const readSeen = (room: string): number | null => readAll()[room] ?? null;

/** True if the room was opened here before and has new lines. */
export function isUnread(room: string, last: { seq: number } | null): boolean {
  const upTo = readAll()[room];
  return upTo !== undefined && last !== null && last.seq > upTo;
}

/** Records that a room is read up to here, while its page is visible. */
export function useSeen(room: string, head: number): void {
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState !== 'visible' || head === 0) return;
      const { [room]: before = 0, ...others } = readAll();
      const rooms = [...Object.entries(others).slice(1 - MOST), [room, Math.max(before, head)]];
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(rooms)));
      } catch {
        // The browser's storage is full: the room stays unread.
      }
    };
    keep();
    document.addEventListener('visibilitychange', keep);
    return () => document.removeEventListener('visibilitychange', keep);
  }, [room, head]);
}
