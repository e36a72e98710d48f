import { findLook, fits, type Look, parseLook, type Site } from './look';
import { remember } from './memo';
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

function findWholes(look: Look, all: readonly Look[]): { look: Look; at: Vec }[] {
  const [first] = look.parts;
  if (!first) return [];
  const wholes: { look: Look; at: Vec }[] = [];
  for (const whole of all) {
    if (whole.parts.length <= look.parts.length || whole.parts.length > 3 * look.parts.length) continue;
    const colors = new Map(whole.parts.map(([row, col, color]) => [row * 1000 + col, color]));
    for (const [row, col, color] of whole.parts) {
      if (color !== first[2]) continue;
      const at: Vec = [row - first[0], col - first[1]];
      if (look.parts.every(([r, c, own]) => colors.get((r + at[0]) * 1000 + c + at[1]) === own)) {
        wholes.push({ look: whole, at });
        break;
      }
    }
  }
  return wholes;
}
