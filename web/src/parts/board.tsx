import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { changedCells, type Grid, paint } from '../grid';

/** A board drawn with whole device pixels a cell, so that every cell has sharp edges. */
export function Board({ grid, before, name }: { grid: Grid; before: Grid | null; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const changed = changedCells(before, grid);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const size = Math.max(1, Math.floor((width * ratio) / grid.cols));
    element.width = size * grid.cols;
    element.height = size * grid.rows;
    element.style.width = `${element.width / ratio}px`;
    element.style.height = `${element.height / ratio}px`;
    paint(context, grid, changedCells(before, grid), size);
  }, [grid, before, width]);
  const change = before ? `, ${changed.size} cells changed by the last action` : '';
  return (
    <div class="board" ref={frame}>
      <canvas ref={canvas} role="img" aria-label={`${name}: ${grid.rows} by ${grid.cols} cells${change}`} />
    </div>
  );
}
