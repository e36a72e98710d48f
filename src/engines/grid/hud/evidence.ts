import { type Board, readBoard } from '../frame/board';
import { actionKey, type Transition } from '../transition';

/** A transition as evidence about the HUD: both boards and the cells that differ, masked ones left out. */
export interface Evidence {
  transition: Transition;
  /** Name of the action, with its place for a click. */
  key: string;
  before: Board;
  after: Board;
  /** Changed cells, ascending; the same list whenever none of them is masked. */
  cells: readonly number[];
  /** Stretch of play without anything unseen in between: each begins with the frame the one before ended with. */
  stretch: number;
}

/** Both boards and their changes of transitions that were read before: a run's transitions are asked about again. */
const read = new WeakMap<Transition, Pick<Evidence, 'before' | 'after' | 'cells'>>();

/**
 * The transitions that say something about the HUD, oldest first: certain ones within a level, on boards of the size
 * of the last one.
 */
export function gatherEvidence(transitions: readonly Transition[], masked: Uint8Array): Evidence[] {
  const found: Evidence[] = [];
  let stretch = 0;
  let last: string | undefined;
  const size = (packed: string) => `${packed.indexOf('/')} ${packed.length}`;
  const wanted = size(transitions.findLast(isUsable)?.before ?? '');
  for (const transition of transitions) {
    const settled = transition.frames.at(-1) ?? transition.before;
    if (last !== transition.before) stretch++;
    last = isUsable(transition) ? settled : undefined;
    if (!isUsable(transition) || size(transition.before) !== wanted || size(settled) !== wanted) continue;
    const seen = readTransition(transition, settled, found.at(-1));
    const isMasked = seen.cells.some((cell) => masked[cell] === 1);
    const cells = isMasked ? seen.cells.filter((cell) => masked[cell] !== 1) : seen.cells;
    found.push({ ...seen, transition, key: actionKey(transition.action), cells, stretch });
  }
  return found;
}

const isUsable = (transition: Transition): boolean => transition.certain && !transition.levelChanged;

function readTransition(transition: Transition, settled: string, last: Evidence | undefined) {
  const known = read.get(transition);
  if (known) return known;
  // An action mostly begins with the board that the one before it ended with.
  const previous = last?.transition.frames.at(-1) === transition.before ? last.after : null;
  const before = previous ?? readBoard(transition.before);
  const after = settled === transition.before ? before : readBoard(settled);
  const cells: number[] = [];
  for (let cell = 0; before !== after && cell < before.cells.length; cell++) {
    if (before.cells[cell] !== after.cells[cell]) cells.push(cell);
  }
  const made = { before, after, cells };
  read.set(transition, made);
  return made;
}

/** How many cells every colour won (or lost) among the changed cells. */
export function weigh({ before, after, cells }: Pick<Evidence, 'before' | 'after' | 'cells'>): Int32Array {
  const balance = new Int32Array(16);
  for (const cell of cells) {
    const [from = 0, to = 0] = [before.cells[cell], after.cells[cell]];
    balance[from] = (balance[from] ?? 0) - 1;
    balance[to] = (balance[to] ?? 0) + 1;
  }
  return balance;
}
