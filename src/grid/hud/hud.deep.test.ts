import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth';
import { transition } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { packFrame } from '../../contract/frame';
import { crates } from '../../runs/games/builtin/crates';
import { dials } from '../../runs/games/builtin/dials';
import { fuelRun } from '../../runs/games/builtin/fuel-run';
import { switchyard } from '../../runs/games/builtin/switchyard';
import { tilt } from '../../runs/games/builtin/tilt';
import type { BuiltinGame } from '../../runs/games/game';
import type { Transition } from '../transition';
import { learnHud } from './hud';

type Grid = number[][];
type Id = GameAction['id'];
const SIZE = 32;
const [UP, DOWN, LEFT, RIGHT, FIVE] = ['ACTION1', 'ACTION2', 'ACTION3', 'ACTION4', 'ACTION5'] as const;
const WAYS: Partial<Record<Id, readonly [number, number]>> = {
  ACTION1: [-1, 0],
  ACTION2: [1, 0],
  ACTION3: [0, -1],
  ACTION4: [0, 1],
};

const blank = (): Grid => Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => 1));
const paint = (grid: Grid, colour: number, top: number, left: number, rows: number, cols: number) => {
  for (const row of grid.slice(top, top + rows)) row.fill(colour, left, left + cols);
};

function play<S>(
  start: S,
  act: (state: S, action: GameAction, turn: number) => S,
  draw: (state: S) => Grid,
  actions: readonly (Id | GameAction)[],
): Transition[] {
  let state = start;
  return actions.map((given, turn) => {
    const action = typeof given === 'string' ? { id: given } : given;
    const before = packFrame(draw(state));
    state = act(state, action, turn);
    return transition(turn, action, before, packFrame(draw(state)));
  });
}

const area = (top: number, left: number, rows: number, cols: number): number[] =>
  Array.from({ length: rows * cols }, (_, i) => (top + Math.floor(i / cols)) * SIZE + left + (i % cols));

interface Walk {
  row: number;
  col: number;
  turns: number;
}
const WALK: Walk = { row: 16, col: 16, turns: 0 };
/** A 3×3 avatar moves by 3 within walls around (10,10)-(24,24). */
const walk = ({ row, col, turns }: Walk, { id }: GameAction): Walk => {
  const [down, right] = WAYS[id] ?? [0, 0];
  const [r, c] = [row + 3 * down, col + 3 * right];
  const free = r >= 10 && r <= 22 && c >= 10 && c <= 22;
  return { row: free ? r : row, col: free ? c : col, turns: turns + 1 };
};
const drawWalk = ({ row, col }: Walk): Grid => {
  const grid = blank();
  paint(grid, 5, 9, 9, 17, 17);
  paint(grid, 1, 10, 10, 15, 15);
  paint(grid, 9, row, col, 3, 3);
  return grid;
};
/**
 * Draws a bar of 24 cells, two rows thick, in the last row but one; `used` columns are gone from the right.
 */
const withBar = (grid: Grid, used: number): Grid => {
  paint(grid, 3, 29, 3, 2, 26);
  paint(grid, 11, 29, 4, 2, 24 - used);
  return grid;
};
const BAR = area(29, 4, 2, 24);
const MIXED = [UP, LEFT, DOWN, FIVE, RIGHT, UP, UP, UP, LEFT, FIVE, DOWN, LEFT, LEFT, LEFT, RIGHT] as const;

describe('a step bar', () => {
  it.each([
    [1, 3],
    [2, 5],
    [3, 9],
  ])('that steps every %i actions is known after %i', (period, after) => {
    const seen = play(WALK, walk, (s) => withBar(drawWalk(s), Math.floor(s.turns / period)), MIXED);
    expect(learnHud(seen.slice(0, after), [])).toEqual(expect.arrayContaining(BAR));
    expect(learnHud(seen, []).filter((cell) => cell < 29 * SIZE || cell >= 31 * SIZE)).toEqual([]);
  });

  it('is known from the first action that changes nothing else', () => {
    const seen = play(WALK, walk, (s) => withBar(drawWalk(s), s.turns), [UP, FIVE]);
    const found = learnHud(seen, []);
    expect(found).toEqual(expect.arrayContaining(BAR));
    expect(found.every((cell) => cell >= 29 * SIZE && cell < 31 * SIZE)).toBe(true);
  });

  it('is known that fills up, that stands upright, and that is as the avatar in colour', () => {
    const fills = (s: Walk) => {
      const grid = withBar(drawWalk(s), 0);
      paint(grid, 12, 29, 4, 2, 2 * s.turns);
      return grid;
    };
    expect(learnHud(play(WALK, walk, fills, MIXED.slice(0, 5)), [])).toEqual(expect.arrayContaining(BAR));
    const upright = (s: Walk) => fills(s).map((_, row, grid) => grid.map((line) => line[row] ?? 0));
    const sideways = BAR.map((cell) => (cell % SIZE) * SIZE + Math.floor(cell / SIZE)).sort((a, b) => a - b);
    expect(learnHud(play(WALK, walk, upright, MIXED.slice(0, 5)), [])).toEqual(
      expect.arrayContaining(sideways),
    );
    const same = (s: Walk) => {
      const grid = drawWalk(s);
      paint(grid, 9, 0, 0, 1, SIZE);
      paint(grid, 1, 0, SIZE - s.turns, 1, s.turns);
      return grid;
    };
    expect(learnHud(play(WALK, walk, same, MIXED.slice(0, 6)), [])).toEqual(area(0, 0, 1, SIZE));
  });

  it('of separate pips is known whole', () => {
    const pips = (s: Walk) => {
      const grid = drawWalk(s);
      for (let i = 0; i < 8; i++) paint(grid, i < 8 - s.turns ? 8 : 3, 1, 2 + 3 * i, 2, 2);
      return grid;
    };
    const found = learnHud(play(WALK, walk, pips, MIXED.slice(0, 5)), []);
    for (let i = 0; i < 8; i++) expect(found).toEqual(expect.arrayContaining(area(1, 2 + 3 * i, 2, 2)));
  });

  it('is known in a game of clicks alone, when none of them is in it', () => {
    const clicks = [4, 12, 20, 8, 16].map((x): GameAction => ({ id: 'ACTION6', x, y: 12 }));
    const draw = (turns: number) => withBar(blank(), turns);
    expect(
      learnHud(
        play<number>(0, (turns) => turns + 1, draw, clicks),
        [],
      ),
    ).toEqual(expect.arrayContaining(BAR));
  });

  it('is known when it moves with every effect of a button and never by itself; not when it moves alone', () => {
    const at = (x: number): GameAction => ({ id: 'ACTION6', x, y: 12 });
    /** A button at column 4 flips the area on the right; clicks elsewhere have no effect. */
    const press = (turns: number, { x }: GameAction): number => (x === 4 ? turns + 1 : turns);
    const draw = (turns: number) => {
      const grid = blank();
      paint(grid, turns % 2 === 0 ? 8 : 14, 4, 20, 6, 6);
      paint(grid, 3, 0, 0, SIZE, 1);
      paint(grid, 11, Math.min(SIZE, turns), 0, Math.max(0, SIZE - turns), 1);
      return grid;
    };
    const clicks = [4, 20, 4, 20, 4].map(at);
    expect(learnHud(play<number>(0, press, draw, clicks), [])).toEqual(area(0, 0, SIZE, 1));
    const alone = (turns: number) => {
      const grid = draw(turns);
      paint(grid, 8, 4, 20, 6, 6);
      return grid;
    };
    expect(learnHud(play<number>(0, press, alone, clicks), [])).toEqual([]);
  });

  it('is known when it waits at one effect of five, not when it waits at every third', () => {
    const at = (x: number): GameAction => ({ id: 'ACTION6', x, y: 12 });
    const press = (turns: number, { x }: GameAction): number => (x === 20 ? turns : turns + 1);
    const waiting = (every: number) => (turns: number) => {
      const grid = blank();
      const taken = turns - Math.floor(turns / every);
      paint(grid, turns % 2 === 0 ? 8 : 14, 4, 20, 6, 6);
      paint(grid, 3, 0, 0, SIZE, 1);
      paint(grid, 11, taken, 0, SIZE - taken, 1);
      return grid;
    };
    const clicks = [4, 20, 4, 8, 20, 8, 4, 20, 8].map(at);
    expect(learnHud(play<number>(0, press, waiting(5), clicks), [])).toEqual(area(0, 0, SIZE, 1));
    expect(learnHud(play<number>(0, press, waiting(3), clicks), [])).toEqual([]);
  });

  it('stays masked, and refills between transitions without harm', () => {
    const seen = play(WALK, walk, (s) => withBar(drawWalk(s), s.turns % 4), MIXED).filter(
      (_, i) => i % 4 !== 3,
    );
    const found = learnHud(seen, []);
    expect(found).toEqual(expect.arrayContaining(BAR));
    expect(learnHud(seen.slice(0, 1), found)).toEqual(found);
    expect(learnHud([], [7, 3])).toEqual([3, 7]);
  });
});

describe('marks', () => {
  /** Rows of the digits 0…9: three cells each, as bits. */
  const DIGITS = '75557 26227 71747 71717 55711 74717 74757 71111 75757 75717'.split(' ');
  const drawDigit = (grid: Grid, digit: number, left: number) => {
    [...(DIGITS[digit] ?? '')].forEach((bits, row) => {
      for (let col = 0; col < 3; col++)
        if ((Number(bits) >> (2 - col)) & 1) paint(grid, 0, 1 + row, left + col, 1, 1);
    });
  };
  const withCounter = (s: Walk) => {
    const grid = drawWalk(s);
    paint(grid, 5, 0, 0, 7, 12);
    drawDigit(grid, s.turns % 10, 6);
    drawDigit(grid, Math.floor(s.turns / 10), 2);
    return grid;
  };

  it('that count every action are masked, the walker is not', () => {
    const found = learnHud(play(WALK, walk, withCounter, MIXED), []);
    const seen = play(WALK, walk, withCounter, MIXED).flatMap(({ before, frames }) =>
      [...before].flatMap((digit, i) => (digit === frames[0]?.[i] ? [] : [i - Math.floor(i / (SIZE + 1))])),
    );
    const above = seen.filter((cell) => cell < 7 * SIZE);
    expect(above.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining([...new Set(above)]));
    expect(found.every((cell) => cell < 7 * SIZE && cell % SIZE < 12)).toBe(true);
  });

  it('that blink are masked', () => {
    const draw = (s: Walk) => {
      const grid = drawWalk(s);
      paint(grid, s.turns % 2 === 0 ? 8 : 14, 2, 27, 3, 3);
      return grid;
    };
    expect(learnHud(play(WALK, walk, draw, MIXED.slice(0, 9)), [])).toEqual(area(2, 27, 3, 3));
  });
});

const RUNS = { seed: 20, numRuns: isDeep ? 150 : 8 };

describe('what is never masked', () => {
  const any = (ids: readonly Id[], length = 40) =>
    fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: length });
  const never = <S>(
    start: S,
    act: (state: S, action: GameAction, turn: number) => S,
    draw: (state: S) => Grid,
    actions: fc.Arbitrary<readonly (Id | GameAction)[]>,
  ) =>
    fc.assert(
      fc.property(actions, (sequence) => {
        expect(learnHud(play(start, act, draw, sequence), [])).toEqual([]);
      }),
      RUNS,
    );
  const ALL = [UP, DOWN, LEFT, RIGHT, FIVE];

  it('a walker, whatever its size and stride, in the open and along the edge', () => {
    for (const [size, stride] of [
      [1, 1],
      [2, 2],
      [3, 1],
      [2, 4],
      [4, 4],
    ] as const) {
      const act = ({ row, col, turns }: Walk, { id }: GameAction): Walk => {
        const [down, right] = WAYS[id] ?? [0, 0];
        const [r, c] = [row + stride * down, col + stride * right];
        const free = r >= 0 && c >= 0 && r + size <= SIZE && c + size <= SIZE;
        return { row: free ? r : row, col: free ? c : col, turns };
      };
      const draw = ({ row, col }: Walk) => {
        const grid = blank();
        paint(grid, 9, row, col, size, size);
        return grid;
      };
      never({ row: 0, col: 4, turns: 0 }, act, draw, any(ALL));
    }
  });

  it('a walker of two colours that faces where it goes, to and fro in a narrow corridor', () => {
    const act = (s: { col: number; face: number }, { id }: GameAction) =>
      id === LEFT
        ? { col: Math.max(1, s.col - 1), face: 0 }
        : id === RIGHT
          ? { col: Math.min(4, s.col + 1), face: 1 }
          : s;
    const draw = ({ col, face }: { col: number; face: number }) => {
      const grid = blank();
      paint(grid, 5, 9, 0, 6, 24);
      paint(grid, 1, 10, 4, 4, 16);
      paint(grid, 9, 10, col * 4, 4, 4);
      paint(grid, 12, 11, col * 4 + 3 * face, 2, 1);
      return grid;
    };
    never({ col: 2, face: 0 }, act, draw, any(ALL));
  });

  it('a cursor, and dials that are recoloured one after the other', () => {
    interface Dials {
      at: number;
      colours: number[];
    }
    const act = ({ at, colours }: Dials, { id }: GameAction): Dials => {
      if (id === LEFT) return { at: Math.max(0, at - 1), colours };
      if (id === RIGHT) return { at: Math.min(3, at + 1), colours };
      const by = id === UP ? 1 : id === DOWN ? 3 : 0;
      return { at, colours: colours.map((colour, i) => (i === at ? (colour + by) % 4 : colour)) };
    };
    for (const [dial, pitch] of [
      [4, 8],
      [2, 4],
      [2, 3],
    ] as const) {
      const draw = ({ at, colours }: Dials) => {
        const grid = blank();
        paint(grid, 0, 3, at * pitch, dial + 2, dial + 2);
        paint(grid, 1, 4, at * pitch + 1, dial, dial);
        colours.forEach((colour, i) => {
          paint(grid, 8 + colour, 4, i * pitch + 1, dial, dial);
        });
        return grid;
      };
      never({ at: 0, colours: [0, 0, 0, 0] }, act, draw, any(ALL));
    }
  });

  it('a thing that two actions change at every turn, once the cursor has come to it', () => {
    const act = ({ at, n }: { at: number; n: number }, { id }: GameAction) =>
      id === RIGHT ? { at: Math.min(2, at + 1), n } : { at, n: at === 2 ? n + (id === UP ? 1 : 2) : n };
    const draw = ({ at, n }: { at: number; n: number }) => {
      const grid = blank();
      paint(grid, 0, 3, at * 10, 8, 8);
      for (let i = 0; i < 3; i++) paint(grid, i < 2 ? 7 : 8 + ((n * 3) % 7), 4, i * 10 + 1, 6, 6);
      return grid;
    };
    const sequence: Id[] = [RIGHT, RIGHT, UP, DOWN, UP, UP, DOWN, UP, UP, DOWN, UP, UP];
    expect(learnHud(play({ at: 0, n: 0 }, act, draw, sequence), [])).toEqual([]);
  });

  it('a path that lights up where one goes, without an avatar', () => {
    const act = (s: Walk & { lit: readonly number[] }, action: GameAction) => {
      const next = walk(s, action);
      return { ...next, lit: [...s.lit, next.row * SIZE + next.col] };
    };
    const draw = ({ lit }: Walk & { lit: readonly number[] }) => {
      const grid = blank();
      for (const cell of lit) paint(grid, 9, Math.floor(cell / SIZE), cell % SIZE, 3, 3);
      return grid;
    };
    never({ ...WALK, lit: [16 * SIZE + 16] }, act, draw, any(ALL));
  });

  it('tiles in a row that clicks recolour one by one', () => {
    const clicks = fc.array(
      fc.record({ id: fc.constant('ACTION6' as const), x: fc.nat(31), y: fc.constantFrom(0, 1, 9) }),
      { maxLength: 30 },
    );
    const act = (lit: readonly number[], { x = 0, y = 0 }: GameAction) =>
      y < 2 ? [...new Set([...lit, x >> 1])] : lit;
    const draw = (lit: readonly number[]) => {
      const grid = blank();
      paint(grid, 8, 0, 0, 2, SIZE);
      for (const i of lit) paint(grid, 9, 0, 2 * i, 2, 2);
      return grid;
    };
    never([], act, draw, clicks);
  });

  it('a glyph that turns, a thing that one action toggles, and a gauge that one action fills', () => {
    const turn = (n: number, { id }: GameAction) => (id === UP ? n + 1 : id === DOWN ? n + 3 : n);
    const glyph = (n: number) => {
      const grid = blank();
      paint(grid, 9, 8, 8, 6, 6);
      const [top, left] = [8 + 3 * ((n % 4) >> 1), 8 + 3 * Number(n % 4 === 1 || n % 4 === 2)];
      paint(grid, 1, top, left, 3, 3);
      return grid;
    };
    never(0, turn, glyph, any(ALL));
    const toggled = (n: number) => {
      const grid = blank();
      if (n % 2 === 0) paint(grid, 8, 0, 0, 2, 12);
      return grid;
    };
    const press = (n: number, { id }: GameAction) => (id === FIVE ? n + 1 : n);
    never(0, press, toggled, any(ALL));
    const filled = (n: number) => withBar(blank(), Math.min(n, 24));
    never(0, press, filled, any(ALL));
  });

  it('a bar that two actions push to and fro', () => {
    const act = (n: number, { id }: GameAction) =>
      id === LEFT ? Math.max(0, n - 1) : id === RIGHT ? Math.min(24, n + 1) : n;
    fc.assert(
      fc.property(any(ALL), (sequence) => {
        const seen = play(12, act, (n) => withBar(blank(), n), [LEFT, RIGHT, ...sequence]);
        expect(learnHud(seen, [])).toEqual([]);
      }),
      RUNS,
    );
  });

  it('anything at all in games without a HUD, and nothing but the bar in the one that has one', () => {
    const seeds = isDeep ? 6 : 2;
    for (const game of [crates, dials, switchyard, tilt]) {
      for (let seed = 0; seed < seeds; seed++) expect(learnHud(playGame(game, seed), [])).toEqual([]);
    }
    for (let seed = 0; seed < seeds; seed++) {
      const found = learnHud(playGame(fuelRun, seed).slice(0, 8), []);
      expect(found.length).toBeGreaterThan(60);
      expect(found.every((cell) => cell >= 62 * 64)).toBe(true);
    }
  });
});

describe('evidence', () => {
  it('is never an uncertain action, a completed level, or a board of another size', () => {
    const seen = play(WALK, walk, (s) => withBar(drawWalk(s), s.turns), MIXED);
    expect(learnHud(seen, [])).not.toEqual([]);
    expect(
      learnHud(
        seen.map((t) => ({ ...t, certain: false })),
        [],
      ),
    ).toEqual([]);
    expect(
      learnHud(
        seen.map((t) => ({ ...t, levelChanged: true })),
        [],
      ),
    ).toEqual([]);
    const small = transition(99, { id: UP }, '00/00', '01/00');
    expect(learnHud([...seen, small], [])).toEqual([]);
  });

  it('masks at most 15 % of the board', () => {
    const draw = (s: Walk) => {
      const grid = drawWalk(s);
      for (let i = 0; i < 4; i++) paint(grid, 11, 2 * i, 0, 1, SIZE - s.turns);
      for (let i = 0; i < 3; i++) paint(grid, 11, SIZE - 1 - 2 * i, 0, 1, SIZE - s.turns);
      return grid;
    };
    const found = learnHud(play(WALK, walk, draw, MIXED), []);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(0.15 * SIZE * SIZE);
  });
});

function playGame(game: BuiltinGame, seed: number): Transition[] {
  let step = game.start(`hud ${seed}`);
  const seen: Transition[] = [];
  for (let turn = 0, random = seed + 1; turn < 50 && step.state !== 'WIN'; turn++) {
    if (step.state === 'GAME_OVER') step = game.restart(step.snapshot);
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    const id = step.availableActions[(random >>> 16) % step.availableActions.length] ?? UP;
    const action = id === 'ACTION6' ? { id, x: (random >>> 8) % 64, y: (random >>> 20) % 64 } : { id };
    const next = game.act(step.snapshot, action);
    seen.push({
      ...transition(turn, action, step.frames.at(-1) ?? '', ''),
      frames: next.frames,
      levelChanged: next.levelsCompleted !== step.levelsCompleted,
    });
    step = next;
  }
  return seen;
}
