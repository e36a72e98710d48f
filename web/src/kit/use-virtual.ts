import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualOptions {
  count: number;
  /** Of a thing, the same as long as it is the same thing: places are kept by it. */
  keyOf: (index: number) => number | string;
  /** Pixels, before it has been measured. */
  guess: (index: number) => number;
  /** Pixels between two things. */
  gap?: number;
  /** Things drawn beyond each edge of the box. */
  overscan?: number;
  /** Pixels inside the box before the first thing. */
  before?: number;
  /** Begins at the end and stays there while the reader does. */
  followsEnd?: boolean;
}

interface Virtual<Box extends HTMLElement, Item extends HTMLElement> {
  /** The element that scrolls. */
  box: RefObject<Box | null>;
  /** What is to be drawn, each `start` pixels below the top of the list. */
  items: VirtualItem[];
  /** Pixels of the whole list. */
  height: number;
  /** The `ref` of each thing, which needs `data-index` too. */
  measure: (element: Item | null) => void;
  atEnd: boolean;
  /** For the box's `scroll`. */
  onScroll: () => void;
  toEnd: () => void;
  /** Brings a thing into the middle of the box. */
  show: (index: number) => void;
}

/** How close to the end, in pixels, still counts as being there. */
const NEAR_END = 80;

/**
 * A long list of which only what is in sight is drawn, each thing as high as it is. When things are put in front, or
 * measured there, what is being read stays where it is. What has the focus stays drawn, wherever the list is scrolled.
 */
export function useVirtual<Box extends HTMLElement, Item extends HTMLElement>(
  options: VirtualOptions,
): Virtual<Box, Item> {
  const { count, keyOf, guess, gap = 0, overscan = 8, before = 0, followsEnd = false } = options;
  const box = useRef<Box>(null);
  const [, draw] = useState(0);
  const [atEnd, setAtEnd] = useState(followsEnd);
  const follows = useRef(followsEnd);
  const lastTop = useRef(0);
  const resolved = {
    count,
    getItemKey: keyOf,
    estimateSize: guess,
    getScrollElement: () => box.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    rangeExtractor: (range: Range) => withFocused(range, box.current),
    onChange: () => draw((n) => n + 1),
    gap,
    overscan,
    paddingStart: before,
    // Keeps the place when things are put in front.
    anchorTo: 'end' as const,
  };
  const [virtual] = useState(() => new Virtualizer<Box, Item>(resolved));
  virtual.setOptions(resolved);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  // After every drawing: whatever was drawn or measured may have changed the height.
  useLayoutEffect(() => {
    virtual._willUpdate();
    const element = box.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  });

  const follow = (does: boolean) => {
    follows.current = does;
    setAtEnd(does);
  };
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    // A list that grew has not been scrolled: only who goes up leaves the end.
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) follow(followsEnd);
    else if (scrollTop < lastTop.current) follow(false);
    lastTop.current = scrollTop;
  };
  return {
    box,
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    atEnd,
    onScroll,
    toEnd: () => follow(true),
    show: (index) => {
      follow(false);
      virtual.scrollToIndex(index, { align: 'center' });
    },
  };
}

/** The indexes that are drawn: what is in sight, and what has the focus. */
function withFocused(range: Range, box: HTMLElement | null): number[] {
  const drawn = defaultRangeExtractor(range);
  const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (!focused || !box?.contains(focused)) return drawn;
  const index = Number(focused.dataset.index);
  if (index >= range.count || drawn.includes(index)) return drawn;
  return [...drawn, index].sort((a, b) => a - b);
}
