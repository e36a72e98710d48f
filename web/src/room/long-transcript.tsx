import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useVirtual } from '../kit/use-virtual';

/** One thing of a transcript, as it is drawn. */
export interface Row {
  class: string;
  /** Of its element; absent: none. */
  id?: string | undefined;
  /** Decides the colour of whoever speaks. */
  hue?: number;
  /** Screen readers hear of it elsewhere. */
  hidden?: boolean;
  view: VNode;
}

interface LongTranscriptProps {
  /** Of the box, beside `transcript`. */
  class?: string;
  count: number;
  /** Of a thing, the same as long as it is the same thing. */
  keyOf: (index: number) => number | string;
  /** Pixels, before it has been measured. */
  guess: (index: number) => number;
  rowOf: (index: number) => Row;
  /** What a link asked for; null: nothing. */
  at: number | string | null;
  /** Where that is; null: it has not been read yet, or there is nothing like it. */
  sought: number | null;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** Words of the button that loads what came before, and of the way back to the newest. */
  labels: { earlier: string; toEnd: string };
  onToEnd: () => void;
  /** What stands before the first thing, once that is read. */
  children: ComponentChildren;
}

/** How many things above those in sight are left when earlier ones are asked for. */
const SOON = 12;

/** Everything that was said in a room, of which only what is in sight is drawn. Stays at the end while the reader is there. */
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

  useBroughtIntoSight(sought, at, list.show, box);
  const first = items[0]?.index ?? SOON;
  useEffect(() => {
    const short = height < (box.current?.clientHeight ?? 0);
    if (hasEarlier && (count === 0 || (first < SOON && (!atEnd || short)))) void loadEarlier();
  });

  return (
    <div class="transcript-frame">
      <section
        class={props.class ? `transcript ${props.class}` : 'transcript'}
        ref={box}
        onScroll={list.onScroll}
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
                tabIndex={isSought ? -1 : undefined}
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

/** Scrolls to what was asked for, once, and gives it the focus. */
function useBroughtIntoSight(
  sought: number | null,
  at: number | string | null,
  show: (index: number) => void,
  box: RefObject<HTMLElement | null>,
): void {
  const shown = useRef<number | string | null>(null);
  const focused = useRef<number | string | null>(null);
  useLayoutEffect(() => {
    if (at === null) {
      shown.current = null;
      focused.current = null;
    }
    if (sought === null) return;
    if (shown.current !== at) {
      shown.current = at;
      show(sought);
    }
    if (focused.current === at) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-index="${sought}"]`);
    if (!element) return;
    focused.current = at;
    element.focus({ preventScroll: true });
  });
}

/** The height of an element, as it changes. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => setHeight(measured.offsetHeight));
    observer.observe(measured);
    setHeight(measured.offsetHeight);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
