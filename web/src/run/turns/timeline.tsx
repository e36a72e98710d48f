import { CircleQuestionMark } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../kit/icon';
import { runAddress } from '../../router';
import { termLabel } from '../../words/terms';
import { describeTurn, type Mark, type Turn } from '../fold-run';
import { visibleWindow } from './timeline-window';

interface TimelineProps {
  run: string;
  turns: readonly Turn[];
  shown: number | null;
  /** The newest turn is on show, and newer ones replace it. */
  follows: boolean;
  onShow: (turn: number) => void;
}

/** Width of a turn; the style sheet has the same. */
const SIZE_REM = 1.75;
const remToPixels = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const SIGNS: Record<Mark['kind'], string> = { verified: '✓', settled: '–', level: '▲', over: '✕', win: '★' };

const MEANINGS: Record<Mark['kind'], string> = {
  verified: 'Understood an action',
  settled: 'Gave up on an action',
  level: 'Completed a level',
  over: 'Game over',
  win: 'Won the game',
};
const PHASES = {
  exploration: 'tries new actions',
  validation: 'tests its rules',
  planning: 'knows every action',
  survey: 'tests its predictions until the budget is spent',
  play: 'keeps playing to complete levels',
} as const;

/** Keys of watching (use-watch-keys.ts). */
const KEYS = [
  ['K', 'plays and stops'],
  [', .', 'previous frame, next frame'],
  ['L', 'jump to live'],
] as const;

/** All turns in a row: the action, whether it had an effect, and first-time events. */
export function Timeline({ run, turns, shown, follows, onShow }: TimelineProps) {
  const box = useRef<HTMLOListElement>(null);
  const [view, setView] = useState({ scrolled: 0, width: 600, size: 28 });
  const look = () => {
    const element = box.current;
    if (!element) return;
    setView({ scrolled: element.scrollLeft, width: element.clientWidth, size: remToPixels(SIZE_REM) });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  const at = turns.findIndex(({ n }) => n === shown);
  const { length } = turns;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || length === 0) return;
    const size = remToPixels(SIZE_REM);
    const place = (follows || at < 0 ? length - 1 : at) * size;
    const isInSight = place >= element.scrollLeft && place + size <= element.scrollLeft + element.clientWidth;
    if (!isInSight) element.scrollLeft = place - element.clientWidth / 2;
    look();
  }, [at, follows, length]);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -length, End: length }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = turns[Math.min(length - 1, Math.max(0, (at < 0 ? length - 1 : at) + step))];
    if (next) onShow(next.n);
    // The turn is drawn by then.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
  };
  const [first, end] = visibleWindow(view, view.size, length);
  const tabStop = at >= first && at < end ? at : first;
  return (
    <nav class="timeline" aria-label="Turns">
      <ol ref={box} onScroll={look} onKeyDown={walk}>
        <li class="gap" aria-hidden="true" style={{ width: `${first * SIZE_REM}rem` }} />
        {turns.slice(first, end).map((turn, i) => (
          <li key={turn.n} class={`turn ${turn.status} ${turn.phase ?? ''}`} data-turn={turn.n}>
            <a
              href={`#${runAddress(run, { turn: turn.n })}`}
              aria-current={turn.n === shown ? 'step' : undefined}
              tabIndex={first + i === tabStop ? 0 : -1}
              title={describeTurn(turn)}
            >
              <span class="sign" aria-hidden="true">
                {turn.marks.map(({ kind }) => SIGNS[kind])[0] ?? ''}
              </span>
              <span class={`tick ${turnEffect(turn)}`} aria-hidden="true">
                {turn.target?.replace(/^ACTION/, '').slice(0, 1) ?? '·'}
              </span>
              <span class="sr-only">{describeTurn(turn)}</span>
            </a>
          </li>
        ))}
        <li class="gap" aria-hidden="true" style={{ width: `${(length - end) * SIZE_REM}rem` }} />
      </ol>
      <MarksHelp />
    </nav>
  );
}

function MarksHelp() {
  return (
    <details class="marks-help">
      <summary
        class="button plain icon-button"
        aria-label="Markers and shortcuts"
        title="Markers and shortcuts"
      >
        <Icon of={CircleQuestionMark} />
      </summary>
      <ul class="legend small">
        <li>
          <span class="tick effect">1</span> ACTION1 had an effect
        </li>
        <li>
          <span class="tick none">1</span> No effect
        </li>
        {(Object.keys(SIGNS) as Mark['kind'][]).map((kind) => (
          <li key={kind}>
            <span class="mark-sign">{SIGNS[kind]}</span> {MEANINGS[kind]}
          </li>
        ))}
        {Object.entries(PHASES).map(([phase, meaning]) => (
          <li key={phase}>
            <span class={`phase ${phase}`}>{termLabel(phase)}</span> {meaning}
          </li>
        ))}
        {KEYS.map(([keys, meaning]) => (
          <li key={keys} class="for-keys">
            <kbd>{keys}</kbd> {meaning}
          </li>
        ))}
      </ul>
    </details>
  );
}

const turnEffect = ({ hadEffect, status }: Turn): string =>
  status === 'failed' ? 'failed' : hadEffect === null ? 'open' : hadEffect ? 'effect' : 'none';
