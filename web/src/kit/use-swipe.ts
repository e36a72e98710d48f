import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A swipe goes at least this far to the side, and stays this flat. */
const SWIPE_PX = 60;
const FLAT = 0.5;

/** Interprets a finger's movement in pixels: 1 for a swipe to the next, -1 to the previous, null for none. */
export const readSwipe = (x: number, y: number): 1 | -1 | null =>
  Math.abs(x) >= SWIPE_PX && Math.abs(y) < Math.abs(x) * FLAT ? (x < 0 ? 1 : -1) : null;

/** Reports horizontal swipes on an element; its style must allow only vertical scrolling (`touch-action`). */
export function useSwipe(place: RefObject<HTMLElement | null>, onTurn: (by: 1 | -1) => void): void {
  const now = useRef(onTurn);
  now.current = onTurn;
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    let start: { x: number; y: number } | null = null;
    const onDown = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      start = pointerType === 'touch' ? { x, y } : null;
    };
    const onUp = ({ clientX, clientY }: PointerEvent) => {
      const turn = start && readSwipe(clientX - start.x, clientY - start.y);
      start = null;
      if (turn) now.current(turn);
    };
    current.addEventListener('pointerdown', onDown);
    current.addEventListener('pointerup', onUp);
    return () => {
      current.removeEventListener('pointerdown', onDown);
      current.removeEventListener('pointerup', onUp);
    };
  }, [place]);
}
