import type { Site } from 'rule-learner';
import type { Mask } from '../../contract/frame';
import type { Board } from '../frame/board';
import { type Component, findComponents } from '../frame/components';

/** A board without the controlled object, so that it is the same for every position of that object. */
export interface Config {
  key: string;
  board: Board;
  /** `owner` has the component index of each cell. */
  components: readonly Component[];
  owner: Int32Array;
  /** True for components small enough to be objects instead of floor or wall. */
  special: boolean[];
  /** True for components in the mask. */
  masked: boolean[];
  kinds: string[];
}

/** A board, observed or predicted. */
export interface Node {
  key: string;
  board: Board;
  config: Config;
  /** The controlled object; null if unknown. */
  mover: Site | null;
}

/** Share of the board above which a color counts as floor or wall. */
const COMMON = 0.05;
/** Share of the board above which a component counts as ground. */
export const MAX_OBJECT = 0.25;

export const kindOf = ({ colour, rows, cols, size }: Component): string =>
  `${colour}.${rows}x${cols}.${size}`;

/** Key for facts about all objects of one color. */
export const colourOf = (kind: string): string => `colour ${kind.split('.')[0]}`;

/** Hash of a board without its masked cells. */
export function hashBoard(board: Board, mask: Mask): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let cell = 0; cell < board.cells.length; cell++) {
    const colour = mask.has(cell) ? 0 : (board.cells[cell] ?? 0);
    a = Math.imul(a ^ colour, 0x01000193);
    b = Math.imul(b ^ (colour + (a & 0xff)), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

export function readConfig(key: string, board: Board, mask: Mask): Config {
  const components = findComponents(board);
  const owner = new Int32Array(board.cells.length);
  const counts = new Array<number>(16).fill(0);
  for (const [index, { cells, colour, size }] of components.entries()) {
    for (const cell of cells) owner[cell] = index;
    counts[colour] = (counts[colour] ?? 0) + size;
  }
  const inMask = components.map(({ cells }) => cells.every((cell) => mask.has(cell)));
  const special = components.map(
    ({ colour }, index) => !inMask[index] && (counts[colour] ?? 0) < COMMON * board.cells.length,
  );
  return { key, board, components, owner, special, masked: inMask, kinds: components.map(kindOf) };
}

/** Indices of the small components under these cells, without duplicates. */
export const thingsAt = ({ owner, special }: Config, cells: readonly number[]): number[] =>
  [...new Set(cells.map((cell) => owner[cell] ?? 0))].filter((index) => special[index]);
