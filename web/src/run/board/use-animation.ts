import { useEffect, useState } from 'preact/hooks';

const STEP_MS = 60;
const NONE: readonly string[] = [];

/**
 * Shows the pictures of an answer once, one after the other, then the settled one. Visitors who prefer reduced motion
 * see only the settled one.
 *
 * @param answer another object is another answer
 */
export function useAnimation(answer: { animation: readonly string[]; cells: string } | null): string | null {
  /** Stored with its pictures, so that another response starts at its first picture. */
  const [at, setAt] = useState({ of: NONE, step: 0 });
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const pictures = calm || !answer ? NONE : answer.animation;
  useEffect(() => {
    if (pictures.length === 0) return;
    const next = (now: { of: readonly string[]; step: number }) => ({
      of: pictures,
      step: now.of === pictures ? now.step + 1 : 1,
    });
    const timer = window.setInterval(() => setAt(next), STEP_MS);
    // The final picture stays at the end.
    const end = window.setTimeout(() => window.clearInterval(timer), STEP_MS * (pictures.length + 1));
    return () => {
      window.clearInterval(timer);
      window.clearTimeout(end);
    };
  }, [pictures]);
  return pictures[at.of === pictures ? at.step : 0] ?? answer?.cells ?? null;
}
