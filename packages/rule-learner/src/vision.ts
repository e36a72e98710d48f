import { findLook, fits, type Look, parseLook, type Site } from './look';
import { once, remember } from './memo';
import type { Board, Vec } from './types';

let latest: { key: string; vision: Vision } | null = null;

/** Finds the objects of known classes on boards. */
export class Vision {
  readonly classes: readonly (readonly Look[])[];
  /** Larger looks of a class that is at least as frequent and contain a look, with its place in them. */
  #wholes = new Map<string, { look: Look; at: Vec }[]>();
  #found = new WeakMap<Board, (readonly Site[])[]>();

  private constructor(classes: readonly (readonly string[])[]) {
    this.classes = classes.map((keys) =>
      keys.map(parseLook).sort((a, b) => b.parts.length - a.parts.length || (a.key < b.key ? -1 : 1)),
    );
    this.classes.forEach((looks, i) => {
      const known = this.classes.slice(0, i + 1).flat();
      for (const look of looks) this.#wholes.set(look.key, findWholes(look, known));
    });
  }

  /** Most models know the same classes as the one before, so the objects found on boards are shared with it. */
  static of(classes: readonly (readonly string[])[]): Vision {
    const key = JSON.stringify(classes);
    if (latest?.key !== key) latest = { key, vision: new Vision(classes) };
    return latest.vision;
  }

  /** The objects of a class, except for parts of larger known looks. */
  find(board: Board, index: number): readonly Site[] {
    const byClass = remember<Board, (readonly Site[])[]>(this.#found, board, () => []);
    byClass[index] ??= this.#search(board, index);
    return byClass[index];
  }

  #search(board: Board, index: number): Site[] {
    const sites: Site[] = [];
    const taken = new Set<number>();
    for (const look of this.classes[index] ?? []) {
      for (const site of findLook(board, look)) {
        const { at } = site;
        const wholes = this.#wholes.get(look.key) ?? [];
        if (wholes.some((whole) => fits(board, whole.look, [at[0] - whole.at[0], at[1] - whole.at[1]])))
          continue;
        if (site.cells.some((cell) => taken.has(cell))) continue;
        for (const cell of site.cells) taken.add(cell);
        sites.push(site);
      }
    }
    return sites;
  }
}

/** The larger looks that contain a look, each with its place in them. */
const findWholes = (look: Look, all: readonly Look[]): { look: Look; at: Vec }[] =>
  all.flatMap((whole) => {
    const [size, own] = [whole.parts.length, look.parts.length];
    const [site] = size > own && size <= 3 * own ? findLook(drawLook(whole), look) : [];
    return site ? [{ look: whole, at: site.at }] : [];
  });

/** A board as large as the look. Other cells have a color that no look has. */
const drawLook = once(({ rows, cols, parts }: Look): Board => {
  const cells = new Uint8Array(rows * cols).fill(255);
  for (const [row, col, color] of parts) cells[row * cols + col] = color;
  return { rows, cols, cells };
});
