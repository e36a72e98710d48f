import { useEffect } from 'preact/hooks';

/** Tells how far each room was read in this browser, by its id: the seq of its newest event then. */
const KEY = 'proscenium:seen';
/** Rooms that are remembered; of more, those read longest ago are forgotten. */
const MOST = 300;

function readAll(): Record<string, number> {
  try {
    const heads: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof heads === 'object' && heads !== null ? (heads as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** True: the room was read here before, and something was said in it since. */
export function isUnread(room: string, last: { seq: number } | null): boolean {
  const head = readAll()[room];
  return head !== undefined && last !== null && last.seq > head;
}

/** Remembers that a room is read up to here, while its page is in sight. */
export function useSeen(room: string, head: number): void {
  useEffect(() => {
    const keep = () => {
      if (document.visibilityState !== 'visible' || head === 0) return;
      const { [room]: before = 0, ...others } = readAll();
      const newest = [...Object.entries(others).slice(1 - MOST), [room, Math.max(before, head)]];
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
      } catch {
        // The browser's storage is full: the room stays unread.
      }
    };
    keep();
    document.addEventListener('visibilitychange', keep);
    return () => document.removeEventListener('visibilitychange', keep);
  }, [room, head]);
}
