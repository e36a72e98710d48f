import type { Action, Board, Mask, Transition } from '../src/types';

/** Makes a board from rows of hex digits. */
export function parseBoard(text: string): Board {
  const rows = text.trim().split(/\s+/);
  const cells = Uint8Array.from(rows.flatMap((row) => [...row].map((digit) => Number.parseInt(digit, 16))));
  return { rows: rows.length, cols: rows[0]?.length ?? 0, cells };
}

/** Rows of hex digits joined by "/". */
export function formatBoard({ cols, cells }: Board): string {
  return Array.from(cells, (color, i) => (i > 0 && i % cols === 0 ? '/' : '') + color.toString(16)).join('');
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

type Place = readonly [row: number, col: number];

const moved = (at: Place, action: string, by = 1): Place => {
  const [row, col] = MOVES[action] ?? [0, 0];
  return [at[0] + row * by, at[1] + col * by];
};

const filled = (rows: number, cols: number, digit: string): Board =>
  parseBoard(Array.from({ length: rows }, () => digit.repeat(cols)).join(' '));

/** A 2×2 blue square pushes a 2×2 orange box; neither leaves the board. */
export const PUSH: ToyGame<{ at: Place; box: Place }> = {
  start: { at: [4, 4], box: [4, 8] },
  actions: ARROWS,
  step({ at, box }, { id }) {
    const next = moved(at, id, 2);
    const isPush = next[0] === box[0] && next[1] === box[1];
    const pushed = isPush ? moved(box, id, 2) : box;
    const isFree = [next, pushed].every(([row, col]) => row >= 0 && col >= 0 && row < 14 && col < 14);
    return isFree ? { at: next, box: pushed } : { at, box };
  },
  draw: ({ at, box }) => stamp(stamp(filled(14, 14, '0'), box, ['cc', 'cc']), at, ['99', '99']),
};

/** A click on a tile turns it from blue to red and back. */
export const TILES: ToyGame<readonly boolean[]> = {
  start: [false, false, false, false],
  actions: [1, 5, 9, 13]
    .map((x) => ({ id: 'ACTION6', x: x + 1, y: 3 }))
    .concat([{ id: 'ACTION6', x: 0, y: 0 }]),
  step: (tiles, { x = 0, y = 0 }) => tiles.map((isRed, i) => (y === 3 && x === 2 + 4 * i ? !isRed : isRed)),
  draw: (tiles) =>
    tiles.reduce(
      (board, isRed, i) => {
        const row = (isRed ? '8' : '9').repeat(3);
        return stamp(board, [2, 1 + 4 * i], [row, row, row]);
      },
      filled(8, 18, '0'),
    ),
};

/** ACTION1 shows the next of three pictures at a fixed place. */
export const CYCLE: ToyGame<number> = {
  start: 0,
  actions: [{ id: 'ACTION1' }, { id: 'ACTION2' }],
  step: (picture, { id }) => (id === 'ACTION1' ? (picture + 1) % 3 : picture),
  draw: (picture) =>
    stamp(
      filled(9, 9, '0'),
      [3, 3],
      [
        ['888', '8.8', '888'],
        ['9.9', '.9.', '9.9'],
        ['.e.', 'eee', '.e.'],
      ][picture] ?? [],
    ),
};

/** A red dot walks and ACTION7 takes the last step back. */
export const UNDO: ToyGame<{ at: Place; old: readonly Place[] }> = {
  start: { at: [4, 4], old: [] },
  actions: [...ARROWS, { id: 'ACTION7' }],
  step({ at, old }, { id }) {
    if (id === 'ACTION7') return { at: old.at(-1) ?? at, old: old.slice(0, -1) };
    const next = moved(at, id);
    const isInside = next.every((value) => value >= 0 && value < 9);
    return isInside ? { at: next, old: [...old, at] } : { at, old };
  },
  draw: ({ at }) => stamp(filled(9, 9, '0'), at, ['8']),
};

/** A red 2×2 square walks over a floor with a yellow and a pink patch, which appear again behind it. */
export const FLOOR: ToyGame<Place> = {
  start: [6, 6],
  actions: ARROWS,
  step(at, { id }) {
    const next = moved(at, id, 2);
    return next.every((value) => value >= 0 && value <= 10) ? next : at;
  },
  draw: (at) =>
    stamp(stamp(stamp(filled(12, 12, '0'), [2, 2], ['bbb', 'bbb']), [4, 8], ['77', '77', '77']), at, [
      '88',
      '88',
    ]),
};

/** Two squares of different colors move in opposite directions; a step bar in the last row is masked. */
export const MIRROR: ToyGame<{ left: Place; right: Place; count: number }> = {
  start: { left: [4, 2], right: [4, 10], count: 0 },
  actions: [{ id: 'ACTION1' }, { id: 'ACTION2' }],
  step({ left, right, count }, { id }) {
    const [a, b] = [moved(left, id), moved(right, id === 'ACTION1' ? 'ACTION2' : 'ACTION1')];
    const isFree = [a, b].every(([row]) => row >= 0 && row <= 8);
    return { left: isFree ? a : left, right: isFree ? b : right, count: count + 1 };
  },
  draw: ({ left, right, count }) =>
    stamp(
      stamp(stamp(filled(12, 14, '0'), left, ['99', '99']), right, ['88', '88']),
      [11, 0],
      ['b'.repeat(count % 15)],
    ),
  mask: new Set(Array.from({ length: 14 }, (_, i) => 11 * 14 + i)),
};

/** A green 2×2 square slides over white until a grey wall or a red square stops it, which slides as well. */
export const SLIDE: ToyGame<readonly Place[]> = {
  start: [
    [2, 2],
    [8, 8],
  ],
  actions: ARROWS,
  step(blocks, { id }) {
    const [row, col] = MOVES[id] ?? [0, 0];
    const next = [...blocks];
    const isFree = ([r, c]: Place) =>
      ROOM.cells[r * ROOM.cols + c] === 0 && !next.some((one) => one[0] === r && one[1] === c);
    const order = [...next.keys()].sort((a, b) => along(next[b], row, col) - along(next[a], row, col));
    for (const i of order)
      for (;;) {
        const to = moved(next[i] as Place, id, 2);
        if (!isFree(to)) break;
        next[i] = to;
      }
    return next;
  },
  draw: ([green = [0, 0], red = [0, 0]]) => stamp(stamp(ROOM, green, ['ee', 'ee']), red, ['88', '88']),
};

const along = (at: Place | undefined, row: number, col: number): number =>
  (at?.[0] ?? 0) * row + (at?.[1] ?? 0) * col;
