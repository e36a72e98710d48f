import { useEffect } from 'preact/hooks';

/**
 * Calls `does` repeatedly while the page is visible.
 *
 * @param does must be the same function on every render
 */
export function useEvery(ms: number, does: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && does(), ms);
    return () => clearInterval(timer);
  }, [ms, does]);
}
