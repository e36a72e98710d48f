import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Board } from './board';
import type { FallClaim } from './claim';
import { forecastFall } from './fall';
import { NO_SCOPE } from './scope';

const [FLOOR, WALL, STRANGE, RED, BLUE] = [0, 1, 2, 3, 4];
const WAYS = [
  { rows: -1, cols: 0 },
  { rows: 1, cols: 0 },
  { rows: 0, cols: -1 },
  { rows: 0, cols: 1 },
];

/** One step at a time, for as long as anything moves: the board at rest, or null when something strange is met. */
function letFall({ rows, cols, cells }: Board, { by, edge }: FallClaim, mask: ReadonlySet<number>) {
  const board = [...cells];
  const isLoose = (cell: number) => (board[cell] === RED || board[cell] === BLUE) && !mask.has(cell);
  const aheadOf = (cell: number): number | null => {
    const [row, col] = [Math.floor(cell / cols) + by.rows, (cell % cols) + by.cols];
    const ahead = row * cols + col;
    return row < 0 || col < 0 || row >= rows || col >= cols || mask.has(ahead) ? null : ahead;
  };
  for (let moved = true; moved; ) {
    moved = false;
    for (const cell of board.keys()) {
      const ahead = aheadOf(cell);
      if (!isLoose(cell) || ahead === null || board[ahead] !== FLOOR) continue;
      [board[ahead], board[cell]] = [board[cell] ?? FLOOR, FLOOR];
      moved = true;
    }
  }
  const isKnown = (cell: number): boolean => {
    const ahead = aheadOf(cell);
    return ahead === null ? edge : board[ahead] !== STRANGE;
  };
  return [...board.keys()].every((cell) => !isLoose(cell) || isKnown(cell)) ? board : null;
}

it('foretells of a fall what comes of it step by step', () => {
  const world = fc.record({
    rows: fc.integer({ min: 1, max: 6 }),
    cols: fc.integer({ min: 1, max: 6 }),
    colours: fc.array(fc.constantFrom(FLOOR, FLOOR, FLOOR, WALL, RED, BLUE, STRANGE), {
      minLength: 36,
      maxLength: 36,
    }),
    masked: fc.array(fc.nat(35), { maxLength: 3 }),
    way: fc.constantFrom(...WAYS),
    edge: fc.boolean(),
  });
  const kinds = new Set<string>();
  fc.assert(
    fc.property(world, ({ rows, cols, colours, masked, way: by, edge }) => {
      const board: Board = { rows, cols, cells: Uint8Array.from(colours.slice(0, rows * cols)) };
      const scope = { ...NO_SCOPE, kind: 'fall', by } as const;
      const claim: FallClaim = { ...scope, loose: [RED, BLUE], over: [FLOOR], stops: [WALL], edge };
      const mask = new Set(masked);
      const foretold = forecastFall(claim, board, { mask, history: [] });
      kinds.add(foretold.kind);
      const paint = foretold.kind === 'board' ? foretold.paint : new Map<number, number>();
      const painted = [...board.cells].map((colour, cell) => paint.get(cell) ?? colour);
      expect(foretold.kind === 'silent' ? null : painted).toEqual(letFall(board, claim, mask));
    }),
    { numRuns: 2_000 },
  );
  expect([...kinds].sort()).toEqual(['board', 'nothing', 'silent']);
});
