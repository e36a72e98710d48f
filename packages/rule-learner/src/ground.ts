import type { Board, Transition } from './types';
import type { Vision } from './vision';

const UNKNOWN = 255;
const DIGITS = '0123456789abcdef';
/** Minimum share of known cells on which boards of the same level agree. */
const SAME_LEVEL = 0.8;
const MAX_LEVELS = 4;
/** Minimum share of observations that must agree on the uncovered colour. */
const CERTAIN = 0.95;

/** Remembers the colour of each cell while no object covered it. */
export class GroundMemory {
  #levels: Uint8Array[] = [];
  #current: Uint8Array | null = null;
  #uncovered = new Map<string, number>();
  readonly #colours: ReadonlySet<number>;

  constructor(
    readonly vision: Vision,
    readonly movers: readonly number[],
    data?: { grounds: readonly string[]; uncovered: Readonly<Record<string, number>> },
  ) {
    this.#colours = new Set(
      movers.flatMap((i) =>
        (vision.classes[i] ?? []).flatMap(({ parts }) => parts.map(([, , colour]) => colour)),
      ),
    );
    if (!data) return;
    this.#levels = data.grounds.map(parseGround);
    this.#uncovered = new Map(Object.entries(data.uncovered));
  }

  /** @param left cells that objects left in this transition */
  push(transition: Transition, left: Iterable<number>): void {
    if (transition.start || !this.#current) {
      this.#current =
        findLevel(this.#levels, transition.before) ??
        new Uint8Array(transition.before.cells.length).fill(UNKNOWN);
      if (!this.#levels.includes(this.#current)) this.#levels.push(this.#current);
      if (this.#levels.length > MAX_LEVELS) this.#levels.shift();
      paint(this.#current, transition.before, this.#cover(transition.before));
    }
    for (const cell of left) {
      const known = this.#current[cell] as number;
      const key = `${known === UNKNOWN ? '.' : known}>${transition.after.cells[cell]}`;
      this.#uncovered.set(key, (this.#uncovered.get(key) ?? 0) + 1);
    }
    paint(this.#current, transition.after, this.#cover(transition.after));
  }

  #cover(board: Board): number[] {
    return this.movers.flatMap((i) => this.vision.find(board, i).flatMap(({ cells }) => cells));
  }

  /** Known ground colours under these cells in the current level. */
  listUnder(cells: readonly number[], memory: Uint8Array | null = this.#current): number[] {
    const colours = new Set(cells.map((cell) => memory?.[cell] ?? UNKNOWN));
    colours.delete(UNKNOWN);
    return [...colours];
  }

  /** A copy of the memory for the board's level. */
  recall(board: Board): Uint8Array {
    const known = findLevel(this.#levels, board) ?? new Uint8Array(board.cells.length).fill(UNKNOWN);
    const memory = Uint8Array.from(known);
    this.update(memory, board);
    return memory;
  }

  update(memory: Uint8Array, board: Board): void {
    paint(memory, board, this.#cover(board));
  }

  /** The colour that appears when an object leaves a cell; null if uncertain. */
  reveal(memory: Uint8Array, cell: number): number | null {
    const known = memory[cell] as number;
    const prefix = `${known === UNKNOWN || known === undefined ? '.' : known}>`;
    let [best, total, most] = [-1, 0, 0];
    for (const [key, count] of this.#uncovered) {
      if (!key.startsWith(prefix)) continue;
      total += count;
      if (count > most) [best, most] = [Number(key.slice(prefix.length)), count];
    }
    // The known colour may belong to an object that has since left.
    if (total === 0) return prefix === '.>' || this.#colours.has(known) ? null : known;
    return most >= CERTAIN * total ? best : null;
  }

  toData(): { grounds: string[]; uncovered: Record<string, number> } {
    return {
      grounds: this.#levels.map(writeGround),
      uncovered: Object.fromEntries(this.#uncovered),
    };
  }
}

/** One hex digit per cell, "." for unknown ones. */
function writeGround(level: Uint8Array): string {
  let text = '';
  for (const colour of level) text += colour === UNKNOWN ? '.' : DIGITS[colour];
  return text;
}

function parseGround(text: string): Uint8Array {
  const level = new Uint8Array(text.length);
  for (let cell = 0; cell < text.length; cell++) {
    const digit = DIGITS.indexOf(text[cell] as string);
    level[cell] = digit < 0 ? UNKNOWN : digit;
  }
  return level;
}

function paint(memory: Uint8Array, board: Board, covered: readonly number[]): void {
  const kept = covered.map((cell) => memory[cell] as number);
  memory.set(board.cells);
  covered.forEach((cell, i) => {
    memory[cell] = kept[i] as number;
  });
}

function findLevel(levels: readonly Uint8Array[], board: Board): Uint8Array | null {
  let best: { level: Uint8Array; share: number } | null = null;
  for (const level of levels) {
    if (level.length !== board.cells.length) continue;
    let [known, same] = [0, 0];
    for (let i = 0; i < level.length; i++) {
      if (level[i] === UNKNOWN) continue;
      known++;
      if (level[i] === board.cells[i]) same++;
    }
    const share = known === 0 ? 0 : same / known;
    if (share >= SAME_LEVEL && (best === null || share > best.share)) best = { level, share };
  }
  return best?.level ?? null;
}
