import { useEffect, useRef } from 'preact/hooks';

/** Loads earlier events, page by page, until the run is complete: its timeline shows every turn. */
export function useWholeLedger(view: {
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  room: unknown;
}) {
  const { hasEarlier, loadEarlier, room } = view;
  const busy = useRef(false);
  const isOpen = room !== null;
  useEffect(() => {
    if (!isOpen || !hasEarlier || busy.current) return;
    busy.current = true;
    void loadEarlier().finally(() => {
      busy.current = false;
    });
  }, [isOpen, hasEarlier, loadEarlier]);
}
