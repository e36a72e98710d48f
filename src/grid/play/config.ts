import type { Mask } from '../../contract/frame';
import type { Board } from '../frame/board';
import { type Component, findComponents } from '../frame/components';
import type { Corner } from './mover';

/** A board without the thing that moves: what is left is the same wherever it stands. */
export interface Config {
  key: string;
  board: Board;
  /** Components of the board, and the component of each cell. */
  components: Component[];
  owner: Int32Array;
  /** Components small enough to be something rather than floor or wall. */
  special: boolean[];
  /** Components that lie in the mask. */
  masked: boolean[];
  kinds: string[];
}

/** A state as planning sees it: a config, and where the mover stands and how it looks; -1 where none is known. */
export interface Node {
  config: Config;
  at: Corner;
  look: number;
}

export const nodeKey = ({ config, at, look }: Node): string => `${config.key}@${at}.${look}`;

/** Share of the board above which a colour is floor or wall rather than a thing. */
const COMMON = 0.05;

export const kindOf = ({ colour, rows, cols, size }: Component): string =>
  `${colour}.${rows}x${cols}.${size}`;

/** Names the colour of a kind, for what holds of all things of that colour. */
export const colourOf = (kind: string): string => `colour ${kind.split('.')[0]}`;

/** Key of a board without the mover. */
export function configKey(board: Board): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const colour of board.cells) {
    a = Math.imul(a ^ colour, 0x01000193);
    b = Math.imul(b ^ (colour + (a & 0xff)), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

/** Reads what is on a board without the mover. */
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

/** Things that are met by going over cells: indices of small components, once each. */
export const thingsAt = ({ owner, special }: Config, cells: readonly number[]): number[] =>
  [...new Set(cells.map((cell) => owner[cell] ?? 0))].filter((index) => special[index]);
