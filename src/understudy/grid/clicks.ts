import type { GameAction } from '../../api/agents';
import { memoizeObject } from '../../base/memoize';
import { CLICK } from '../../engines/grid/choose';
import { clickedCell, clickedSite, colourAround } from '../../engines/grid/claims/area';
import { type Board, type Box, boxOf, flood, readBoard } from '../../engines/grid/claims/board';
import { siteOf } from '../../engines/grid/claims/claim';
import { mainMotion } from './motion';
import type { Study } from './study';

const MOST = 24;

/** An object one can click on. */
interface Clickable {
  action: GameAction;
  site: number;
  size: number;
  /** Clicks so far on an object of this colour, with this colour around it. */
  siteClicks: number;
  /** 1 when it was clicked in this very place already, whatever it was then. */
  placeClicks: number;
  /** 1 when it lies where other actions changed something; what they move is no place. */
  reacted: number;
}

/**
 * Places to click, one in each object: at its middle, or as near as it has cells. Sites never clicked first, then
 * places never clicked, what other actions changed or framed before the rest; within that small objects before large
 * ones, in reading order.
 */
export const findClickables = (board: Board, study: Study): Clickable[] => clickablesOf(study)(board);
const clickablesOf = memoizeObject((study: Study) =>
  memoizeObject((board: Board) => listClickables(board, study)),
);

function listClickables(board: Board, study: Study): Clickable[] {
  const clicks = clicksOf(study);
  const places = new Set(clicks.actions.map((action) => clickedCell(board, action)));
  const lively = livelyCells(board, study);
  const own = new Set(mainMotion(study)?.avatar.picture.cells ?? []);
  const visitedCells = new Uint8Array(board.cells.length);
  const clickables: Clickable[] = [];
  for (let start = 0; start < board.cells.length; start++) {
    if (visitedCells[start] === 1 || study.mask.has(start)) continue;
    const cells = flood(board, start);
    for (const cell of cells) visitedCells[cell] = 1;
    const at = middleOf(cells, board);
    const site = siteOf(board.cells[start] ?? 0, colourAround(board, cells));
    clickables.push({
      action: { id: CLICK, x: at % board.cols, y: Math.floor(at / board.cols) },
      site,
      size: cells.length,
      siteClicks: clicks.bySite.get(site) ?? 0,
      placeClicks: cells.some((cell) => places.has(cell)) ? 1 : 0,
      reacted: lively.has(at) && !own.has(board.cells[start] ?? 0) ? 1 : 0,
    });
  }
  const rank = (one: Clickable): number =>
    Math.min(one.siteClicks, 3) * 4 +
    (one.placeClicks - one.reacted) * 2 +
    (one.size > board.cells.length / 8 ? 3 : 0);
  return clickables.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

const LIVELY = new WeakMap<Study, Set<number>>();
/** A change that spans more of the board than this part says nothing of a place. */
const LOCAL_PART = 0.2;

/** Cells inside of what other actions than clicks changed: in the boxes around all that changed together. */
function livelyCells({ rows, cols }: Board, study: Study): ReadonlySet<number> {
  const known = LIVELY.get(study);
  if (known) return known;
  const lively = new Set<number>();
  for (const { transition, changed, before } of study.seens) {
    if (transition.action.x !== undefined || before.rows !== rows || before.cols !== cols) continue;
    for (const { top, left, bottom, right } of boxesAround(changed, rows, cols)) {
      if ((bottom - top + 1) * (right - left + 1) > LOCAL_PART * rows * cols) continue;
      for (let row = top; row <= bottom; row++) {
        for (let col = left; col <= right; col++) lively.add(row * cols + col);
      }
    }
  }
  LIVELY.set(study, lively);
  return lively;
}

/** The box around each group of cells that hang together. */
function boxesAround(changed: readonly number[], rows: number, cols: number): Box[] {
  const marks: Board = { rows, cols, cells: new Uint8Array(rows * cols) };
  for (const cell of changed) marks.cells[cell] = 1;
  const boxedCells = new Set<number>();
  return changed.flatMap((cell): Box[] => {
    if (boxedCells.has(cell)) return [];
    const group = flood(marks, cell);
    for (const one of group) boxedCells.add(one);
    return [boxOf(group, cols)];
  });
}

/** The clicks of a run, and how many met each site. */
interface Clicks {
  actions: GameAction[];
  bySite: Map<number, number>;
}

const clicksOf = memoizeObject((study: Study): Clicks => {
  const clicks: Clicks = { actions: [], bySite: new Map() };
  for (const { action, before } of study.history) {
    if (action.x === undefined) continue;
    clicks.actions.push(action);
    const site = clickedSite(readBoard(before), action);
    if (site !== null) clicks.bySite.set(site, (clicks.bySite.get(site) ?? 0) + 1);
  }
  return clicks;
});

function middleOf(cells: readonly number[], board: Board): number {
  const { top, left, bottom, right } = boxOf(cells, board.cols);
  const [row, col] = [(top + bottom) / 2, (left + right) / 2];
  const far = (cell: number): number =>
    Math.abs(Math.floor(cell / board.cols) - row) + Math.abs((cell % board.cols) - col);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best), cells[0] ?? 0);
}
