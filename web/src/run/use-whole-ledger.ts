import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds before retrying a failed page. */
const AGAIN_MS = 1000;

/** Loads earlier events, page by page, until the run is complete: its timeline shows every turn. */
export function useWholeLedger(view: {
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  events: readonly unknown[];
  room: unknown;
}) {
  const { hasEarlier, loadEarlier, events, room } = view;
  const count = useRef(0);
  count.current = events.length;
  const isOpen = room !== null;
  useEffect(() => {
    if (!isOpen || !hasEarlier) return;
    let isWanted = true;
    const load = async (): Promise<void> => {
      while (isWanted) {
        const before = count.current;
        await loadEarlier();
        // The page renders what has arrived and stops waiting when nothing is missing.
        const wait = count.current > before ? 0 : AGAIN_MS;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [isOpen, hasEarlier, loadEarlier]);
}
