import { useLayoutEffect, useRef } from 'preact/hooks';
import { parseBoard } from './grid';
import { paintCells } from './paint-board';

/**
 * A small picture of a packed board: one pixel per cell, scaled without blur.
 *
 * @param props.name empty if the surrounding text names it
 */
export function Thumb({ cells, name }: { cells: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const grid = parseBoard(cells);
    element.width = grid.cols;
    element.height = grid.rows;
    paintCells(context, grid, 1);
  }, [cells]);
  return (
    <canvas
      class="thumb-board"
      ref={canvas}
      {...(name ? { role: 'img' as const, 'aria-label': name } : { 'aria-hidden': true })}
    />
  );
}
