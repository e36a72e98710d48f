import { closeCut, quote } from '../base/quote';
import { CUT_MARK } from '../base/tokens';
import type { GameAction } from '../contract/agents';

/** Formatting shared by a run's prompts. */

/** Empty if there are no lines. */
export const section = (title: string, lines: readonly string[]): string => {
  const shown = lines.filter((line) => line !== '');
  return shown.length === 0 ? '' : [`${title}:`, ...shown].join('\n');
};

export function listSome(all: readonly string[], most: number, separator: string): string {
  const more = all.length - most;
  return more <= 0 ? all.join(separator) : [...all.slice(0, most), `and ${more} more`].join(separator);
}

/** For example `ACTION2` or `ACTION6 at (row,col)`. Prompts always put the row first. */
export const nameAction = ({ id, x, y }: GameAction): string =>
  x === undefined || y === undefined ? id : `${id} at (${y},${x})`;

export const quoteSome = (text: string, most: number): string => quote(cutText(text, most));

export const cutText = (text: string, most: number): string =>
  text.length > most ? closeCut(text.slice(0, most), CUT_MARK) : text;
