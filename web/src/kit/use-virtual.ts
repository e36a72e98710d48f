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
  /** Returns an item's lasting key, by which its measured height is stored. */
  keyOf: (index: number) => number | string;
  /** Estimated height in pixels before it is measured. */
  guess: (index: number) => number;
  gap?: number;
  /** Items drawn beyond each edge of the box. */
  overscan?: number;
  /** Pixels inside the box before the first item. */
  before?: number;
  /** Starts at the end and follows it while the reader stays there. */
  followsEnd?: boolean;
}

interface Virtual<Box extends HTMLElement, Item extends HTMLElement> {
  box: RefObject<Box | null>;
  /** Items to draw, each `start` pixels below the top of the list. */
  items: VirtualItem[];
  height: number;
  /** The `ref` of each item, which needs `data-index` too. */
  measure: (element: Item | null) => void;
  atEnd: boolean;
  onScroll: () => void;
  toEnd: () => void;
  /** Scrolls an item into the middle of the box. */
  show: (index: number) => void;
}

/** Distance from the end, in pixels, that still counts as the end. */
const NEAR_END = 80;

/**
 * Renders only the visible part of a long list with items of any height. The item being read keeps its position when
 * items above it are added or measured. The focused item stays rendered.
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
  const virtualOptions = {
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
    // Keeps the place when items are added in front.
    anchorTo: 'end' as const,
  };
  const [virtual] = useState(() => new Virtualizer<Box, Item>(virtualOptions));
  virtual.setOptions(virtualOptions);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  // Runs after every drawing, because anything drawn or measured may have changed the height.
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
    // A list that grew has not been scrolled: only scrolling up leaves the end.
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

/** Returns the indexes to draw: those in sight, and the focused one. */
function withFocused(range: Range, box: HTMLElement | null): number[] {
  const visibleIndexes = defaultRangeExtractor(range);
  const focusedItem = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (!focusedItem || !box?.contains(focusedItem)) return visibleIndexes;
  const index = Number(focusedItem.dataset.index);
  if (index >= range.count || visibleIndexes.includes(index)) return visibleIndexes;
  return [...visibleIndexes, index].sort((a, b) => a - b);
}
