import { clickedCell, outlineOf } from '../../grid/claims/area';
import { type Board, type Box, boxOf, flood } from '../../grid/claims/board';
import type { Seen } from '../../grid/claims/check';
import { boxOfTile, groundOf, type Tiling, tileBox } from '../../grid/claims/tiles';
import type { Case } from './cases';
import { nameBox } from './click-evidence';
import { groupChanged } from './infer-effects';

/** Sizes of tiles that are considered, of those that changed in most places. */
const MOST_SIZES = 4;
/** Cells from one tile to the next, at most. */
const MOST_APART = 24;
/** A clicked object that is larger than one part in so many of the board is no tile. */
const TILE_PART = 9;

/**
 * Tiles that may account for what clicks change: boxes of one size that changed, or were clicked, at even distances.
 *
 * @param effective clicks that changed something
 */
export function findTilings(effective: readonly Case[]): Tiling[] {
  const bySize = new Map<string, Map<string, Box>>();
  for (const { seen } of effective) {
    const cell = clickedCell(seen.before, seen.transition.action);
    const clicked = cell === null ? [] : flood(seen.before, cell);
    const groups = groupChanged(seen.changed, seen.before);
    const own =
      clicked.length * TILE_PART <= seen.before.cells.length ? [boxOf(clicked, seen.before.cols)] : [];
    for (const box of [...groups, ...own]) {
      const { rows, cols } = sizeOf(box);
      if (rows < 2 || cols < 2) continue;
      const key = `${rows}×${cols}`;
      const boxes = bySize.get(key) ?? new Map<string, Box>();
      boxes.set(`${box.top},${box.left}`, box);
      bySize.set(key, boxes);
    }
  }
  const board = effective.at(-1)?.seen.before;
  if (!board) return [];
  return [...bySize.values()]
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_SIZES)
    .flatMap((boxes) => layTiles([...boxes.values()], board, effective));
}

const sizeOf = ({ top, left, bottom, right }: Box): { rows: number; cols: number } => ({
  rows: bottom - top + 1,
  cols: right - left + 1,
});

/** The tilings that boxes of one size fit, with the tiles that look like them. */
function layTiles(boxes: readonly Box[], board: Board, effective: readonly Case[]): Tiling[] {
  const [first] = boxes;
  if (!first || boxes.length < 2) return [];
  const { rows, cols } = sizeOf(first);
  const downs = stepsBetween(
    boxes.map(({ top }) => top),
    rows,
  );
  const rights = stepsBetween(
    boxes.map(({ left }) => left),
    cols,
  );
  const pairs = (downs.length > 0 ? downs : rights).flatMap((down) =>
    (rights.length > 0 ? rights : downs).map((right): [number, number] => [down, right]),
  );
  return pairs.flatMap(([down, right]): Tiling[] => {
    if (down < rows || right < cols) return [];
    const tiling = {
      top: commonest(boxes.map(({ top }) => top % down)),
      left: commonest(boxes.map(({ left }) => left % right)),
      rows,
      cols,
      down,
      right,
    };
    return boundTiles(tiling, boxes, board, effective).flatMap((one) =>
      [...growTiles(one, effective), one].map((tiles) => reachTiles(tiles, effective)),
    );
  });
}

/** Cells beside a tile that a click on it may fall on. */
const MOST_BESIDE = 3;
/** Clicks that must have fallen there. */
const LEAST_BESIDE = 3;

/** The same tiles with the clicks that count as clicks on each, where more of them changed one than those on its cells. */
function reachTiles(tiling: Tiling, effective: readonly Case[]): Tiling {
  const boxes = effective.map(({ seen }) => mostChanged(tiling, seen));
  const count = (one: Tiling): number =>
    effective.filter(({ seen }, i) => {
      const cell = clickedCell(seen.before, seen.transition.action);
      const box = cell === null ? null : boxOfTile(seen.before, one, cell);
      return box !== null && boxes[i]?.includes(nameBox(box)) === true;
    }).length;
  let best = { tiling, count: count(tiling) + LEAST_BESIDE - 1 };
  for (let rows = 0; rows <= MOST_BESIDE && best.count < effective.length; rows++)
    for (let cols = 0; cols <= MOST_BESIDE; cols++) {
      const wider = { ...tiling, from: { rows, cols } };
      const more = count(wider);
      if (more > best.count) best = { tiling: wider, count: more };
    }
  return best.tiling;
}

/** Names the tiles of which most cells changed. */
function mostChanged(tiling: Tiling, { before, changed }: Seen): string[] {
  const counts = new Map<string, number>();
  for (const cell of changed) {
    const box = boxOfTile(before, tiling, cell);
    if (box) counts.set(nameBox(box), (counts.get(nameBox(box)) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  return [...counts].flatMap(([name, count]) => (count === most ? [name] : []));
}

/** The same tiles as large as what changed with them. */
function growTiles(tiling: Tiling, effective: readonly Case[]): Tiling[] {
  const whole: Box = { top: 0, left: 0, bottom: tiling.rows - 1, right: tiling.cols - 1 };
  for (const one of effective) {
    const box = boxClickedTile(one, tiling);
    if (!box) continue;
    for (const { top, left, bottom, right } of groupChanged(one.seen.changed, one.seen.before)) {
      if (top > box.bottom || bottom < box.top || left > box.right || right < box.left) continue;
      whole.top = Math.min(whole.top, top - box.top);
      whole.left = Math.min(whole.left, left - box.left);
      whole.bottom = Math.max(whole.bottom, bottom - box.top);
      whole.right = Math.max(whole.right, right - box.left);
    }
  }
  const { rows, cols } = sizeOf(whole);
  const isSame = rows === tiling.rows && cols === tiling.cols;
  if (isSame || rows > tiling.down || cols > tiling.right) return [];
  return [{ ...tiling, top: tiling.top + whole.top, left: tiling.left + whole.left, rows, cols }];
}

/** Distances that all of some places, or nearly all, are whole multiples of from one another: the largest first. */
function stepsBetween(places: readonly number[], size: number): number[] {
  const steps: number[] = [];
  if (new Set(places).size < 2) return steps;
  for (let step = MOST_APART; step >= size; step--) {
    const rest = commonest(places.map((place) => place % step));
    const even = places.filter((place) => place % step === rest);
    if (even.length >= SHARE_EVEN * places.length && new Set(even).size > 1) steps.push(step);
  }
  return steps.slice(0, MOST_STEPS);
}

/** Of the boxes of a size, those that lie at even distances, at least; some things are as large by chance. */
const SHARE_EVEN = 0.8;
/** Distances that are considered. */
const MOST_STEPS = 3;

function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/** Of a tile's outline, the cells that must have the colour that those of known ones mostly have. */
const SHARE_OUTLINE = 0.5;

/** The tiling from the first tile that changed to the last, and on as far as tiles look like those. */
function boundTiles(
  open: Omit<Tiling, 'high' | 'wide'>,
  boxes: readonly Box[],
  board: Board,
  effective: readonly Case[],
): Tiling[] {
  const { top, left, rows, cols, down, right } = open;
  const whole: Tiling = {
    ...open,
    high: Math.floor((board.rows - top - rows) / down) + 1,
    wide: Math.floor((board.cols - left - cols) / right) + 1,
  };
  const tiles = boxes.flatMap((box) =>
    (box.top - top) % down === 0 && (box.left - left) % right === 0
      ? [{ row: (box.top - top) / down, col: (box.left - left) / right }]
      : [],
  );
  if (tiles.length < 2) return [];
  const grounds = new Set<number>();
  for (const { seen } of effective)
    for (const { row, col } of tiles)
      for (const one of [seen.before, seen.after])
        if (one.rows === board.rows && one.cols === board.cols)
          grounds.add(groundOf(one, tileBox(whole, { row, col })));
  const outlines = tiles.map((tile) => outlineOf(board, tileBox(whole, tile)));
  const line = commonest(outlines.flat());
  const isLined = (colours: readonly number[]): boolean =>
    colours.filter((colour) => colour === line).length >= SHARE_OUTLINE * colours.length;
  const hasLines = outlines.every(isLined);
  const isTile = (row: number, col: number): boolean => {
    const box = tileBox(whole, { row, col });
    return hasLines && isLined(outlineOf(board, box)) && grounds.has(groundOf(board, box));
  };
  const span = rangeOf(tiles.map(({ row }) => row));
  const side = rangeOf(tiles.map(({ col }) => col));
  const isRow = (row: number): boolean => isMostly(side, (col) => isTile(row, col));
  const isCol = (col: number): boolean => isMostly(span, (row) => isTile(row, col));
  for (let grows = true; grows; )
    grows = [widen(span, whole.high, isRow), widen(side, whole.wide, isCol)].includes(true);
  return [
    {
      ...open,
      top: top + span.from * down,
      left: left + side.from * right,
      high: span.to - span.from + 1,
      wide: side.to - side.from + 1,
    },
  ];
}

/** Rows or columns of tiles, the last one included. */
interface Range {
  from: number;
  to: number;
}

const rangeOf = (values: readonly number[]): Range => ({
  from: Math.min(...values),
  to: Math.max(...values),
});

/** Widens a range on both sides as far as a test holds, from 0 to less than `most`; says whether it did. */
function widen(range: Range, most: number, test: (at: number) => boolean): boolean {
  const { from, to } = range;
  while (range.from > 0 && test(range.from - 1)) range.from--;
  while (range.to + 1 < most && test(range.to + 1)) range.to++;
  return range.from < from || range.to > to;
}

function isMostly({ from, to }: Range, test: (at: number) => boolean): boolean {
  let count = 0;
  for (let at = from; at <= to; at++) if (test(at)) count++;
  return count * 2 > to - from + 1;
}

/** Returns the box of the tile that a click meets; null when it meets none. */
export function boxClickedTile({ seen: { before, transition } }: Case, tiling: Tiling): Box | null {
  const cell = clickedCell(before, transition.action);
  return cell === null ? null : boxOfTile(before, tiling, cell);
}
