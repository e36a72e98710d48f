import { clickedComponent, findRing } from './board';
import { cellsAt, parseLook, type Site } from './look';
import { remember } from './memo';
import type { PlayerView, Situation } from './situation';
import type { Board, Mask, Vec } from './types';

/** An empty thing, for features of the situation alone. */
export const NOTHING: Site = { look: parseLook(''), at: [0, 0], cells: [], ring: [] };

/**
 * The colours that these cells would cover after a step, excluding themselves; "edge" for the border and masked
 * cells.
 */
export function findAhead(board: Board, mask: Mask, cells: readonly number[], step: Vec): readonly string[] {
  const met: string[] = [];
  let found = 0;
  if (ownCells.length < board.cells.length) ownCells = new Uint8Array(board.cells.length);
  for (const cell of cells) ownCells[cell] = 1;
  for (const cell of cells) {
    const row = Math.floor(cell / board.cols) + step[0];
    const col = (cell % board.cols) + step[1];
    const target = row * board.cols + col;
    const isEdge = row < 0 || col < 0 || row >= board.rows || col >= board.cols || mask.has(target);
    if (!isEdge && ownCells[target] === 1) continue;
    const colour = isEdge ? EDGE : (board.cells[target] as number);
    if ((found & (1 << colour)) !== 0) continue;
    found |= 1 << colour;
    met.push(isEdge ? 'edge' : String(colour));
  }
  for (const cell of cells) ownCells[cell] = 0;
  return met;
}

/** Marks the cells of one call. A set of its own for each call took most of the time of learning. */
let ownCells = new Uint8Array(0);
/** Bit of "edge" next to the bits of the colours. */
const EDGE = 16;

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
export function describeThing(situation: Situation, thing: Site, step: Vec | null): Set<string> {
  const { board, action, mask, player } = situation;
  const features = new Set<string>([`look:${thing.look.key}`, `at:${thing.at.join()}`]);
  const own = new Set(thing.cells);
  if (step) {
    const target = shiftCells(board, thing.cells, step);
    for (const value of findAhead(board, mask, thing.cells, step)) features.add(`ahead:${value}`);
    const isInside = target.length === thing.cells.length;
    if (!isInside) features.add('beyond:edge');
    else for (const value of findAhead(board, mask, target, step)) features.add(`beyond:${value}`);
    for (const value of findAhead(board, mask, thing.cells, [-step[0], -step[1]]))
      features.add(`behind:${value}`);
  }
  let touched = 0;
  for (const near of thing.ring) {
    const colour = board.cells[near] as number;
    if ((touched & (1 << colour)) !== 0 || mask.has(near)) continue;
    touched |= 1 << colour;
    features.add(`touching:${colour}`);
  }
  describeClick(situation, thing, own, features);
  for (const feature of remember(shared, situation, () => describeShared(situation))) features.add(feature);
  if (player) features.add(`player:by ${thing.at[0] - player.at[0]},${thing.at[1] - player.at[1]}`);
  features.add(`action:${action.id}`);
  return features;
}

/** Pairs of a colour ahead and the colour one step further. Both decide if an object can be pushed. */
export function listPairs(features: ReadonlySet<string>): string[] {
  const values = (word: string) =>
    [...features].filter((one) => one.startsWith(word)).map((one) => one.slice(word.length));
  const beyond = values('beyond:');
  return values('ahead:').flatMap((value) => beyond.map((next) => `${value}>${next}`));
}

/** The clicked colour, "edge" for masked cells; null for other actions. */
export function clickedValue({ board, mask, action: { x, y } }: Situation): string | null {
  if (x === undefined || y === undefined) return null;
  const cell = y * board.cols + x;
  return mask.has(cell) || !(cell in board.cells) ? 'edge' : String(board.cells[cell]);
}

/** All colours ahead, sorted and joined into one key. */
export const listAhead = (features: ReadonlySet<string>): string =>
  [...features]
    .filter((one) => one.startsWith('ahead:'))
    .sort()
    .join(' ');

function describeClick(
  { board, action, mask }: Situation,
  thing: Site,
  own: ReadonlySet<number>,
  features: Set<string>,
): void {
  const clicked = clickedComponent(board, action);
  if (!clicked || action.x === undefined || action.y === undefined) return;
  if (mask.has(action.y * board.cols + action.x)) {
    features.add('clicked:edge');
    return;
  }
  const isIt = own.has(action.y * board.cols + action.x);
  if (isIt) features.add('clicked:it');
  else {
    features.add(`clicked:by ${thing.at[0] - clicked.top},${thing.at[1] - clicked.left}`);
    if (thing.at[0] === clicked.top) features.add('clicked:row');
    if (thing.at[1] === clicked.left) features.add('clicked:column');
    if (findRing(board, clicked).some((near) => own.has(near))) features.add('clicked:near');
  }
  features.add(`clicked:${clicked.colour}`);
  features.add(`clicked:at ${clicked.top},${clicked.left}`);
  features.add(`clicked:shape ${clicked.key}`);
}

const shared = new WeakMap<Situation, string[]>();

/** Features of the situation, which all things share. */
function describeShared({ board, last, player }: Situation): string[] {
  const features = listColours(board).map((colour) => `board:${colour}`);
  if (last !== null) features.push(`last:${last}`);
  if (!player) return features;
  features.push(`player:at ${player.at.join()}`);
  const cells = cellsAt(board, player.look, player.at);
  for (const value of player.step ? findAhead(board, NO_MASK, cells, player.step) : [])
    features.push(`player:${value}`);
  return features;
}

const NO_MASK: ReadonlySet<number> = new Set();
const colourCache = new WeakMap<Board, number[]>();
export const listColours = (board: Board): readonly number[] =>
  remember(colourCache, board, () => [...new Set(board.cells)].sort((a, b) => a - b));

/** null if there is not exactly one such object. */
export function viewPlayer(sites: readonly Pick<Site, 'at' | 'look'>[], step: Vec | null): PlayerView | null {
  const [site] = sites;
  return site && sites.length === 1 ? { at: site.at, look: site.look, step } : null;
}
