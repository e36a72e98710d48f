import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** True from when an element first comes near the visible part of the page. */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setInSight(true);
        observer.disconnect();
      },
      { rootMargin: '100px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [place]);
  return isInSight;
}
