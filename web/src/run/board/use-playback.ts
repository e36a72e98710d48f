import { useEffect, useRef, useState } from 'preact/hooks';

const STEP_MS = 220;
/** Pause between single pictures for visitors who prefer reduced motion. */
const CALM_STEP_MS = 1_000;

/**
 * Plays something step by step until its end.
 *
 * @param step takes one step; returns false after the last
 */
export function usePlayback(step: () => boolean): { plays: boolean; toggle: () => void; stop: () => void } {
  const [plays, setPlays] = useState(false);
  const newest = useRef(step);
  newest.current = step;
  useEffect(() => {
    if (!plays) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = window.setInterval(
      () => {
        if (!newest.current()) setPlays(false);
      },
      calm ? CALM_STEP_MS : STEP_MS,
    );
    return () => window.clearInterval(timer);
  }, [plays]);
  return { plays, toggle: () => setPlays((now) => !now), stop: () => setPlays(false) };
}
