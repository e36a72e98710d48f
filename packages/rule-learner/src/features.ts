import { type Component, clickedComponent, findRing } from './board';
import { cellsAt, parseLook, type Site } from './look';
import { remember } from './memo';
import type { PlayerView, Situation } from './situation';
import type { Action, Board, Mask, Vec } from './types';

/** An empty thing, for features of the situation alone. */
export const NOTHING: Site = { look: parseLook(''), at: [0, 0], cells: [], ring: [] };

/** Values of features about colors; the last one is for the border and masked cells. */
const VALUES = [...Array.from({ length: 16 }, (_, color) => String(color)), 'edge'];
const EDGE = 16;
/** Features by value. New strings would be slow to look up. */
const table = (word: string): readonly string[] => VALUES.map((value) => `${word}:${value}`);
const [AHEAD, BEYOND, BEHIND] = [table('ahead'), table('beyond'), table('behind')];
const [TOUCHING, PLAYER, PRESENT] = [table('touching'), table('player'), table('board')];

/**
 * The colors that these cells would cover after a step, excluding themselves; "edge" for the border and masked
 * cells.
 */
export const findAhead = (board: Board, mask: Mask, cells: readonly number[], step: Vec): readonly string[] =>
  lookAhead(board, mask, cells, step, VALUES);

function lookAhead(
  { rows, cols, cells: colors }: Board,
  mask: Mask,
  cells: readonly number[],
  step: Vec,
  names: readonly string[],
): string[] {
  const met: string[] = [];
  let found = 0;
  if (ownCells.length < colors.length) ownCells = new Uint8Array(colors.length);
  for (const cell of cells) ownCells[cell] = 1;
  for (const cell of cells) {
    const row = Math.floor(cell / cols) + step[0];
    const col = (cell % cols) + step[1];
    const target = row * cols + col;
    const isEdge = row < 0 || col < 0 || row >= rows || col >= cols || mask.has(target);
    if (!isEdge && ownCells[target] === 1) continue;
    const color = isEdge ? EDGE : (colors[target] as number);
    if ((found & (1 << color)) !== 0) continue;
    found |= 1 << color;
    met.push(names[color] as string);
  }
  for (const cell of cells) ownCells[cell] = 0;
  return met;
}

/** Marks the cells of one call. A set of its own for each call took most of the time of learning. */
let ownCells = new Uint8Array(0);

const shiftCells = (board: Board, cells: readonly number[], step: Vec): number[] => {
  const shifted: number[] = [];
  for (const cell of cells) {
    const row = Math.floor(cell / board.cols) + step[0];
    const col = (cell % board.cols) + step[1];
    if (row >= 0 && col >= 0 && row < board.rows && col < board.cols) shifted.push(row * board.cols + col);
  }
  return shifted;
};

/** All features of one thing that conditions can test, as `word:value`. */
export function describeThing(situation: Situation, thing: Site, step: Vec | null): string[] {
  const { board, action, mask, player } = situation;
  const { at, cells, look } = thing;
  const features = [look.feature, `at:${at[0]},${at[1]}`];
  if (step) {
    const target = shiftCells(board, cells, step);
    features.push(...lookAhead(board, mask, cells, step, AHEAD));
    if (target.length < cells.length) features.push('beyond:edge');
    else features.push(...lookAhead(board, mask, target, step, BEYOND));
    features.push(...lookAhead(board, mask, cells, [-step[0], -step[1]], BEHIND));
  }
  let touched = 0;
  for (const near of thing.ring) {
    const color = board.cells[near] as number;
    if ((touched & (1 << color)) !== 0 || mask.has(near)) continue;
    touched |= 1 << color;
    features.push(TOUCHING[color] as string);
  }
  const common = remember(shared, situation, () => describeShared(situation));
  if (common.clicked) features.push(...describeClick(board, action, common.clicked, thing));
  features.push(...common.features);
  if (player) features.push(`player:by ${at[0] - player.at[0]},${at[1] - player.at[1]}`);
  features.push(`action:${action.id}`);
  return features;
}

/** The clicked color, "edge" for masked cells; null for other actions. */
export function clickedValue({ board, mask, action: { x, y } }: Situation): string | null {
  if (x === undefined || y === undefined) return null;
  const cell = y * board.cols + x;
  return mask.has(cell) || !(cell in board.cells) ? 'edge' : String(board.cells[cell]);
}

/** All colors ahead, or beyond, sorted and joined into one key. */
export const listAhead = (features: readonly string[], word = 'ahead'): string =>
  features
    .filter((one) => one.startsWith(word))
    .sort()
    .join(' ');

/** The position of a thing relative to the clicked component. */
function describeClick(board: Board, { x = 0, y = 0 }: Action, clicked: Component, thing: Site): string[] {
  const { at, cells, look } = thing;
  if (cells.includes(y * board.cols + x)) return ['clicked:it'];
  const features = [`clicked:by ${at[0] - clicked.top},${at[1] - clicked.left}`];
  if (at[0] === clicked.top) features.push('clicked:row');
  if (at[1] === clicked.left) features.push('clicked:column');
  const isFar =
    at[0] > clicked.bottom + 1 ||
    at[1] > clicked.right + 1 ||
    at[0] + look.rows < clicked.top ||
    at[1] + look.cols < clicked.left;
  if (isFar) return features;
  const own = new Set(cells);
  if (findRing(board, clicked).some((near) => own.has(near))) features.push('clicked:near');
  return features;
}

interface Shared {
  /** null unless a component outside the mask is clicked. */
  clicked: Component | null;
  features: string[];
}

const shared = new WeakMap<Situation, Shared>();

/** Features of the situation, which all things share. */
function describeShared(situation: Situation): Shared {
  const { board, action, last, player } = situation;
  const clicked = clickedValue(situation) === 'edge' ? null : clickedComponent(board, action);
  const features = clicked
    ? [
        `clicked:${clicked.color}`,
        `clicked:at ${clicked.top},${clicked.left}`,
        `clicked:shape ${clicked.key}`,
      ]
    : [];
  if (clickedComponent(board, action) && !clicked) features.push('clicked:edge');
  for (const color of listColors(board)) features.push(PRESENT[color] as string);
  if (last !== null) features.push(`last:${last}`);
  if (!player) return { clicked, features };
  features.push(`player:at ${player.at.join()}`);
  const cells = cellsAt(board, player.look, player.at);
  if (player.step) features.push(...lookAhead(board, NO_MASK, cells, player.step, PLAYER));
  return { clicked, features };
}

const NO_MASK: ReadonlySet<number> = new Set();
const colorCache = new WeakMap<Board, number[]>();
export const listColors = (board: Board): readonly number[] =>
  remember(colorCache, board, () => [...new Set(board.cells)].sort((a, b) => a - b));

/** null if there is not exactly one such object. */
export function viewPlayer(sites: readonly Pick<Site, 'at' | 'look'>[], step: Vec | null): PlayerView | null {
  const [site] = sites;
  return site && sites.length === 1 ? { at: site.at, look: site.look, step } : null;
}
