import { useLayoutEffect, useRef } from 'preact/hooks';
import { useVirtual } from '../../kit/use-virtual';
import { runAddress } from '../../router';
import { termLabel } from '../../words/terms';
import type { Turn } from '../fold-run';

/** Estimated height of a turn in pixels before it is measured. */
const GUESS = 64;

interface TurnListProps {
  run: string;
  turns: readonly Turn[];
  shown: number | null;
}

/** Lists every turn in words; each opens its board. Only those in sight are drawn; it begins at the one on show. */
export function TurnList({ run, turns, shown }: TurnListProps) {
  const { box, items, height, measure, onScroll, show } = useVirtual<HTMLElement, HTMLLIElement>({
    count: turns.length,
    keyOf: (index) => turns[index]?.n ?? index,
    guess: () => GUESS,
    followsEnd: true,
  });
  const first = useRef(turns.findIndex(({ n }) => n === shown));
  useLayoutEffect(() => {
    if (first.current >= 0 && first.current < turns.length - 1) show(first.current);
  }, []);
  if (turns.length === 0) return <p class="quiet">No turns yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="turns-box" ref={box} onScroll={onScroll} tabIndex={0} aria-label="All turns">
      <ol class="turns" style={{ height: `${height}px` }}>
        {items.map(({ index, key, start }) => {
          const turn = turns[index];
          return (
            turn && (
              <li
                key={key}
                ref={measure}
                data-index={index}
                class={`turn-row ${turn.status}`}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={turns.length}
              >
                <TurnRow run={run} turn={turn} isShown={turn.n === shown} />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

function TurnRow({ run, turn, isShown }: { run: string; turn: Turn; isShown: boolean }) {
  return (
    <a href={`#${runAddress(run, { turn: turn.n })}`} aria-current={isShown ? 'step' : undefined}>
      <span class="turn-head">
        <strong>Turn {turn.n}</strong>
        {turn.target && <span class="action-name">{turn.target}</span>}
        {turn.status !== 'completed' && <span class={`status ${turn.status}`}>{termLabel(turn.status)}</span>}
        {turn.hadEffect === false && <span class="quiet">no effect</span>}
        {turn.marks.map(({ kind, text }) => (
          <span key={text} class={`mark ${kind}`}>
            {text}
          </span>
        ))}
      </span>
      {turn.interpretation && (
        <span class="quiet row-text" dir="auto">
          {turn.interpretation}
        </span>
      )}
    </a>
  );
}
