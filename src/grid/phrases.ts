import { endCut, quote } from '../base/quote';
import { CUT_MARK } from '../base/tokens';
import type { GameAction } from '../contract/agents';

/** Forms that the prompts of a run share. */

/** A titled part of a prompt; empty if it has no lines. */
export const section = (title: string, lines: readonly string[]): string => {
  const shown = lines.filter((line) => line !== '');
  return shown.length === 0 ? '' : [`${title}:`, ...shown].join('\n');
};

/** The first of a list, and how many more there are. */
export function listSome(all: readonly string[], most: number, separator: string): string {
  const more = all.length - most;
  return more <= 0 ? all.join(separator) : [...all.slice(0, most), `and ${more} more`].join(separator);
}

/** `ACTION2`, or `ACTION6 at (row,col)`: positions are told to a model in one order only. */
export const nameAction = ({ id, x, y }: GameAction): string =>
  x === undefined || y === undefined ? id : `${id} at (${y},${x})`;

/** A model's words, no longer than is shown of any. */
export const quoteSome = (text: string, most: number): string => quote(cutText(text, most));

/** A text, no longer than `most` characters. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? endCut(text.slice(0, most), CUT_MARK) : text;
