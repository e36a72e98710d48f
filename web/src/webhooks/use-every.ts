import { useEffect } from 'preact/hooks';

/** Calls `does` again and again while the page is in sight. @param does the same function every time */
export function useEvery(ms: number, does: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && does(), ms);
    return () => clearInterval(timer);
  }, [ms, does]);
}
