import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Line } from '../fold-scene';
import { useVirtual } from '../use-virtual';
import type { AnyScene } from '../who';
import { LineActions } from './line-actions';
import { classOfLine, guessLine, LineView } from './line-view';
import { hueOf } from './marks';

/** What comes after the lines: lines that are being written, or sent. */
export interface Coming {
  key: string;
  class: string;
  /** `persona:…` or `character:…`; decides the colour. */
  actor: string;
  /** Screen readers hear it once, when it is whole. */
  hidden: boolean;
  view: VNode;
}

interface TranscriptProps {
  scene: AnyScene;
  lines: Line[];
  coming: Coming[];
  /** `persona:…` of whoever looks; their lines are marked. */
  self: string | null;
  /** Seq of the line that was asked for by a link. */
  at: number | null;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  /** The way back to the newest line. */
  onToEnd: () => void;
}

/** How many lines above those in sight are left when earlier ones are asked for. */
const SOON = 12;
const GUESS_COMING = 90;

/** Everything said, of which only what is in sight is drawn. Stays at the end while the reader is there. */
export function Transcript(props: TranscriptProps) {
  const { scene, lines, coming, self, at, hasEarlier, loadEarlier } = props;
  const head = useRef<HTMLDivElement>(null);
  const headHeight = useHeight(head);
  const lineAt = (index: number): Line | undefined => lines[index];
  const list = useVirtual<HTMLElement, HTMLLIElement>({
    count: lines.length + coming.length,
    keyOf: (index) => lineAt(index)?.seq ?? coming[index - lines.length]?.key ?? index,
    guess: (index) => {
      const line = lineAt(index);
      return line ? guessLine(line) : GUESS_COMING;
    },
    gap: 14,
    overscan: 10,
    before: headHeight,
    followsEnd: true,
  });
  const { box, items, height, atEnd } = list;

  const sought = findSought(lines, at, hasEarlier);
  useBroughtIntoSight(sought, at, lines, list.show, box);
  const first = items[0]?.index ?? SOON;
  useEffect(() => {
    const short = height < (box.current?.clientHeight ?? 0);
    if (hasEarlier && (lines.length === 0 || (first < SOON && (!atEnd || short)))) void loadEarlier();
  });

  const many = hasEarlier ? -1 : lines.length + coming.length;
  return (
    <div class="transcript-frame">
      <section
        class="transcript"
        ref={box}
        onScroll={list.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label="Transcript"
      >
        <div class="transcript-head" ref={head}>
          {hasEarlier ? (
            <button type="button" class="earlier" onClick={() => void loadEarlier()}>
              Earlier lines
            </button>
          ) : (
            scene.scenario && <p class="scenario">{scene.scenario}</p>
          )}
          {lines.length + coming.length === 0 && !hasEarlier && (
            <p class="quiet centred">Nobody has spoken yet. Who begins?</p>
          )}
        </div>
        <ol class="lines" style={{ height: `${height - headHeight}px` }}>
          {items.map(({ index, key, start }) => {
            const line = lineAt(index);
            const next = coming[index - lines.length];
            const actor = line?.type === 'speech' ? line.actor : (next?.actor ?? '');
            const mine = actor !== '' && actor === self;
            const isSought = line !== undefined && line.seq === sought;
            return (
              <li
                key={key}
                ref={list.measure}
                data-index={index}
                id={line ? `seq-${line.seq}` : undefined}
                class={`${line ? classOfLine(line, mine) : next?.class}${isSought ? ' sought' : ''}`}
                style={{ transform: `translateY(${start - headHeight}px)`, '--hue': String(hueOf(actor)) }}
                tabIndex={isSought ? -1 : undefined}
                aria-posinset={index + 1}
                aria-setsize={many}
                aria-hidden={next?.hidden ? true : undefined}
              >
                {line ? (
                  <LineView line={line} mine={mine}>
                    <LineActions line={line} scene={scene} />
                  </LineView>
                ) : (
                  next?.view
                )}
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
          To the latest line ↓
        </button>
      )}
    </div>
  );
}

/** Seq of the line that belongs to `at`: its own, or the last one before it. Null: none, or not read yet. */
function findSought(lines: readonly Line[], at: number | null, hasEarlier: boolean): number | null {
  if (at === null) return null;
  const line = lines.findLast(({ seq }) => seq <= at) ?? (hasEarlier ? undefined : lines[0]);
  return line?.seq ?? null;
}

/** Scrolls to the line that was asked for, once, and gives it the focus. */
function useBroughtIntoSight(
  sought: number | null,
  at: number | null,
  lines: readonly Line[],
  show: (index: number) => void,
  box: RefObject<HTMLElement | null>,
): void {
  const shown = useRef<number | null>(null);
  const focused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (at === null) {
      shown.current = null;
      focused.current = null;
    }
    if (sought === null) return;
    if (shown.current !== at) {
      shown.current = at;
      show(lines.findIndex(({ seq }) => seq === sought));
    }
    if (focused.current === at) return;
    const element = box.current?.querySelector<HTMLElement>(`#seq-${sought}`);
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
