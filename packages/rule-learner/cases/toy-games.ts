import type { Action, Board, Mask, Transition } from '../src/types';

/** Makes a board from rows of hex digits. */
export function parseBoard(text: string): Board {
  const rows = text.trim().split(/\s+/);
  const cells = Uint8Array.from(rows.flatMap((row) => [...row].map((digit) => Number.parseInt(digit, 16))));
  return { rows: rows.length, cols: rows[0]?.length ?? 0, cells };
}

/** Rows of hex digits joined by "/". */
export function formatBoard({ cols, cells }: Board): string {
  return Array.from(cells, (colour, i) => (i > 0 && i % cols === 0 ? '/' : '') + colour.toString(16)).join(
    '',
  );
}

/** A deterministic game: pure functions of a state. */
export interface ToyGame<State> {
  start: State;
  actions: readonly Action[];
  step(state: State, action: Action): State;
  draw(state: State): Board;
  mask?: Mask;
}

/** A small repeatable random number generator. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Plays random actions and records them. */
export function playRandomly<State>(game: ToyGame<State>, count: number, seed = 1): Transition[] {
  const random = makeRandom(seed);
  const transitions: Transition[] = [];
  let state = game.start;
  for (let i = 0; i < count; i++) {
    const action = game.actions[Math.floor(random() * game.actions.length)] as Action;
    const next = game.step(state, action);
    transitions.push({
      action,
      before: game.draw(state),
      after: game.draw(next),
      ...(i === 0 ? { start: true } : {}),
    });
    state = next;
  }
  return transitions;
}

export const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

const ARROWS: readonly Action[] = Object.keys(MOVES).map((id) => ({ id }));

/** A 2×2 blue square that walks on white in steps of 2; grey walls stop it. */
export const WALLS: ToyGame<readonly [number, number]> = {
  start: [2, 2],
  actions: ARROWS,
  step(at, { id }) {
    const [row, col] = MOVES[id] ?? [0, 0];
    const next = [at[0] + 2 * row, at[1] + 2 * col] as const;
    return ROOM.cells[next[0] * ROOM.cols + next[1]] === 2 ? at : next;
  },
  draw: (at) => stamp(ROOM, at, ['99', '99']),
};

const ROOM = parseBoard(`
  222222222222 222222222222 220000000022 220000000022 220000220022 220000220022
  222200000022 222200000022 220000000022 220000000022 222222222222 222222222222
`);

/** Draws rows of hex digits on a copy of a board; "." leaves a cell as it is. */
export function stamp(
  board: Board,
  [top, left]: readonly [number, number],
  picture: readonly string[],
): Board {
  const cells = Uint8Array.from(board.cells);
  picture.forEach((row, r) => {
    [...row].forEach((digit, c) => {
      if (digit !== '.') cells[(top + r) * board.cols + left + c] = Number.parseInt(digit, 16);
    });
  });
  return { ...board, cells };
}
