import { type Board, readBoard } from '../frame/board';
import { actionKey, type Transition } from '../transition';

export interface Evidence {
  transition: Transition;
  /** Key of the action, including the position of a click. */
  key: string;
  before: Board;
  after: Board;
  /** Ascending. The same array each time if none of the cells is masked, so it can be a cache key. */
  cells: readonly number[];
  /** Number of the uninterrupted stretch of play: within it, each frame begins as the previous one ended. */
  stretch: number;
}

/** A run reads the same transitions repeatedly. */
const read = new WeakMap<Transition, Pick<Evidence, 'before' | 'after' | 'cells'>>();

/**
 * Returns the transitions usable as evidence, oldest first: certain ones within a level, on boards of the
 * latest size.
 */
export function gatherEvidence(transitions: readonly Transition[], masked: Uint8Array): Evidence[] {
  const evidence: Evidence[] = [];
  let stretch = 0;
  let last: string | undefined;
  const size = (packed: string) => `${packed.indexOf('/')} ${packed.length}`;
  const boardSize = size(transitions.findLast(isUsable)?.before ?? '');
  for (const transition of transitions) {
    const settledFrame = transition.frames.at(-1) ?? transition.before;
    if (last !== transition.before) stretch++;
    last = isUsable(transition) ? settledFrame : undefined;
    if (!isUsable(transition) || size(transition.before) !== boardSize || size(settledFrame) !== boardSize)
      continue;
    const reading = readTransition(transition, settledFrame, evidence.at(-1));
    const isMasked = reading.cells.some((cell) => masked[cell] === 1);
    const cells = isMasked ? reading.cells.filter((cell) => masked[cell] !== 1) : reading.cells;
    evidence.push({ ...reading, transition, key: actionKey(transition.action), cells, stretch });
  }
  return evidence;
}

const isUsable = (transition: Transition): boolean => transition.certain && !transition.levelChanged;

function readTransition(transition: Transition, settled: string, last: Evidence | undefined) {
  const cachedReading = read.get(transition);
  if (cachedReading) return cachedReading;
  // Usually an action starts with the board that the previous one ended with, so reuse it.
  const previous = last?.transition.frames.at(-1) === transition.before ? last.after : null;
  const before = previous ?? readBoard(transition.before);
  const after = settled === transition.before ? before : readBoard(settled);
  const cells: number[] = [];
  for (let cell = 0; before !== after && cell < before.cells.length; cell++) {
    if (before.cells[cell] !== after.cells[cell]) cells.push(cell);
  }
  const reading = { before, after, cells };
  read.set(transition, reading);
  return reading;
}

export function weightOf({ before, after, cells }: Pick<Evidence, 'before' | 'after' | 'cells'>): Int32Array {
  const balance = new Int32Array(16);
  for (const cell of cells) {
    const [from = 0, to = 0] = [before.cells[cell], after.cells[cell]];
    balance[from] = (balance[from] ?? 0) - 1;
    balance[to] = (balance[to] ?? 0) + 1;
  }
  return balance;
}
