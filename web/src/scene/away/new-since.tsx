import { useEffect, useRef } from 'preact/hooks';
import type { Away } from './use-away';

/** The mark above the first unseen line. It disappears after scrolling past. */
export function NewSince({
  isAway,
  onMarkSeen,
  onMarkPast,
}: Pick<Away, 'isAway' | 'onMarkSeen' | 'onMarkPast'>) {
  const mark = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const element = mark.current;
    const box = element?.closest('.transcript');
    // Nobody reads a hidden page.
    if (!element || !box || isAway) return;
    let wasInSight = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return;
      if (entry.isIntersecting) {
        wasInSight = true;
        onMarkSeen();
      } else if (wasInSight && entry.boundingClientRect.bottom <= box.getBoundingClientRect().top + 1)
        onMarkPast();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAway, onMarkSeen, onMarkPast]);
  return (
    <p class="new-since" ref={mark}>
      New since your last visit
    </p>
  );
}

/** A button to the mark if it is not visible. */
export function ToNew({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button type="button" class="to-new" onClick={onShow}>
      {count === 1 ? '1 new line' : `${count} new lines`} since your last visit
    </button>
  );
}
