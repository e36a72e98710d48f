import { useEffect, useRef } from 'preact/hooks';

/** Loads what came before, page by page, until all of a run is there: its timeline shows every turn. */
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
