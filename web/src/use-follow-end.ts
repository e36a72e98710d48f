import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** How close to the end, in pixels, still counts as reading the end. */
const NEAR_END = 80;

interface FollowEnd<E extends HTMLElement> {
  box: RefObject<E | null>;
  atEnd: boolean;
  /** For the box's `scroll`; answers whether the reader is at the end now. */
  onScroll: () => boolean;
  toEnd: () => void;
}

/**
 * A box that scrolls and grows at its end: it stays at the end while the reader is there, and else keeps still what is
 * being read, also when something is put in front.
 *
 * @param first key of the first thing in the box; another one means that things were put in front, or taken away there
 */
export function useFollowEnd<E extends HTMLElement>(first: number | undefined): FollowEnd<E> {
  const box = useRef<E>(null);
  const [atEnd, setAtEnd] = useState(true);
  const height = useRef(0);
  const shownFirst = useRef<number | undefined>(undefined);

  // After every drawing: whatever was drawn may have changed the height.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const prepended = shownFirst.current !== undefined && shownFirst.current !== first;
    if (prepended && !atEnd) element.scrollTop += element.scrollHeight - height.current;
    else if (atEnd) element.scrollTop = element.scrollHeight;
    height.current = element.scrollHeight;
    shownFirst.current = first;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // What lies around the box (progress, problems, a field that grows) takes its room away.
    const observer = new ResizeObserver(() => {
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [atEnd]);

  const onScroll = () => {
    const element = box.current;
    if (!element) return atEnd;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    setAtEnd(isAtEnd);
    return isAtEnd;
  };
  return { box, atEnd, onScroll, toEnd: () => box.current?.scrollTo({ top: box.current.scrollHeight }) };
}
