import type { Board, Transition } from './types';
import type { Vision } from './vision';

export const UNKNOWN = 255;
/** Minimum share of observations that must agree on the uncovered color. */
const CERTAIN = 0.95;

/** Remembers the color of each cell of the current level while no object covered it. */
export class GroundMemory {
  /** Counts by `ground>seen`: the remembered ground color and the color seen when an object left the cell. */
  readonly uncovered: Record<string, number>;
  #current = new Uint8Array();

  /** @param movers classes of objects that move or change */
  constructor(
    readonly vision: Vision,
    readonly movers: readonly number[],
    uncovered: Readonly<Record<string, number>> = {},
  ) {
    this.uncovered = { ...uncovered };
  }

  /** @param left cells that objects left in this transition */
  push({ start, before, after }: Transition, left: Iterable<number>): void {
    if (start || this.#current.length !== before.cells.length) this.#current = this.begin(before);
    for (const cell of left) {
      const key = `${nameGround(this.#current[cell])}>${after.cells[cell]}`;
      this.uncovered[key] = (this.uncovered[key] ?? 0) + 1;
    }
    this.update(this.#current, after);
  }

  /** The memory at the start of a level. */
  begin(board: Board): Uint8Array<ArrayBuffer> {
    const memory = new Uint8Array(board.cells.length).fill(UNKNOWN);
    this.update(memory, board);
    return memory;
  }

  update(memory: Uint8Array, board: Board): void {
    const known = memory.slice();
    memory.set(board.cells);
    for (const mover of this.movers)
      for (const { cells } of this.vision.find(board, mover))
        for (const cell of cells) memory[cell] = known[cell] as number;
  }

  hasUncovered(color: number): boolean {
    return Object.keys(this.uncovered).some((key) => key.startsWith(`${color}>`));
  }

  /** The color that appears when an object leaves a cell; null if uncertain. */
  reveal(memory: Uint8Array, cell: number): number | null {
    const known = memory[cell];
    const prefix = `${nameGround(known)}>`;
    let [best, total, most] = [-1, 0, 0];
    for (const [key, count] of Object.entries(this.uncovered)) {
      if (!key.startsWith(prefix)) continue;
      total += count;
      if (count > most) [best, most] = [Number(key.slice(prefix.length)), count];
    }
    return total > 0 && most >= CERTAIN * total ? best : null;
  }
}

const nameGround = (color: number | undefined): string => (color === UNKNOWN ? '.' : String(color ?? '.'));
