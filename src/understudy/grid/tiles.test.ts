import { describe, expect, it } from 'vitest';
import { checkClaims, predict } from '../../../test/support/check-claims';
import { draw, made } from '../../../test/support/transitions';
import type { GameAction } from '../../contract/agents';
import { readClaims, writeClaims } from '../../grid/claims/words';
import type { Transition } from '../../grid/transition';
import { studyRun } from './study';

const NO_CONTEXT = { mask: new Set<number>(), history: [] };
const click = (x: number, y: number): GameAction => ({ id: 'ACTION6', x, y });

function foretell(definition: string, before: string, x: number, y: number): string {
  const claims = readClaims(definition);
  if (!claims) throw new Error(`not readable: ${definition}`);
  const prediction = predict(claims, draw(before), click(x, y), NO_CONTEXT);
  return prediction.kind === 'board' ? prediction.cells.replaceAll('/', ' ') : prediction.kind;
}

const TILES = '(2×2 tiles of 2×2 cells from (1,1), one in 3 rows and 3 columns)';
/** Four tiles with lines around them, the first with a mark on it. */
const BOARD = '3333333 3983993 3993993 3333333 3883993 3883993 3333333';

describe('claims about tiles', () => {
  it.each([
    `Recolours red to blue in the clicked tile that is mostly red ${TILES}.`,
    `Recolours red to blue, blue to red in the clicked tile and those above, below, left and right of it ${TILES}.`,
    `Recolours red to any colour, blue to red in the clicked tile that is mostly blue ${TILES}; elsewhere it may change light grey or red cells.`,
    `Turns what is in the clicked tile ${TILES} clockwise.`,
    `Draws 9./98 in the clicked tile that is mostly red and has light grey and red alone ${TILES}, a dot for any colour.`,
    `Recolours red to blue in the clicked tile ${TILES.replace('columns)', 'columns, clicks counting from 1 rows above and 0 columns left of each)')}.`,
    `Turns the picture in the clicked tile ${TILES} into the next of 99/99 > 89/98 > 99/99.`,
  ])('are read and written back: %s', (sentence) => {
    expect(writeClaims(readClaims(sentence) ?? [])).toBe(sentence);
  });

  it.each([
    [
      'of no colour that there is',
      `Recolours red to blue in the clicked tile that is mostly plaid ${TILES}.`,
    ],
    [
      'of tiles that overlap',
      `Recolours red to blue in the clicked tile ${TILES.replace('3 rows', '1 rows')}.`,
    ],
  ])('are not read %s', (_, sentence) => {
    expect(readClaims(sentence)).toBeNull();
  });

  it('speak of the tile that a click falls on, and of tiles of their colour alone', () => {
    const definition = `Recolours red to black, blue to red in the clicked tile that is mostly blue ${TILES}.`;
    expect(foretell(definition, BOARD, 1, 2)).toBe('3333333 3853993 3883993 3333333 3883993 3883993 3333333');
    expect(foretell(definition, BOARD, 1, 4)).toBe('silent');
    expect(foretell(definition, BOARD, 0, 0)).toBe('silent');
    expect(foretell(definition, BOARD, 3, 1)).toBe('silent');
  });

  it.each([
    ['those above, below, left and right of it', '3333333 3893883 3883883 3333333 3993993 3993993 3333333'],
    ['all of its row', '3333333 3893883 3883883 3333333 3883993 3883993 3333333'],
    ['all of its column', '3333333 3893993 3883993 3333333 3993993 3993993 3333333'],
    ['all others', '3333333 3893883 3883883 3333333 3993883 3993883 3333333'],
  ])('reach %s', (which, after) => {
    expect(
      foretell(`Recolours red to blue, blue to red in the clicked tile and ${which} ${TILES}.`, BOARD, 1, 1),
    ).toBe(after);
  });

  it('leave open what else may change, by its colour', () => {
    const definition = `Recolours blue to red in the clicked tile that is mostly blue ${TILES}; elsewhere it may change blue cells.`;
    expect(foretell(definition, BOARD, 1, 1)).toBe('3333333 3883??3 3883??3 3333333 3883??3 3883??3 3333333');
  });
});

/** A puzzle of 4×4 tiles, some with a mark: a click turns blue, black and light grey in turn; marks show red by no rule. */
function play(clicks: readonly (readonly [number, number])[]): Transition[] {
  const grounds = new Array<number>(16).fill(9);
  const marks = new Map([
    [0, 5],
    [6, 5],
    [9, 5],
    [15, 5],
  ]);
  const show = (): string => {
    const rows = Array.from({ length: 21 }, () => new Array<number>(23).fill(0));
    for (let y = 0; y < 17; y++) for (let x = 0; x < 17; x++) (rows[y + 2] ?? [])[x + 3] = 4;
    for (const [tile, ground] of grounds.entries())
      for (let y = 0; y < 3; y++)
        for (let x = 0; x < 3; x++) {
          const isMark = x === 1 && y === 1 && marks.has(tile);
          const [row, col] = [3 + Math.floor(tile / 4) * 4 + y, 4 + (tile % 4) * 4 + x];
          (rows[row] ?? [])[col] = isMark ? (marks.get(tile) ?? 0) : ground;
        }
    return rows.map((row) => row.map((colour) => colour.toString(16)).join('')).join(' ');
  };
  return clicks.map(([row, col], turn) => {
    const before = show();
    const tile = row * 4 + col;
    grounds[tile] = { 9: 5, 5: 1, 1: 9 }[grounds[tile] ?? 9] ?? 9;
    // Other marks turn red and back, as those of a puzzle that is checked as it is played.
    for (const [other, colour] of marks)
      marks.set(
        other,
        other === tile ? (grounds[tile] === 5 ? 1 : 5) : (turn + other) % 3 === 0 ? 8 : colour,
      );
    return made(before, show(), click(5 + col * 4, 4 + row * 4), turn + 1);
  });
}

const CLICKS = [
  [0, 1],
  [0, 1],
  [0, 1],
  [1, 1],
  [1, 1],
  [2, 3],
  [0, 0],
  [0, 0],
  [2, 1],
  [2, 1],
  [2, 1],
  [3, 2],
] as const;
const MORE_CLICKS = [
  [3, 3],
  [3, 3],
  [3, 3],
  [3, 0],
  [3, 0],
  [1, 2],
  [1, 2],
  [1, 2],
] as const;

describe('the understudy and tiles', () => {
  const all = play([...CLICKS, ...MORE_CLICKS]);
  const study = studyRun(all.slice(0, CLICKS.length), []);

  it('says what becomes of a tile by its colour, and that marks elsewhere may change', () => {
    const { claims, effects, foretold } = study.of('ACTION6');
    expect(foretold).toBe(effects);
    expect(
      claims
        .map((claim) =>
          claim.kind === 'recolour' && claim.area.of === 'tile' ? claim.area.ground : claim.kind,
        )
        .sort(),
    ).toEqual([1, 5, 9]);
    expect(writeClaims(claims)).toContain('4×4 tiles of 3×3 cells from (3,4), one in 4 rows and 4 columns');
  });

  it('foretells clicks on tiles that were never clicked', () => {
    const { claims } = study.of('ACTION6');
    for (const [i, transition] of all.slice(CLICKS.length).entries()) {
      const ctx = { mask: new Set<number>(), history: all.slice(0, CLICKS.length + i) };
      expect(checkClaims(claims, transition, ctx)).toBe('fits');
    }
  });
});
