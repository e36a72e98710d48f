import { type Differences, diffBoards } from './board';
import { remember } from './memo';
import type { Action, Board, Mask, Transition } from './types';

/** A board, the next action, and the part of the past that rules can refer to. */
export interface Situation {
  board: Board;
  action: Action;
  /** The previous action of this level. */
  last: string | null;
  /** Cells that the last effect changed. */
  recent: ReadonlySet<number>;
  /** The board that an undo would restore. */
  previous: Board | null;
}

const diffs = new WeakMap<Transition, Differences & { mask: Mask }>();

export function findDifferences(transition: Transition, mask: Mask): Differences {
  const known = diffs.get(transition);
  if (known?.mask === mask) return known;
  const found = { mask, ...diffBoards(transition.before, transition.after, mask) };
  diffs.set(transition, found);
  return found;
}

/** Unmasked cells that changed in a transition. */
export const findChanged = (transition: Transition, mask: Mask): readonly number[] =>
  findDifferences(transition, mask).cells;

const NO_CELLS: ReadonlySet<number> = new Set();
const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** Follows a level's transitions and describes the situation after them. */
export class Past {
  #last: string | null = null;
  #recent: readonly number[] = [];
  #stack: Board[] = [];

  constructor(
    readonly mask: Mask,
    readonly undo: string | null,
  ) {}

  push(transition: Transition): void {
    if (transition.start) this.clear();
    const changed = findChanged(transition, this.mask);
    if (changed.length > 0) {
      this.#recent = changed;
      if (transition.action.id === this.undo) this.#stack.pop();
      else this.#stack.push(transition.before);
    }
    this.#last = transition.action.id;
  }

  clone(): Past {
    const copy = new Past(this.mask, this.undo);
    copy.#last = this.#last;
    copy.#recent = this.#recent;
    copy.#stack = [...this.#stack];
    return copy;
  }

  clear(): void {
    this.#last = null;
    this.#recent = [];
    this.#stack = [];
  }

  situate(board: Board, action: Action): Situation {
    return {
      board,
      action,
      last: this.#last,
      recent: this.#recent.length > 0 ? remember(sets, this.#recent, () => new Set(this.#recent)) : NO_CELLS,
      previous: this.#stack.at(-1) ?? null,
    };
  }
}
