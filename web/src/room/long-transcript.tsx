import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useVirtual } from '../kit/use-virtual';

export interface Row {
  class: string;
  id?: string | undefined;
  hue?: number;
  /** Hides it from screen readers, which get it elsewhere. */
  hidden?: boolean;
  view: VNode;
}

interface LongTranscriptProps {
  class?: string;
  count: number;
  /** Returns an entry's lasting key. */
  keyOf: (index: number) => number | string;
  /** Estimated height in pixels before it is measured. */
  guess: (index: number) => number;
  rowOf: (index: number) => Row;
  /** Target of a link; null: none. */
  at: number | string | null;
  /** False leaves the focus where it is, for example in a search. */
  focusesSought?: boolean;
  /** Index of the target; null: it has not been read yet, or does not exist. */
  sought: number | null;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** Labels of the buttons to load earlier entries and to return to the newest. */
  labels: { earlier: string; toEnd: string };
  onToEnd: () => void;
  /** Drawn over the entries, such as a search. */
  over?: ComponentChildren;
  /** Shown before the first entry, once that is loaded. */
  children: ComponentChildren;
}

/** Load earlier entries when fewer than this many remain above the visible ones. */
const SOON = 12;

/** A room's transcript, rendering only the visible part. It stays at the end while the reader is there. */
export function LongTranscript(props: LongTranscriptProps) {
  const { count, keyOf, guess, rowOf, at, sought, hasEarlier, loadEarlier, labels } = props;
  const head = useRef<HTMLDivElement>(null);
  const headHeight = useHeight(head);
  const list = useVirtual<HTMLElement, HTMLLIElement>({
    ...{ count, keyOf, guess },
    gap: 14,
    overscan: 10,
    before: headHeight,
    followsEnd: true,
  });
  const { box, items, height, atEnd } = list;

  useBroughtIntoSight(sought, at, list.show, box, props.focusesSought ?? true);
  const first = items[0]?.index ?? SOON;
  useEffect(() => {
    const short = height < (box.current?.clientHeight ?? 0);
    if (hasEarlier && (count === 0 || (first < SOON && (!atEnd || short)))) void loadEarlier();
  });

  return (
    <div class="transcript-frame">
      {props.over}
      <section
        class={props.class ? `transcript ${props.class}` : 'transcript'}
        ref={box}
        onScroll={list.onScroll}
        onKeyDown={walkLines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Transcript"
      >
        <div class="transcript-head" ref={head}>
          {hasEarlier ? (
            <button type="button" class="earlier" onClick={() => void loadEarlier()}>
              {labels.earlier}
            </button>
          ) : (
            props.children
          )}
        </div>
        <ol class="lines" style={{ height: `${height - headHeight}px` }}>
          {items.map(({ index, key, start }) => {
            const row = rowOf(index);
            const isSought = index === sought;
            return (
              <li
                key={key}
                ref={list.measure}
                data-index={index}
                id={row.id}
                class={`${row.class}${isSought ? ' sought' : ''}`}
                style={{
                  transform: `translateY(${start - headHeight}px)`,
                  ...(row.hue !== undefined && { '--hue': String(row.hue) }),
                }}
                tabIndex={-1}
                aria-posinset={index + 1}
                aria-setsize={hasEarlier ? -1 : count}
                aria-hidden={row.hidden ? true : undefined}
              >
                {row.view}
              </li>
            );
          })}
        </ol>
      </section>
      {(!atEnd || at !== null) && (
        <button
          type="button"
          class="to-end"
          onClick={() => {
            props.onToEnd();
            list.toEnd();
          }}
        >
          {labels.toEnd} ↓
        </button>
      )}
    </div>
  );
}

/** Keys that walk from entry to entry, in reading order and against it. */
const WALK: Record<string, 1 | -1> = { j: 1, k: -1 };

/** Moves the focus to the next entry or the one before; from the transcript itself to the last in sight. */
function walkLines(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const by = WALK[event.key];
  const target = event.target as HTMLElement;
  if (
    !by ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest('input, textarea, [role="menu"]')
  )
    return;
  const box = event.currentTarget;
  const item = target.closest<HTMLElement>('[data-index]');
  const index = item ? Number(item.dataset.index) + by : lastInSight(box);
  const next = box.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

function lastInSight(box: HTMLElement): number {
  const bottom = box.getBoundingClientRect().bottom;
  const inSight = [...box.querySelectorAll<HTMLElement>('[data-index]')].filter(
    (item) => item.getBoundingClientRect().top < bottom - 8,
  );
  return Math.max(-1, ...inSight.map((item) => Number(item.dataset.index)));
}

/** Scrolls to the target of a link, once, and focuses it. */
function useBroughtIntoSight(
  sought: number | null,
  at: number | string | null,
  show: (index: number) => void,
  box: RefObject<HTMLElement | null>,
  focuses: boolean,
): void {
  const lastShown = useRef<number | string | null>(null);
  const lastFocused = useRef<number | string | null>(null);
  useLayoutEffect(() => {
    if (at === null) {
      lastShown.current = null;
      lastFocused.current = null;
    }
    if (sought === null) return;
    if (lastShown.current !== at) {
      lastShown.current = at;
      show(sought);
    }
    if (!focuses || lastFocused.current === at) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-index="${sought}"]`);
    if (!element) return;
    lastFocused.current = at;
    element.focus({ preventScroll: true });
  });
}

function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setHeight(box.offsetHeight));
    observer.observe(box);
    setHeight(box.offsetHeight);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
