import type { Board } from '../frame/board';
import { type Component, findComponents } from '../frame/components';
import type { Node } from './config';

/** Largest share of the board for a mark or a frame. */
const MAX_SHARE = 0.06;
/** A cell belongs to the fixed part of the level if it had its first color in this share of the boards. */
const STEADY = 0.6;
/** Limit on the marks to compare, smallest first. */
const MAX_MARKS = 40;
const FAR = 64;

interface Mark {
  colour: number;
  cells: readonly number[];
  box: Box;
}

interface Box {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const boxOf = ({ top, left, rows, cols }: Component): Box => ({
  top,
  left,
  bottom: top + rows - 1,
  right: left + cols - 1,
});

/**
 * Measures how far similar objects are apart, in cells: many games want movable objects on marks of their
 * color or inside frames that they fit. This guess about the goal only orders what to try; it never excludes
 * anything.
 */
export class Likeness {
  #first: Board | null = null;
  #steady = new Uint32Array(0);
  #seen = 0;
  #version = -1;
  #marks: Mark[] = [];
  #frames: Mark[] = [];
  #isLoose = new Uint8Array(0);
  #cache = new Map<string, number>();
  /** Cells first covered by objects that actions move. */
  #own = new Uint8Array(0);
  #looks = new Set<string>();

  reset(): void {
    this.#first = null;
    this.#seen = 0;
    this.#version = -1;
    this.#looks.clear();
    this.#marks = [];
    this.#frames = [];
    this.#cache.clear();
  }

  see({ board, mover }: Node): void {
    if (!this.#first || this.#first.cells.length !== board.cells.length) {
      this.#first = board;
      this.#steady = new Uint32Array(board.cells.length);
      this.#own = new Uint8Array(board.cells.length);
      this.#seen = 0;
    }
    const { cells } = this.#first;
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] === board.cells[cell]) this.#steady[cell] = (this.#steady[cell] ?? 0) + 1;
    }
    if (mover && !this.#looks.has(mover.look.key)) {
      this.#looks.add(mover.look.key);
      for (const cell of mover.cells) this.#own[cell] = 1;
    }
    this.#seen++;
    const version = this.#seen < 16 ? this.#seen : 16 + Math.floor(this.#seen / 32);
    if (version !== this.#version) this.#sort(version);
  }

  #sort(version: number): void {
    const first = this.#first;
    if (!first) return;
    this.#version = version;
    this.#cache.clear();
    const isSteady = (cell: number) => (this.#steady[cell] ?? 0) >= STEADY * this.#seen;
    this.#isLoose = Uint8Array.from(first.cells, (_, cell) => (isSteady(cell) ? 0 : 1));
    const limit = MAX_SHARE * first.cells.length;
    const isFurniture = (cell: number) => isSteady(cell) && this.#own[cell] !== 1;
    const furniture = findComponents(first)
      .filter(({ size, cells }) => size <= limit && cells.filter(isFurniture).length * 2 > size)
      .sort((a, b) => a.size - b.size);
    this.#marks = furniture
      .slice(0, MAX_MARKS)
      .map((one) => ({ colour: one.colour, cells: one.cells, box: boxOf(one) }));
    this.#frames = furniture
      .filter(({ rows, cols, size }) => rows > 2 && cols > 2 && size === 2 * (rows + cols) - 4)
      .slice(0, MAX_MARKS)
      .map((one) => ({ colour: one.colour, cells: one.cells, box: boxOf(one) }));
  }

  /** Cells between similar objects; 0 if none are known. */
  measure(node: Node): number {
    const cachedValue = this.#cache.get(node.key);
    if (cachedValue !== undefined) return cachedValue;
    const value = this.#measure(node);
    this.#cache.set(node.key, value);
    return value;
  }

  #measure({ board: shown, config: { board, masked, components }, mover }: Node): number {
    const first = this.#first;
    if (!first || first.cells.length !== board.cells.length) return 0;
    const { cols } = board;
    const loose: number[][] = Array.from({ length: 16 }, () => []);
    const boxes: Box[] = [];
    for (const [index, one] of components.entries()) {
      if (masked[index] || one.size > MAX_SHARE * board.cells.length) continue;
      const isLoose = one.cells.some(
        (cell) =>
          first.cells[cell] !== board.cells[cell] || this.#isLoose[cell] === 1 || this.#own[cell] === 1,
      );
      if (!isLoose) continue;
      loose[one.colour]?.push(...one.cells);
      boxes.push(boxOf(one));
    }
    if (mover) {
      for (const cell of mover.cells) loose[shown.cells[cell] ?? 0]?.push(cell);
      const [top, left] = mover.at;
      boxes.push({ top, left, bottom: top + mover.look.rows - 1, right: left + mover.look.cols - 1 });
    }
    let sum = 0;
    for (const { colour, box, cells } of this.#marks) {
      const others = loose[colour] ?? [];
      if (others.length === 0) continue;
      let least = FAR;
      for (const cell of others) {
        const far = distance(Math.floor(cell / cols), cell % cols, box);
        if (far < least) least = far;
        if (far === 0) break;
      }
      // A mark covered by its own color counts as reached.
      sum += cells.every((cell) => board.cells[cell] === colour) ? least : Math.min(least, FAR);
    }
    for (const other of boxes) {
      const [high, wide] = [other.bottom - other.top + 1, other.right - other.left + 1];
      let least = FAR;
      for (const { box } of this.#frames) {
        const [rows, width] = [box.bottom - box.top + 1, box.right - box.left + 1];
        if (high > rows || wide > width || high * 3 < rows || wide * 3 < Math.min(width, 3 * high)) continue;
        const far =
          Math.max(0, box.top - other.top, other.bottom - box.bottom) +
          Math.max(0, box.left - other.left, other.right - box.right);
        if (far < least) least = far;
      }
      if (least < FAR) sum += least;
    }
    return sum;
  }
}

/** Steps between a cell and a box; 0 inside. */
const distance = (row: number, col: number, box: Box): number =>
  Math.max(0, box.top - row, row - box.bottom) + Math.max(0, box.left - col, col - box.right);
