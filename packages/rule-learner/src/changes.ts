import { findComponents } from './board';
import { componentThing, lookThing, type Thing } from './features';
import type { ChangeBehaviour } from './knowledge';
import { findLook, fits, parseLook } from './look';
import type { Reading } from './reading';
import { maxObjectSize } from './scenery';
import type { Board, Vec } from './types';

/** A kind of change: a component that changes colour, or a picture that turns into another one. */
export type Kind = Pick<ChangeBehaviour, 'from' | 'to' | 'places'>;

export const kindKey = ({ from, to }: Kind): string => `${from}>${to}`;

/** True if the whole component of colour `from` turns into colour `to`. */
export const isRecolour = ({ from }: Kind): boolean => from.startsWith('#');

export function listChanges({ recolours, patches }: Reading): { from: string; to: string; at: Vec }[] {
  return [
    ...recolours.map(({ component: { colour, top, left }, to }) => ({
      ...{ from: `#${colour.toString(16)}`, to: `#${to.toString(16)}`, at: [top, left] as Vec },
    })),
    ...patches.map(({ from, to, at }) => ({ from: from.key, to: to.key, at })),
  ];
}

export function findTargets(board: Board, kind: Kind): Thing[] {
  if (isRecolour(kind)) {
    const colour = readColour(kind.from);
    return findComponents(board)
      .list.filter((one) => one.colour === colour && one.cells.length <= maxObjectSize(board))
      .map((component) => componentThing(board, component));
  }
  const look = parseLook(kind.from);
  const places = kind.places?.filter((place) => fits(board, look, place)) ?? findLook(board, look);
  return places.map((at) => lookThing(board, look, at));
}

/** New colours of the thing's cells. */
export function applyChange(
  board: Board,
  kind: Kind,
  { cells, at }: Thing,
): [cell: number, colour: number][] {
  if (isRecolour(kind)) return cells.map((cell) => [cell, readColour(kind.to)]);
  return parseLook(kind.to).parts.map(([row, col, colour]) => [
    (at[0] + row) * board.cols + at[1] + col,
    colour,
  ]);
}

export const readColour = (text: string): number => Number.parseInt(text.slice(1), 16);
