import { add, type Component, clickedComponent, findComponents, shapeKey } from './board';
import { cellsAt, parseLook, type Site } from './look';
import { once } from './memo';
import type { PlayerView, Situation } from './situation';
import type { Action, Board, Mask, Vec } from './types';

/** An empty thing, for features of the situation alone. */
export const NOTHING: Site = { look: parseLook(''), at: [0, 0], cells: [], ring: [] };

/** Marks the cells of one call. A set of its own for each call took most of the time of learning. */
let ownCells = new Uint8Array(0);
const COLOR_NAMES = Array.from({ length: 16 }, (_, color) => String(color));

/**
 * The colors that these cells would cover after a step, excluding themselves; "edge" for the border and masked
 * cells.
 */
export function findAhead(board: Board, mask: Mask, cells: readonly number[], step: Vec): string[] {
  const { rows, cols, cells: colors } = board;
  const met: string[] = [];
  if (ownCells.length < colors.length) ownCells = new Uint8Array(colors.length);
  for (const cell of cells) ownCells[cell] = 1;
  for (const cell of cells) {
    const row = Math.floor(cell / cols) + step[0];
    const col = (cell % cols) + step[1];
    const target = row * cols + col;
    const isEdge = row < 0 || col < 0 || row >= rows || col >= cols || mask.has(target);
    if (!isEdge && ownCells[target] === 1) continue;
    const value = isEdge ? 'edge' : (COLOR_NAMES[colors[target] as number] as string);
    if (!met.includes(value)) met.push(value);
  }
  for (const cell of cells) ownCells[cell] = 0;
  return met;
}

/** All features of one thing that conditions can test, as `word:value`. */
export function describeThing(situation: Situation, thing: Site, step: Vec | null): string[] {
  const { board, action, mask, player } = situation;
  const { at, cells, look } = thing;
  const features = [`look:${look.key}`, `at:${at.join()}`];
  if (step) {
    const target = cellsAt(board, look, add(at, step));
    const beyond = target.length < cells.length ? ['edge'] : findAhead(board, mask, target, step);
    for (const value of findAhead(board, mask, cells, step)) features.push(`ahead:${value}`);
    for (const value of beyond) features.push(`beyond:${value}`);
    for (const value of findAhead(board, mask, cells, [-step[0], -step[1]])) features.push(`behind:${value}`);
  }
  const ring = thing.ring.filter((near) => !mask.has(near));
  for (const color of new Set(ring.map((near) => board.cells[near]))) features.push(`touching:${color}`);
  const shared = describeShared(situation);
  if (shared.clicked) features.push(...describeClick(board, action, shared.clicked, thing, ring));
  features.push(...shared.features);
  if (player) features.push(`player:by ${at[0] - player.site.at[0]},${at[1] - player.site.at[1]}`);
  return features;
}

/** The clicked color, "edge" for masked cells; null for other actions. */
export function clickedValue({ board, mask, action: { x, y } }: Situation): string | null {
  if (x === undefined || y === undefined) return null;
  const cell = y * board.cols + x;
  return mask.has(cell) || !(cell in board.cells) ? 'edge' : String(board.cells[cell]);
}

/** All colors ahead, sorted and joined into one key. */
export const listAhead = (features: readonly string[]): string =>
  features
    .filter((one) => one.startsWith('ahead'))
    .sort()
    .join(' ');

/** The position of a thing relative to the clicked component. */
function describeClick(
  board: Board,
  { x = 0, y = 0 }: Action,
  clicked: Component,
  { at, cells }: Site,
  ring: readonly number[],
): string[] {
  if (cells.includes(y * board.cols + x)) return ['clicked:it'];
  const features = [`clicked:by ${at[0] - clicked.top},${at[1] - clicked.left}`];
  if (at[0] === clicked.top) features.push('clicked:row');
  if (at[1] === clicked.left) features.push('clicked:column');
  const { of } = findComponents(board);
  if (ring.some((near) => of[near] === clicked.id)) features.push('clicked:near');
  return features;
}

/** Features of the situation, which all things share; and the clicked component, unless it is masked. */
const describeShared = once((situation: Situation) => {
  const { board, action, last, player } = situation;
  const value = clickedValue(situation);
  const clicked = value === 'edge' ? null : clickedComponent(board, action);
  const features = value === null ? [] : [`clicked:${value}`];
  if (clicked)
    features.push(`clicked:at ${clicked.top},${clicked.left}`, `clicked:shape ${shapeKey(clicked)}`);
  for (const color of listColors(board)) features.push(`board:${color}`);
  if (last !== null) features.push(`last:${last}`);
  features.push(`action:${action.id}`);
  if (player) features.push(`player:at ${player.site.at.join()}`);
  if (player?.step)
    for (const value of findAhead(board, NO_MASK, player.site.cells, player.step))
      features.push(`player:${value}`);
  return { clicked, features };
});

const NO_MASK: Mask = new Set();
export const listColors = once((board: Board): readonly number[] =>
  [...new Set(board.cells)].sort((a, b) => a - b),
);

/** null if there is not exactly one such object. */
export function viewPlayer(sites: readonly Site[], step: Vec | null): PlayerView | null {
  const [site] = sites;
  return site && sites.length === 1 ? { site, step } : null;
}
