import { changedCells } from './board';
import type { Site } from './look';
import type { Action, Board, Mask, Transition, Vec } from './types';

export interface PlayerView {
  site: Site;
  step: Vec | null;
}

/** A board, the next action, and all else that rules can refer to. */
export interface Situation {
  board: Board;
  action: Action;
  mask: Mask;
  /** The previous action of this level. */
  last: string | null;
  player: PlayerView | null;
}

const diffs = new WeakMap<Transition, { mask: Mask; cells: readonly number[] }>();

/** Unmasked cells that changed in a transition. */
export function findChanged(transition: Transition, mask: Mask): readonly number[] {
  const known = diffs.get(transition);
  if (known?.mask === mask) return known.cells;
  const cells = changedCells(transition.before, transition.after, mask);
  diffs.set(transition, { mask, cells });
  return cells;
}

/** A level so far: its last action, and the transitions that an undo would take back, newest last. */
export interface Past {
  last: string | null;
  undoable: readonly Transition[];
}

export const NO_PAST: Past = { last: null, undoable: [] };

export function followPast(past: Past, transition: Transition, mask: Mask, undo: string | null): Past {
  const { undoable } = transition.start ? NO_PAST : past;
  const last = transition.action.id;
  if (findChanged(transition, mask).length === 0) return { last, undoable };
  return { last, undoable: last === undo ? undoable.slice(0, -1) : [...undoable, transition] };
}
