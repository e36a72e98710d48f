import type { ObjectBehaviour } from './knowledge';
import type { Board } from './types';
import type { Vision } from './vision';

const UNKNOWN = 255;
/** Minimum share of observations that must agree on the uncovered color. */
const CERTAIN = 0.95;

/** Remembers the color of each cell of the current level while no object covered it. */
export class GroundMemory {
  readonly #movers: ReadonlySet<number>;

  /**
   * @param behaviours of the objects that move or change
   * @param uncovered counts by `ground>seen`: the remembered color and the color seen when an object left the cell
   */
  constructor(
    readonly vision: Vision,
    behaviours: readonly ObjectBehaviour[],
    readonly uncovered: Readonly<Record<string, number>>,
  ) {
    this.#movers = new Set(behaviours.map((one) => one.class));
  }

  /** The memory at the start of a level. */
  begin(board: Board): Uint8Array {
    return this.follow(new Uint8Array(board.cells.length).fill(UNKNOWN), board);
  }

  follow(known: Uint8Array, board: Board): Uint8Array {
    const memory = board.cells.slice();
    for (const mover of this.#movers)
      for (const { cells } of this.vision.find(board, mover))
        for (const cell of cells) memory[cell] = known[cell] as number;
    return memory;
  }

  /** The color that appears when an object leaves a cell; null if uncertain. */
  reveal(memory: Uint8Array, cell: number): number | null {
    const prefix = `${memory[cell]}>`;
    const counts = Object.entries(this.uncovered).filter(([key]) => key.startsWith(prefix));
    const [best] = counts.sort((a, b) => b[1] - a[1]);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    return best && best[1] >= CERTAIN * total ? Number(best[0].slice(prefix.length)) : null;
  }
}
