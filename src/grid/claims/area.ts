import type { GameAction } from '../../contract/agents';
import type { Mask } from '../../contract/frame';
import { ANY, type Board, type Box, boxOf, cellsOf, flood, rememberByBoard } from './board';
import { isOnBoard, locate, mirrorPicture, type Picture, turnPicture } from './picture';
import { findReached } from './reach';
import { type Area, NO_COLOUR, siteOf, type TurnWay } from './scope';
import { findTiles } from './tiles';

/** Cells where an effect takes place, and the box around them. */
export interface Spot {
  cells: number[];
  top: number;
  left: number;
  rows: number;
  cols: number;
}

/** Finds an area on a board. Returns null when the object that marks it is missing or not unique. */
export function findSpot(board: Board, area: Area, action: GameAction, mask: Mask): Spot | null {
  switch (area.of) {
    case 'board':
      return spotOf(0, 0, board.rows, board.cols, board);
    case 'clicked': {
      const cell = clickedCell(board, action);
      if (cell === null) return null;
      const cells = findReached(board, cell, area.whole === true, area.reach);
      if (!cells) return null;
      const box = boxOf(cells, board.cols);
      const { top, left } = box;
      return { cells, top, left, rows: box.bottom - top + 1, cols: box.right - left + 1 };
    }
    case 'tile': {
      const cell = clickedCell(board, action);
      const boxes = cell === null ? null : findTiles(board, area, cell);
      const [first] = boxes ?? [];
      if (!boxes || !first) return null;
      const { top, left, bottom, right } = first;
      const cells = boxes.flatMap((box) => cellsOf(box, board.cols));
      return { cells, top, left, rows: bottom - top + 1, cols: right - left + 1 };
    }
    case 'place':
      return spotOf(area.top, area.left, area.rows, area.cols, board);
    case 'object': {
      const one = locate(board, area.picture, true, mask);
      return one && spotOf(one.top, one.left, one.picture.rows, one.picture.cols, board);
    }
    case 'inside': {
      const one = locate(board, area.picture, false, mask);
      const hole = findHole(area.picture);
      return one && hole && spotOf(one.top + hole.top, one.left + hole.left, hole.rows, hole.cols, board);
    }
    case 'beside': {
      const one = locate(board, area.picture, false, mask);
      return one && spotOf(one.top + area.at.rows, one.left + area.at.cols, area.rows, area.cols, board);
    }
  }
}

function spotOf(top: number, left: number, rows: number, cols: number, board: Board): Spot | null {
  if (!isOnBoard({ rows, cols }, { top, left }, board)) return null;
  const cells = cellsOf({ top, left, bottom: top + rows - 1, right: left + cols - 1 }, board.cols);
  return { cells, top, left, rows, cols };
}

/** Returns the cell that an action clicks; null for other actions and for clicks beyond the board. */
export function clickedCell(board: Board, { x, y }: GameAction): number | null {
  if (x === undefined || y === undefined || x >= board.cols || y >= board.rows) return null;
  return y * board.cols + x;
}

/** Returns the box of the cells inside an outline that are not part of it; null when it has none. */
export function findHole(picture: Picture): { top: number; left: number; rows: number; cols: number } | null {
  const holes = picture.cells.flatMap((colour, i) => (colour === ANY ? [i] : []));
  if (holes.length === 0) return null;
  const { top, left, bottom, right } = boxOf(holes, picture.cols);
  return { top, left, rows: bottom - top + 1, cols: right - left + 1 };
}

/** Returns what a box of a board shows, as a picture without holes. */
export function pictureIn(board: Board, { top, left, rows, cols }: Omit<Spot, 'cells'>): Picture {
  const box = { top, left, bottom: top + rows - 1, right: left + cols - 1 };
  return { rows, cols, cells: cellsOf(box, board.cols).map((cell) => board.cells[cell] ?? ANY) };
}

/** Turns or mirrors a picture. */
export function applyTurn(picture: Picture, way: TurnWay): Picture {
  switch (way) {
    case 'clockwise':
      return turnPicture(picture);
    case 'anticlockwise':
      return turnPicture(turnPicture(turnPicture(picture)));
    case 'by half':
      return turnPicture(turnPicture(picture));
    case 'left to right':
      return mirrorPicture(picture);
    case 'upside down':
      return mirrorPicture(turnPicture(turnPicture(picture)));
  }
}

/** Returns the site that a click meets ({@link siteOf}); null when it is no click on the board. */
export function clickedSite(board: Board, action: GameAction): number | null {
  const cell = clickedCell(board, action);
  if (cell === null) return null;
  return sites(board, cell, () => siteOf(board.cells[cell] ?? 0, colourAround(board, flood(board, cell))));
}

const sites = rememberByBoard<number>();

/**
 * Returns the colour that most cells just outside an object's box have; {@link NO_COLOUR} when the box fills the
 * board.
 */
export function colourAround(board: Board, cells: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const colour of outlineOf(board, boxOf(cells, board.cols)))
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts.entries()].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? NO_COLOUR;
}

/** Lists the colours of the cells just outside a box, those on the board. */
export function outlineOf(board: Board, { top, left, bottom, right }: Box): number[] {
  const colours: number[] = [];
  const add = (row: number, col: number): void => {
    if (row < 0 || col < 0 || row >= board.rows || col >= board.cols) return;
    colours.push(board.cells[row * board.cols + col] ?? 0);
  };
  for (let col = left; col <= right; col++) {
    add(top - 1, col);
    add(bottom + 1, col);
  }
  for (let row = top; row <= bottom; row++) {
    add(row, left - 1);
    add(row, right + 1);
  }
  return colours;
}
