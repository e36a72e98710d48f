import { useEffect, useRef } from 'preact/hooks';

interface WatchKeys {
  /** True while other keys apply, as when a person plays. */
  isOff: boolean;
  onPlay: () => void;
  onStep: (by: number) => void;
  onLive: () => void;
}

/** Things that take letters for themselves (words: keep). */
const TYPING = 'input, textarea, select, [role="menu"], dialog';

/** Video player shortcuts: K plays and pauses, `,` and `.` step one frame, L goes live. */
export function useWatchKeys(keys: WatchKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isOff, onPlay, onStep, onLive } = newest.current;
      if (isOff || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const act = { k: onPlay, l: onLive, ',': () => onStep(-1), '.': () => onStep(1) }[
        event.key.toLowerCase()
      ];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
