import { colorName, type Mask, NO_MASK } from '../../contract/frame';
import { parseColorCode } from './board';

export interface PixelChange {
  row: number;
  col: number;
  /** Color; -1 if that frame has no such cell. */
  from: number;
  to: number;
}

/** Rows and columns are inclusive. */
export interface Region {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export interface FrameDiff {
  /** Unmasked cells of the settled frame that differ from the frame before, in reading order. */
  changed: PixelChange[];
  /** Number of cells that differed from the frame before in any frame, including the settled one. */
  touched: number;
  /**
   * Bounding box of `changed`, or of the cells the animation touched if `changed` is empty. null if no cell
   * changed.
   */
  region: Region | null;
  /**
   * True if any frame differs, including the animation; false forces `had_effect` to false
   * (docs/runs.md#effect-and-evidence).
   */
  hasChanges: boolean;
  /** For example `15 pixels changed in region (20,30)-(25,35)`: (row,col), inclusive. */
  summary: string;
}

/**
 * Compares a frame with the frames that followed it.
 *
 * @param before packed frame before the action
 * @param frames packed frames after it, oldest first, the settled one last; an empty list gives an empty diff
 * @param mask cells to ignore (a HUD that changes after any action)
 * @example
 * diffFrames('00/00', ['00/09']).summary; // '1 pixel changed in region (1,1)-(1,1)'
 * diffFrames('00/00', ['99/99', '00/00']).hasChanges; // true: the animation changed cells
 */
export function diffFrames(before: string, frames: readonly string[], mask: Mask = NO_MASK): FrameDiff {
  const old = before.split('/');
  const touchedCells = new Map<number, PixelChange>();
  let changedCells: PixelChange[] = [];
  for (const frame of frames) {
    changedCells = frame === before ? [] : compareRows(old, frame.split('/'), mask);
    for (const change of changedCells) touchedCells.set(change.row * LINE + change.col, change);
  }
  const passing = changedCells.length === 0 && touchedCells.size > 0;
  const region = boundingBox(passing ? [...touchedCells.values()] : changedCells);
  return {
    changed: changedCells,
    touched: touchedCells.size,
    region,
    hasChanges: touchedCells.size > 0,
    summary: passing
      ? `no pixels changed in the settled frame; ${summarize(touchedCells.size, region)} during the animation`
      : summarize(changedCells.length, region),
  };
}

/** One line per run of neighbors in a row that changed alike: `(3,4)-(3,9): blue -> grey`. */
export function describeCells(changed: readonly PixelChange[]): string[] {
  const runs: { first: PixelChange; last: PixelChange }[] = [];
  for (const change of changed) {
    const run = runs.at(-1);
    const { row, col, from, to } = run?.last ?? change;
    const isNext = run && row === change.row && col === change.col - 1;
    if (isNext && from === change.from && to === change.to) run.last = change;
    else runs.push({ first: change, last: change });
  }
  return runs.map(({ first, last }) => {
    const end = first === last ? '' : `-(${last.row},${last.col})`;
    return `(${first.row},${first.col})${end}: ${colorName(first.from)} -> ${colorName(first.to)}`;
  });
}

/** More than the columns of any frame, so `row * LINE + col` is unique at any frame size. */
const LINE = 4096;

function compareRows(old: readonly string[], now: readonly string[], mask: Mask): PixelChange[] {
  const changes: PixelChange[] = [];
  const rows = Math.max(old.length, now.length);
  const cols = Math.max(old[0]?.length ?? 0, now[0]?.length ?? 0);
  for (let row = 0; row < rows; row++) {
    const [was, is] = [old[row] ?? '', now[row] ?? ''];
    if (was === is) continue;
    for (let col = 0; col < cols; col++) {
      const from = col < was.length ? parseColorCode(was.charCodeAt(col)) : -1;
      const to = col < is.length ? parseColorCode(is.charCodeAt(col)) : -1;
      if (from !== to && !mask.has(row * cols + col)) changes.push({ row, col, from, to });
    }
  }
  return changes;
}

/** null for an empty list. */
export function boundingBox(cells: readonly { row: number; col: number }[]): Region | null {
  const first = cells[0];
  if (!first) return null;
  const box = { top: first.row, left: first.col, bottom: first.row, right: first.col };
  for (const { row, col } of cells) {
    box.top = Math.min(box.top, row);
    box.left = Math.min(box.left, col);
    box.bottom = Math.max(box.bottom, row);
    box.right = Math.max(box.right, col);
  }
  return box;
}

function summarize(count: number, region: Region | null): string {
  if (!region) return 'no pixels changed';
  const { top, left, bottom, right } = region;
  return `${count} ${count === 1 ? 'pixel' : 'pixels'} changed in region (${top},${left})-(${bottom},${right})`;
}
