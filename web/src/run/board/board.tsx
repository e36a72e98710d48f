import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changedCells, describeCell, type Grid } from './grid';
import { type BoardMode, type Outline, paintBoard } from './paint-board';

interface BoardProps {
  grid: Grid;
  before: Grid | null;
  name: string;
  mode?: BoardMode;
  outlines?: readonly Outline[];
  masked?: readonly number[];
  /** When set, the pointer and the arrow keys describe single cells. */
  readable?: boolean;
  /** When set, it is as large as fits into both the width and the height that the page gives it. */
  fills?: boolean;
  /** Called when a cell is clicked, or Enter pressed on it. */
  onPick?: (cell: number) => void;
  /** Handles a key before the board does; returns true when it used the key. */
  onKey?: (event: KeyboardEvent) => boolean;
}

const NONE: readonly never[] = [];
const STEPS: Readonly<Record<string, readonly [rows: number, cols: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Renders a board with whole device pixels per cell, for sharp edges. */
export function Board(props: BoardProps) {
  const { grid, before, name, mode = 'after', outlines = NONE, masked = NONE } = props;
  const { readable = false, fills = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [cursor, setCursor] = useState<{ cell: number; by: 'pointer' | 'keys' } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const at = cursor && cursor.cell < grid.cells.length ? cursor.cell : null;
  const markedCell = cursor?.by === 'keys' ? at : null;
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const most = fills ? Math.min(width / grid.cols, height / grid.rows) : width / grid.cols;
    const size = Math.max(1, Math.floor(most * ratio));
    element.width = size * grid.cols;
    element.height = size * grid.rows;
    element.style.width = `${element.width / ratio}px`;
    element.style.height = `${element.height / ratio}px`;
    paintBoard(context, { grid, before, mode, outlines, masked, cursor: markedCell }, size);
  }, [grid, before, mode, outlines, masked, markedCell, width, fills ? height : 0]);

  const cellUnder = (event: PointerEvent | MouseEvent): number | null => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const col = Math.floor(((event.clientX - box.left) / box.width) * grid.cols);
    const row = Math.floor(((event.clientY - box.top) / box.height) * grid.rows);
    return col < 0 || row < 0 || col >= grid.cols || row >= grid.rows ? null : row * grid.cols + col;
  };
  const walk = (event: KeyboardEvent) => {
    if (props.onKey?.(event)) return event.preventDefault();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      setCursor({ cell: stepTo(grid, at, step), by: 'keys' });
    } else if (event.key === 'Enter' && at !== null) {
      event.preventDefault();
      props.onPick?.(at);
    } else if (event.key === 'Escape') setCursor(null);
  };
  const changedCount = changedCells(before, grid).size;
  const change = before ? `, ${changedCount} cells changed by the last action` : '';
  const label = `${name}: ${grid.rows} by ${grid.cols} cells${change}`;
  const picture = <canvas ref={canvas} role="img" aria-label={label} />;
  if (!readable) {
    return (
      <div class={fills ? 'board fills' : 'board'} ref={frame}>
        {picture}
      </div>
    );
  }
  return (
    <>
      <div
        class={fills ? 'board readable fills' : 'board readable'}
        ref={frame}
        style={{ '--ratio': String(grid.cols / grid.rows) }}
        role="application"
        aria-roledescription="board"
        aria-label={`${label}. Arrow keys read its cells.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application gets the keys, and reads its cells by them
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setCursor(null)}
        onPointerMove={(event) => {
          const cell = cellUnder(event);
          setCursor(cell === null ? null : { cell, by: 'pointer' });
        }}
        onPointerLeave={() => setCursor((held) => (held?.by === 'pointer' ? null : held))}
        onClick={(event) => {
          const cell = cellUnder(event);
          if (cell !== null) props.onPick?.(cell);
        }}
      >
        {picture}
      </div>
      <p class="readout quiet" aria-live={cursor?.by === 'keys' ? 'polite' : 'off'}>
        {at === null ? ' ' : describeCell(grid, before, at)}
      </p>
    </>
  );
}

/** Moves one cell on, staying on the board; from null: the middle. */
function stepTo({ rows, cols }: Grid, cell: number | null, [down, right]: readonly [number, number]): number {
  if (cell === null) return Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const row = Math.min(rows - 1, Math.max(0, Math.floor(cell / cols) + down));
  const col = Math.min(cols - 1, Math.max(0, (cell % cols) + right));
  return row * cols + col;
}
