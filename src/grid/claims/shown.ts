import { colourName, colourNumber } from '../../contract/frame';
import type { Board } from './board';

/** What a cell of the board shows decides: with some colours the action does what is said, with others nothing of it. */
export interface Shown {
  row: number;
  col: number;
  /** Colours with which it was seen to do so, and with which it was seen not to; ascending. */
  is: number[];
  not: number[];
}

/** Says whether the cell shows what is asked for; null when it shows what it never did, or is not on the board. */
export function isShown({ row, col, is, not }: Shown, board: Board): boolean | null {
  const colour = row < board.rows && col < board.cols ? board.cells[row * board.cols + col] : undefined;
  if (colour === undefined) return null;
  return is.includes(colour) ? true : not.includes(colour) ? false : null;
}

const list = (colours: readonly number[]): string => colours.map(colourName).join(' or ');

/** Writes the sentence that follows a claim. */
export const writeShown = ({ row, col, is, not }: Shown): string =>
  `Only while the cell at (${row},${col}) is ${list(is)}; with ${list(not)} there it does not.`;

const SHOWN = /^Only while the cell at \((\d+),(\d+)\) is ([a-z ]+); with ([a-z ]+) there it does not\.$/;

/** Reads what {@link writeShown} wrote; null for other text. */
export function readShown(sentence: string): Shown | null {
  const match = SHOWN.exec(sentence);
  if (!match) return null;
  const [is, not] = [match[3] ?? '', match[4] ?? ''].map((text) => text.split(' or ').map(colourNumber));
  if (!is || !not || [...is, ...not].some((colour) => colour < 0)) return null;
  return { row: Number(match[1]), col: Number(match[2]), is, not };
}
