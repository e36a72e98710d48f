import { memoizeObject } from '../../base/memoize';
import type { GameAction } from '../../contract/agents';
import { CLICK } from '../../grid/choose';
import { clickedCell, clickedSite, colourAround } from '../../grid/claims/area';
import { type Board, type Box, boxOf, flood, readBoard } from '../../grid/claims/board';
import { seeTransition } from '../../grid/claims/check';
import { isOfTiles } from '../../grid/claims/claim';
import { siteOf } from '../../grid/claims/scope';
import { keyBoard } from './board-key';
import { mainMotion } from './motion/motion';
import type { Study } from './study';

const MOST = 30;

/** An object one can click on. */
export interface Clickable {
  action: GameAction;
  site: number;
  size: number;
  /** Clicks so far on an object of this colour, with this colour around it, and whether any had an effect. */
  siteClicks: number;
  siteWorked: boolean;
  /** Clicks so far in this very place, whatever it was then, and whether any had an effect. */
  placeClicks: number;
  placeWorked: boolean;
  /** Says whether it was clicked on this very board, in another cell at least. */
  again: boolean;
  button: boolean;
  /** It is as large as something that did work when it was clicked. */
  sibling: boolean;
  /** It is thin and lies along the border of the board: a step bar, say. */
  bar: boolean;
  /** 1 when it lies where other actions changed something; what they move is no place. */
  reacted: number;
}

/**
 * Places to click, one in each object: at its middle, or as near as it has cells. Sites never clicked first, then
 * places never clicked, what other actions changed or framed before the rest; within that what looks like a button
 * first, in reading order. Bars come last.
 */
export const findClickables = (board: Board, study: Study): Clickable[] => clickablesOf(study)(board);
const clickablesOf = memoizeObject((study: Study) =>
  memoizeObject((board: Board) => listClickables(board, study)),
);

function listClickables(board: Board, study: Study): Clickable[] {
  const clicks = clicksOf(study);
  const triedCells = cellsTriedOn(board, study);
  const lively = livelyCells(board, study);
  const mover = new Set(mainMotion(study)?.avatar.picture.cells ?? []);
  const visitedCells = new Uint8Array(board.cells.length);
  const clickables: Clickable[] = [];
  for (let start = 0; start < board.cells.length; start++) {
    if (visitedCells[start] === 1 || study.mask.has(start)) continue;
    const cells = flood(board, start);
    for (const cell of cells) visitedCells[cell] = 1;
    const at = freshCell(cells, board, triedCells) ?? cellToClick(cells, board, study);
    const site = siteOf(board.cells[start] ?? 0, colourAround(board, cells));
    const inside = new Set(cells);
    const own = clicks.actions.filter(({ action }) => inside.has(clickedCell(board, action) ?? -1));
    clickables.push({
      action: { id: CLICK, x: at % board.cols, y: Math.floor(at / board.cols) },
      site,
      size: cells.length,
      siteClicks: clicks.bySite.get(site) ?? 0,
      siteWorked: clicks.worked.has(site),
      again: cells.some((cell) => triedCells.has(cell)),
      button: false,
      sibling: clicks.workedSizes.has(sizeOf(boxOf(cells, board.cols))),
      bar: isBar(boxOf(cells, board.cols), board),
      placeClicks: own.length,
      placeWorked: own.some(({ hadEffect }) => hadEffect),
      reacted: lively.has(at) && !mover.has(board.cells[start] ?? 0) ? 1 : 0,
    });
  }
  const counts = new Map<number, number>();
  for (const { site } of clickables) counts.set(site, (counts.get(site) ?? 0) + 1);
  for (const one of clickables) one.button = isButton(one, counts.get(one.site) ?? 1, board);
  const rank = (one: Clickable): number =>
    (one.siteWorked ? 0.5 : Math.min(one.siteClicks, 3)) * 4 +
    (Math.min(one.placeClicks, 1) - one.reacted) * 2 +
    (one.size > board.cells.length / 8 ? 3 : 0) +
    (one.bar ? 14 : 0) +
    (one.button ? -Math.min(one.size, MAX_BUTTON) / MAX_BUTTON : 0.5);
  return clickables.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

const sizeOf = ({ top, left, bottom, right }: Box): string => `${bottom - top + 1}×${right - left + 1}`;

/** Clicks without effect in a run after which kinds that were never clicked are left at that. */
const MAX_IDLE_CLICKS = 10;
/** A kind that takes up one part in so many of the board is ground. */
export const GROUND_PART = 8;

/** Things of kinds that no click of the run has met; none once many clicks did nothing. */
export function findUnclicked(board: Board, study: Study): Clickable[] {
  if (clicksOf(study).idle >= MAX_IDLE_CLICKS) return [];
  return findClickables(board, study).filter(
    ({ siteClicks, bar, size }) => siteClicks === 0 && !bar && size * GROUND_PART <= board.cells.length,
  );
}

/** Counts the clicks since the last one that had an effect. */
export const countIdleClicks = (study: Study): number => clicksOf(study).idleInRow;

/** Cells that make an object large enough for a button, and alike ones beside which it still is one. */
const BUTTON_CELLS = 9;
const MAX_ALIKE = 4;
/** Cells from which on a button is not the sooner clicked for being larger. */
const MAX_BUTTON = 200;
/** Thickness of a bar, in cells, and its length as a part of the board's side. */
const BAR_THICK = 3;
const BAR_PART = 0.25;

/** Says whether an object looks like something to press: large, and one of few of its kind. */
const isButton = ({ size }: Clickable, alike: number, board: Board): boolean =>
  size >= BUTTON_CELLS && size <= board.cells.length / 16 && alike <= MAX_ALIKE;

function isBar({ top, left, bottom, right }: Box, { rows, cols }: Board): boolean {
  const [high, wide] = [bottom - top + 1, right - left + 1];
  const isLevel =
    high <= BAR_THICK && wide >= BAR_PART * cols && (top < BAR_THICK || bottom >= rows - BAR_THICK);
  const isUpright =
    wide <= BAR_THICK && high >= BAR_PART * rows && (left < BAR_THICK || right >= cols - BAR_THICK);
  return (rows > 2 * BAR_THICK && isLevel) || (cols > 2 * BAR_THICK && isUpright);
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
  actions: { action: GameAction; hadEffect: boolean }[];
  bySite: Map<number, number>;
  /** Sites at which a click had an effect. */
  worked: Set<number>;
  /** Sizes of the things that these were. */
  workedSizes: Set<string>;
  /** Clicks without effect, and those since the last one with effect. */
  idle: number;
  idleInRow: number;
}

const clicksOf = memoizeObject((study: Study): Clicks => {
  const clicks: Clicks = {
    actions: [],
    bySite: new Map(),
    worked: new Set(),
    workedSizes: new Set(),
    idle: 0,
    idleInRow: 0,
  };
  for (const transition of study.history) {
    const { action, before } = transition;
    if (action.x === undefined) continue;
    const hadEffect = seeTransition(transition, study.mask)?.effect === true;
    clicks.actions.push({ action, hadEffect });
    const board = readBoard(before);
    const [site, cell] = [clickedSite(board, action), clickedCell(board, action)];
    if (site === null || cell === null) continue;
    clicks.bySite.set(site, (clicks.bySite.get(site) ?? 0) + 1);
    if (hadEffect) {
      clicks.worked.add(site);
      clicks.workedSizes.add(sizeOf(boxOf(flood(board, cell), board.cols)));
      clicks.idleInRow = 0;
      continue;
    }
    clicks.idle++;
    clicks.idleInRow++;
  }
  return clicks;
});

const triedBoards = memoizeObject((study: Study): Map<string, Set<number>> => {
  const cellsByBoard = new Map<string, Set<number>>();
  for (const { action, before } of study.history) {
    const board = readBoard(before);
    const cell = clickedCell(board, action);
    if (cell === null) continue;
    const key = keyBoard(board, study.mask);
    cellsByBoard.set(key, (cellsByBoard.get(key) ?? new Set()).add(cell));
  }
  return cellsByBoard;
});

/** Cells that were clicked on a board that looks like this one. */
const cellsTriedOn = (board: Board, study: Study): ReadonlySet<number> =>
  triedBoards(study).get(keyBoard(board, study.mask)) ?? new Set();

/** Counts the cells that were clicked on a board that looks like this one. */
export const countClicks = (board: Board, study: Study): number => cellsTriedOn(board, study).size;

/** The cell nearest to an object's middle that was not clicked on this board yet; null when all were. */
function freshCell(cells: readonly number[], board: Board, tried: ReadonlySet<number>): number | null {
  const fresh = cells.filter((cell) => !tried.has(cell));
  return fresh.length > 0 && fresh.length < cells.length ? middleOf(fresh, board) : null;
}

/** On tiles every part is clicked in turn, since what shows of a tile need not be all that a click on it may meet. */
function cellToClick(cells: readonly number[], board: Board, study: Study): number {
  const turn = study.of(CLICK).claims.some(isOfTiles) ? clicksOf(study).actions.length % 3 : 0;
  const cell = turn === 1 ? cells[0] : turn === 2 ? cells.at(-1) : undefined;
  return cell ?? middleOf(cells, board);
}

function middleOf(cells: readonly number[], board: Board): number {
  const { top, left, bottom, right } = boxOf(cells, board.cols);
  const [row, col] = [(top + bottom) / 2, (left + right) / 2];
  const far = (cell: number): number =>
    Math.abs(Math.floor(cell / board.cols) - row) + Math.abs((cell % board.cols) - col);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best), cells[0] ?? 0);
}
